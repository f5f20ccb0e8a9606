/* sentence-hash — drops a page if too many of its sentences are on stored pages already, on one page or on several.
 *
 * Sana Ejaz, Asma Naseer, Asma Ahmad Farhan, Maria Tamoor, Samina Naz: A Novel Hashcode-Based Duplication Reduction
 * via Thresholding Approach for Large-Scale Web Documents, Preprints.org, 2024, §3.3, §3.4, Algorithm 1:
 *
 *	compare_percent = matches_count / total_length        matches: sentences whose SHA-256 is in the index
 *	compare_percent > allowed → Not allowed               allowed = 20 % (Fig. 7)
 *
 *	"text"        equal text (SHA-256): a duplicate
 *	"too-short"   fewer than `least` sentences, too little to judge: unique
 *	"common"      (allowed=auto) too few sentences left when the common ones are not counted: unique
 *	"sentences"   more of its sentences than `allowed` are on stored pages: near-duplicate, or contained if one longer
 *	              page has all of them; else unique
 *	"pieces"      the same, but no single page has four fifths of these sentences: the page was put together from several
 *
 * What the paper does not say, and what we changed, allowed=auto above all: docs/papers.md. Sentences: plugin/text/letters.h,
 * plugin/text/sentence_hashes.h.
 *
 * The paper counts matches and does not name pages. We name the page that has most of the newcomer's sentences; then, again
 * and again, the page that has most of those that no named page has. So the numbers of `of` and of the verdict's shares
 * can be added up.
 *
 * Signature: text digest 16 bytes, number of distinct sentences 4, zeros 4; then 8 bytes for each sentence, ascending: its
 * SHA-256, shortened with the store's key, because 64 bits without a key can be forged. Of more than `sample` sentences,
 * those with the lowest hashes are kept, so that all pages keep the same ones. With a stored page of which not all
 * sentences were kept, only those of the newcomer's sentences are compared that its sample could contain. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/filters/text_digest.h"
#include "plugin/text/sentence_hashes.h"

static const double AUTO = -1;          /* value of the option `allowed` */
static const double AUTO_ALLOWED = 0.5; /* F1 on Reuters' news: .80 with 0.2, .90 with 0.4, .91 with 0.5, .88 with 0.6 */
static const double PIECED = 0.8;       /* if no page has this share of the sentences found, the stage is "pieces" */
enum { COMMON_LEAST = 2 };              /* pages: a sentence on so many or fewer is never common */
enum { LOOKUPS_MOST = 1 << 17, CHAIN_LEAST = 16 }; /* pages looked at: at most for a whole page, at least for a sentence */
/* Of the pages that have a sentence, so many count: those stored last. Which ones these are depends only on the order of
 * storing, so that a restart changes nothing. */
enum { CHAIN_MOST = 1024 };
enum { ESTIMATE_LEAST = 8 }; /* sentences that a share must be estimated from */
enum { SOURCES_MOST = 1 + FIRSTPRINT_SHARES_MAX };
enum { TEXT, SENTENCES }; /* the stages */

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t sentences; /* distinct ones, in the whole text */
	uint32_t zero;
};

_Static_assert(sizeof(struct fingerprint) == 24 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");

struct sentence_hash {
	text_filter base;
	double allowed; /* the options */
	int64_t least, shortest, sample;
};

enum mark { UNMET, COMMON, MET, EXPLAINED }; /* MET: on a stored page; EXPLAINED: on one that the verdict names already */

static int open_sentence_hash(void *state, const firstprint_host *host)
{
	const struct sentence_hash *s = state;

	if (s->allowed < 0 && s->allowed != AUTO) {
		host->complain(host->context, "allowed must be auto or a share from 0 to 1");
		return FIRSTPRINT_BAD_OPTION;
	}
	return text_filter_open(state, host);
}

/* ── signing ── */

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct sentence_hash *s = state;
	struct fingerprint p = {0};
	sentence_hashes h;

	if (sentence_hashes_of(page->text, (size_t)s->shortest, &s->base.key, arena, &h))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.text);
	p.sentences = (uint32_t)h.len;
	h.len = h.len < (size_t)s->sample ? h.len : (size_t)s->sample;
	return text_filter_write(&s->base, arena,
				 (firstprint_span[]){{(const char *)&p, sizeof p},
						     {(const char *)h.items, h.len * sizeof *h.items}},
				 2, out);
}

