/* length-variable — drops a page whose code, the characters beside punctuation marks, has a long run in common with that
 * of a stored page.
 *
 * Hongzhi Guo, Qingcai Chen, Cong Xin, Xiaolong Wang: A Length-variable Feature Code Based Fuzzy Duplicates
 * Elimination Approach for Large Scale Chinese WebPages, 2013. The stages are:
 *
 *	"text"          equal text (SHA-256): a duplicate
 *	"too-short"     a code of fewer than `least` symbols, too little to judge: unique
 *	"feature-code"  S_ij = |lcs(C_i, C_j)| / |C_j| ≥ δ       (1), Definition 2; δ is the option `repeatability`
 *
 * The repeatability S_ij says how much of page j is in page i: lcs is the longest common substring, C the feature code
 * (plugin/text/anchors.h: Definition 1, Algorithms 1 and 2). S_ij and S_ji are different. Let j be the newcomer and i
 * the stored page with the longest common substring, of several the one with the lowest id. The newcomer is
 *
 *	near-duplicate   if S_ij ≥ δ and S_ji ≥ δ
 *	contained        if only S_ij ≥ δ
 *	supersedes       if S_ij < δ, and some stored page i has S_ji ≥ δ: the one with the largest S_ji
 *
 * The paper sorts all pages by the length of their codes and begins with the longest, so that S_ji is not needed. A crawler meets
 * pages in any order, so we compute both; the paper's order is that of --order longest-first, as far as the longer text has the
 * longer code. In place of its suffix tree an index of short runs proposes all stored pages whose common run with the newcomer is
 * long enough for a verdict (plugin/text/runs.h), and of these the COMPARED_MOST with most such runs are compared. What else we
 * changed, and why: docs/papers.md.
 *
 * Signature: text digest 16 bytes; then the code, 4 bytes per symbol, lowest byte first. */
#include <math.h>

#include "plugin/filters/text_digest.h"
#include "plugin/text/anchors.h"
#include "plugin/text/runs.h"

struct length_variable {
	text_filter base;
	anchor_code_rule rule; /* options */
	double repeatability;  /* option: δ */
};

enum { TEXT, RUNS }; /* the stages */

/* Pages that are compared with the newcomer: those with most runs in common. Long codes are compared with fewer of them. */
enum { COMPARED_MOST = 64, WORK_MOST = 1 << 26 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a signature has its symbols as they lie in memory");

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct length_variable *l = state;
	uint8_t digest[TEXT_DIGEST_SIZE];
	anchor_code code;

	if (anchor_code_of(page, &l->rule, &l->base.key, arena, &code))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, digest);
	return text_filter_write(&l->base, arena,
				 (firstprint_span[]){{(const char *)digest, sizeof digest},
						     {(const char *)code.symbols, code.len * sizeof *code.symbols}},
				 2, out);
}

/* The code in a signature: a view into its bytes. */
struct code {
	const uint32_t *symbols;
	size_t len;
};

static struct code code_in(const firstprint_signature *sig)
{
	return (struct code){(const uint32_t *)(const void *)(sig->bytes + TEXT_DIGEST_SIZE),
			     (sig->len - TEXT_DIGEST_SIZE) / sizeof(uint32_t)};
}

static bool is_sound(const firstprint_signature *sig)
{
	size_t rest = sig->len - TEXT_DIGEST_SIZE;

	return sig->len >= TEXT_DIGEST_SIZE && rest % sizeof(uint32_t) == 0 && rest <= ANCHOR_CODE_MOST * sizeof(uint32_t);
}

static bool is_short(const struct length_variable *l, const struct code *c)
{
	return c->len < (size_t)l->rule.least;
}

/* ── finding ── */

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[TEXT] = TEXT_STAGE;
	stages[RUNS] = (firstprint_stage){.name = "feature-code", .compared = COMPARED_MOST, .work = WORK_MOST};
	return 2;
}

/* No verdict but unique needs fewer common symbols than δ · least. */
static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct length_variable *l = state;
	struct code c;
	uint32_t *runs;
	size_t n;

	(void)use;
	if (!is_sound(sig))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (l->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	c = code_in(sig);
	if (is_short(l, &c))
		return FIRSTPRINT_OK;
	runs = l->base.host->alloc(l->base.host->context, arena, c.len * sizeof *runs);
	if (!runs)
		return FIRSTPRINT_NO_MEMORY;
	n = runs_keys(c.symbols, c.len, (size_t)ceil(l->repeatability * (double)l->rule.least), runs);
	return text_filter_keys(&l->base, arena, runs, n, &keys[RUNS]);
}

