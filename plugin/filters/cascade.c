/* cascade — cheap stages propose stored pages, and a last one confirms them. The default filter.
 *
 * Its first stages come from J. Prasanna Kumar, P. Govindarajulu: Near-Duplicate Web Page Detection: An Efficient Approach
 * Using Clustering, Sentence Feature and Fingerprinting, 2013, §3:
 *
 *	"text"        equal text (SHA-256): a duplicate
 *	"too-short"   fewer than `least` words (confirm=off: without stop words), too little text to judge: unique
 *	"list"        a list of pages: a stored list has all its entries (plugin/text/entries.h)
 *	"simhash"     a stored page with |S_d − S_k| ≤ T_S (§3.2a: numbers of sentences; T_S is the option `sentences`)
 *	              and b_f ≤ T_B (§3.3: bits in which the fingerprints differ; T_B is the option `bits`)
 *
 * With confirm=off, that is all; with exact=off and least=0 as well, the filter is the paper's and nothing else. But SimHash
 * alone cannot tell an edited page from a different one: at 3 bits it finds 64 % of the duplicates among Reuters' news, and at
 * 6 bits four in ten of the pages it drops are not duplicates. So with confirm=on, the default, it only proposes, and what it
 * proposes is compared with the newcomer (plugin/text/verify.h). If that confirms no page that is all but equal, one more stage
 * proposes pages:
 *
 *	"shingles"    a stored page that has two rare shingles of the newcomer: found even if the end was cut off, comments were
 *	              appended or paragraphs were moved
 *
 * A page is stored under its SHINGLES_STORED lowest shingle hashes; a long page under one in SHINGLES_SHARE of its shingles, so
 * that a text is found inside one 32 times as long. All hashes in the newcomer's sample are looked up. This misses 3 in 10,000 of
 * the pages that have half of their shingles in the newcomer, 3 in 100 of those that have three tenths, and 4 in 100 of the pages
 * of 100 words inside a page of any length.
 *
 * Lines that `site-lines` pages of a host have do not count (finalize): they are counted in the stage "lines". Of a page of which they
 * are most, running text counts unless RUNNING_TIMES as many pages have it.
 *
 * simhash=off and shingles=off turn these two stages off.
 *
 * With clusters=K (§4), pages are divided into K clusters by their most frequent keywords, and all stages but "text" look
 * only at pages in the newcomer's cluster. The paper does it for speed. Here an index finds near pages without it, and it lowers
 * recall, since an edit can move a page to another cluster. So it is off (0) by default.
 *
 * What we changed in the paper, and why: docs/papers.md.
 *
 * Signature, lowest byte first: text digest 16 bytes, fingerprint 8 (of a page that is too short to be compared: a hash of its text,
 * since its digest leaves out what repeats its URL), sentences 4, keywords 4; with clusters=K also the
 * representatives, their number 4 and then REPRESENTATIVES times 4; with confirm=on also the profile (plugin/text/profile.h). */
#include <string.h>

#include "plugin/filters/text_digest.h"
#include "plugin/text/entries.h"
#include "plugin/text/keywords.h"
#include "plugin/text/profile.h"
#include "plugin/text/short_digest.h"
#include "plugin/text/verify.h"

struct cascade {
	text_filter base;
	int64_t simhash, sentences, bits, shingles, least, confirm, clusters, site_lines, one_site; /* the options */
	int64_t names, figures, lists;
	double resemblance, containment;
};

static const double LIST_SHARE = 0.5;          /* of a stored list that a list of its entries alone must have */
static const double SETTLED = 0.9;             /* resemblance from which on a page that SimHash proposed decides at once */
static const double NEAR_LINE = 0.05;          /* two keys may give two verdicts on a pair that is nearer to a line */
enum { CLUSTERS_MOST = 1024 };                 /* a search compares the page with the mode of each cluster */
enum { REPRESENTATIVES = 10 };                 /* f in §4.1; Table 1 has ten keywords for each page */
enum { RUNNING_LEAST = 6, RUNNING_TIMES = 8 }; /* words of a line of running text; how many times the pages it must have */
enum { FIGURES_LEAST = 4 };                    /* telling ones, of a page that is compared although it has few words */
enum { COMPARED_MOST = 48 };                   /* with confirm=on: pages that a stage proposes at most */
enum { SHINGLES_STORED = 16, SHINGLES_SHARE = 20, SHINGLES_HITS = 2, SHINGLES_READ = 768 };

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

