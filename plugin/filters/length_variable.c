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
 * (plugin/text/anchor_code.h: Definition 1, Algorithms 1 and 2). S_ij and S_ji are different. Let j be the newcomer and i
 * the stored page with the longest common substring, of several the one with the lowest id. The newcomer is
 *
 *	near-duplicate   if S_ij ≥ δ and S_ji ≥ δ
 *	contained        if only S_ij ≥ δ
 *	supersedes       if S_ij < δ, and some stored page i has S_ji ≥ δ: the one with the largest S_ji
 *
 * The paper sorts all pages by the length of their codes and begins with the longest, so that S_ji is not needed. A crawler meets
 * pages in any order, so we compute both; the paper's order is --order longest-first: the longer the code, the longer the
 * signature. In place of its suffix tree an index of short runs proposes all stored pages whose common run with the newcomer is
 * long enough for a verdict (plugin/index/runs.h), and of these the COMPARED_MOST with most such runs are compared. What else we
 * changed, and why: docs/papers.md.
 *
 * Signature: text digest 16 bytes; then the code, 4 bytes per symbol, lowest byte first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/firstprint.h"
#include "plugin/index/digests.h"
#include "plugin/index/runs.h"
#include "plugin/index/verdicts.h"
#include "plugin/text/anchor_code.h"

struct length_variable {
	anchor_code_rule rule; /* options */
	double repeatability;  /* option: δ */
	const firstprint_host *host;
	feature_key key;
	digest_index texts;
	postings runs;
	candidates *proposed;
	uint32_t *keys, *row; /* [ANCHOR_CODE_MOST + 1], scratch memory */
};

/* Pages that are compared with the newcomer: those with most runs in common. Long codes are compared with fewer of them. */
enum { COMPARED_MOST = 64, STEPS_MOST = 1 << 22 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a signature has its symbols as they lie in memory");

static int open_length_variable(void *state, const firstprint_host *host)
{
	struct length_variable *l = state;

	l->host = host;
	feature_key_init(&l->key, host->key);
	l->proposed = candidates_new(ANCHOR_CODE_MOST, CANDIDATES_READ_MAX);
	l->keys = calloc(ANCHOR_CODE_MOST + 1, sizeof *l->keys);
	l->row = calloc(ANCHOR_CODE_MOST + 1, sizeof *l->row);
	return l->proposed && l->keys && l->row ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct length_variable *l = state;
	anchor_code code;
	uint8_t *bytes;
	size_t len;

	if (anchor_code_of(page, &l->rule, &l->key, arena, &code))
		return FIRSTPRINT_NO_MEMORY;
	len = TEXT_DIGEST_SIZE + code.len * sizeof *code.symbols;
	bytes = l->host->alloc(l->host->context, arena, len);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, bytes);
	memcpy(bytes + TEXT_DIGEST_SIZE, code.symbols, len - TEXT_DIGEST_SIZE);
	*out = (firstprint_signature){bytes, len};
	return FIRSTPRINT_OK;
}

/* The code in a signature: a view into its bytes. */
struct code {
	const uint32_t *symbols;
	size_t len;
};

static int read_code(const firstprint_signature *sig, struct code *out)
{
	size_t rest = sig->len - TEXT_DIGEST_SIZE;

	if (sig->len < TEXT_DIGEST_SIZE || rest % sizeof *out->symbols || rest > ANCHOR_CODE_MOST * sizeof *out->symbols)
		return FIRSTPRINT_BAD_SIGNATURE;
	out->symbols = (const uint32_t *)(const void *)(sig->bytes + TEXT_DIGEST_SIZE);
	out->len = rest / sizeof *out->symbols;
	return FIRSTPRINT_OK;
}

static bool is_short(const struct length_variable *l, const struct code *c)
{
	return c->len < (size_t)l->rule.least;
}

/* ── checking ── */

/* The keys of a code. No verdict but unique needs fewer common symbols than δ · least. */
static size_t keys_of(const struct length_variable *l, const struct code *c)
{
	return runs_keys(c->symbols, c->len, (size_t)ceil(l->repeatability * (double)l->rule.least), l->keys);
}

static double share(uint32_t common, size_t len)
{
	return len ? (double)common / (double)len : 0;
}

/* A stored page with a common run. */
struct match {
	uint64_t id; /* 0: there is none */
	uint32_t common;
	size_t len; /* of its code */
};

/* One call of check: the page with the longest common run, and the one of which the newcomer has the largest share. */
struct question {
	struct match holder, held;
};

static void consider(struct question *q, const struct match *m)
{
	double own = share(m->common, m->len), best = share(q->held.common, q->held.len);

	if (m->common > q->holder.common || (m->common == q->holder.common && m->id < q->holder.id))
		q->holder = *m;
	if (own > best || (own == best && m->id < q->held.id))
		q->held = *m;
}

