/* spotsigs — drops a page that has enough spots in common with a stored page: short chains of words that follow very
 * common words.
 *
 * M. Theobald, J. Siddharth, A. Paepcke: SpotSigs: Robust and Efficient Near Duplicate Detection in Large Web
 * Collections, SIGIR 2008; X. Mao, X. Liu, N. Di, X. Li, H. Yan: SizeSpotSigs: An Effective Deduplicate Algorithm
 * Considering the Size of Page Content, PAKDD 2011. Features: plugin/text/spots.h. A and B are the sets of two pages:
 *
 *	J(A, B) = |A ∩ B| / |A ∪ B| ≥ τ                       a near-duplicate; τ is the option `tau`
 *
 *	"text"       equal text (SHA-256): a duplicate
 *	"too-short"  fewer than `least` features, too little to judge: unique
 *	"spots"      both pages are long: the features are the spots of stop words (SpotSigs)
 *	"features"   at least one is short: spots, punctuation, sentences and runs of their words (AF_SpotSigs)
 *
 * A page is short if it has fewer words than `size` (SizeSpotSigs): size=0 is SpotSigs for all pages, a huge size is
 * AF_SpotSigs for all. The verdict names the stored page with the highest J, of several the oldest. The keys find the
 * same page as a comparison with every page, but for a few in a million (plugin/text/sets.h: prefix_of). Sets of more than
 * SETS_WHOLE features are sampled.
 *
 * SizeSpotSigs cuts a collection in two, and so misses near-duplicates on different sides of the cut. Here, pages of `size` to
 * size / τ words keep both kinds of features, and are compared with short pages as if they were short. That is enough: the
 * number of features grows with the length of the page, so that J is below τ if min / max of the two lengths is (unless a page
 * repeats itself). What else we chose, and why the defaults are what they are: docs/papers.md.
 *
 * Signature, lowest byte first: text digest 16 bytes, words 4; for the set of spots and for that of all features, size 4
 * and number kept 4 each; then the kept features of both, ascending, 4 bytes each. A page has only the sets that it is
 * compared by. */
#include <stdio.h>
#include <string.h>

#include "plugin/filters/text_digest.h"
#include "plugin/text/sets.h"
#include "plugin/text/spots.h"

enum { SIZE_AUTO = -1, AUTO_WORDS = 400 };
enum { TEXT, FEATURES, SPOTS }; /* the stages */
enum { WORK_MOST = 1 << 30 };   /* 64 of the largest pages, or 1,024 of a sixteenth */

struct spotsigs {
	text_filter base;
	double tau; /* the options */
	int64_t distance, chain, size, least, purify;
	char antecedents[FIRSTPRINT_TEXT_SIZE];
};

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t words;
	uint32_t spots_size, spots_len, all_size, all_len;
};