/* ── sign ── */

/* The parts of a signature, in their order. */
struct pieces {
	struct fingerprint fingerprint;
	struct representatives representatives;
	firstprint_span profile;
};

/* The pieces that come from the keywords, which are gone before the profile is made: on a page of megabytes both take much. */
static int sign_keywords(const struct cascade *c, const firstprint_page *page, firstprint_arena *arena, struct pieces *p)
{
	arena_mark before = arena_mark_of(arena);
	keywords k;

	if (keywords_of(page, &c->base.key, arena, &k))
		return FIRSTPRINT_NO_MEMORY;
	p->fingerprint.simhash = simhash(k.items, k.len);
	p->fingerprint.keywords = (uint32_t)k.total;
	if (c->clusters)
		p->representatives.len = (uint32_t)keywords_frequent(&k, REPRESENTATIVES, p->representatives.words);
	arena_rewind(arena, before);
	return FIRSTPRINT_OK;
}

static int sign_profile(const struct cascade *c, const firstprint_page *page, firstprint_arena *arena, firstprint_span *out)
{
	firstprint_page sited = *page;

	if (c->one_site && !site_of(page->url, &c->base.key))
		sited.url = "."; /* a path without a folder: all such pages are of one site */
	return profile_make(&sited, c->site_lines ? site_of(sited.url, &c->base.key) : 0, &c->base.key, arena, out);
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	struct pieces p = {0};

	if (sign_keywords(c, page, arena, &p))
		return FIRSTPRINT_NO_MEMORY;
	if (c->confirm && sign_profile(c, page, arena, &p.profile))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.fingerprint.text);
	p.fingerprint.sentences = (uint32_t)page->sentences_len;
	if (c->confirm && profile_length(p.profile) < 2 * (uint64_t)c->least &&
	    short_digest(page, &c->base.key, arena, p.fingerprint.text, &p.fingerprint.simhash))
		return FIRSTPRINT_NO_MEMORY;
	return text_filter_write(&c->base, arena,
				 (firstprint_span[]){{(const char *)&p.fingerprint, sizeof p.fingerprint},
						     {(const char *)&p.representatives,
						      c->clusters ? sizeof p.representatives : 0},
						     p.profile},
				 3, out);
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

/* Has it fewer words than `least`? */
static bool is_small(const struct cascade *c, const struct article *x)
{
	if (x->bytes.len)
		return x->profile.sketch.length < 2 * (uint64_t)c->least;
	return x->fingerprint->keywords < (uint64_t)c->least;
}

/* Is it too short to be compared? A table of figures is not: "Net 397,000 vs 788,000". */
static bool is_short(const struct cascade *c, const struct article *x)
{
	return is_small(c, x) && (!x->bytes.len || figures_telling(&x->profile.figures) < FIGURES_LEAST);
}

/* ── finding ── */

/* The stages; with clusters=K, CLUSTERS stands before SIMHASH. */
enum { TEXT, LINES, LIST, SIMHASH, SHINGLES };

