/* cascade — cheap stages propose stored pages, and a last one confirms them. The default filter.
 *
 * Its first stages come from J. Prasanna Kumar, P. Govindarajulu: Near-Duplicate Web Page Detection: An Efficient Approach
 * Using Clustering, Sentence Feature and Fingerprinting, 2013, §3:
 *
 *	"text"        equal text (SHA-256): a duplicate
 *	"too-short"   fewer than `least` words (confirm=off: without stop words), too little text to judge: unique
 *	"simhash"     a stored page with |S_d − S_k| ≤ T_S (§3.2a: numbers of sentences; T_S is the option `sentences`)
 *	              and b_f ≤ T_B (§3.3: bits in which the fingerprints differ; T_B is the option `bits`)
 *
 * With confirm=off, that is all, and the filter is the paper's. But SimHash alone cannot tell an edited page from a
 * different one: at 3 bits it finds 64 % of the duplicates among Reuters' news, and at 6 bits four in ten of the pages it
 * drops are not duplicates. So with confirm=on, the default, it only proposes. Stored pages that have rare shingles in
 * common with the newcomer are proposed, too: they are found even if the end was cut off, comments were appended or
 * paragraphs were moved (plugin/index/sketches.h). Those with most shingles in common are compared with it by host title and
 * sketch (plugin/text/verify.h). The stages "resemblance" and "containment" confirm it; "numbers", "names" and "title"
 * refuse it, if it is a template twin or another page of the same site.
 *
 * With clusters=K (§4), pages are divided into K clusters by their most frequent keywords (plugin/index/kmodes.h), and all
 * stages but "text" look only at pages in the newcomer's cluster. The paper does it for speed. Here an index finds near
 * pages without it, and it lowers recall, since an edit can move a page to another cluster. So it is off (0) by default.
 *
 * What we changed in the paper, and why. §3.2a has |S_d − S_k| < T_S, and §5a "lower than or equal"; the worked example
 * needs ≤ (Tables 2 and 4: of the counts 6, 5, 4, compared with 4 and T_S = 1, those of W2 and W3 pass). §4.2 says that a
 * difference of more than T_B makes a near-duplicate; §3.3 and Fig. 1 say less or equal, and only that makes sense. The
 * paper compares with every page of the database; an index finds the same pages (plugin/index/hamming.h). Words, stems and
 * weights: plugin/text/keywords.h. The stages "text" and "too-short" are ours: without them, all pages without text would
 * have the fingerprint 0.
 *
 * Signature, lowest byte first: text digest 16 bytes, fingerprint 8, sentences 4, keywords 4; with clusters=K also the
 * representatives, their number 4 and then REPRESENTATIVES times 4; with confirm=on also the host title, 56
 * (plugin/text/host_title.h), and the sketch (plugin/text/sketch.h). */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/firstprint.h"
#include "plugin/index/digests.h"
#include "plugin/index/hamming.h"
#include "plugin/index/kmodes.h"
#include "plugin/index/sketches.h"
#include "plugin/index/verdicts.h"
#include "plugin/text/keywords.h"
#include "plugin/text/verify.h"
#include "plugin/text/simhash.h"

struct cascade {
	int64_t sentences, bits, least, confirm, clusters; /* the options */
	const firstprint_host *host;
	feature_key key;
	digest_index texts; /* with the table of all pages; the other indexes have its entries */
	hamming_index fingerprints;
	postings shingles;
	candidates *proposed;
	kmodes modes;
};

enum { COMPARED_MOST = 48 };   /* pages that are compared with the newcomer: those with most shingles in common */
enum { AHEAD = 6 };            /* pages that are loaded while one is compared */
enum { CLUSTERS_MOST = 1024 }; /* a check compares a page with the mode of each cluster */
enum { REPRESENTATIVES = 10 }; /* f in §4.1; Table 1 has ten keywords for each page */

struct representatives {
	uint32_t len;
	uint32_t words[REPRESENTATIVES]; /* ascending; zeros after len */
};

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint64_t simhash;
	uint32_t sentences;
	uint32_t keywords;
};

