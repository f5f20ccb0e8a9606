/* feature-code — drops a page that has the same characters around its first full stop as a stored page, and about the same
 * length.
 *
 * Peng Yuan, Zhao Tiejun, Zheng Dequan, Yu Hao: Content Based Deletion Algorithm for Large Scale Duplicated Web Pages
 * (基于内容的大规模网页去重研究), §2.2 and §3.2. The code comes from Zhang Gang, Liu Ting, Zheng Shi-Fu, Che Wan-Xiang, Li
 * Sheng: Fast Deletion Algorithm for Large Scale Duplicated Web Pages, 2001:
 *
 *	code = the `side` characters before the first full stop and the `side` after it        side = 5, so L = 10
 *	two codes match if their longest common subsequence has L − 1 or L − 2 characters       lcs = L − 2 = 8
 *	(so Guo et al. read it: L is the whole code, 10. Peng et al. write L for one side, 5: then lcs = 3)
 *	two pages match if their codes do and longer length / shorter length ≤ ratio            ratio = 1.10 (Peng)
 *
 *	"text"          equal text (SHA-256): a duplicate
 *	"no-stop"       no full stop with `side` characters on both sides, nothing to judge by: unique
 *	"feature-code"  a stored page matches: a near-duplicate; or no stored page has a matching code: unique
 *	"length"        stored pages have matching codes, but none has about the same length: unique
 *
 * What the papers do not say, and what we chose: docs/papers.md. Every code has length L, and the length of a text is counted in
 * the same characters. If several pages match, the one with the longest common subsequence is named, then the oldest.
 *
 * stops=all takes the codes at all full stops: they form a set. Two codes are equal or not, and two pages match if at least
 * lcs / L, eight tenths, of the codes of the page that has more are on the other page, too. An edit changes only the codes
 * next to it; so instead of some characters in a code, some codes of the page may differ.
 *
 * Zhang and Peng look codes up in a balanced tree, which finds only equal ones. Our index finds all that match: two codes
 * of length L have a common subsequence of k characters if and only if they have one of their C(L, k) subsequences of
 * length k in common. A code is indexed under all of these, 45 for 8 of 10, and every page that shares one is compared.
 *
 * Signature: text digest 16 bytes, length 4, items 4. stops=first: the code, L code points of 4 bytes, or nothing.
 * stops=all: a keyed hash of 8 bytes for each distinct code, ascending, the CODES_MOST lowest of them. */
#include <string.h>

#include "base/sorted.h"
#include "plugin/filters/text_digest.h"
#include "plugin/text/letters.h"

enum { SIDE_MOST = 6, CODE_MOST = 2 * SIDE_MOST };
enum { KEYS_MOST = 924 };   /* C(12, 6): how many subsequences of one length a code can have */
enum { CODES_MOST = 4096 }; /* with stops=all; a page has about forty */
enum { FIRST, ALL };        /* values of the option `stops` */
enum { TEXT, CODES };       /* the stages */

struct feature_code {
	text_filter base;
	int64_t stops, side, lcs; /* the options */
	double ratio;
};

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t length; /* letters and digits of the whole text */
	uint32_t items;  /* stops=first: code points; stops=all: hashes */
};

