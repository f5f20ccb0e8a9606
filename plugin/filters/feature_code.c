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
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/firstprint.h"
#include "plugin/index/candidates.h"
#include "plugin/index/digests.h"
#include "plugin/index/verdicts.h"
#include "plugin/text/features.h"
#include "plugin/text/letters.h"

enum { SIDE_MOST = 6, CODE_MOST = 2 * SIDE_MOST };
enum { KEYS_MOST = 924 };   /* C(12, 6): how many subsequences of one length a code can have */
enum { CODES_MOST = 4096 }; /* with stops=all; a page has about forty */
enum { FIRST, ALL };        /* values of the option `stops` */

enum { COMPARED_MOST = 1024 }; /* pages that are compared with the newcomer: those with most keys in common */

struct feature_code {
	int64_t stops, side, lcs; /* the options */
	double ratio;
	const firstprint_host *host;
	feature_key key;
	digest_index texts;
	postings codes;
	candidates *proposed;
};

/* The beginning of a signature, the same for all pages. */
struct fingerprint {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t length; /* letters and digits of the whole text */
	uint32_t items;  /* stops=first: code points; stops=all: hashes */
};

_Static_assert(sizeof(struct fingerprint) == 24 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature begins with this struct as it lies in memory");
_Static_assert((int)KEYS_MOST <= (int)CODES_MOST, "keys has room for both kinds");

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
	struct feature_code *f = state;

	if (f->lcs > 2 * f->side || (f->ratio > 0 && f->ratio < 1)) {
		host->complain(host->context,
			       f->lcs > 2 * f->side ? "lcs must be at most twice side" : "ratio must be off or at least 1");
		return FIRSTPRINT_BAD_OPTION;
	}
	f->host = host;
	feature_key_init(&f->key, host->key);
	f->proposed = candidates_new(CODES_MOST, CANDIDATES_READ_MAX);
	return f->proposed ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
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
		items[len++] = feature_hash(&f->key, code, code_len(f) * sizeof *code);
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
	uint8_t *bytes;
	size_t at = 0, size;

	if (letters_of(page->text, arena, &l))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, p.text);
	p.length = (uint32_t)l.len;
	if (f->stops == FIRST)
		p.items = next_code(f, &l, &at, code) ? (uint32_t)code_len(f) : 0;
	else if (!hash_codes(f, &l, arena, &hashes, &p.items))
		return FIRSTPRINT_NO_MEMORY;
	size = p.items * item_size(f);
	bytes = f->host->alloc(f->host->context, arena, sizeof p + size);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	memcpy(bytes, &p, sizeof p);
	if (size)
		memcpy(bytes + sizeof p, f->stops == FIRST ? (const void *)code : hashes, size);
	*out = (firstprint_signature){bytes, sizeof p + size};
	return FIRSTPRINT_OK;
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

static int read_article(const struct feature_code *f, const firstprint_signature *sig, const struct article **out)
{
	const struct article *x = (const struct article *)(const void *)sig->bytes;

	if (sig->len < sizeof x->fingerprint || x->fingerprint.items > (f->stops == FIRST ? CODE_MOST : CODES_MOST) ||
	    sig->len - sizeof x->fingerprint != x->fingerprint.items * item_size(f))
		return FIRSTPRINT_BAD_SIGNATURE;
	*out = x;
	return items_are_sound(f, x) ? FIRSTPRINT_OK : FIRSTPRINT_BAD_SIGNATURE;
}

/* ── keys: the posting lists that a page is in ── */

/* The next larger number with the same number of bits set (Gosper, HAKMEM 175). */
static uint32_t next_choice(uint32_t x)
{
	uint32_t lowest = x & -x, up = x + lowest;

	return up | (((x ^ up) >> 2) / lowest);
}

static uint32_t hash_choice(const struct feature_code *f, const uint32_t *code, uint32_t choice)
{
	uint32_t chosen[CODE_MOST];
	size_t n = 0;

	for (size_t i = 0; i < code_len(f); i++)
		if (choice >> i & 1)
			chosen[n++] = code[i];
	return (uint32_t)feature_hash(&f->key, chosen, n * sizeof *chosen);
}

/* The hashes of all subsequences of lcs characters, each once: a code like "aaaaabbbbb" has few. */
static size_t keys_of_code(const struct feature_code *f, const uint32_t *code, uint32_t keys[CODES_MOST])
{
	uint32_t end = (uint32_t)1 << code_len(f);
	size_t n = 0;

	for (uint32_t choice = ((uint32_t)1 << f->lcs) - 1; choice < end; choice = next_choice(choice))
		keys[n++] = hash_choice(f, code, choice);
	return sorted_distinct_u32(keys, n);
}

static size_t keys_of(const struct feature_code *f, const struct article *x, uint32_t keys[CODES_MOST])
{
	if (f->stops == FIRST)
		return x->fingerprint.items ? keys_of_code(f, x->of.code, keys) : 0;
	for (size_t i = 0; i < x->fingerprint.items; i++)
		keys[i] = (uint32_t)x->of.hashes[i];
	return x->fingerprint.items;
}

/* ── checking ── */

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
	size_t i = 0, j = 0;
	unsigned n = 0;

	while (i < a->fingerprint.items && j < b->fingerprint.items) {
		uint64_t x = a->of.hashes[i], y = b->of.hashes[j];

		n += x == y;
		i += x <= y;
		j += y <= x;
	}
	return n;
}

