#include "plugin/index/neighbours.h"

#include <stdlib.h>

#include "base/grow.h"
#include "plugin/index/near.h"

struct point {
	uint64_t fingerprint;
	uint32_t count;
};

/* The pages of a cluster, the oldest first. */
struct near_row {
	uint64_t *fingerprints;
	uint32_t *entries;
	size_t len, fingerprints_room, entries_room;
};

void neighbours_open(neighbours *x, int bits, uint32_t window, uint32_t k, uint32_t width)
{
	*x = (neighbours){.modes = {.k = k, .width = width}};
	hamming_open(&x->all, bits, window);
}

static struct point *point_at(const neighbours *x, uint32_t entry)
{
	return segments_at(&x->points, entry, sizeof(struct point));
}

/* ── rows ── */

static bool make_room(struct near_row *r)
{
	uint64_t *fingerprints = grow(r->fingerprints, r->len, &r->fingerprints_room, sizeof *fingerprints);
	uint32_t *entries = grow(r->entries, r->len, &r->entries_room, sizeof *entries);

	r->fingerprints = fingerprints ? fingerprints : r->fingerprints;
	r->entries = entries ? entries : r->entries;
	return fingerprints && entries;
}

/* Appends the entry to the row of its cluster. */
static bool append(neighbours *x, uint32_t entry)
{
	struct near_row *r = &x->rows[kmodes_cluster(&x->modes, entry)];

	if (!make_room(r))
		return false;
	r->fingerprints[r->len] = point_at(x, entry)->fingerprint;
	r->entries[r->len++] = entry;
	return true;
}

/* Makes all rows again, after pages changed their clusters. */
static bool regroup(neighbours *x)
{
	for (uint32_t c = 0; c < x->modes.k; c++)
		x->rows[c].len = 0;
	for (uint32_t e = 0; e < x->modes.len; e++)
		if (kmodes_cluster(&x->modes, e) != KMODES_NONE && !append(x, e))
			return false;
	return true;
}

static bool add_to_cluster(neighbours *x, uint32_t entry, const neighbour *page)
{
	uint32_t computed = x->modes.computed;

	if (!x->rows)
		x->rows = calloc(x->modes.k, sizeof *x->rows);
	if (x->stale || !x->rows || !segments_reserve(&x->points, (size_t)entry + 1, sizeof(struct point)))
		return false;
	*point_at(x, entry) = (struct point){page->fingerprint, page->count};
	if (kmodes_add(&x->modes, entry, page->representatives, page->representatives_len) &&
	    (x->modes.computed == computed ? append(x, entry) : regroup(x)))
		return true;
	kmodes_remove(&x->modes, entry);
	x->stale = true;
	return false;
}

/* ── pages ── */

bool neighbours_add(neighbours *x, uint32_t entry, const neighbour *page)
{
	return x->modes.k ? add_to_cluster(x, entry, page) : hamming_add(&x->all, entry, page->fingerprint, page->count);
}

void neighbours_expect(neighbours *x, uint64_t pages)
{
	if (!x->modes.k)
		hamming_expect(&x->all, pages);
}

void neighbours_prefetch(const neighbours *x, const neighbour *page)
{
	if (!x->modes.k)
		hamming_prefetch(&x->all, page->fingerprint, page->count);
}

void neighbours_remove(neighbours *x, uint32_t entry)
{
	if (!x->modes.k) {
		hamming_remove(&x->all, entry);
	} else if (kmodes_cluster(&x->modes, entry) != KMODES_NONE) {
		kmodes_remove(&x->modes, entry);
		x->stale = true;
	}
}

bool neighbours_refresh(neighbours *x)
{
	if (x->stale)
		x->stale = !kmodes_refresh(&x->modes) || !regroup(x);
	return !x->stale;
}

/* ── questions ── */

bool neighbours_cluster(const neighbours *x, const neighbour *page, int32_t *cluster)
{
	*cluster = KMODES_NONE;
	return !x->modes.k ||
	       (!x->stale && kmodes_nearest(&x->modes, page->representatives, page->representatives_len, cluster));
}

bool neighbours_in_cluster(const neighbours *x, uint32_t entry, int32_t cluster)
{
	return cluster == KMODES_NONE || kmodes_cluster(&x->modes, entry) == cluster;
}

/* Compares the newcomer with the whole row, from the newest page on. */
static size_t find_in_row(const neighbours *x, const struct near_row *r, const neighbour *page, hamming_match *out)
{
	uint16_t near[NEAR_MOST];
	size_t found = 0;

	for (size_t end = r->len; end > 0 && found < HAMMING_MOST;) {
		size_t from = end > NEAR_MOST ? end - NEAR_MOST : 0;
		size_t n = near_select(r->fingerprints + from, end - from, page->fingerprint, x->all.bits, near);

		while (n-- && found < HAMMING_MOST) {
			uint32_t entry = r->entries[from + near[n]];
			const struct point *p = point_at(x, entry);

			if (hamming_gap(p->count, page->count) <= x->all.window)
				out[found++] = (hamming_match){entry, __builtin_popcountll(p->fingerprint ^ page->fingerprint),
							       p->count};
		}
		end = from;
	}
	return found;
}

size_t neighbours_find(const neighbours *x, const neighbour *page, int32_t cluster, hamming_match out[HAMMING_MOST])
{
	if (!x->modes.k)
		return hamming_find(&x->all, page->fingerprint, page->count, out);
	return cluster == KMODES_NONE ? 0 : find_in_row(x, &x->rows[cluster], page, out);
}

static size_t row_memory(const struct near_row *r)
{
	return sizeof *r + r->fingerprints_room * sizeof *r->fingerprints + r->entries_room * sizeof *r->entries;
}

size_t neighbours_memory(const neighbours *x)
{
	size_t bytes = hamming_memory(&x->all) + kmodes_memory(&x->modes) + x->modes.len * sizeof(struct point);

	for (uint32_t c = 0; x->rows && c < x->modes.k; c++)
		bytes += row_memory(&x->rows[c]);
	return bytes;
}

void neighbours_free(neighbours *x)
{
	for (uint32_t c = 0; x->rows && c < x->modes.k; c++) {
		free(x->rows[c].fingerprints);
		free(x->rows[c].entries);
	}
	free(x->rows);
	segments_free(&x->points);
	hamming_free(&x->all);
	kmodes_free(&x->modes);
	*x = (neighbours){0};
}