_Static_assert(sizeof(struct fingerprint) == 24 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");

/* A signature as it lies in memory. */
struct article {
	struct fingerprint fingerprint;
	union {
		uint32_t code[CODE_MOST];
		uint64_t hashes[CODES_MOST];
	} of;
};

static size_t item_size(const struct feature_code *f)
{
	return f->stops == FIRST ? sizeof(uint32_t) : sizeof(uint64_t);
}

static size_t code_len(const struct feature_code *f)
{
	return 2 * (size_t)f->side;
}

static int open_feature_code(void *state, const firstprint_host *host)
{
	const struct feature_code *f = state;

	if (f->lcs > 2 * f->side || (f->ratio > 0 && f->ratio < 1)) {
		host->complain(host->context,
			       f->lcs > 2 * f->side ? "lcs must be at most twice side" : "ratio must be off or at least 1");
		return FIRSTPRINT_BAD_OPTION;
	}
	return text_filter_open(state, host);
}

/* ── signing ── */

/* Finds the code of the first full stop that stands before letter *at or a later one and has enough characters on both
 * sides. Moves *at behind that letter. */
static bool next_code(const struct feature_code *f, const letters *l, size_t *at, uint32_t code[CODE_MOST])
{
	size_t side = (size_t)f->side;

	for (size_t i = *at > side ? *at : side; i + side <= l->len; i++) {
		if (!(l->items[i].marks & LETTER_STOP))
			continue;
		for (size_t j = 0; j < 2 * side; j++)
			code[j] = l->items[i - side + j].c;
		*at = i + 1;
		return true;
	}
	return false;
}

/* The hashes of all codes, in a: distinct, ascending, at most CODES_MOST. false: out of memory. */
static bool hash_codes(const struct feature_code *f, const letters *l, arena *a, const uint64_t **out, uint32_t *out_len)
{
	uint32_t code[CODE_MOST];
	uint64_t *items = NULL;
	size_t len = 0, room = 0;

	for (size_t at = 0; next_code(f, l, &at, code);) {
		items = arena_grow(a, items, len, &room, sizeof *items);
		if (!items)
			return false;
		items[len++] = feature_hash(&f->base.key, code, code_len(f) * sizeof *code);
	}
	if (len)
		len = sorted_distinct_u64(items, len);
	*out = items;
	*out_len = (uint32_t)(len < CODES_MOST ? len : CODES_MOST);
	return true;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct feature_code *f = state;
	uint32_t code[CODE_MOST];
	const uint64_t *hashes = NULL;
	struct fingerprint p = {0};
	letters l;
	size_t at = 0;

	if (letters_of(page->text, arena, &l))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.text);
	p.length = (uint32_t)l.len;
	if (f->stops == FIRST)
		p.items = next_code(f, &l, &at, code) ? (uint32_t)code_len(f) : 0;
	else if (!hash_codes(f, &l, arena, &hashes, &p.items))
		return FIRSTPRINT_NO_MEMORY;
	return text_filter_write(&f->base, arena,
				 (firstprint_span[]){{(const char *)&p, sizeof p},
						     {f->stops == FIRST ? (const char *)code : (const char *)hashes,
						      p.items * item_size(f)}},
				 2, out);
}

/* ── reading a signature ── */

static bool items_are_sound(const struct feature_code *f, const struct article *x)
{
	if (x->fingerprint.items && x->fingerprint.length == 0) /* a text without characters has no code */
		return false;
	if (f->stops == FIRST)
		return x->fingerprint.items == 0 || x->fingerprint.items == code_len(f);
	for (size_t i = 1; i < x->fingerprint.items; i++)
		if (x->of.hashes[i] <= x->of.hashes[i - 1])
			return false;
	return true;
}

static const struct article *article_in(const firstprint_signature *sig)
{
	return (const struct article *)(const void *)sig->bytes;
}

static bool is_sound(const struct feature_code *f, const firstprint_signature *sig)
{
	const struct article *x = article_in(sig);

	return sig->len >= sizeof x->fingerprint && x->fingerprint.items <= (f->stops == FIRST ? CODE_MOST : CODES_MOST) &&
	       sig->len - sizeof x->fingerprint == x->fingerprint.items * item_size(f) && items_are_sound(f, x);
}

/* ── keys ── */

/* The next larger number with the same number of bits set (Gosper, HAKMEM 175). */
static uint32_t next_choice(uint32_t x)
{
	uint32_t lowest = x & -x, up = x + lowest;

	return up | (((x ^ up) >> 2) / lowest);
}

static uint64_t hash_choice(const struct feature_code *f, const uint32_t *code, uint32_t choice)
{
	uint32_t chosen[CODE_MOST];
	size_t n = 0;

	for (size_t i = 0; i < code_len(f); i++)
		if (choice >> i & 1)
			chosen[n++] = code[i];
	return feature_hash(&f->base.key, chosen, n * sizeof *chosen);
}