_Static_assert(sizeof(struct fingerprint) == 32 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");

static int open_cascade(void *state, const firstprint_host *host)
{
	struct cascade *c = state;

	c->host = host;
	feature_key_init(&c->key, host->key);
	if (host->divided && c->clusters) {
		host->complain(host->context, "clusters=K needs all pages in one state");
		return FIRSTPRINT_BAD_OPTION;
	}
	c->modes.k = (uint32_t)c->clusters;
	c->modes.width = REPRESENTATIVES;
	hamming_open(&c->fingerprints, (int)c->bits, (uint32_t)c->sentences);
	c->proposed = candidates_new(SKETCH_SHINGLES, SKETCHES_READ_MAX + HAMMING_MOST);
	return c->proposed ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

/* ── sign ── */

static int by_count(const void *a, const void *b)
{
	const keyword *x = a, *y = b;

	if (x->count != y->count)
		return (x->count < y->count) - (x->count > y->count);
	return (x->hash > y->hash) - (x->hash < y->hash);
}

/* The most frequent keywords. Sorts k. */
static struct representatives represent(keywords *k)
{
	struct representatives r = {0};

	if (k->len)
		qsort(k->items, k->len, sizeof *k->items, by_count);
	for (; r.len < k->len && r.len < REPRESENTATIVES; r.len++)
		r.words[r.len] = (uint32_t)(k->items[r.len].hash >> 32);
	qsort(r.words, r.len, sizeof *r.words, sorted_compare_u32);
	return r;
}

/* The parts of a signature, in their order. */
struct pieces {
	struct fingerprint fingerprint;
	struct representatives representatives;
	host_title host_title;
	firstprint_span sketch;
};

static int lay_out(const struct cascade *c, const struct pieces *p, firstprint_arena *arena, firstprint_signature *out)
{
	const struct {
		const void *at;
		size_t len;
	} parts[] = {
		{&p->fingerprint, sizeof p->fingerprint},
		{&p->representatives, c->clusters ? sizeof p->representatives : 0},
		{&p->host_title, c->confirm ? sizeof p->host_title : 0},
		{p->sketch.at, p->sketch.len},
	};
	size_t len = 0;
	uint8_t *bytes;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		len += parts[i].len;
	bytes = c->host->alloc(c->host->context, arena, len);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	*out = (firstprint_signature){bytes, len};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; bytes += parts[i].len, i++)
		if (parts[i].len)
			memcpy(bytes, parts[i].at, parts[i].len);
	return FIRSTPRINT_OK;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	struct pieces p = {0};
	keywords k;

	if (keywords_of(page, &c->key, arena, &k))
		return FIRSTPRINT_NO_MEMORY;
	if (c->confirm &&
	    (host_title_of(page, &c->key, arena, &p.host_title) || sketch_make(page->text, &c->key, arena, &p.sketch)))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.fingerprint.text);
	p.fingerprint.simhash = simhash(k.items, k.len);
	p.fingerprint.sentences = (uint32_t)page->sentences_len;
	p.fingerprint.keywords = (uint32_t)k.total;
	p.representatives = represent(&k);
	return lay_out(c, &p, arena, out);
}

/* ── reading a signature ── */

/* The parts of a signature, as views into its bytes. */
struct article {
	const struct fingerprint *fingerprint;
	const struct representatives *representatives; /* NULL: clusters are off */
	verify_profile profile;
	firstprint_span bytes; /* of the profile; empty: confirm is off, and there is no profile */
};

static int read_article(const struct cascade *c, const firstprint_signature *sig, struct article *out)
{
	size_t words = c->clusters ? sizeof *out->representatives : 0, front = sizeof *out->fingerprint + words;
	size_t rest = sig->len - front;

	if (sig->len < front || rest > VERIFY_BYTES_MOST || (rest > 0) != (c->confirm != 0))
		return FIRSTPRINT_BAD_SIGNATURE;
	out->fingerprint = (const struct fingerprint *)(const void *)sig->bytes;
	out->representatives = words ? (const struct representatives *)(const void *)(sig->bytes + sizeof *out->fingerprint)
				     : NULL;
	out->bytes = (firstprint_span){(const char *)sig->bytes + front, rest};
	if (words && out->representatives->len > REPRESENTATIVES)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (rest && !verify_read(out->bytes, &out->profile))
		return FIRSTPRINT_BAD_SIGNATURE;
	return FIRSTPRINT_OK;
}

static bool is_short(const struct cascade *c, const struct article *x)
{
	if (x->bytes.len)
		return x->profile.sketch.length < 2 * (uint64_t)c->least;
	return x->fingerprint->keywords < (uint64_t)c->least;
}

