/* neighbours — the stored pages with a near fingerprint and about the same count: among all pages, or among those of the
 * newcomer's cluster.
 *
 * Kumar, Govindarajulu 2013, §3 and §4.2. Among all pages they are found with an index (hamming.h). With K clusters
 * (kmodes.h) the fingerprints of a cluster lie in a row, and the newcomer is compared with the whole row of its cluster, as
 * in the paper: a K-th of the pages. The index needs about the same time for any number of pages, a row needs a nanosecond
 * a page: it is the faster one up to some thousand pages a cluster. */
#ifndef PLUGIN_INDEX_NEIGHBOURS_H
#define PLUGIN_INDEX_NEIGHBOURS_H

#include "plugin/index/hamming.h"
#include "plugin/index/kmodes.h"

/* What a page is found by. */
typedef struct neighbour {
	uint64_t fingerprint;
	uint32_t count;
	const uint32_t *representatives; /* see kmodes_add; not read without clusters */
	size_t representatives_len;
} neighbour;

typedef struct neighbours {
	hamming_index all;     /* without clusters: all pages */
	kmodes modes;          /* with clusters; modes.k is 0 without */
	segments points;       /* struct point of each entry */
	struct near_row *rows; /* [modes.k] */
	bool stale;            /* the rows do not agree with the clusters: until neighbours_refresh */
} neighbours;                  /* all zeros: not open; neighbours_memory and neighbours_free accept it */

/* For queries with these bits and this window (hamming.h), in k clusters by representatives of at most width words; k = 0:
 * without clusters. Allocates nothing. */
void neighbours_open(neighbours *x, int bits, uint32_t window, uint32_t k, uint32_t width);
/* entry: above all that are there. The representatives are borrowed until the page is removed. false: out of memory, and the
 * page is not added; with clusters neighbours_refresh must follow. */
bool neighbours_add(neighbours *x, uint32_t entry, const neighbour *page);
/* Before the first call of neighbours_add: about so many pages will come. */
void neighbours_expect(neighbours *x, uint64_t pages);
/* Begins to load what neighbours_add will read for this page. */
void neighbours_prefetch(const neighbours *x, const neighbour *page);
/* No effect if there is no such entry. With clusters nothing else may be asked or added until neighbours_refresh. */
void neighbours_remove(neighbours *x, uint32_t entry);
/* false: out of memory; to be called again. */
bool neighbours_refresh(neighbours *x);

/* The cluster to which the page belongs; KMODES_NONE: there are no clusters, or no pages. false: out of memory before. */
bool neighbours_cluster(const neighbours *x, const neighbour *page, int32_t *cluster);
/* Is the entry in this cluster? Everything is in KMODES_NONE. */
bool neighbours_in_cluster(const neighbours *x, uint32_t entry, int32_t cluster);
/* Writes the entries that are near and in the page's cluster, in no particular order: of more than HAMMING_MOST the newest.
 * Returns how many. */
size_t neighbours_find(const neighbours *x, const neighbour *page, int32_t cluster, hamming_match out[HAMMING_MOST]);

size_t neighbours_memory(const neighbours *x); /* in bytes */
void neighbours_free(neighbours *x);

#endif