_Static_assert(sizeof(struct fingerprint) == 36 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");

/* NULL: the standard ones. */
static const char *antecedents_of(const struct spotsigs *x)
{
	return strcmp(x->antecedents, "auto") == 0 ? NULL : x->antecedents;
}

static int check_antecedents(const struct spotsigs *x, const firstprint_host *host)
{
	arena *a = arena_new();
	firstprint_span bad = {NULL, 0};
	char sentence[400];

	if (!a)
		return FIRSTPRINT_NO_MEMORY;
	if (antecedents_of(x))
		bad = antecedents_fault(antecedents_of(x), a);
	if (bad.at) {
		snprintf(sentence, sizeof sentence,
			 "antecedents must be auto, or words in lower case with a / between them; '%.*s' is none", (int)bad.len,
			 bad.at);
		host->complain(host->context, sentence);
	}
	arena_free(a);
	return bad.at ? FIRSTPRINT_BAD_OPTION : FIRSTPRINT_OK;
}

static int open_spotsigs(void *state, const firstprint_host *host)
{
	int err = check_antecedents(state, host);

	return err ? err : text_filter_open(state, host);
}

static double size_limit(const struct spotsigs *x)
{
	return x->size == SIZE_AUTO ? AUTO_WORDS : (double)x->size;
}

static bool is_short(const struct spotsigs *x, uint32_t words)
{
	return words < size_limit(x);
}

/* Is it short, or not too long to be a near-duplicate of a short page? */
static bool meets_short(const struct spotsigs *x, uint32_t words)
{
	return words * x->tau < size_limit(x);
}

/* ── signatures ── */

static status set_of(const struct spotsigs *x, const marked_words *p, enum spots_kind kind, const char *lang, arena *a,
		     feature_set *out)
{
	spots_rule rule = {(size_t)x->distance, (size_t)x->chain, lang, antecedents_of(x)};
	spots found;
	status err = spots_of(p, kind, &rule, &x->base.key, a, &found);

	if (!err && found.len > SETS_SIZE_MAX)
		err = ERR_LIMIT;
	if (!err)
		*out = sets_make(found.items, found.len);
	return err;
}

/* The page with the text that is judged: the article, or with purify=off all visible text. */
static firstprint_page judged(const struct spotsigs *x, const firstprint_page *page)
{
	firstprint_page p = *page;

	if (!x->purify)
		p.text = page->visible;
	return p;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct spotsigs *x = state;
	firstprint_page seen = judged(x, page);
	feature_set spots = {0}, all = {0};
	struct fingerprint p;
	marked_words text;

	if (!x->purify && !page->visible.at)
		return FIRSTPRINT_NEEDS_VISIBLE;
	if (marked_words_of(seen.text, arena, &text))
		return FIRSTPRINT_NO_MEMORY;
	p.words = (uint32_t)text.words;
	if ((!is_short(x, p.words) && set_of(x, &text, SPOTS_WORDS, page->lang, arena, &spots)) ||
	    (meets_short(x, p.words) && set_of(x, &text, SPOTS_ALL, page->lang, arena, &all)))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(&seen, p.text);
	p.spots_size = spots.size;
	p.spots_len = spots.len;
	p.all_size = all.size;
	p.all_len = all.len;
	return text_filter_write(&x->base, arena,
				 (firstprint_span[]){{(const char *)&p, sizeof p},
						     {(const char *)spots.items, spots.len * sizeof *spots.items},
						     {(const char *)all.items, all.len * sizeof *all.items}},
				 3, out);
}

/* The parts of a signature, as views into its bytes. */
struct article {
	const struct fingerprint *fingerprint;
	feature_set spots, all; /* empty where the page is not compared by this kind */
};

static struct article article_in(const firstprint_signature *sig)
{
	const struct fingerprint *p = (const struct fingerprint *)(const void *)sig->bytes;
	const uint32_t *items = (const uint32_t *)(const void *)(sig->bytes + sizeof *p);

	return (struct article){p, {p->spots_size, p->spots_len, items}, {p->all_size, p->all_len, items + p->spots_len}};
}

static bool has_sound_length(const firstprint_signature *sig)
{
	const struct fingerprint *p = (const struct fingerprint *)(const void *)sig->bytes;

	return sig->len >= sizeof *p && p->spots_len <= SETS_KEPT && p->all_len <= SETS_KEPT &&
	       sig->len == sizeof *p + sizeof(uint32_t) * ((size_t)p->spots_len + p->all_len);
}

static bool is_sound(const struct spotsigs *x, const struct article *a)
{
	if ((is_short(x, a->fingerprint->words) && a->spots.size) || (!meets_short(x, a->fingerprint->words) && a->all.size))
		return false;
	return sets_valid(&a->spots) && sets_valid(&a->all);
}

/* ── finding ── */

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[TEXT] = TEXT_STAGE;
	stages[FEATURES] = (firstprint_stage){.name = "features", .work = WORK_MOST, .enough = 1};
	stages[SPOTS] = (firstprint_stage){.name = "spots", .work = WORK_MOST};
	return 3;
}

static bool suffices(const struct spotsigs *x, const feature_set *s)
{
	return s->size > 0 && s->size >= (uint64_t)x->least;
}