/* ── comparing ── */

/* What two codes have in common: the longest run, and which share of each code it is. */
struct common {
	uint32_t run;
	double in, of; /* S_ij, S_ji */
};

static struct common common_of(const struct code *new, const struct code *old)
{
	uint32_t row[ANCHOR_CODE_MOST + 1];
	struct common both = {.run = runs_longest_common(new->symbols, new->len, old->symbols, old->len, row)};

	both.in = new->len ? (double)both.run / (double)new->len : 0;
	both.of = old->len ? (double)both.run / (double)old->len : 0;
	return both;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const struct length_variable *l = state;
	struct code new = code_in(sig), old = code_in(stored);
	struct common both;

	if (l->base.exact && text_digest_matches(sig, stored, match))
		return FIRSTPRINT_OK;
	both = common_of(&new, &old);
	match->likeness = both.in;
	if (both.in >= l->repeatability) {
		match->kind = both.of >= l->repeatability ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_CONTAINED;
	} else if (both.of >= l->repeatability) {
		match->kind = FIRSTPRINT_SUPERSEDES;
		match->likeness = both.of - 1; /* below every page that drops the newcomer */
	}
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	const struct length_variable *l = state;
	struct code new = code_in(sig), old;
	struct common both;

	if (text_digest_explains(v))
		return FIRSTPRINT_OK;
	v->stage = is_short(l, &new) ? "too-short" : "feature-code";
	if (is_short(l, &new))
		firstprint_add_evidence(v, "symbols", (double)new.len);
	if (is_short(l, &new) || !stored)
		return FIRSTPRINT_OK;
	old = code_in(stored);
	both = common_of(&new, &old);
	if (v->kind != FIRSTPRINT_UNIQUE)
		v->score = v->kind == FIRSTPRINT_SUPERSEDES ? both.of : both.in;
	firstprint_add_evidence(v, "repeatability", both.in);
	firstprint_add_evidence(v, "of-repeatability", both.of);
	firstprint_add_evidence(v, "common", both.run);
	firstprint_add_evidence(v, "symbols", (double)new.len);
	firstprint_add_evidence(v, "of-symbols", (double)old.len);
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"repeatability", "share of one page's code that must be in the other's as one run (δ)", FIRSTPRINT_REAL,
	 offsetof(struct length_variable, repeatability), 0.75, 0.01, 1, NULL},
	{"unit", "characters that a paragraph needs to be an extraction unit (L_pth)", FIRSTPRINT_INTEGER,
	 offsetof(struct length_variable, rule.unit), 300, 0, 1000000, NULL},
	{"unit-share", "share of the text with which a shorter paragraph is an extraction unit, too (δ_p)", FIRSTPRINT_REAL,
	 offsetof(struct length_variable, rule.unit_share), 0.75, 0.01, 1, NULL},
	{"anchors", "what the symbols of a code stand beside; de: punctuation marks and 的", FIRSTPRINT_CHOICE,
	 offsetof(struct length_variable, rule.anchors), ANCHORS_PUNCTUATION, 0, 0, "punctuation|de"},
	{"first", "characters of the text that are read", FIRSTPRINT_INTEGER, offsetof(struct length_variable, rule.first),
	 1000, 0, 100000000, "all"},
	{"paragraphs", "with so many paragraphs but no unit, the code is the ends of the first and last ones (n_th)",
	 FIRSTPRINT_INTEGER, offsetof(struct length_variable, rule.paragraphs), 20, 1, 1000000, NULL},
	{"ends", "how many first and how many last ones (N); 4N characters replace a code that is too short",
	 FIRSTPRINT_INTEGER, offsetof(struct length_variable, rule.ends), 10, 1, 1000, NULL},
	{"least", "symbols that a code needs to be compared", FIRSTPRINT_INTEGER, offsetof(struct length_variable, rule.least),
	 16, 1, ANCHOR_CODE_MOST, NULL},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(length_variable) = {
	FIRSTPRINT_HEAD,
	.name = "length-variable",
	.summary = "compares the characters beside punctuation marks by their longest common run (Guo et al. 2013)",
	.options = options,
	.state_size = sizeof(struct length_variable),
	.open = text_filter_open,
	.version = 2,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