/* A comparison of the newcomer with a stored page. */
struct comparison {
	uint64_t id;     /* 0: none yet */
	unsigned common; /* characters that the codes have in common; stops=all: codes that the pages have in common */
	unsigned most;   /* how many there could be */
	double lengths;  /* longer text / shorter text */
};

struct question {
	const struct feature_code *filter;
	const struct article *new;
	struct comparison best, refused; /* refused: the best of those whose length does not match */
};

static struct comparison compare(const struct feature_code *f, uint64_t id, const struct article *new,
				 const struct article *old)
{
	uint32_t a = new->fingerprint.length, b = old->fingerprint.length;
	uint32_t more = new->fingerprint.items > old->fingerprint.items ? new->fingerprint.items : old->fingerprint.items;
	struct comparison m = {.id = id, .most = more};

	m.common = f->stops == FIRST ? common_subsequence(new->of.code, old->of.code, code_len(f)) : common_hashes(new, old);
	m.lengths = a > b ? (double)a / b : (double)b / a;
	return m;
}

static bool is_better(const struct comparison *m, const struct comparison *than)
{
	uint64_t mine = (uint64_t)m->common * than->most, theirs = (uint64_t)than->common * m->most;

	if (!than->id || mine != theirs)
		return !than->id || mine > theirs;
	return m->id < than->id;
}

static void confirm(struct question *q, uint32_t entry)
{
	const struct feature_code *f = q->filter;
	const struct page_entry *page = pages_get(&f->texts.pages, entry);
	struct comparison m = compare(f, page->id, q->new, page->bytes), *best;

	if (m.common * code_len(f) < (size_t)f->lcs * m.most)
		return;
	best = f->ratio > 0 && m.lengths > f->ratio ? &q->refused : &q->best;
	if (is_better(&m, best))
		*best = m;
}

static void check_code(const struct feature_code *f, const struct article *x, firstprint_verdict *v)
{
	struct question q = {.filter = f, .new = x};
	const struct comparison *m;
	struct candidate found[COMPARED_MOST];
	uint32_t keys[CODES_MOST];
	size_t n;

	n = candidates_find(f->proposed, &f->codes, keys, keys_of(f, x, keys), 1, COMPARED_MOST, found);
	for (size_t i = 0; i < n; i++)
		confirm(&q, found[i].entry);
	m = q.best.id ? &q.best : &q.refused;
	v->stage = m == &q.refused && m->id ? "length" : "feature-code";
	if (!m->id)
		return;
	if (m == &q.best) {
		v->kind = FIRSTPRINT_NEAR_DUPLICATE;
		v->of = m->id;
		v->score = (double)m->common / m->most;
	}
	firstprint_add_evidence(v, f->stops == FIRST ? "lcs" : "codes", m->common);
	firstprint_add_evidence(v, f->stops == FIRST ? "code-length" : "codes-most", m->most);
	firstprint_add_evidence(v, "length-ratio", m->lengths);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct feature_code *f = state;
	const struct article *x;

	if (read_article(f, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&f->texts, x->fingerprint.text, verdict))
		return FIRSTPRINT_OK;
	if (x->fingerprint.items == 0) {
		verdict->stage = "no-stop";
	} else {
		check_code(f, x, verdict);
	}
	return FIRSTPRINT_OK;
}

/* ── remembering ── */

/* The share of the code that was found. A unique page has it in its evidence, if only the length did not match. */
static double share_of_code(const firstprint_verdict *v)
{
	if (v->kind != FIRSTPRINT_UNIQUE)
		return v->score;
	return v->evidence_len > 1 ? v->evidence[0].value / v->evidence[1].value : 0;
}

static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	return verdict_better(a, share_of_code(a), b, share_of_code(b));
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct feature_code *f = state;
	uint32_t keys[CODES_MOST], entry;
	const struct article *x;
	int err = read_article(f, sig, &x);

	if (!err)
		err = digests_add(&f->texts, page_id, sig, &entry);
	if (err)
		return err;
	if (candidates_reserve(f->proposed, entry + 1) && postings_add(&f->codes, keys, keys_of(f, x, keys), entry))
		return FIRSTPRINT_OK;
	digests_remove(&f->texts, entry);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct feature_code *f = state;
	uint32_t keys[CODES_MOST], entry = pages_find(&f->texts.pages, page_id);
	const struct article *x;

	if (read_article(f, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (entry == PAGES_NONE)
		return FIRSTPRINT_OK;
	postings_remove(&f->codes, keys, keys_of(f, x, keys), entry);
	digests_remove(&f->texts, entry);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct feature_code *f = state;

	return sizeof *f + digests_memory(&f->texts) + postings_memory(&f->codes) + candidates_memory(f->proposed);
}

static void close_feature_code(void *state)
{
	struct feature_code *f = state;

	digests_free(&f->texts);
	postings_free(&f->codes);
	candidates_free(f->proposed);
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
	DIGESTS_OPTION(offsetof(struct feature_code, texts)),
	{0},
};

FIRSTPRINT_FILTER(feature_code) = {
	FIRSTPRINT_HEAD,
	.name = "feature-code",
	.summary = "compares the characters around the first full stop, and the lengths (Zhang et al. 2001; Peng et al.)",
	.options = options,
	.state_size = sizeof(struct feature_code),
	.open = open_feature_code,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_feature_code,
	.version = 1,
	.better = better,
};