static uint32_t gap(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* The newcomer's cluster; KMODES_NONE: clusters are off, or there are no pages yet. false: out of memory. */
static bool cluster_of(const struct cascade *c, const struct article *x, int32_t *out)
{
	*out = KMODES_NONE;
	return !x->representatives || kmodes_nearest(&c->modes, x->representatives->words, x->representatives->len, out);
}

static bool in_cluster(const struct cascade *c, uint64_t id, int32_t cluster)
{
	return cluster == KMODES_NONE || kmodes_cluster(&c->modes, id) == cluster;
}

/* ── confirm=off: the nearest fingerprint decides ── */

static uint64_t id_of(const struct cascade *c, uint32_t entry)
{
	return pages_get(&c->texts.pages, entry)->id;
}

static bool is_nearer(const hamming_match *m, const hamming_match *than)
{
	return m->distance < than->distance || (m->distance == than->distance && m->entry < than->entry);
}

static void check_simhash(const struct cascade *c, const struct article *x, int32_t cluster, firstprint_verdict *v)
{
	const struct fingerprint *p = x->fingerprint;
	hamming_match found[HAMMING_MOST], *best = NULL;
	size_t n = hamming_find(&c->fingerprints, p->simhash, p->sentences, found);

	for (size_t i = 0; i < n; i++)
		if ((!best || is_nearer(&found[i], best)) && in_cluster(c, id_of(c, found[i].entry), cluster))
			best = &found[i];
	v->stage = "simhash";
	if (!best)
		return;
	v->kind = FIRSTPRINT_NEAR_DUPLICATE;
	v->of = id_of(c, best->entry);
	v->score = 1 - best->distance / 64.0;
	firstprint_add_evidence(v, "sentences", gap(best->count, p->sentences));
	firstprint_add_evidence(v, "hamming", best->distance);
}

/* ── confirm=on ── */

/* One call of check: the best of the confirmed pages, and the best of the refused ones, to explain the verdict. */
struct question {
	const struct cascade *cascade;
	const struct article *new;
	int32_t cluster;
	verify_result best, refused;
};

static void confirm(struct question *q, uint32_t entry)
{
	const struct page_entry *page = pages_get(&q->cascade->texts.pages, entry);
	struct article stored;
	verify_result m, *best;

	if (!in_cluster(q->cascade, page->id, q->cluster) ||
	    read_article(q->cascade, &(firstprint_signature){page->bytes, page->len}, &stored))
		return;
	m = verify_compare(page->id, &q->new->profile, &stored.profile);
	best = m.kind == FIRSTPRINT_UNIQUE ? &q->refused : &q->best;
	if (verify_is_better(&m, best))
		*best = m;
}

/* A page that SimHash proposes counts as much as one with the fewest shingles that make a proposal. */
static void propose(const struct cascade *c, const struct article *x)
{
	hamming_match found[HAMMING_MOST];
	size_t n = hamming_find(&c->fingerprints, x->fingerprint->simhash, x->fingerprint->sentences, found);

	sketches_hit(&c->shingles, &x->profile.sketch, c->proposed);
	for (size_t i = 0; i < n; i++)
		candidates_hit(c->proposed, found[i].entry, SKETCHES_HITS_MIN);
}

/* Compares the best of the proposed pages. */
static void confirm_best(struct question *q)
{
	const page_table *pages = &q->cascade->texts.pages;
	struct candidate best[COMPARED_MOST];
	size_t n = candidates_take(q->cascade->proposed, SKETCHES_HITS_MIN, COMPARED_MOST, best);

	for (size_t i = 0; i < n; i++)
		pages_prefetch(pages, best[i].entry);
	for (size_t i = 0; i < n + AHEAD; i++) {
		if (i < n)
			pages_prefetch_signature(pages, best[i].entry);
		if (i >= AHEAD)
			confirm(q, best[i - AHEAD].entry);
	}
}

static void add_comparison(firstprint_verdict *v, const verify_result *m)
{
	firstprint_add_evidence(v, "resemblance", m->like.resemblance);
	firstprint_add_evidence(v, "contained", m->like.contained);
	firstprint_add_evidence(v, "contains", m->like.contains);
	firstprint_add_evidence(v, "numbers-agree", m->numbers.agree);
	firstprint_add_evidence(v, "numbers-differ", m->numbers.differ);
	firstprint_add_evidence(v, "names-agree", m->names.agree);
	firstprint_add_evidence(v, "names-differ", m->names.differ);
	firstprint_add_evidence(v, "titles-differ", m->titles_differ);
}

static void check_confirmed(const struct cascade *c, const struct article *x, int32_t cluster, firstprint_verdict *v)
{
	struct question q = {.cascade = c, .new = x, .cluster = cluster};

	propose(c, x);
	confirm_best(&q);
	v->stage = q.refused.id ? q.refused.stage : "simhash";
	if (q.best.id) {
		v->kind = q.best.kind;
		v->of = q.best.id;
		v->stage = q.best.stage;
		v->score = verify_score(&q.best);
	}
	if (q.best.id || q.refused.id)
		add_comparison(v, q.best.id ? &q.best : &q.refused);
}

/* Asks the stages after "too-short". */
static int check_likeness(const struct cascade *c, const struct article *x, firstprint_verdict *v)
{
	int32_t cluster;

	if (!cluster_of(c, x, &cluster))
		return FIRSTPRINT_NO_MEMORY;
	(c->confirm ? check_confirmed : check_simhash)(c, x, cluster, v);
	return FIRSTPRINT_OK;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct cascade *c = state;
	struct article x;

	if (read_article(c, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&c->texts, x.fingerprint->text, verdict))
		return FIRSTPRINT_OK;
	if (!is_short(c, &x))
		return check_likeness(c, &x, verdict);
	verdict->stage = "too-short";
	firstprint_add_evidence(verdict, x.bytes.len ? "words" : "keywords",
				x.bytes.len ? x.profile.sketch.length / 2.0 : x.fingerprint->keywords);
	return FIRSTPRINT_OK;
}

/* What two verdicts are compared by, as two candidates are: the resemblance, or the nearness of the fingerprints. */
static double likeness(const firstprint_verdict *v)
{
	return v->evidence_len && strcmp(v->evidence[0].name, "resemblance") == 0 ? v->evidence[0].value : v->score;
}

static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	return verdict_better(a, likeness(a), b, likeness(b));
}

