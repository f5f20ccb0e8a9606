/* substrings — an example of a filter, written from papers: it drops a page when enough of it stands on one stored page in
 * runs of 50 tokens or more. docs/filters.md builds it, measures it and looks for its threshold.
 *
 * Lee et al., Deduplicating Training Data Makes Language Models Better, ACL 2022: a run of 50 tokens that two documents share is
 * hardly chance. RefinedWeb (Penedo et al. 2023) was cleaned so. Both find the runs with a suffix array, in a batch. Here
 * pages come one by one, and winnowing finds them (Schleimer, Wilkerson, Aiken, SIGMOD 2003): all runs are hashed, and of
 * each `window` consecutive hashes the lowest is kept, of equal ones the last. Texts that share tokens + window - 1 tokens in
 * a row then share a kept hash, for sure; and texts that share a kept hash share `tokens` tokens in a row.
 *
 * A token is a word of letters and digits, or one character of three or more bytes, as in Chinese. Case and ASCII's
 * punctuation make no difference. The share that counts is that of the newcomer's kept hashes which the stored page has, too.
 * A hash on more than PAGES_MOST pages counts for the newest of them only.
 *
 * Signature: the kept hashes, ascending, each once, 8 bytes each. */
#include <firstprint.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 1 << 16 };
enum { KEPT_MOST = 1 << 16 }; /* hashes of a page; of a longer one the lowest are kept, and shares are estimates */
enum { PAGES_MOST = 64 };     /* pages looked at for a hash: the newest that have it */

struct entry {
	uint64_t hash, page;
};

struct list {
	struct entry *entries; /* their pages ascend */
	size_t len, room;
};

struct substrings {
	int64_t tokens, window; /* the options */
	double share;
	const firstprint_host *host;
	struct list lists[LISTS]; /* an entry is in list hash % LISTS */
};

static int open_filter(void *state, const firstprint_host *host)
{
	((struct substrings *)state)->host = host;
	return FIRSTPRINT_OK;
}

/* A byte of a word; 0x80 to 0xdf are those of letters that have two bytes. */
static int is_word(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0x80 && c < 0xe0);
}

/* Copies the letters and digits, in lower case, and notes where each token begins, and the end. How many tokens there are. */
static size_t read_tokens(firstprint_span text, char *letters, uint64_t *starts)
{
	size_t n = 0, len = 0;
	int in_word = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];

		if ((c & 0xc0) != 0x80) { /* a character begins */
			if (c >= 0xe0 || (is_word(c) && !in_word))
				starts[n++] = len;
			in_word = is_word(c);
		}
		if (c >= 0x80 || in_word)
			letters[len++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
	}
	starts[n] = len;
	return n;
}

/* Keeps the lowest of each `window` hashes, or of all n if there are fewer. How many it keeps. */
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
	uint64_t *hashes = f->host->alloc(f->host->context, arena, (page->text.len / 2 + 2) * sizeof *hashes);
	char *letters = f->host->alloc(f->host->context, arena, page->text.len + 1);
	size_t tokens = (size_t)f->tokens, runs = 0, n, kept = 0;

	if (!hashes || !letters)
		return FIRSTPRINT_NO_MEMORY;
	n = read_tokens(page->text, letters, hashes);
	for (; runs + tokens <= n; runs++) /* the hash of a run replaces its start, which no later run needs */
		hashes[runs] = f->host->hash(f->host->context, letters + hashes[runs], hashes[runs + tokens] - hashes[runs]);
	n = winnow(hashes, runs, (size_t)f->window);
	qsort(hashes, n, sizeof *hashes, by_value);
	for (size_t i = 0; i < n && kept < KEPT_MOST; i++)
		if (kept == 0 || hashes[i] != hashes[kept - 1])
			hashes[kept++] = hashes[i];
	*out = (firstprint_signature){(const uint8_t *)hashes, kept * sizeof *hashes};
	return FIRSTPRINT_OK;
}

/* 0: it is not one of ours. */
static int read_signature(const firstprint_signature *sig, const uint64_t **hashes, size_t *n)
{
	*hashes = (const uint64_t *)(const void *)sig->bytes; /* aligned to 8, as the contract says */
	*n = sig->len / sizeof **hashes;
	for (size_t i = 1; i < *n; i++)
		if ((*hashes)[i] <= (*hashes)[i - 1])
			return 0;
	return sig->len % sizeof **hashes == 0 && *n <= KEPT_MOST;
}

