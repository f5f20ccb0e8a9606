/* shared_words — an example of a filter: two pages are near-duplicates if most of their word triples are the same.
 *
 * It is complete: it has an option, keys its hashes, borrows its signatures, and finds candidates through an index, so that
 * a check does not look at every page. docs/writing-filters.md explains it. Build it anywhere:
 *
 *	cc -O2 -shared -fPIC $(pkg-config --cflags firstprint) -o shared_words.so shared_words.c
 *	firstprint filter -f ./shared_words.so:likeness=0.6 pages.jsonl
 *
 * The method is a bottom-k sketch (Broder 1997): it keeps the K lowest hashes of all triples of a page. The K lowest hashes of
 * two pages together are a fair sample of all their triples, and the share of the sample that both pages have is their
 * resemblance. Signature: at most K hashes, ascending, 8 bytes each. */
#include <firstprint.h>
#include <stdlib.h>
#include <string.h>

enum { K = 64, INDEXED = 8, BUCKETS = 1 << 16, WORDS = 3 };

struct page {
	uint64_t id;
	const uint64_t *hashes; /* in its signature, which does not move until forget; NULL: forgotten */
	size_t len;
	size_t next[INDEXED]; /* the page before it in the list of each of its lowest hashes, plus 1; 0: there is none */
};

struct shared_words {
	double likeness; /* the option */
	const firstprint_host *host;
	struct page *pages; /* their ids ascend */
	size_t len, room;
	size_t lists[BUCKETS]; /* the newest page for each hash % BUCKETS: its place · INDEXED + which of its hashes, plus 1 */
};

static int open_filter(void *state, const firstprint_host *host)
{
	((struct shared_words *)state)->host = host;
	return FIRSTPRINT_OK;
}

/* ── sign: pure, on many threads ── */

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

/* ── check: on one thread, changes nothing ── */

/* Reads a signature into a page. 0: it is not one of ours. */
static int read_signature(const firstprint_signature *sig, struct page *out)
{
	out->hashes = (const uint64_t *)(const void *)sig->bytes; /* aligned to 8, as the contract says */
	out->len = sig->len / sizeof *out->hashes;
	return sig->len % sizeof *out->hashes == 0 && out->len <= K;
}

/* The share of the K lowest hashes of the two pages together that both pages have. */
static double resemblance(const struct page *a, const struct page *b)
{
	size_t i = 0, j = 0, both = 0, seen = 0;

	for (; seen < K && (i < a->len || j < b->len); seen++) {
		uint64_t x = i < a->len ? a->hashes[i] : UINT64_MAX, y = j < b->len ? b->hashes[j] : UINT64_MAX;

		both += x == y;
		i += x <= y;
		j += y <= x;
	}
	return seen ? (double)both / (double)seen : 0;
}

/* Updates v with the most similar page of one list; of two equal ones, with the older. */
static void look_through(const struct shared_words *f, const struct page *new, uint64_t hash, firstprint_verdict *v)
{
	for (size_t at = f->lists[hash % BUCKETS]; at; at = f->pages[(at - 1) / INDEXED].next[(at - 1) % INDEXED]) {
		const struct page *old = &f->pages[(at - 1) / INDEXED];
		double r = old->hashes ? resemblance(new, old) : 0;

		if (r >= f->likeness && (r > v->score || (r == v->score && old->id < v->of))) {
			v->kind = FIRSTPRINT_NEAR_DUPLICATE;
			v->of = old->id;
			v->score = r;
		}
	}
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct shared_words *f = state;
	struct page new;

	if (!read_signature(sig, &new))
		return FIRSTPRINT_BAD_SIGNATURE;
	verdict->stage = new.len < INDEXED ? "too-short" : "resemblance";
	for (size_t i = 0; new.len >= INDEXED &&i < new.len; i++)
		look_through(f, &new, new.hashes[i], verdict);
	firstprint_add_evidence(verdict, "triples", (double)new.len);
	return FIRSTPRINT_OK;
}

/* ── remember and forget ── */

static int make_room(struct shared_words *f)
{
	size_t room = f->room ? f->room * 2 : 64;
	struct page *pages;

	if (f->len < f->room)
		return 1;
	pages = realloc(f->pages, room * sizeof *pages);
	if (!pages)
		return 0;
	f->pages = pages;
	f->room = room;
	return 1;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct shared_words *f = state;
	struct page new = {.id = page_id};

	if (!read_signature(sig, &new))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (new.len < INDEXED)
		return FIRSTPRINT_OK; /* too short to be found */
	if (!make_room(f))
		return FIRSTPRINT_NO_MEMORY;
	for (size_t i = 0; i < INDEXED; i++) {
		size_t *list = &f->lists[new.hashes[i] % BUCKETS];

		new.next[i] = *list;
		*list = f->len * INDEXED + i + 1;
	}
	f->pages[f->len++] = new;
	return FIRSTPRINT_OK;
}

/* After this call the signature is gone: nothing may point into it. The page stays in its lists, and check skips it. */
static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct shared_words *f = state;

	(void)sig;
	for (size_t i = f->len; i-- > 0 && f->pages[i].id >= page_id;)
		if (f->pages[i].id == page_id)
			f->pages[i].hashes = NULL;
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct shared_words *f = state;

	return sizeof *f + f->room * sizeof *f->pages;
}

static void close_filter(void *state)
{
	free(((struct shared_words *)state)->pages);
}

/* Compares two verdicts about one page, from states that divide the pages among them: the higher score is better, then the older
 * page. */
static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	if (a->score != b->score)
		return a->score > b->score ? 1 : -1;
	return (a->of < b->of) - (a->of > b->of);
}

/* ── the table ── */

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
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_filter,
	.version = 1,
	.better = better,
};