static int keys_of_set(const struct spotsigs *x, const feature_set *set, firstprint_arena *arena, firstprint_keys *k)
{
	prefix n = prefix_of(set, x->tau);
	int err;

	if (!suffices(x, set))
		return FIRSTPRINT_OK;
	err = text_filter_keys(&x->base, arena, set->items, n.stored > n.asked ? n.stored : n.asked, k);
	k->stored = n.stored;
	k->asked = n.asked;
	k->hits = n.hits;
	return err;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct spotsigs *x = state;
	struct article a;
	int err;

	(void)use;
	if (!has_sound_length(sig))
		return FIRSTPRINT_BAD_SIGNATURE;
	a = article_in(sig);
	if (!is_sound(x, &a))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (x->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	err = keys_of_set(x, &a.all, arena, &keys[FEATURES]);
	return err ? err : keys_of_set(x, &a.spots, arena, &keys[SPOTS]);
}

/* ── comparing ── */

/* Two long pages are compared by their spots; if one is short, by all features. */
static bool compares_all(const struct spotsigs *x, const struct article *a, const struct article *b)
{
	return is_short(x, a->fingerprint->words) || is_short(x, b->fingerprint->words);
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const struct spotsigs *x = state;
	struct article new = article_in(sig), old = article_in(stored);
	bool all = compares_all(x, &new, &old);
	const feature_set *a = all ? &new.all : &new.spots, *b = all ? &old.all : &old.spots;
	set_likeness like;

	if ((x->base.exact && text_digest_matches(sig, stored, match)) || !suffices(x, a) || !suffices(x, b) ||
	    !sets_sizes_reach(a->size, b->size, x->tau))
		return FIRSTPRINT_OK;
	like = sets_compare(a, b);
	match->likeness = like.jaccard;
	match->kind = sets_reach(like.shared, like.united, x->tau) ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE;
	return FIRSTPRINT_OK;
}

static void explain_match(const struct spotsigs *x, const struct article *new, const struct article *old, firstprint_verdict *v)
{
	bool all = compares_all(x, new, old);
	const feature_set *a = all ? &new->all : &new->spots, *b = all ? &old->all : &old->spots;
	set_likeness like = sets_compare(a, b);

	v->stage = all ? "features" : "spots";
	firstprint_add_evidence(v, "jaccard", like.jaccard);
	firstprint_add_evidence(v, "shared", like.shared);
	firstprint_add_evidence(v, "spots", a->size);
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	const struct spotsigs *x = state;
	struct article new = article_in(sig), old;

	if (text_digest_explains(v))
		return FIRSTPRINT_OK;
	v->stage = suffices(x, &new.spots) ? "spots" : "features";
	if (v->kind != FIRSTPRINT_UNIQUE) {
		old = article_in(stored);
		explain_match(x, &new, &old, v);
	} else if (!suffices(x, &new.spots) && !suffices(x, &new.all)) {
		v->stage = "too-short";
		firstprint_add_evidence(v, "spots", is_short(x, new.fingerprint->words) ? new.all.size : new.spots.size);
	}
	firstprint_add_evidence(v, "words", new.fingerprint->words);
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"tau", "Jaccard similarity from which two pages are near-duplicates", FIRSTPRINT_REAL, offsetof(struct spotsigs, tau),
	 0.44, 0.01, 1, NULL},
	{"distance", "how many words it is from one word of a spot to the next, at least", FIRSTPRINT_INTEGER,
	 offsetof(struct spotsigs, distance), 1, 1, SPOTS_DISTANCE_MOST, NULL},
	{"chain", "how many words a spot has after its antecedent", FIRSTPRINT_INTEGER, offsetof(struct spotsigs, chain), 2, 1,
	 SPOTS_CHAIN_MOST, NULL},
	{"size", "a page with fewer words is short and compared by more features; 0: no page is short", FIRSTPRINT_INTEGER,
	 offsetof(struct spotsigs, size), SIZE_AUTO, SIZE_AUTO, 1000000000, "auto"},
	{"least", "features a page needs to be compared by more than its exact text", FIRSTPRINT_INTEGER,
	 offsetof(struct spotsigs, least), 8, 1, 1000000, NULL},
	{"antecedents", "the words that spots follow, in lower case, such as the/is/的; auto: the best of the papers",
	 FIRSTPRINT_TEXT, offsetof(struct spotsigs, antecedents), 0, 0, 0, "auto"},
	{"purify", "judge only the article; off: all visible text of the page, as the papers do", FIRSTPRINT_SWITCH,
	 offsetof(struct spotsigs, purify), 1, 0, 1, NULL},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(spotsigs) = {
	FIRSTPRINT_HEAD,
	.name = "spotsigs",
	.summary = "compares chains of words after stop words; for short pages, more (Theobald et al. 2008; Mao et al. 2011)",
	.options = options,
	.state_size = sizeof(struct spotsigs),
	.open = open_spotsigs,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