/* The hashes of all subsequences of lcs characters, each once: a code like "aaaaabbbbb" has few. */
static uint32_t keys_of_code(const struct feature_code *f, const uint32_t *code, uint64_t keys[KEYS_MOST])
{
	uint32_t end = (uint32_t)1 << code_len(f);
	size_t n = 0;

	for (uint32_t choice = ((uint32_t)1 << f->lcs) - 1; choice < end; choice = next_choice(choice))
		keys[n++] = hash_choice(f, code, choice);
	return (uint32_t)sorted_distinct_u64(keys, n);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[TEXT] = TEXT_STAGE;
	stages[CODES] = (firstprint_stage){.name = "feature-code"};
	return 2;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct feature_code *f = state;
	const struct article *x = article_in(sig);
	firstprint_keys *k = &keys[CODES];
	uint64_t *items;

	(void)use;
	if (!is_sound(f, sig))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (f->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	k->stored = k->asked = x->fingerprint.items;
	k->items = x->of.hashes;
	if (f->stops == ALL || !x->fingerprint.items)
		return FIRSTPRINT_OK;
	items = f->base.host->alloc(f->base.host->context, arena, KEYS_MOST * sizeof *items);
	if (!items)
		return FIRSTPRINT_NO_MEMORY;
	k->items = items;
	k->stored = k->asked = keys_of_code(f, x->of.code, items);
	return FIRSTPRINT_OK;
}

/* ── comparing ── */

/* The length of the longest common subsequence of two codes of n characters. */
static unsigned common_subsequence(const uint32_t *a, const uint32_t *b, size_t n)
{
	unsigned row[CODE_MOST + 1] = {0};

	for (size_t i = 0; i < n; i++) {
		unsigned corner = 0;

		for (size_t j = 0; j < n; j++) {
			unsigned above = row[j + 1];

			if (a[i] == b[j])
				row[j + 1] = corner + 1;
			else if (row[j] > above)
				row[j + 1] = row[j];
			corner = above;
		}
	}
	return row[n];
}

static unsigned common_hashes(const struct article *a, const struct article *b)
{
	return (unsigned)sorted_shared_u64(a->of.hashes, a->fingerprint.items, b->of.hashes, b->fingerprint.items);
}

/* What two pages have in common. */
struct common {
	unsigned found; /* characters that the codes have in common; stops=all: codes that the pages have in common */
	unsigned most;  /* how many there could be */
	double lengths; /* longer text / shorter text */
};

static struct common common_of(const struct feature_code *f, const struct article *new, const struct article *old)
{
	uint32_t a = new->fingerprint.length, b = old->fingerprint.length;
	uint32_t more = new->fingerprint.items > old->fingerprint.items ? new->fingerprint.items : old->fingerprint.items;
	struct common both = {.most = more};

	both.found = f->stops == FIRST ? common_subsequence(new->of.code, old->of.code, code_len(f)) : common_hashes(new, old);
	both.lengths = a > b ? (double)a / b : (double)b / a;
	return both;
}

static bool codes_match(const struct feature_code *f, const struct common *both)
{
	return both->found * code_len(f) >= (size_t)f->lcs * both->most;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const struct feature_code *f = state;
	const struct article *new = article_in(sig), *old = article_in(stored);
	struct common both;

	if ((f->base.exact && text_digest_matches(sig, stored, match)) || !new->fingerprint.items || !old->fingerprint.items)
		return FIRSTPRINT_OK;
	both = common_of(f, new, old);
	match->likeness = (double)both.found / both.most;
	if (codes_match(f, &both) && (f->ratio <= 0 || both.lengths <= f->ratio))
		match->kind = FIRSTPRINT_NEAR_DUPLICATE;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	const struct feature_code *f = state;
	const struct article *new = article_in(sig), *old = stored ? article_in(stored) : NULL;
	struct common both;

	if (text_digest_explains(v))
		return FIRSTPRINT_OK;
	v->stage = new->fingerprint.items ? "feature-code" : "no-stop";
	if (!new->fingerprint.items || !old || !old->fingerprint.items)
		return FIRSTPRINT_OK;
	both = common_of(f, new, old);
	if (!codes_match(f, &both))
		return FIRSTPRINT_OK;
	if (v->kind == FIRSTPRINT_UNIQUE)
		v->stage = "length";
	firstprint_add_evidence(v, f->stops == FIRST ? "lcs" : "codes", both.found);
	firstprint_add_evidence(v, f->stops == FIRST ? "code-length" : "codes-most", both.most);
	firstprint_add_evidence(v, "length-ratio", both.lengths);
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"stops", "which full stops give a code; all: a page has a set of codes, of which the share lcs/L must be equal",
	 FIRSTPRINT_CHOICE, offsetof(struct feature_code, stops), FIRST, 0, 0, "first|all"},
	{"side", "characters on each side of a full stop (L/2)", FIRSTPRINT_INTEGER, offsetof(struct feature_code, side), 5, 1,
	 SIDE_MOST, NULL},
	{"lcs", "length that the longest common subsequence of two codes must have: L - 2, where L is 2 x side, or one side",
	 FIRSTPRINT_INTEGER, offsetof(struct feature_code, lcs), 8, 1, CODE_MOST, NULL},
	{"ratio", "how many times as long as the other text the longer one may be, at least 1; off: any length",
	 FIRSTPRINT_REAL, offsetof(struct feature_code, ratio), 1.10, 0, 1000000, "off"},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(feature_code) = {
	FIRSTPRINT_HEAD,
	.name = "feature-code",
	.summary = "compares the characters around the first full stop, and the lengths (Zhang et al. 2001; Peng et al.)",
	.options = options,
	.state_size = sizeof(struct feature_code),
	.open = open_feature_code,
	.version = 2,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
