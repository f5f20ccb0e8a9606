/* substrings — an example of a filter, written from papers: it drops a page when one stored page has enough of its text in runs of
 * 50 tokens or more. docs/filters.md builds it, measures it and looks for its threshold.
 *
 * Lee et al., Deduplicating Training Data Makes Language Models Better, ACL 2022: if two documents share a run of 50 tokens, it is
 * hardly by chance. They find such runs with a suffix array, in a batch. For pages that come one by one, winnowing finds them
 * (Schleimer, Wilkerson, Aiken, SIGMOD 2003): of each `window` consecutive runs it keeps the one with the lowest hash, of equal
 * ones the last. Texts that share tokens + window - 1 tokens in a row are then certain to share a kept hash.
 *
 * A token is a word, or one character of three or more bytes, as in Chinese. Signature: the kept hashes, ascending, each once. */
#include <ctype.h>
#include <firstprint.h>
#include <stdlib.h>

enum { KEPT_MOST = 1 << 15 }; /* hashes of a page; a longer page keeps the lowest, and shares are then estimates */

struct substrings {
	int64_t tokens, window; /* the options */
	double share;
	const firstprint_host *host;
};

static int open_filter(void *state, const firstprint_host *host)
{
	((struct substrings *)state)->host = host;
	return FIRSTPRINT_OK;
}

static size_t hash_tokens(const firstprint_host *host, firstprint_span text, uint64_t *out)
{
	size_t n = 0, end;

	for (size_t i = 0; i < text.len; i = end) {
		unsigned char first = (unsigned char)text.at[i], c;
		int is_wide = first >= 0xe0, is_token = isalnum(first) || first >= 0x80;

		for (end = i + 1; is_token && end < text.len; end++) {
			c = (unsigned char)text.at[end];
			if (is_wide ? (c & 0xc0) != 0x80 : c >= 0xe0 || (!isalnum(c) && c < 0x80))
				break;
		}
		if (is_token)
			out[n++] = host->hash(host->context, text.at + i, end - i);
	}
	return n;
}

static size_t winnow(uint64_t *hashes, size_t n, size_t window)
{
	size_t kept = 0, last = SIZE_MAX;

	for (size_t i = 0; i < n && (i == 0 || i + window <= n); i++) {
		size_t low = i;

		for (size_t k = i + 1; k < n && k < i + window; k++)
			low = hashes[k] <= hashes[low] ? k : low;
		if (low != last)
			hashes[kept++] = hashes[low]; /* kept <= i: later windows do not read it */
		last = low;
	}
	return kept;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct substrings *f = state;
	uint64_t *hashes = f->host->alloc(f->host->context, arena, (page->text.len + 1) * sizeof *hashes);
	size_t tokens = (size_t)f->tokens, runs = 0, n, kept = 0;

	if (!hashes)
		return FIRSTPRINT_NO_MEMORY;
	n = hash_tokens(f->host, page->text, hashes);
	for (; runs + tokens <= n;
	     runs++) /* the hash of a run takes the place of its first token's, which no later run needs */
		hashes[runs] = f->host->hash(f->host->context, hashes + runs, tokens * sizeof *hashes);
	n = winnow(hashes, runs, (size_t)f->window);
	qsort(hashes, n, sizeof *hashes, by_value);
	for (size_t i = 0; i < n && kept < KEPT_MOST; i++)
		if (kept == 0 || hashes[i] != hashes[kept - 1])
			hashes[kept++] = hashes[i];
	*out = (firstprint_signature){(const uint8_t *)hashes, kept * sizeof *hashes};
	return FIRSTPRINT_OK;
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0].name = "substrings";
	stages[0].list = 64; /* the newest pages of each hash */
	stages[0].read = 1 << 16;
	return 1;
}

/* A page is found by every hash. */
static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	size_t n = sig->len / sizeof(uint64_t);

	(void)state, (void)use, (void)arena;
	if (sig->len % sizeof(uint64_t) || n > KEPT_MOST)
		return FIRSTPRINT_BAD_SIGNATURE;
	keys[0].items = (const uint64_t *)(const void *)sig->bytes;
	keys[0].asked = keys[0].stored = (uint32_t)n;
	return FIRSTPRINT_OK;
}

/* How many hashes of a are in b. */
static size_t common(const firstprint_signature *a, const firstprint_signature *b)
{
	const uint64_t *x = (const uint64_t *)(const void *)a->bytes, *y = (const uint64_t *)(const void *)b->bytes;
	size_t n = a->len / sizeof *x, m = b->len / sizeof *y, both = 0;

	for (size_t i = 0, j = 0; i < n && j < m;) {
		uint64_t mine = x[i], other = y[j];

		both += mine == other;
		i += mine <= other;
		j += other <= mine;
	}
	return both;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	match->likeness = (double)common(sig, stored) / ((double)sig->len / sizeof(uint64_t));
	if (match->likeness >= ((const struct substrings *)state)->share)
		match->kind = FIRSTPRINT_NEAR_DUPLICATE;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)state;
	v->stage = sig->len ? "substrings" : "too-short";
	firstprint_add_evidence(v, "substrings", stored ? (double)common(sig, stored) : 0);
	firstprint_add_evidence(v, "kept", (double)(sig->len / sizeof(uint64_t)));
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"tokens", "length of the runs that are compared", FIRSTPRINT_INTEGER, offsetof(struct substrings, tokens), 50, 1, 200,
	 NULL},
	{"window", "of so many runs in a row one is kept", FIRSTPRINT_INTEGER, offsetof(struct substrings, window), 8, 1, 100,
	 NULL},
	{"share", "share of its kept runs that must stand on one stored page", FIRSTPRINT_REAL,
	 offsetof(struct substrings, share), 0.5, 0.01, 1, NULL},
	{0},
};

FIRSTPRINT_FILTER(substrings) = {
	FIRSTPRINT_HEAD,
	.name = "substrings",
	.summary = "drops pages that share runs of 50 tokens with one page (an example)",
	.options = options,
	.state_size = sizeof(struct substrings),
	.open = open_filter,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