/* §3: |S_d − S_k| ≤ T_S and b_f ≤ T_B is one stage. */
static size_t stages(const void *state, firstprint_stage *stages)
{
	const struct cascade *c = state;
	firstprint_stage *next = stages;

	*next++ = TEXT_STAGE;
	*next++ = (firstprint_stage){.name = "lines",
				     .how = FIRSTPRINT_COUNTED,
				     .list = (uint32_t)c->site_lines * RUNNING_TIMES};
	*next++ = (firstprint_stage){.name = "list", .compared = COMPARED_MOST};
	if (c->clusters)
		*next++ = (firstprint_stage){.name = "clusters",
					     .how = FIRSTPRINT_CLUSTERS,
					     .clusters = (uint32_t)c->clusters,
					     .width = REPRESENTATIVES};
	*next++ = (firstprint_stage){.name = "simhash",
				     .how = FIRSTPRINT_NEAR,
				     .bits = (uint32_t)c->bits,
				     .window = (uint32_t)c->sentences,
				     .compared = c->confirm ? COMPARED_MOST : 0,
				     .enough = c->confirm ? SETTLED : 0};
	*next++ = (firstprint_stage){.name = "shingles",
				     .list = SHINGLES_READ,
				     .read = SHINGLES_READ,
				     .compared = COMPARED_MOST,
				     .fresh = SHINGLES_STORED * 3 / 4.0}; /* a quarter are some other page's, too */
	return (size_t)(next - stages);
}

/* A signature that was finalized has no lines to be counted. */
static size_t lines_to_count(const struct article *x)
{
	return x->bytes.len && x->profile.lines.lengths ? x->profile.lines.len : 0;
}

/* The hashes of the page's own shingles, not those in its site's lines: all to ask, the lowest to store. */
static int keys_of_shingles(const struct cascade *c, const sketch *s, enum firstprint_use use, firstprint_arena *arena,
			    firstprint_keys *k)
{
	size_t least = use == FIRSTPRINT_ASK ? s->shingles_len : SHINGLES_STORED;
	uint64_t *own = c->base.host->alloc(c->base.host->context, arena, s->shingles_len * sizeof *own);

	if (!own)
		return FIRSTPRINT_NO_MEMORY;
	k->items = own;
	k->asked = k->stored = (uint32_t)sketch_own(s, least, UINT32_MAX / SHINGLES_SHARE, own);
	k->hits = SHINGLES_HITS;
	return FIRSTPRINT_OK;
}

static int keys_of_lines(const struct cascade *c, const struct article *x, firstprint_arena *arena, firstprint_keys *k)
{
	const site_lines *lines = &x->profile.lines;
	uint64_t *keys = c->base.host->alloc(c->base.host->context, arena, lines->len * sizeof *keys);

	if (!keys)
		return FIRSTPRINT_NO_MEMORY;
	for (size_t i = 0; i < lines->len; i++)
		keys[i] = site_lines_key(lines, i);
	*k = (firstprint_keys){.items = keys, .stored = (uint32_t)lines->len, .asked = (uint32_t)lines_to_count(x)};
	return FIRSTPRINT_OK;
}

/* Is it a list that is known by its entries? */
static bool is_list(const struct cascade *c, const struct article *x)
{
	return c->lists && x->bytes.len && x->profile.subject.is_list && entries_tell(&x->profile.lines);
}

/* The share of the stored list's entries that a new list has, if they are all of its own; 0: it has others, or one is no list. */
static double list_share(const struct cascade *c, const struct article *new, const struct article *old)
{
	return is_list(c, new) && is_list(c, old) ? entries_share(&new->profile.lines, &old->profile.lines) : 0;
}

static int keys_of_list(const struct cascade *c, const struct article *x, firstprint_arena *arena, firstprint_keys *k)
{
	uint64_t *keys = c->base.host->alloc(c->base.host->context, arena, x->profile.lines.len * sizeof *keys);

	if (!keys)
		return FIRSTPRINT_NO_MEMORY;
	k->items = keys;
	k->stored = k->asked = k->hits = entries_keys(&x->profile.lines, keys);
	return FIRSTPRINT_OK;
}

/* A small page is stored under its text alone, with and without what repeats its URL. */
static int keys_of_small(const struct cascade *c, const struct article *x, firstprint_arena *arena, firstprint_keys *keys)
{
	uint64_t *texts = c->base.host->alloc(c->base.host->context, arena, 2 * sizeof *texts);
	uint32_t n = !c->base.exact ? 0 : c->confirm && x->fingerprint->simhash ? 2 : 1;

	if (!texts)
		return FIRSTPRINT_NO_MEMORY;
	keys[LINES].stored = 0;
	memcpy(&texts[0], x->fingerprint->text, sizeof *texts);
	texts[1] = x->fingerprint->simhash;
	keys[TEXT] = (firstprint_keys){.items = texts, .stored = n, .asked = n};
	return FIRSTPRINT_OK;
}