/* ── reading a signature ── */

struct article {
	const struct fingerprint *fingerprint;
	const uint64_t *hashes;
	size_t len;
};

static bool ascends(const struct article *x)
{
	for (size_t i = 1; i < x->len; i++)
		if (x->hashes[i] <= x->hashes[i - 1])
			return false;
	return true;
}

static struct article article_in(const firstprint_signature *sig)
{
	const struct fingerprint *p = (const struct fingerprint *)(const void *)sig->bytes;

	return (struct article){p, (const uint64_t *)(const void *)(p + 1), (sig->len - sizeof *p) / sizeof(uint64_t)};
}

static bool is_sound(const struct sentence_hash *s, const firstprint_signature *sig)
{
	struct article x;

	if (sig->len < sizeof *x.fingerprint || (sig->len - sizeof *x.fingerprint) % sizeof *x.hashes)
		return false;
	x = article_in(sig);
	return x.len == (x.fingerprint->sentences < s->sample ? x.fingerprint->sentences : (size_t)s->sample) &&
	       !x.fingerprint->zero && ascends(&x);
}

static bool has(const struct article *x, uint64_t hash)
{
	return x->len && bsearch(&hash, x->hashes, x->len, sizeof hash, sorted_compare_u64) != NULL;
}

static bool is_short(const struct sentence_hash *s, const struct article *x)
{
	return x->fingerprint->sentences < s->least;
}

/* ── finding ── */

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[TEXT] = TEXT_STAGE;
	stages[SENTENCES] = (firstprint_stage){.name = "sentences", .how = FIRSTPRINT_WEIGHED};
	return 2;
}

/* A short page has no sentences for others: a teaser of two sentences must not cause its article to be dropped. */
static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct sentence_hash *s = state;
	struct article x;

	(void)use, (void)arena;
	if (!is_sound(s, sig))
		return FIRSTPRINT_BAD_SIGNATURE;
	x = article_in(sig);
	if (s->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	if (!is_short(s, &x))
		keys[SENTENCES] = (firstprint_keys){.items = x.hashes, .stored = (uint32_t)x.len};
	return FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	(void)state;
	text_digest_matches(sig, stored, match);
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)state, (void)sig, (void)stored;
	text_digest_explains(v);
	return FIRSTPRINT_OK;
}

/* ── weighing ── */

/* A page that is judged. */
struct question {
	const struct sentence_hash *s;
	const struct article *x;
	const firstprint_view *view;
	uint8_t *marks;       /* enum mark for each sentence */
	uint32_t *counts;     /* for each sentence, how many stored pages have it */
	uint64_t *met;        /* scratch: the sentences marked MET */
	size_t total, shared; /* how many sentences count, and how many of these are on stored pages */
};

