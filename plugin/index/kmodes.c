#include "plugin/index/kmodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

struct kmodes_page {
	bool is_there;
	uint32_t len;
	int32_t cluster;
	uint32_t words[]; /* its representatives; room for x->width */
};

static size_t page_size(const kmodes *x)
{
	return sizeof(struct kmodes_page) + x->width * sizeof(uint32_t);
}

static struct kmodes_page *page_at(const kmodes *x, uint32_t entry)
{
	return segments_at(&x->pages, entry, page_size(x));
}

static bool make_modes(kmodes *x)
{
	if (!x->modes)
		x->modes = calloc((size_t)x->k * x->width, sizeof *x->modes);
	if (!x->modes_len)
		x->modes_len = calloc(x->k, sizeof *x->modes_len);
	return x->modes && x->modes_len;
}

static int32_t nearest(const kmodes *x, const uint32_t *representatives, size_t n)
{
	int32_t best = KMODES_NONE;
	size_t most = 0;

	for (uint32_t c = 0; c < x->modes_used; c++) {
		size_t both = sorted_shared_u32(representatives, n, x->modes + (size_t)c * x->width, x->modes_len[c]);

		if (best == KMODES_NONE || both > most) {
			best = (int32_t)c;
			most = both;
		}
	}
	return best;
}

/* ── modes ── */

/* How many pages of a cluster have a keyword. */
struct tally {
	uint32_t cluster, keyword, count;
};

static int by_keyword(const void *a, const void *b)
{
	const struct tally *x = a, *y = b;

	if (x->cluster != y->cluster)
		return (x->cluster > y->cluster) - (x->cluster < y->cluster);
	return (x->keyword > y->keyword) - (x->keyword < y->keyword);
}

static int by_count(const void *a, const void *b)
{
	const struct tally *x = a, *y = b;

	if (x->cluster != y->cluster)
		return (x->cluster > y->cluster) - (x->cluster < y->cluster);
	if (x->count != y->count)
		return (x->count < y->count) - (x->count > y->count);
	return (x->keyword > y->keyword) - (x->keyword < y->keyword);
}

/* Every keyword of every page, with the page's cluster. To be freed by the caller. NULL: out of memory. */
static struct tally *collect(const kmodes *x, size_t *len)
{
	struct tally *all = malloc(((size_t)x->len * x->width + 1) * sizeof *all);
	size_t n = 0;

	for (uint32_t e = 0; all && e < x->len; e++) {
		const struct kmodes_page *page = page_at(x, e);

		for (size_t i = 0; page->is_there && i < page->len; i++)
			all[n++] = (struct tally){(uint32_t)page->cluster, page->words[i], 1};
	}
	*len = n;
	return all;
}

static size_t sum_up(struct tally *all, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(all, n, sizeof *all, by_keyword);
	for (size_t i = 0; i < n; i++) {
		if (kept && by_keyword(&all[i], &all[kept - 1]) == 0)
			all[kept - 1].count++;
		else
			all[kept++] = all[i];
	}
	if (kept)
		qsort(all, kept, sizeof *all, by_count);
	return kept;
}

/* The most frequent keywords of each cluster become its mode. A cluster without pages keeps the mode it had. */
static bool update_modes(kmodes *x)
{
	size_t n, i = 0;
	struct tally *all = collect(x, &n);

	if (!all)
		return false;
	n = sum_up(all, n);
	while (i < n) {
		uint32_t c = all[i].cluster, len = 0, *mode = x->modes + (size_t)c * x->width;

		for (; i < n && all[i].cluster == c; i++)
			if (len < x->width)
				mode[len++] = all[i].keyword;
		qsort(mode, len, sizeof *mode, sorted_compare_u32);
		x->modes_len[c] = len;
	}
	free(all);
	return true;
}

/* Moves every page to the cluster of its nearest mode. Returns how many pages changed their cluster. */
static size_t reassign(kmodes *x)
{
	size_t moved = 0;

	for (uint32_t e = 0; e < x->len; e++) {
		struct kmodes_page *page = page_at(x, e);
		int32_t c;

		if (!page->is_there)
			continue;
		c = nearest(x, page->words, page->len);
		moved += c != page->cluster;
		page->cluster = c;
	}
	return moved;
}

static bool compute(kmodes *x)
{
	for (int round = 0; round < KMODES_ROUNDS; round++)
		if (!update_modes(x))
			return false;
		else if (reassign(x) == 0)
			break;
	return true;
}

/* ── pages ── */

/* Gives the entry a cluster: a new one, with the entry as its mode, while there are fewer than k; else the nearest. */
static bool join(kmodes *x, uint32_t entry)
{
	struct kmodes_page *page = page_at(x, entry);

	if (x->modes_used < x->k) {
		memcpy(x->modes + (size_t)x->modes_used * x->width, page->words, page->len * sizeof *page->words);
		x->modes_len[x->modes_used] = page->len;
		page->cluster = (int32_t)x->modes_used++;
	} else {
		page->cluster = nearest(x, page->words, page->len);
	}
	x->live++;
	if (x->live < x->next_rounds)
		return true;
	x->next_rounds = x->live * 2;
	return compute(x);
}

/* Computes all clusters from the beginning, with the pages that are left. len grows entry by entry, so that compute
 * sees only the pages that have a cluster already. */
static bool rebuild(kmodes *x)
{
	uint32_t all = x->len;
	bool ok = true;

	x->modes_used = x->live = 0;
	x->next_rounds = 2 * x->k;
	for (uint32_t e = 0; e < all && ok; e++) {
		x->len = e + 1;
		ok = !page_at(x, e)->is_there || join(x, e);
	}
	x->len = all;
	x->stale = !ok;
	return ok;
}

bool kmodes_add(kmodes *x, uint32_t entry, const uint32_t *representatives, size_t n)
{
	struct kmodes_page *page;

	if (x->stale || !make_modes(x) || !segments_reserve(&x->pages, (size_t)entry + 1, page_size(x)))
		return false;
	if (!x->next_rounds)
		x->next_rounds = 2 * x->k;
	page = page_at(x, entry);
	*page = (struct kmodes_page){true, (uint32_t)n, KMODES_NONE};
	if (n)
		memcpy(page->words, representatives, n * sizeof *representatives);
	x->len = entry < x->len ? x->len : entry + 1;
	if (join(x, entry))
		return true;
	kmodes_remove(x, entry);
	return false;
}

void kmodes_remove(kmodes *x, uint32_t entry)
{
	if (entry >= x->len || !page_at(x, entry)->is_there)
		return;
	page_at(x, entry)->is_there = false;
	x->stale = true;
}

bool kmodes_refresh(kmodes *x)
{
	return !x->stale || rebuild(x);
}

bool kmodes_nearest(const kmodes *x, const uint32_t *representatives, size_t n, int32_t *cluster)
{
	if (!x->stale)
		*cluster = nearest(x, representatives, n);
	return !x->stale;
}

int32_t kmodes_cluster(const kmodes *x, uint32_t entry)
{
	return entry < x->len && page_at(x, entry)->is_there ? page_at(x, entry)->cluster : KMODES_NONE;
}

size_t kmodes_memory(const kmodes *x)
{
	return x->len * page_size(x) + (x->modes ? (size_t)x->k * (x->width + 1) * sizeof *x->modes : 0);
}

void kmodes_free(kmodes *x)
{
	segments_free(&x->pages);
	free(x->modes);
	free(x->modes_len);
	x->modes = x->modes_len = NULL;
}