/* Have two small pages the same text, if not the same URL in it? */
static bool short_texts_match(const struct cascade *c, const struct article *a, const struct article *b)
{
	return c->base.exact && c->confirm && a->fingerprint->simhash && a->fingerprint->simhash == b->fingerprint->simhash &&
	       is_small(c, a) && is_small(c, b);
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct cascade *c = state;
	firstprint_keys *next = keys + SIMHASH;
	struct article x;
	int err = read_article(c, sig, &x);

	if (err)
		return err;
	if (c->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	if (x.bytes.len)
		err = keys_of_lines(c, &x, arena, &keys[LINES]);
	if (err || use == FIRSTPRINT_COUNT)
		return err;
	if (is_small(c, &x))
		err = keys_of_small(c, &x, arena, keys);
	if (!err && is_list(c, &x))
		err = keys_of_list(c, &x, arena, &keys[LIST]);
	if (err || is_short(c, &x))
		return err;
	if (c->clusters)
		err = text_filter_keys(&c->base, arena, x.representatives->words, x.representatives->len, next++);
	if (c->simhash)
		*next = (firstprint_keys){.items = &x.fingerprint->simhash,
					  .stored = 1,
					  .asked = 1,
					  .number = x.fingerprint->sentences};
	if (!err && x.bytes.len && c->shingles)
		err = keys_of_shingles(c, &x.profile.sketch, use, arena, next + 1);
	return err;
}

/* Stands most of the page on `site-lines` others? Then a few of them may be versions of its article. */
static bool has_versions(const struct cascade *c, const struct article *x, const uint32_t *counts)
{
	const site_lines *lines = &x->profile.lines;
	uint64_t shared = 0, all = 0;

	for (size_t i = 0; i < lines->len; i++) {
		all += lines->lengths[i];
		shared += counts[i] >= (uint64_t)c->site_lines ? lines->lengths[i] : 0;
	}
	return 2 * shared > all;
}

/* How many pages make line i one of the site. Running text of a page that may have versions needs more; the entries of a list stand on
 * other lists in any case. */
static uint64_t pages_needed(const struct cascade *c, const struct article *x, bool versions, size_t i)
{
	bool is_running = x->profile.lines.lengths[i] >= 2 * RUNNING_LEAST && !x->profile.subject.is_list;

	return (uint64_t)c->site_lines * (versions && is_running ? RUNNING_TIMES : 1);
}

/* Takes the lines that are the site's own out of the page's profile. */
static int finalize(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n,
		    firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	bool is_site[SITE_LINES_MOST], versions;
	firstprint_span final;
	struct article x;

	if (read_article(c, sig, &x) || n != lines_to_count(&x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (!x.bytes.len || !x.profile.lines.lengths)
		return FIRSTPRINT_OK;
	versions = has_versions(c, &x, counts);
	for (size_t i = 0; i < n; i++)
		is_site[i] = counts[i] >= pages_needed(c, &x, versions, i);
	if (profile_finalize(x.bytes, is_site, 2 * (uint32_t)c->least, arena, &final))
		return FIRSTPRINT_NO_MEMORY;
	return text_filter_write(&c->base, arena,
				 (firstprint_span[]){{(const char *)sig->bytes, sig->len - x.bytes.len}, final}, 2, out);
}

/* ── comparing ── */

static verify_limits limits_of(const struct cascade *c)
{
	return (verify_limits){c->resemblance, c->containment, c->names != 0, c->figures != 0, c->lists != 0};
}

static int distance(const struct article *a, const struct article *b)
{
	return simhash_distance(a->fingerprint->simhash, b->fingerprint->simhash);
}

static uint32_t gap(const struct article *a, const struct article *b)
{
	uint32_t x = a->fingerprint->sentences, y = b->fingerprint->sentences;

	return x > y ? x - y : y - x;
}

/* Two pages with different texts. */
static firstprint_match compare_articles(const struct cascade *c, const struct article *new, const struct article *old)
{
	const verify_limits limits = limits_of(c);
	verify_result m = {0};

	if (short_texts_match(c, new, old))
		return (firstprint_match){FIRSTPRINT_DUPLICATE, 1};
	if (!c->confirm)
		return (firstprint_match){FIRSTPRINT_NEAR_DUPLICATE, 1 - distance(new, old) / 64.0};
	if (!is_short(c, new))
		m = verify_compare(&new->profile, &old->profile, &limits);
	if (m.kind == FIRSTPRINT_UNIQUE) {
		double share = list_share(c, new, old);

		if (share >= LIST_SHARE)
			return (firstprint_match){share < 1 ? FIRSTPRINT_CONTAINED : FIRSTPRINT_NEAR_DUPLICATE, share};
	}
	return (firstprint_match){m.kind, m.like.resemblance};
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const struct cascade *c = state;
	struct article new, old;

	if (c->base.exact && text_digest_matches(sig, stored, match))
		return FIRSTPRINT_OK;
	if (read_article(c, sig, &new) || read_article(c, stored, &old))
		return FIRSTPRINT_BAD_SIGNATURE;
	*match = compare_articles(c, &new, &old);
	return FIRSTPRINT_OK;
}

/* ── explaining ── */

static void add_evidence(firstprint_verdict *v, const verify_result *m, double margin)
{
	firstprint_add_evidence(v, "resemblance", m->like.resemblance);
	firstprint_add_evidence(v, "contained", m->like.contained);
	firstprint_add_evidence(v, "contains", m->like.contains);
	firstprint_add_evidence(v, "novelty", m->novelty);
	firstprint_add_evidence(v, "lost", m->lost);
	firstprint_add_evidence(v, "figures-agree", m->figures.agree);
	firstprint_add_evidence(v, "figures-differ", m->figures.differ);
	firstprint_add_evidence(v, "figures-shared", m->figures.shared);
	firstprint_add_evidence(v, "subjects-differ", m->subjects_differ);
	if (margin < NEAR_LINE)
		firstprint_add_evidence(v, "near-line", margin);
}

/* A list all of whose entries the stored list has. */
static void explain_list(const struct article *new, const struct article *old, firstprint_verdict *v)
{
	v->stage = "list";
	firstprint_add_evidence(v, "lines", entries_count(&new->profile.lines));
	firstprint_add_evidence(v, "of-lines", entries_count(&old->profile.lines));
}

/* What was compared, and, of two articles, the word that differs. */
static void explain_comparison(const struct cascade *c, const struct article *new, const struct article *old,
			       firstprint_verdict *v)
{
	const verify_limits limits = limits_of(c);
	verify_result m = verify_compare(&new->profile, &old->profile, &limits);

	if (m.kind == FIRSTPRINT_UNIQUE && v->kind != FIRSTPRINT_UNIQUE) {
		explain_list(new, old, v);
		return;
	}
	v->stage = m.stage;
	v->score = v->kind == FIRSTPRINT_UNIQUE ? 0 : verify_score(&m);
	add_evidence(v, &m, verify_margin(&m, &new->profile, &old->profile, &limits));
	verify_word(&m, &new->profile, &old->profile, v->word);
	firstprint_add_evidence(v, "hamming", distance(new, old));
	firstprint_add_evidence(v, "sentences", gap(new, old));
}

/* The pages of a stage that confirms nothing: the nearest fingerprint decides. */
static void explain_nearest(const struct article *new, const struct article *old, firstprint_verdict *v)
{
	v->stage = "simhash";
	if (!old)
		return;
	firstprint_add_evidence(v, "sentences", gap(new, old));
	firstprint_add_evidence(v, "hamming", distance(new, old));
}

static void explain_short(const struct article *x, firstprint_verdict *v)
{
	v->stage = "too-short";
	firstprint_add_evidence(v, x->bytes.len ? "words" : "keywords",
				x->bytes.len ? x->profile.sketch.length / 2.0 : x->fingerprint->keywords);
}

static void explain_likeness(const struct cascade *c, const struct article *new, const struct article *old,
			     firstprint_verdict *v)
{
	const sketch *s = &new->profile.sketch;

	if (!c->confirm) {
		explain_nearest(new, old, v);
		return;
	}
	v->stage = "no-candidate";
	if (old)
		explain_comparison(c, new, old, v);
	if (s->own_length < s->length)
		firstprint_add_evidence(v, "site-share", 1 - (double)s->own_length / s->length);
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	const struct cascade *c = state;
	struct article new, old;
	firstprint_match match;

	if (read_article(c, sig, &new) || (stored && read_article(c, stored, &old)))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (text_digest_explains(v)) {
		if (stored && is_small(c, &new) && new.bytes.len &&text_digest_matches(sig, stored, &match) &&
		    short_digest_is_empty(new.fingerprint->text) && !short_texts_match(c, &new, &old))
			v->stage = FIRSTPRINT_NO_CONTENT;
	} else if (is_short(c, &new) && v->kind == FIRSTPRINT_UNIQUE) {
		explain_short(&new, v);
	} else if (is_short(c, &new)) {
		explain_list(&new, &old, v);
	} else {
		explain_likeness(c, &new, stored ? &old : NULL, v);
	}
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"simhash", "let counts of sentences and fingerprints propose pages", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, simhash), 1, 0, 1, NULL},
	{"sentences", "how much the numbers of sentences of two pages may differ (T_S)", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, sentences), 1, 0, 1000000, NULL},
	{"bits", "in how many bits two fingerprints may differ (T_B)", FIRSTPRINT_INTEGER, offsetof(struct cascade, bits), 3, 0,
	 64, NULL},
	{"confirm", "compare the shingles of proposed pages before one is dropped; off: the paper's cascade", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, confirm), 1, 0, 1, NULL},
	{"shingles", "with confirm=on: let shared shingles propose pages, too", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, shingles), 1, 0, 1, NULL},
	{"least", "words a page needs to be compared by more than its exact text", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, least), 32, 0, 1000000, NULL},
	{"clusters", "compare only within each of K clusters of pages with similar keywords (K-modes); 0: off",
	 FIRSTPRINT_INTEGER, offsetof(struct cascade, clusters), 0, 0, CLUSTERS_MOST, NULL},
	{"resemblance", "share of shingles in both texts from which on they may be one article", FIRSTPRINT_REAL,
	 offsetof(struct cascade, resemblance), 0.5, 0.3, 1, NULL},
	{"containment", "share of one text in the other from which on it is part of it", FIRSTPRINT_REAL,
	 offsetof(struct cascade, containment), 0.8, 0.5, 1, NULL},
	{"site-lines", "a line that so many stored pages of a host have is the site's own and does not count; off: all count",
	 FIRSTPRINT_INTEGER, offsetof(struct cascade, site_lines), 2, 0, 1000000, "off"},
	{"one-site", "take all pages without a URL as pages of one host", FIRSTPRINT_SWITCH, offsetof(struct cascade, one_site),
	 0, 0, 1, NULL},
	{"names", "two pages of one host that their URLs and titles name by different words are two", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, names), 1, 0, 1, NULL},
	{"figures", "two pages that differ in figures above all are two", FIRSTPRINT_SWITCH, offsetof(struct cascade, figures),
	 1, 0, 1, NULL},
	{"lists", "a list with entries of a stored list is no other, and an article in a list is one", FIRSTPRINT_SWITCH,
	 offsetof(struct cascade, lists), 1, 0, 1, NULL},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(cascade) = {
	FIRSTPRINT_HEAD,
	.name = "cascade",
	.summary = "SimHash and shared shingles propose pages, resemblance confirms (from Kumar, Govindarajulu 2013)",
	.options = options,
	.state_size = sizeof(struct cascade),
	.open = text_filter_open,
	.version = 16,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
	.finalize = finalize,
};