/* Adds the page to the indexes of the stages after "too-short". false: out of memory; it is in none of them. */
static bool remember_likeness(struct cascade *c, uint64_t id, uint32_t entry, const struct article *x)
{
	const struct representatives *r = x->representatives;

	if (!candidates_reserve(c->proposed, entry + 1) ||
	    !hamming_add(&c->fingerprints, entry, x->fingerprint->simhash, x->fingerprint->sentences))
		return false;
	if (!x->bytes.len || sketches_add(&c->shingles, &x->profile.sketch, entry)) {
		if (!r || kmodes_add(&c->modes, id, r->words, r->len))
			return true;
		if (x->bytes.len)
			sketches_remove(&c->shingles, &x->profile.sketch, entry);
	}
	hamming_remove(&c->fingerprints, entry);
	return false;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct cascade *c = state;
	struct article x;
	uint32_t entry;
	int err = read_article(c, sig, &x);

	if (!err)
		err = digests_add(&c->texts, page_id, sig, &entry);
	if (err || is_short(c, &x) || remember_likeness(c, page_id, entry, &x))
		return err;
	digests_remove(&c->texts, entry);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct cascade *c = state;
	uint32_t entry = pages_find(&c->texts.pages, page_id);
	struct article x;

	if (read_article(c, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (entry == PAGES_NONE)
		return FIRSTPRINT_OK;
	hamming_remove(&c->fingerprints, entry);
	if (x.bytes.len)
		sketches_remove(&c->shingles, &x.profile.sketch, entry);
	kmodes_remove(&c->modes, page_id);
	digests_remove(&c->texts, entry);
	return FIRSTPRINT_OK;
}

static int refresh(void *state)
{
	return kmodes_refresh(&((struct cascade *)state)->modes) ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

static size_t memory(const void *state)
{
	const struct cascade *c = state;

	return sizeof *c + digests_memory(&c->texts) + hamming_memory(&c->fingerprints) + postings_memory(&c->shingles) +
	       candidates_memory(c->proposed) + kmodes_memory(&c->modes);
}

static void close_cascade(void *state)
{
	struct cascade *c = state;

	digests_free(&c->texts);
	hamming_free(&c->fingerprints);
	postings_free(&c->shingles);
	candidates_free(c->proposed);
	kmodes_free(&c->modes);
}

static const firstprint_option options[] = {
	{"sentences", "how much the numbers of sentences of two pages may differ (T_S)", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, sentences), 1, 0, 1000000, NULL},
	{"bits", "in how many bits two fingerprints may differ (T_B)", FIRSTPRINT_INTEGER, offsetof(struct cascade, bits), 3, 0,
	 64, NULL},
	{"confirm", "compare the shingles of proposed pages before one is dropped; off: the paper's cascade", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, confirm), 1, 0, 1, NULL},
	{"least", "words a page needs to be compared by more than its exact text", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, least), 32, 0, 1000000, NULL},
	{"clusters", "compare only within each of K clusters of pages with similar keywords (K-modes); 0: off",
	 FIRSTPRINT_INTEGER, offsetof(struct cascade, clusters), 0, 0, CLUSTERS_MOST, NULL},
	{0},
};

FIRSTPRINT_FILTER(cascade) = {
	FIRSTPRINT_HEAD,
	.name = "cascade",
	.summary = "SimHash and shared shingles propose pages, resemblance confirms (from Kumar, Govindarajulu 2013)",
	.options = options,
	.state_size = sizeof(struct cascade),
	.open = open_cascade,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_cascade,
	.version = 1,
	.better = better,
	.refresh = refresh,
};