/* The newest pages that have a hash. How many there are. */
static size_t find_pages(const struct list *list, uint64_t hash, uint64_t pages[PAGES_MOST])
{
	size_t n = 0;

	for (size_t i = list->len; i-- > 0 && n < PAGES_MOST;)
		if (list->entries[i].hash == hash)
			pages[n++] = list->entries[i].page;
	return n;
}

/* The page that stands most often among n, of several the oldest, and how often. */
static uint64_t most_frequent(uint64_t *pages, size_t n, size_t *times)
{
	uint64_t best = 0;

	qsort(pages, n, sizeof *pages, by_value);
	*times = 0;
	for (size_t i = 0; i + *times < n; i++)
		while (i + *times < n && pages[i + *times] == pages[i]) {
			best = pages[i];
			++*times;
		}
	return best;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct substrings *f = state;
	const uint64_t *hashes;
	uint64_t *pages, best;
	size_t n, found = 0, shared;
	double share;

	if (!read_signature(sig, &hashes, &n))
		return FIRSTPRINT_BAD_SIGNATURE;
	verdict->stage = n ? "substrings" : "too-short";
	pages = malloc((n + 1) * PAGES_MOST * sizeof *pages);
	if (!pages)
		return FIRSTPRINT_NO_MEMORY;
	for (size_t i = 0; i < n; i++)
		found += find_pages(&f->lists[hashes[i] % LISTS], hashes[i], pages + found);
	best = most_frequent(pages, found, &shared);
	free(pages);
	share = n ? (double)shared / (double)n : 0;
	if (share >= f->share) {
		verdict->kind = FIRSTPRINT_NEAR_DUPLICATE;
		verdict->of = best;
		verdict->score = share;
	}
	firstprint_add_evidence(verdict, "substrings", (double)shared);
	firstprint_add_evidence(verdict, "kept", (double)n);
	firstprint_add_evidence(verdict, "substring-share", share);
	return FIRSTPRINT_OK;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct substrings *f = state;
	const uint64_t *hashes;
	size_t n;

	if (!read_signature(sig, &hashes, &n))
		return FIRSTPRINT_BAD_SIGNATURE;
	for (size_t i = 0; i < n; i++) {
		struct list *list = &f->lists[hashes[i] % LISTS];
		size_t k = list->len;

		while (k > 0 && (list->entries[k - 1].page != page_id || list->entries[k - 1].hash != hashes[i]))
			k--;
		if (k > 0)
			memmove(list->entries + k - 1, list->entries + k, (list->len-- - k) * sizeof *list->entries);
	}
	return FIRSTPRINT_OK;
}

static int append(struct list *list, struct entry entry)
{
	size_t room = list->len < list->room ? list->room : list->room * 2 + 1;
	struct entry *entries = room == list->room ? list->entries : realloc(list->entries, room * sizeof *entries);

	if (!entries)
		return 0;
	entries[list->len] = entry;
	*list = (struct list){entries, list->len + 1, room};
	return 1;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct substrings *f = state;
	const uint64_t *hashes;
	size_t n;

	if (!read_signature(sig, &hashes, &n))
		return FIRSTPRINT_BAD_SIGNATURE;
	for (size_t i = 0; i < n; i++)
		if (!append(&f->lists[hashes[i] % LISTS], (struct entry){hashes[i], page_id})) {
			forget(state, page_id, sig); /* those that were appended */
			return FIRSTPRINT_NO_MEMORY;
		}
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct substrings *f = state;
	size_t size = sizeof *f;

	for (size_t i = 0; i < LISTS; i++)
		size += f->lists[i].room * sizeof *f->lists[i].entries;
	return size;
}

static void close_filter(void *state)
{
	for (size_t i = 0; i < LISTS; i++)
		free(((struct substrings *)state)->lists[i].entries);
}

/* Of two verdicts about one page, given by states that share the pages among them. */
static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	if (a->score != b->score)
		return a->score > b->score ? 1 : -1;
	return (a->of < b->of) - (a->of > b->of);
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
	.version = 1,
	.open = open_filter,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_filter,
	.better = better,
};