static struct question ask(const struct length_variable *l, const struct code *c)
{
	struct candidate best[COMPARED_MOST];
	struct question q = {{0}, {0}};
	size_t n, steps = 0;

	n = candidates_find(l->proposed, &l->runs, l->keys, keys_of(l, c), 1, COMPARED_MOST, best);
	for (size_t i = 0; i < n && steps < STEPS_MOST; i++) {
		const struct page_entry *page = pages_get(&l->texts.pages, best[i].entry);
		struct code old;

		if (read_code(&(firstprint_signature){page->bytes, page->len}, &old))
			continue;
		consider(&q, &(struct match){page->id, runs_longest_common(c->symbols, c->len, old.symbols, old.len, l->row),
					     old.len});
		steps += c->len * old.len;
	}
	return q;
}

static void decide(firstprint_verdict *v, enum firstprint_kind kind, const struct match *m, double score)
{
	v->kind = kind;
	v->of = m->id;
	v->score = score;
}

static void explain(firstprint_verdict *v, const struct match *m, size_t len)
{
	if (!m->id)
		return;
	firstprint_add_evidence(v, "repeatability", share(m->common, len));       /* S_ij */
	firstprint_add_evidence(v, "of-repeatability", share(m->common, m->len)); /* S_ji */
	firstprint_add_evidence(v, "common", m->common);
	firstprint_add_evidence(v, "symbols", (double)len);
	firstprint_add_evidence(v, "of-symbols", (double)m->len);
}

static void check_code(const struct length_variable *l, const struct code *c, firstprint_verdict *v)
{
	struct question q = ask(l, c);
	double in = share(q.holder.common, c->len), of = share(q.held.common, q.held.len);

	v->stage = "feature-code";
	if (in >= l->repeatability) {
		bool both = share(q.holder.common, q.holder.len) >= l->repeatability;

		decide(v, both ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_CONTAINED, &q.holder, in);
	} else if (of >= l->repeatability) {
		decide(v, FIRSTPRINT_SUPERSEDES, &q.held, of);
	}
	explain(v, v->kind == FIRSTPRINT_SUPERSEDES ? &q.held : &q.holder, c->len);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct length_variable *l = state;
	struct code c;

	if (read_code(sig, &c))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&l->texts, sig->bytes, verdict))
		return FIRSTPRINT_OK;
	if (!is_short(l, &c)) {
		check_code(l, &c, verdict);
	} else {
		verdict->stage = "too-short";
		firstprint_add_evidence(verdict, "symbols", (double)c.len);
	}
	return FIRSTPRINT_OK;
}

/* A verdict that drops the page is better than `supersedes`, whatever their scores are. */
static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	bool a_held = a->kind == FIRSTPRINT_SUPERSEDES, b_held = b->kind == FIRSTPRINT_SUPERSEDES;

	if (a->kind != FIRSTPRINT_UNIQUE && b->kind != FIRSTPRINT_UNIQUE && a_held != b_held)
		return b_held ? 1 : -1;
	return verdict_better(a, a->score, b, b->score);
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct length_variable *l = state;
	struct code c;
	uint32_t entry;
	int err = read_code(sig, &c);

	if (!err)
		err = digests_add(&l->texts, page_id, sig, &entry);
	if (err || is_short(l, &c))
		return err;
	if (candidates_reserve(l->proposed, entry + 1) && postings_add(&l->runs, l->keys, keys_of(l, &c), entry))
		return FIRSTPRINT_OK;
	digests_remove(&l->texts, entry);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct length_variable *l = state;
	uint32_t entry = pages_find(&l->texts.pages, page_id);
	struct code c;

	if (read_code(sig, &c))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (entry == PAGES_NONE)
		return FIRSTPRINT_OK;
	if (!is_short(l, &c))
		postings_remove(&l->runs, l->keys, keys_of(l, &c), entry);
	digests_remove(&l->texts, entry);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct length_variable *l = state;

	return sizeof *l + digests_memory(&l->texts) + postings_memory(&l->runs) + candidates_memory(l->proposed) +
	       2 * (ANCHOR_CODE_MOST + 1) * sizeof *l->keys;
}

static void close_length_variable(void *state)
{
	struct length_variable *l = state;

	digests_free(&l->texts);
	postings_free(&l->runs);
	candidates_free(l->proposed);
	free(l->keys);
	free(l->row);
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
	DIGESTS_OPTION(offsetof(struct length_variable, texts)),
	{0},
};

FIRSTPRINT_FILTER(length_variable) = {
	FIRSTPRINT_HEAD,
	.name = "length-variable",
	.summary = "compares the characters beside punctuation marks by their longest common run (Guo et al. 2013)",
	.options = options,
	.state_size = sizeof(struct length_variable),
	.open = open_length_variable,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_length_variable,
	.version = 1,
	.better = better,
};
