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
#include "plugin/firstprint.h"
#include "plugin/index/candidates.h"
#include "plugin/index/digests.h"
#include "plugin/text/sentence_hashes.h"

static const double AUTO = -1;          /* value of the option `allowed` */
static const double AUTO_ALLOWED = 0.5; /* F1 on Reuters' news: .80 with 0.2, .90 with 0.4, .91 with 0.5, .88 with 0.6 */
static const double PIECED = 0.8;       /* if no page has this share of the sentences found, the stage is "pieces" */
enum { COMMON_LEAST = 2 };              /* pages: a sentence on so many or fewer is never common */
enum { LOOKUPS_MOST = 1 << 17, CHAIN_LEAST = 16 }; /* pages looked at: at most for a whole page, at least for a sentence */
enum {
	CHAIN_MOST = 1024
};                           /* of the pages that have a sentence, so many count: those stored last. Which ones these
				 * are depends only on the order of storing, so that a restart changes nothing */
enum { ESTIMATE_LEAST = 8 }; /* sentences that a share must be estimated from */
enum { SOURCES_MOST = 1 + FIRSTPRINT_SHARES_MAX };

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t sentences; /* distinct ones, in the whole text */
	uint32_t zero;
};

_Static_assert(sizeof(struct fingerprint) == 24 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");

struct sentence_hash {
	double allowed; /* the options */
	int64_t least, shortest, sample;
	const firstprint_host *host;
	feature_key key;
	digest_index texts;
	postings sentences;
	candidates *proposed;
	uint32_t kept;   /* number of pages in the index */
	uint32_t *keys;  /* [sample], scratch memory of remember and forget */
	uint8_t *marks;  /* [sample], of check: enum mark for each of the newcomer's sentences */
	uint32_t *found; /* [CHAIN_MOST], of check: the pages that have one sentence */
};

enum mark { UNMET, COMMON, MET, EXPLAINED }; /* MET: on a stored page; EXPLAINED: on one that the verdict names already */

static int open_sentence_hash(void *state, const firstprint_host *host)
{
	struct sentence_hash *s = state;

	if (s->allowed < 0 && s->allowed != AUTO) {
		host->complain(host->context, "allowed must be auto or a share from 0 to 1");
		return FIRSTPRINT_BAD_OPTION;
	}
	s->host = host;
	feature_key_init(&s->key, host->key);
	s->keys = calloc((size_t)s->sample, sizeof *s->keys);
	s->marks = calloc((size_t)s->sample, sizeof *s->marks);
	s->found = calloc(CHAIN_MOST, sizeof *s->found);
	s->proposed = candidates_new(0, LOOKUPS_MOST);
	return s->keys && s->marks && s->found && s->proposed ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

/* ── signing ── */

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct sentence_hash *s = state;
	struct fingerprint p = {0};
	sentence_hashes h;
	uint8_t *bytes;

	if (sentence_hashes_of(page->text, (size_t)s->shortest, &s->key, arena, &h))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.text);
	p.sentences = (uint32_t)h.len;
	h.len = h.len < (size_t)s->sample ? h.len : (size_t)s->sample;
	bytes = s->host->alloc(s->host->context, arena, sizeof p + h.len * sizeof *h.items);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	memcpy(bytes, &p, sizeof p);
	if (h.len)
		memcpy(bytes + sizeof p, h.items, h.len * sizeof *h.items);
	*out = (firstprint_signature){bytes, sizeof p + h.len * sizeof *h.items};
	return FIRSTPRINT_OK;
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

static int read_article(const struct sentence_hash *s, const firstprint_signature *sig, struct article *out)
{
	if (sig->len < sizeof *out->fingerprint)
		return FIRSTPRINT_BAD_SIGNATURE;
	out->fingerprint = (const struct fingerprint *)(const void *)sig->bytes;
	out->hashes = (const uint64_t *)(const void *)(sig->bytes + sizeof *out->fingerprint);
	out->len = out->fingerprint->sentences < s->sample ? out->fingerprint->sentences : (size_t)s->sample;
	if (sig->len - sizeof *out->fingerprint != out->len * sizeof(uint64_t) || out->fingerprint->zero || !ascends(out))
		return FIRSTPRINT_BAD_SIGNATURE;
	return FIRSTPRINT_OK;
}

/* ── checking ── */

/* A stored page, from its signature. */
static struct article stored_article(const struct sentence_hash *s, uint32_t entry)
{
	const struct page_entry *page = pages_get(&s->texts.pages, entry);
	const struct fingerprint *p = page->bytes;

	return (struct article){p, (const uint64_t *)(const void *)(p + 1), (page->len - sizeof *p) / sizeof(uint64_t)};
}

static bool has(const struct article *x, uint64_t hash)
{
	return x->len && bsearch(&hash, x->hashes, x->len, sizeof hash, sorted_compare_u64) != NULL;
}

/* Fills s->found with the pages that have this sentence: the newest, `most` of them at most. Returns how many. */
static size_t pages_with(const struct sentence_hash *s, uint64_t hash, size_t most)
{
	uint32_t key = (uint32_t)hash;
	const uint32_t *entries;
	posting_list list;
	posting_walk w;
	size_t n = 0, run;

	postings_find(&s->sentences, &key, 1, &list);
	for (postings_walk(&s->sentences, list, true, &w); n < most && posting_walk_next(&w, &entries, &run);)
		while (run-- && n < most) {
			struct article page = stored_article(s, entries[run]);

			if (has(&page, hash)) /* the key is only half of the hash */
				s->found[n++] = entries[run];
		}
	return n;
}

/* A sentence on more pages than this is common and does not count. */
static size_t pages_allowed(const struct sentence_hash *s)
{
	size_t log = 0;

	for (uint32_t n = s->kept; n > 1; n /= 2)
		log++;
	return s->allowed == AUTO ? (log > COMMON_LEAST ? log : COMMON_LEAST) : CHAIN_MOST;
}

struct tally {
	size_t total, shared; /* how many sentences count, and how many of these are on stored pages */
};

static struct tally mark_sentences(const struct sentence_hash *s, const struct article *x)
{
	size_t most = pages_allowed(s);
	struct tally t = {0};

	for (size_t i = 0; i < x->len; i++) {
		size_t n = pages_with(s, x->hashes[i], most < CHAIN_MOST ? most + 1 : 1);

		s->marks[i] = n > most ? COMMON : n ? MET : UNMET;
		t.total += n <= most;
		t.shared += n > 0 && n <= most;
	}
	return t;
}

/* A page that has sentences of the newcomer. */
struct source {
	uint32_t entry;
	uint32_t hits; /* how many of those that no source before it has; 0: there is no such page */
	struct article article;
};

/* The page that has most of the sentences marked MET; of several, the oldest. */
static struct source next_source(const struct sentence_hash *s, const struct article *x, size_t most)
{
	struct candidate found[CANDIDATES_MAX];
	struct source best = {0};
	size_t n;

	for (size_t i = 0; i < x->len; i++) {
		n = s->marks[i] == MET ? pages_with(s, x->hashes[i], most) : 0;
		for (size_t j = 0; j < n; j++)
			candidates_hit(s->proposed, s->found[j], 1);
	}
	n = candidates_take(s->proposed, 1, CANDIDATES_MAX, found);
	for (size_t i = 0; i < n; i++)
		if (found[i].hits > best.hits || (found[i].hits == best.hits && found[i].entry < best.entry))
			best = (struct source){.entry = found[i].entry, .hits = found[i].hits};
	if (best.hits)
		best.article = stored_article(s, best.entry);
	return best;
}

static void explain(const struct sentence_hash *s, const struct article *x, const struct source *source)
{
	for (size_t i = 0; i < x->len; i++)
		if (s->marks[i] == MET && has(&source->article, x->hashes[i]))
			s->marks[i] = EXPLAINED;
}

/* How many pages are looked at for each sentence. The more sentences are found, the fewer: so a check takes bounded time,
 * even for a site made to slow it down. The number depends only on the page that is judged. */
static size_t pages_looked_at(size_t met)
{
	size_t most = met ? LOOKUPS_MOST / met : CHAIN_MOST;

	return most > CHAIN_MOST ? CHAIN_MOST : most < CHAIN_LEAST ? CHAIN_LEAST : most;
}

static size_t find_sources(const struct sentence_hash *s, const struct article *x, size_t met, struct source out[SOURCES_MOST])
{
	size_t n = 0, most = pages_looked_at(met);

	for (; n < SOURCES_MOST; n++) {
		out[n] = next_source(s, x, most);
		if (!out[n].hits)
			break;
		explain(s, x, &out[n]);
	}
	return n;
}

/* How many of the sentences that count could be in the sample of a stored page: all, unless the page had more sentences
 * than its sample. */
static size_t comparable(const struct sentence_hash *s, const struct article *x, const struct article *old)
{
	size_t n = 0;

	for (size_t i = 0; i < x->len; i++)
		n += s->marks[i] != COMMON &&
		     (old->len == old->fingerprint->sentences || x->hashes[i] <= old->hashes[old->len - 1]);
	return n;
}

/* What was found on the best page, and on all pages together. */
struct finding {
	struct source sources[SOURCES_MOST];
	size_t sources_len;
	struct tally tally;
	double share, best; /* shares of the newcomer: what is on any page; what is on the best page */
	bool is_all;        /* the best page has everything that counts, and more sentences */
};

static void weigh(const struct sentence_hash *s, const struct article *x, struct finding *f)
{
	const struct source *of = f->sources;
	size_t seen;

	f->share = (double)f->tally.shared / (double)f->tally.total;
	if (!f->sources_len)
		return;
	seen = comparable(s, x, &of->article);
	f->best = (double)of->hits / (double)(seen >= ESTIMATE_LEAST ? seen : f->tally.total);
	f->share = f->best > f->share ? f->best : f->share;
	f->is_all = f->best == 1 && of->article.fingerprint->sentences > x->fingerprint->sentences;
}

static uint64_t id_of(const struct sentence_hash *s, const struct source *source)
{
	return pages_get(&s->texts.pages, source->entry)->id;
}

static void drop(const struct sentence_hash *s, const struct finding *f, firstprint_verdict *v)
{
	v->kind = f->is_all ? FIRSTPRINT_CONTAINED : FIRSTPRINT_NEAR_DUPLICATE;
	v->of = id_of(s, &f->sources[0]);
	v->score = f->best;
	if (f->sources[0].hits < PIECED * (double)f->tally.shared)
		v->stage = "pieces";
	for (size_t i = 1; i < f->sources_len; i++)
		v->shares[v->shares_len++] = (firstprint_share){id_of(s, &f->sources[i]),
								(double)f->sources[i].hits / (double)f->tally.total};
}

static void check_sentences(const struct sentence_hash *s, const struct article *x, firstprint_verdict *v)
{
	struct finding f = {.tally = mark_sentences(s, x)};

	v->stage = "common";
	if (f.tally.total >= (size_t)s->least) {
		v->stage = "sentences";
		f.sources_len = find_sources(s, x, f.tally.shared, f.sources);
		weigh(s, x, &f);
	}
	if (f.share > (s->allowed == AUTO ? AUTO_ALLOWED : s->allowed))
		drop(s, &f, v);
	firstprint_add_evidence(v, "shared", (double)f.tally.shared);
	firstprint_add_evidence(v, "total", (double)f.tally.total);
	firstprint_add_evidence(v, "sentence-share", f.share);
	firstprint_add_evidence(v, "of-shared", f.sources[0].hits);
	firstprint_add_evidence(v, "sources", (double)f.sources_len);
	if (s->allowed == AUTO)
		firstprint_add_evidence(v, "common", (double)(x->len - f.tally.total));
}

static bool is_short(const struct sentence_hash *s, const struct article *x)
{
	return x->fingerprint->sentences < s->least;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct sentence_hash *s = state;
	struct article x;

	if (read_article(s, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&s->texts, x.fingerprint->text, verdict))
		return FIRSTPRINT_OK;
	if (is_short(s, &x)) {
		verdict->stage = "too-short";
		firstprint_add_evidence(verdict, "total", x.fingerprint->sentences);
	} else {
		check_sentences(s, &x, verdict);
	}
	return FIRSTPRINT_OK;
}

/* ── remembering ── */

static const uint32_t *keys_of(const struct sentence_hash *s, const struct article *x)
{
	for (size_t i = 0; i < x->len; i++)
		s->keys[i] = (uint32_t)x->hashes[i];
	return s->keys;
}

/* Only for pages that are not short: a teaser of two sentences must not cause its article to be dropped. */
static bool add_sentences(struct sentence_hash *s, uint32_t entry, const struct article *x)
{
	bool added = candidates_reserve(s->proposed, entry + 1) && postings_add(&s->sentences, keys_of(s, x), x->len, entry);

	s->kept += added;
	return added;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct sentence_hash *s = state;
	struct article x;
	uint32_t entry;
	int err = read_article(s, sig, &x);

	if (!err)
		err = digests_add(&s->texts, page_id, sig, &entry);
	if (err || is_short(s, &x) || add_sentences(s, entry, &x))
		return err;
	digests_remove(&s->texts, entry);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct sentence_hash *s = state;
	uint32_t entry = pages_find(&s->texts.pages, page_id);
	struct article x;

	if (read_article(s, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (entry == PAGES_NONE)
		return FIRSTPRINT_OK;
	if (!is_short(s, &x)) {
		postings_remove(&s->sentences, keys_of(s, &x), x.len, entry);
		s->kept--;
	}
	digests_remove(&s->texts, entry);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct sentence_hash *s = state;

	return sizeof *s + digests_memory(&s->texts) + postings_memory(&s->sentences) + candidates_memory(s->proposed) +
	       (size_t)s->sample * (sizeof *s->keys + sizeof *s->marks) + CHAIN_MOST * sizeof *s->found;
}

static void close_sentence_hash(void *state)
{
	struct sentence_hash *s = state;

	digests_free(&s->texts);
	postings_free(&s->sentences);
	candidates_free(s->proposed);
	free(s->keys);
	free(s->marks);
	free(s->found);
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
	DIGESTS_OPTION(offsetof(struct sentence_hash, texts)),
	{0},
};

FIRSTPRINT_FILTER(sentence_hash) = {
	FIRSTPRINT_HEAD,
	.name = "sentence-hash",
	.summary = "drops pages if too many of their sentences are on stored pages, one or several (Ejaz et al. 2024)",
	.options = options,
	.state_size = sizeof(struct sentence_hash),
	.open = open_sentence_hash,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_sentence_hash,
	.version = 1,
};