static int begin(struct question *q, firstprint_arena *arena)
{
	const firstprint_host *host = q->s->base.host;
	size_t n = q->x->len;

	q->marks = host->alloc(host->context, arena, n);
	q->counts = host->alloc(host->context, arena, n * sizeof *q->counts);
	q->met = host->alloc(host->context, arena, n * sizeof *q->met);
	return q->marks && q->counts && q->met ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

/* A sentence on more pages than this is common and does not count. */
static uint32_t pages_allowed(const struct question *q)
{
	uint32_t log = 0;

	if (q->s->allowed != AUTO)
		return CHAIN_MOST;
	for (uint64_t n = q->view->pages; n > 1; n /= 2)
		log++;
	return log > COMMON_LEAST ? log : COMMON_LEAST;
}

static int mark_sentences(struct question *q)
{
	uint32_t most = pages_allowed(q);
	int err = q->view->count(q->view, q->x->hashes, q->x->len, most < CHAIN_MOST ? most + 1 : 1, q->counts);

	for (size_t i = 0; i < q->x->len && !err; i++) {
		uint32_t n = q->counts[i];

		q->marks[i] = n > most ? COMMON : n ? MET : UNMET;
		q->total += n <= most;
		q->shared += n > 0 && n <= most;
	}
	return err;
}

/* A page that has sentences of the newcomer. */
struct source {
	uint64_t page;
	uint32_t hits; /* how many of those that no source before it has; 0: there is no such page */
	struct article article;
};

/* Marks the sentences that the source has. Returns how many. */
static uint32_t mark_explained(struct question *q, const struct source *source)
{
	uint32_t n = 0;

	for (size_t i = 0; i < q->x->len; i++) {
		if (q->marks[i] != MET || !has(&source->article, q->x->hashes[i]))
			continue;
		q->marks[i] = EXPLAINED;
		n++;
	}
	return n;
}

/* The page that has most of the sentences marked MET; of several, the oldest. */
static int next_source(struct question *q, uint32_t most, struct source *out)
{
	firstprint_holder holder;
	size_t n = 0;
	int err;

	for (size_t i = 0; i < q->x->len; i++)
		if (q->marks[i] == MET)
			q->met[n++] = q->x->hashes[i];
	*out = (struct source){0};
	err = q->view->holder(q->view, q->met, n, most, &holder);
	if (err || !holder.hits)
		return err;
	out->page = holder.page;
	out->article = article_in(&holder.signature);
	out->hits = mark_explained(q, out);
	return FIRSTPRINT_OK;
}

/* How many pages are looked at for each sentence. The more sentences are found, the fewer: so a verdict takes bounded time,
 * even for a site made to slow it down. The number depends only on the page that is judged. */
static uint32_t pages_looked_at(size_t met)
{
	size_t most = met ? LOOKUPS_MOST / met : CHAIN_MOST;

	return (uint32_t)(most > CHAIN_MOST ? CHAIN_MOST : most < CHAIN_LEAST ? CHAIN_LEAST : most);
}

/* What was found on the best page, and on all pages together. */
struct finding {
	struct source sources[SOURCES_MOST];
	size_t sources_len;
	double share, best; /* shares of the newcomer: what is on any page; what is on the best page */
	bool is_all;        /* the best page has everything that counts, and more sentences */
};

/* Once no page is left that has any of the sentences marked MET, these are only equal in half of their hashes, and not met. */
static int find_sources(struct question *q, struct finding *f)
{
	uint32_t most = pages_looked_at(q->shared);
	size_t explained = 0;

	for (; f->sources_len < SOURCES_MOST; f->sources_len++) {
		int err = next_source(q, most, &f->sources[f->sources_len]);

		if (err)
			return err;
		if (!f->sources[f->sources_len].hits) {
			q->shared = explained;
			break;
		}
		explained += f->sources[f->sources_len].hits;
	}
	return FIRSTPRINT_OK;
}

/* How many of the sentences that count could be in the sample of a stored page: all, unless the page had more sentences
 * than its sample. */
static size_t comparable(const struct question *q, const struct article *old)
{
	size_t n = 0;

	for (size_t i = 0; i < q->x->len; i++)
		n += q->marks[i] != COMMON &&
		     (old->len == old->fingerprint->sentences || q->x->hashes[i] <= old->hashes[old->len - 1]);
	return n;
}

static void estimate(const struct question *q, struct finding *f)
{
	const struct source *of = f->sources;
	size_t seen;

	f->share = (double)q->shared / (double)q->total;
	if (!f->sources_len)
		return;
	seen = comparable(q, &of->article);
	f->best = (double)of->hits / (double)(seen >= ESTIMATE_LEAST ? seen : q->total);
	f->share = f->best > f->share ? f->best : f->share;
	f->is_all = f->best == 1 && of->article.fingerprint->sentences > q->x->fingerprint->sentences;
}

static void drop(const struct question *q, const struct finding *f, firstprint_verdict *v)
{
	v->kind = f->is_all ? FIRSTPRINT_CONTAINED : FIRSTPRINT_NEAR_DUPLICATE;
	v->of = f->sources[0].page;
	v->score = f->best;
	if (f->sources[0].hits < PIECED * (double)q->shared)
		v->stage = "pieces";
	for (size_t i = 1; i < f->sources_len; i++)
		v->shares[v->shares_len++] = (firstprint_share){f->sources[i].page,
								(double)f->sources[i].hits / (double)q->total};
}

static void tell(const struct question *q, const struct finding *f, firstprint_verdict *v)
{
	firstprint_add_evidence(v, "shared", (double)q->shared);
	firstprint_add_evidence(v, "total", (double)q->total);
	firstprint_add_evidence(v, "sentence-share", f->share);
	firstprint_add_evidence(v, "of-shared", f->sources[0].hits);
	firstprint_add_evidence(v, "sources", (double)f->sources_len);
	if (q->s->allowed == AUTO)
		firstprint_add_evidence(v, "common", (double)(q->x->len - q->total));
}

static int weigh_sentences(struct question *q, firstprint_verdict *v)
{
	double allowed = q->s->allowed == AUTO ? AUTO_ALLOWED : q->s->allowed;
	struct finding f = {0};
	int err = mark_sentences(q);

	v->stage = "common";
	if (!err && q->total >= (size_t)q->s->least) {
		v->stage = "sentences";
		err = find_sources(q, &f);
		estimate(q, &f);
	}
	if (err)
		return err;
	if (f.share > allowed)
		drop(q, &f, v);
	tell(q, &f, v);
	return FIRSTPRINT_OK;
}

static int weigh(const void *state, const firstprint_signature *sig, const firstprint_view *view, firstprint_arena *arena,
		 firstprint_verdict *v)
{
	struct article x = article_in(sig);
	struct question q = {.s = state, .x = &x, .view = view};
	int err;

	if (is_short(q.s, &x)) {
		v->stage = "too-short";
		firstprint_add_evidence(v, "total", x.fingerprint->sentences);
		return FIRSTPRINT_OK;
	}
	err = begin(&q, arena);
	return err ? err : weigh_sentences(&q, v);
}

static const firstprint_option options[] = {
	{"allowed", "share of a page's sentences that may be on stored pages; auto: common sentences do not count",
	 FIRSTPRINT_REAL, offsetof(struct sentence_hash, allowed), 0.20, -1, 1, "auto"},
	{"least", "sentences a page needs to be compared by more than its exact text", FIRSTPRINT_INTEGER,
	 offsetof(struct sentence_hash, least), 3, 1, 1000000, NULL},
	{"shortest", "letters a sentence needs to count; a Chinese or Japanese character is two letters", FIRSTPRINT_INTEGER,
	 offsetof(struct sentence_hash, shortest), 15, 1, 1000000, NULL},
	{"sample", "sentences that are kept of a page at most", FIRSTPRINT_INTEGER, offsetof(struct sentence_hash, sample),
	 4096, 16, 65536, NULL},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(sentence_hash) = {
	FIRSTPRINT_HEAD,
	.name = "sentence-hash",
	.summary = "drops pages if too many of their sentences are on stored pages, one or several (Ejaz et al. 2024)",
	.options = options,
	.state_size = sizeof(struct sentence_hash),
	.open = open_sentence_hash,
	.version = 2,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
	.weigh = weigh,
};
