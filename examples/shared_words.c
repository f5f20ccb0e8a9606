/* shared_words — an example of a filter: two pages are near-duplicates if most of their word triples are the same.
 *
 * It is complete: it has an option, keys its hashes, and says by which keys pages are found, so that a page is not compared with
 * every other. docs/writing-filters.md explains it. Build it anywhere:
 *
 *	cc -O2 -shared -fPIC $(pkg-config --cflags firstprint) -o shared_words.so shared_words.c
 *	firstprint filter -f ./shared_words.so:likeness=0.6 pages.jsonl
 *
 * The method is a bottom-k sketch (Broder 1997): it keeps the K lowest hashes of all triples of a page. The K lowest hashes of
 * two pages together are a fair sample of all their triples, and the share of the sample that both pages have is their
 * resemblance. Signature: at most K hashes, ascending, 8 bytes each. */
#include <firstprint.h>
#include <stdlib.h>

enum { K = 64, STORED = 8, WORDS = 3 };

struct shared_words {
	double likeness; /* the option */
	const firstprint_host *host;
};

static int open_filter(void *state, const firstprint_host *host)
{
	((struct shared_words *)state)->host = host;
	return FIRSTPRINT_OK;
}

/* Letters, digits, and all non-ASCII bytes. */
static int is_word(unsigned char c)
{
	return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Writes the hashes of all runs of WORDS words. Returns how many there are. */
static size_t hash_triples(const struct shared_words *f, firstprint_span text, uint64_t *out)
{
	size_t starts[WORDS] = {0}, words = 0, n = 0;

	for (size_t i = 0; i < text.len; i++) {
		int begins = is_word((unsigned char)text.at[i]) && (i == 0 || !is_word((unsigned char)text.at[i - 1]));
		int ends = is_word((unsigned char)text.at[i]) && (i + 1 == text.len || !is_word((unsigned char)text.at[i + 1]));

		if (begins)
			starts[words++ % WORDS] = i;
		if (ends && words >= WORDS)
			out[n++] = f->host->hash(f->host->context, text.at + starts[words % WORDS],
						 i + 1 - starts[words % WORDS]);
	}
	return n;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct shared_words *f = state;
	uint64_t *hashes = f->host->alloc(f->host->context, arena, (page->text.len / 2 + 1) * sizeof *hashes);
	size_t n, kept = 0;

	if (!hashes)
		return FIRSTPRINT_NO_MEMORY;
	n = hash_triples(f, page->text, hashes);
	qsort(hashes, n, sizeof *hashes, by_value);
	for (size_t i = 0; i < n && kept < K; i++)
		if (kept == 0 || hashes[i] != hashes[kept - 1])
			hashes[kept++] = hashes[i];
	out->bytes = (const uint8_t *)hashes;
	out->len = kept * sizeof *hashes;
	return FIRSTPRINT_OK;
}

/* A page is found if it has one of its STORED lowest hashes in common with the new page. */
static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0].name = "triples";
	return 1;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	uint32_t n = (uint32_t)(sig->len / sizeof(uint64_t));

	(void)state, (void)use, (void)arena;
	if (sig->len % sizeof(uint64_t) || n > K)
		return FIRSTPRINT_BAD_SIGNATURE;
	keys[0].items = (const uint64_t *)(const void *)sig->bytes; /* aligned to 8, as the contract says */
	keys[0].asked = n < STORED ? 0 : n;                         /* a page with fewer hashes is too short to be compared */
	keys[0].stored = n < STORED ? 0 : STORED;
	return FIRSTPRINT_OK;
}

/* The likeness is the share of the K lowest hashes of the two pages together that both pages have. */
static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const uint64_t *a = (const uint64_t *)(const void *)sig->bytes, *a_end = a + sig->len / sizeof *a;
	const uint64_t *b = (const uint64_t *)(const void *)stored->bytes, *b_end = b + stored->len / sizeof *b;
	size_t both = 0, seen = 0;

	for (; seen < K && (a < a_end || b < b_end); seen++) {
		uint64_t x = a < a_end ? *a : UINT64_MAX, y = b < b_end ? *b : UINT64_MAX;

		both += x == y;
		a += x <= y;
		b += y <= x;
	}
	match->likeness = (double)both / (double)seen;
	if (match->likeness >= ((const struct shared_words *)state)->likeness)
		match->kind = FIRSTPRINT_NEAR_DUPLICATE;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)state, (void)stored;
	v->stage = sig->len < STORED * sizeof(uint64_t) ? "too-short" : "resemblance";
	firstprint_add_evidence(v, "triples", (double)(sig->len / sizeof(uint64_t)));
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"likeness", "share of the word triples that two pages must have in common", FIRSTPRINT_REAL,
	 offsetof(struct shared_words, likeness), 0.5, 0.01, 1, NULL},
	{0},
};

FIRSTPRINT_FILTER(shared_words) = {
	FIRSTPRINT_HEAD,
	.name = "shared-words",
	.summary = "drops pages that share most of their word triples with one page (an example)",
	.options = options,
	.state_size = sizeof(struct shared_words),
	.open = open_filter,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
