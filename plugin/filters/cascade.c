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
 * With confirm=off, that is all; with exact=off and least=0 as well, the filter is the paper's and nothing else. But SimHash
 * alone cannot tell an edited page from a different one: at 3 bits it finds 64 % of the duplicates among Reuters' news, and at
 * 6 bits four in ten of the pages it drops are not duplicates. So with confirm=on, the default, it only proposes. What it proposes is compared with the
 * newcomer (plugin/text/verify.h). If nothing is confirmed that is all but equal, pages that have rare shingles in common
 * with the newcomer are proposed and compared, too: they are found even if the end was cut off, comments were appended or
 * paragraphs were moved (plugin/index/profiles.h). Lines that several pages of a host have do not count (settle).
 *
 * With clusters=K (§4), pages are divided into K clusters by their most frequent keywords, and all stages but "text" look
 * only at pages in the newcomer's cluster (plugin/index/neighbours.h). The paper does it for speed. Here an index finds near
 * pages without it, and it lowers recall, since an edit can move a page to another cluster. So it is off (0) by default.
 *
 * What we changed in the paper, and why: docs/papers.md.
 *
 * Signature, lowest byte first: text digest 16 bytes, fingerprint 8, sentences 4, keywords 4; with clusters=K also the
 * representatives, their number 4 and then REPRESENTATIVES times 4; with confirm=on also the profile (plugin/text/profile.h). */
#include <stdlib.h>
#include <string.h>

#include "plugin/firstprint.h"
#include "plugin/index/comparison.h"
#include "plugin/index/digests.h"
#include "plugin/index/neighbours.h"
#include "plugin/index/profiles.h"
#include "plugin/index/verdicts.h"
#include "plugin/text/keywords.h"
#include "plugin/text/short_digest.h"
#include "plugin/text/simhash.h"

struct cascade {
	int64_t sentences, bits, least, confirm, clusters, site_lines, one_site; /* the options */
	double resemblance, containment;
	const firstprint_host *host;
	feature_key key;
	digest_index texts; /* with the table of all pages; the other indexes have its entries */
	neighbours near;
	profile_index profiles;
	candidates *proposed;
};

static const double SETTLED = 0.9; /* resemblance from which on a page that SimHash proposed decides at once */
enum { CLUSTERS_MOST = 1024 };     /* a check compares a page with the mode of each cluster */
enum { REPRESENTATIVES = 10 };     /* f in §4.1; Table 1 has ten keywords for each page */

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

