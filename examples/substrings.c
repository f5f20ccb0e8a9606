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

enum { LISTS = 1 << 18 };
enum { PAGES_MOST = 64 };     /* pages looked at for a hash: the newest that have it */
enum { KEPT_MOST = 1 << 16 }; /* hashes of a page; a longer page keeps the lowest, and shares are then estimates */

struct entry {
	uint64_t hash, page; /* page 0: forgotten */
	size_t next;         /* the next of its list: a number in entries, from 1; 0: none */
};

struct substrings {
	int64_t tokens, window; /* the options */
	double share;
	const firstprint_host *host;
	struct entry *entries;
	size_t len, room, lists[LISTS]; /* a hash is in list hash % LISTS, the newest page first */
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

/* Finds the newest pages that have a hash. Returns how many there are. */
static size_t find_pages(const struct substrings *f, uint64_t hash, uint64_t pages[PAGES_MOST])
{
	size_t n = 0;

	for (size_t at = f->lists[hash % LISTS]; at && n < PAGES_MOST; at = f->entries[at - 1].next)
		if (f->entries[at - 1].hash == hash && f->entries[at - 1].page)
			pages[n++] = f->entries[at - 1].page;
	return n;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *v)
{
	const uint64_t *hashes = (const uint64_t *)(const void *)sig->bytes;
	size_t n = sig->len / sizeof *hashes, found = 0, most = 0;
	uint64_t *pages = malloc((n + 1) * PAGES_MOST * sizeof *pages), best = 0;

	if (!pages)
		return FIRSTPRINT_NO_MEMORY;
	for (size_t i = 0; i < n; i++)
		found += find_pages(state, hashes[i], pages + found);
	qsort(pages, found, sizeof *pages, by_value);
	for (size_t i = 0, same = 0; i < found; i++) { /* find the page that occurs most often; of several, the oldest */
		same = i && pages[i] == pages[i - 1] ? same + 1 : 1;
		if (same > most) {
			most = same;
			best = pages[i];
		}
	}
	free(pages);
	v->stage = n ? "substrings" : "too-short";
	if (best && (double)most >= ((const struct substrings *)state)->share * (double)n) {
		v->kind = FIRSTPRINT_NEAR_DUPLICATE;
		v->of = best;
		v->score = (double)most / (double)n;
	}
	firstprint_add_evidence(v, "substrings", (double)most);
	firstprint_add_evidence(v, "kept", (double)n);
	return FIRSTPRINT_OK;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct substrings *f = state;
	size_t n = sig->len / sizeof(uint64_t), room = 2 * f->room + n;
	struct entry *more = f->len + n > f->room ? realloc(f->entries, room * sizeof *more) : f->entries;

	if (!more && n)
		return FIRSTPRINT_NO_MEMORY;
	f->room = f->len + n > f->room ? room : f->room;
	f->entries = more;
	for (size_t i = 0; i < n; i++) {
		uint64_t hash = ((const uint64_t *)(const void *)sig->bytes)[i];

		more[f->len++] = (struct entry){hash, page_id, f->lists[hash % LISTS]};
		f->lists[hash % LISTS] = f->len;
	}
	return FIRSTPRINT_OK;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct substrings *f = state;

	(void)sig;
	for (size_t i = 0; i < f->len; i++)
		if (f->entries[i].page == page_id)
			f->entries[i].page = 0;
	return FIRSTPRINT_OK;
}

static void close_filter(void *state)
{
	free(((struct substrings *)state)->entries);
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
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.close = close_filter,
	.version = 1,
};