_Static_assert((int)SHORT_DIGEST_SIZE == (int)TEXT_DIGEST_SIZE && sizeof(struct fingerprint) == 32 &&
		       __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
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
	neighbours_open(&c->near, (int)c->bits, (uint32_t)c->sentences, (uint32_t)c->clusters, REPRESENTATIVES);
	c->proposed = candidates_new(SKETCH_MAX, PROFILES_READ_MAX + HAMMING_MOST);
	return c->proposed ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

/* ── sign ── */

/* The parts of a signature, in their order. */
struct pieces {
	struct fingerprint fingerprint;
	struct representatives representatives;
	firstprint_span profile;
};

static int lay_out(const struct cascade *c, const struct pieces *p, firstprint_arena *arena, firstprint_signature *out)
{
	const struct {
		const void *at;
		size_t len;
	} parts[] = {
		{&p->fingerprint, sizeof p->fingerprint},
		{&p->representatives, c->clusters ? sizeof p->representatives : 0},
		{p->profile.at, p->profile.len},
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

/* The site whose lines the page's are; 0: lines do not count. */
static uint64_t site_for(const struct cascade *c, const firstprint_page *page)
{
	uint64_t site;

	if (!c->site_lines)
		return 0;
	site = site_of(page->url, &c->key);
	return site || !c->one_site ? site : 1;
}

/* The pieces that come from the keywords, which are gone before the profile is made: on a page of megabytes both take much. */
static int sign_keywords(const struct cascade *c, const firstprint_page *page, firstprint_arena *arena, struct pieces *p)
{
	arena_mark before = arena_mark_of(arena);
	keywords k;

	if (keywords_of(page, &c->key, arena, &k))
		return FIRSTPRINT_NO_MEMORY;
	p->fingerprint.simhash = simhash(k.items, k.len);
	p->fingerprint.keywords = (uint32_t)k.total;
	if (c->clusters)
		p->representatives.len = (uint32_t)keywords_frequent(&k, REPRESENTATIVES, p->representatives.words);
	arena_rewind(arena, before);
	return FIRSTPRINT_OK;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	struct pieces p = {0};

	if (sign_keywords(c, page, arena, &p))
		return FIRSTPRINT_NO_MEMORY;
	if (c->confirm && profile_make(page, site_for(c, page), &c->key, arena, &p.profile))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.fingerprint.text);
	p.fingerprint.sentences = (uint32_t)page->sentences_len;
	if (c->confirm && profile_length(p.profile) < 2 * (uint64_t)c->least &&
	    short_digest(page, site_of(page->url, &c->key), arena, p.fingerprint.text))
		return FIRSTPRINT_NO_MEMORY;
	return lay_out(c, &p, arena, out);
}

/* ── reading a signature ── */

/* The parts of a signature, as views into its bytes. */
struct article {
	const struct fingerprint *fingerprint;
	const struct representatives *representatives; /* NULL: clusters are off */
	profile profile;
	firstprint_span bytes; /* of the profile; empty: confirm is off, and there is no profile */
};

static int read_article(const struct cascade *c, const firstprint_signature *sig, struct article *out)
{
	size_t words = c->clusters ? sizeof *out->representatives : 0, front = sizeof *out->fingerprint + words;
	size_t rest = sig->len - front;

	if (sig->len < front || (rest > 0) != (c->confirm != 0))
		return FIRSTPRINT_BAD_SIGNATURE;
	out->fingerprint = (const struct fingerprint *)(const void *)sig->bytes;
	out->representatives = words ? (const struct representatives *)(const void *)(sig->bytes + sizeof *out->fingerprint)
				     : NULL;
	out->bytes = (firstprint_span){(const char *)sig->bytes + front, rest};
	if (words && out->representatives->len > REPRESENTATIVES)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (rest && !profile_read(out->bytes, &out->profile))
		return FIRSTPRINT_BAD_SIGNATURE;
	return FIRSTPRINT_OK;
}

static bool is_short(const struct cascade *c, const struct article *x)
{
	if (x->bytes.len)
		return x->profile.sketch.length < 2 * (uint64_t)c->least;
	return x->fingerprint->keywords < (uint64_t)c->least;
}

static neighbour neighbour_of(const struct article *x)
{
	return (neighbour){x->fingerprint->simhash, x->fingerprint->sentences,
			   x->representatives ? x->representatives->words : NULL,
			   x->representatives ? x->representatives->len : 0};
}

/* ── settle ── */

/* A signature that was settled has no lines to be counted. */
static size_t lines_to_count(const struct article *x)
{
	return x->bytes.len && x->profile.lines.lengths ? x->profile.lines.len : 0;
}

/* The keys of the lines. */
static int ask_counts(const void *state, const firstprint_signature *sig, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	struct article x;
	size_t len;
	uint8_t *bytes;

	if (read_article(c, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	len = lines_to_count(&x) * sizeof *x.profile.lines.keys;
	bytes = c->host->alloc(c->host->context, arena, len + 1);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	if (len)
		memcpy(bytes, x.profile.lines.keys, len);
	*out = (firstprint_signature){bytes, len};
	return FIRSTPRINT_OK;
}

static int count(const void *state, const firstprint_signature *asked, firstprint_arena *arena, uint32_t **counts, size_t *n)
{
	const struct cascade *c = state;
	const uint32_t *keys = (const uint32_t *)(const void *)asked->bytes;

	*n = asked->len / sizeof *keys;
	if (asked->len % sizeof *keys || *n > SITE_LINES_MOST)
		return FIRSTPRINT_BAD_SIGNATURE;
	*counts = c->host->alloc(c->host->context, arena, (*n + 1) * sizeof **counts);
	if (!*counts)
		return FIRSTPRINT_NO_MEMORY;
	profiles_count(&c->profiles, keys, *n, *counts);
	return FIRSTPRINT_OK;
}

/* Takes the lines that are the site's own out of the page's profile. */
static int settle_counted(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n,
			  firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	firstprint_span settled;
	struct article x;
	uint8_t *bytes;
	size_t front;

	if (read_article(c, sig, &x) || n != lines_to_count(&x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (!x.bytes.len || !x.profile.lines.lengths)
		return FIRSTPRINT_OK;
	front = sig->len - x.bytes.len;
	if (profiles_settle(counts, &x.profile, x.bytes, (uint64_t)c->site_lines, 2 * (uint32_t)c->least, arena, &settled))
		return FIRSTPRINT_NO_MEMORY;
	bytes = c->host->alloc(c->host->context, arena, front + settled.len);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	memcpy(mempcpy(bytes, sig->bytes, front), settled.at, settled.len);
	*out = (firstprint_signature){bytes, front + settled.len};
	return FIRSTPRINT_OK;
}

static int settle(const void *state, const firstprint_signature *sig, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	uint32_t counts[SITE_LINES_MOST];
	struct article x;
	size_t n;

	if (read_article(c, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	n = lines_to_count(&x);
	if (n)
		profiles_count(&c->profiles, x.profile.lines.keys, n, counts);
	return settle_counted(state, sig, counts, n, arena, out);
}

/* ── confirm=off: the nearest fingerprint decides ── */

/* One call of check: the newcomer and its cluster. */
struct question {
	const struct cascade *cascade;
	neighbour new;
	int32_t cluster;
};

static bool is_nearer(const hamming_match *m, const hamming_match *than)
{
	return m->distance < than->distance || (m->distance == than->distance && m->entry < than->entry);
}

static void check_simhash(const struct question *q, const struct article *x, firstprint_verdict *v)
{
	hamming_match found[HAMMING_MOST], *best = NULL;
	size_t n = neighbours_find(&q->cascade->near, &q->new, q->cluster, found);

	for (size_t i = 0; i < n; i++)
		if (!best || is_nearer(&found[i], best))
			best = &found[i];
	v->stage = "simhash";
	if (!best)
		return;
	v->kind = FIRSTPRINT_NEAR_DUPLICATE;
	v->of = pages_get(&q->cascade->texts.pages, best->entry)->id;
	v->score = 1 - best->distance / 64.0;
	firstprint_add_evidence(v, "sentences", hamming_gap(best->count, x->fingerprint->sentences));
	firstprint_add_evidence(v, "hamming", best->distance);
}

/* ── confirm=on ── */

/* Finds the profile of a stored page. */
static bool profile_of(const void *ctx, const struct page_entry *page, profile *out)
{
	const struct question *q = ctx;
	struct article stored;

	if (read_article(q->cascade, &(firstprint_signature){page->bytes, page->len}, &stored))
		return false;
	*out = stored.profile;
	return true;
}

/* §3.2a and §3.3: the pages with a near fingerprint and about as many sentences; the nearest first. */
static void ask_simhash(const struct question *q, comparison *with)
{
	const struct cascade *c = q->cascade;
	hamming_match found[HAMMING_MOST];
	size_t n = neighbours_find(&c->near, &q->new, q->cluster, found);

	for (size_t i = 0; i < n; i++)
		candidates_hit(c->proposed, found[i].entry, (uint32_t)(c->bits + 1 - found[i].distance));
	comparison_run(with, "simhash", 1);
}

static bool is_in_cluster(const void *ctx, uint32_t entry)
{
	const struct question *q = ctx;

	return neighbours_in_cluster(&q->cascade->near, entry, q->cluster);
}

static void ask_shingles(const struct question *q, const profile *p, comparison *with)
{
	profiles_hit(&q->cascade->profiles, p, q->cascade->proposed);
	if (q->cascade->clusters)
		candidates_keep(q->cascade->proposed, is_in_cluster, q);
	comparison_run(with, "shingles", PROFILES_HITS_MIN);
}

/* How far the fingerprint is from that of the page which was compared, whatever stage proposed it. */
static void add_distance(const struct cascade *c, const struct article *x, uint64_t id, firstprint_verdict *v)
{
	const struct page_entry *page = pages_get(&c->texts.pages, pages_find(&c->texts.pages, id));
	struct article stored;

	if (read_article(c, &(firstprint_signature){page->bytes, page->len}, &stored))
		return;
	firstprint_add_evidence(v, "hamming", simhash_distance(x->fingerprint->simhash, stored.fingerprint->simhash));
	firstprint_add_evidence(v, "sentences", hamming_gap(x->fingerprint->sentences, stored.fingerprint->sentences));
}

/* The stages in the order of their cost. A page that SimHash proposes and that is all but equal settles it. */
static void check_confirmed(const struct question *q, const struct article *x, firstprint_verdict *v)
{
	const struct cascade *c = q->cascade;
	const sketch *s = &x->profile.sketch;
	comparison with = {.new = &x->profile,
			   .limits = {c->resemblance, c->containment},
			   .pages = &c->texts.pages,
			   .proposed = c->proposed,
			   .profile_of = profile_of,
			   .ctx = q};

	ask_simhash(q, &with);
	if (with.best.like.resemblance < SETTLED)
		ask_shingles(q, &x->profile, &with);
	comparison_explain(&with, v);
	if (with.best.id || with.refused.id)
		add_distance(c, x, with.best.id ? with.best.id : with.refused.id, v);
	if (s->own_length < s->length)
		firstprint_add_evidence(v, "site-share", 1 - (double)s->own_length / s->length);
}

/* Asks the stages after "too-short". */
static int check_likeness(const struct cascade *c, const struct article *x, firstprint_verdict *v)
{
	struct question q = {c, neighbour_of(x), KMODES_NONE};

	if (!neighbours_cluster(&c->near, &q.new, &q.cluster))
		return FIRSTPRINT_NO_MEMORY;
	(c->confirm ? check_confirmed : check_simhash)(&q, x, v);
	return FIRSTPRINT_OK;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct cascade *c = state;
	struct article x;

	if (read_article(c, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&c->texts, x.fingerprint->text, verdict)) {
		if (is_short(c, &x) && x.bytes.len && short_digest_is_empty(x.fingerprint->text))
			verdict->stage = FIRSTPRINT_NO_CONTENT;
		return FIRSTPRINT_OK;
	}
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
static bool remember_likeness(struct cascade *c, uint32_t entry, const struct article *x)
{
	const neighbour page = neighbour_of(x);

	neighbours_prefetch(&c->near, &page); /* is there when the profile has been added */
	if (!candidates_reserve(c->proposed, entry + 1) || (x->bytes.len && !profiles_add(&c->profiles, &x->profile, entry)))
		return false;
	if (neighbours_add(&c->near, entry, &page))
		return true;
	if (x->bytes.len)
		profiles_remove(&c->profiles, &x->profile, entry);
	return false;
}

static void expect(void *state, uint64_t pages)
{
	struct cascade *c = state;

	digests_expect(&c->texts, pages);
	neighbours_expect(&c->near, pages);
	if (c->confirm)
		profiles_expect(&c->profiles, pages);
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct cascade *c = state;
	struct article x;
	uint32_t entry;
	int err = read_article(c, sig, &x);

	if (!err)
		err = digests_add(&c->texts, page_id, sig, &entry);
	if (err || is_short(c, &x) || remember_likeness(c, entry, &x))
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
	neighbours_remove(&c->near, entry);
	if (x.bytes.len)
		profiles_remove(&c->profiles, &x.profile, entry);
	digests_remove(&c->texts, entry);
	return FIRSTPRINT_OK;
}

static int refresh(void *state)
{
	return neighbours_refresh(&((struct cascade *)state)->near) ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

static size_t memory(const void *state)
{
	const struct cascade *c = state;

	return sizeof *c + digests_memory(&c->texts) + neighbours_memory(&c->near) + profiles_memory(&c->profiles) +
	       candidates_memory(c->proposed);
}

static void close_cascade(void *state)
{
	struct cascade *c = state;

	digests_free(&c->texts);
	neighbours_free(&c->near);
	profiles_free(&c->profiles);
	candidates_free(c->proposed);
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
	{"resemblance", "share of shingles in both texts from which on they are one article", FIRSTPRINT_REAL,
	 offsetof(struct cascade, resemblance), 0.5, 0.3, 1, NULL},
	{"containment", "share of one text in the other from which on it is part of it", FIRSTPRINT_REAL,
	 offsetof(struct cascade, containment), 0.8, 0.5, 1, NULL},
	{"site-lines", "a line that so many stored pages of a host have is the site's own and does not count; off: all count",
	 FIRSTPRINT_INTEGER, offsetof(struct cascade, site_lines), 2, 0, 1000000, "off"},
	{"one-site", "take all pages without a URL as pages of one host", FIRSTPRINT_SWITCH, offsetof(struct cascade, one_site),
	 0, 0, 1, NULL},
	DIGESTS_OPTION(offsetof(struct cascade, texts)),
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
	.version = 3,
	.settle = settle,
	.ask_counts = ask_counts,
	.count = count,
	.settle_counted = settle_counted,
	.better = better,
	.refresh = refresh,
	.expect = expect,
};
