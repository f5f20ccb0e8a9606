/* kmodes — divides pages into K clusters by their most frequent keywords.
 *
 * Kumar, Govindarajulu 2013, §4.1. The representatives of a page are its `width` most frequent keywords. The mode of a
 * cluster is the `width` keywords that most of its pages have. A page belongs to the cluster whose mode has most keywords
 * in common with it. Modes and clusters are computed in turn until no page changes its cluster.
 *
 * The paper does not say which modes to begin with, or when to compute them again. Here the first K pages are the first
 * modes, a new page joins the cluster of the nearest mode, and each time the number of pages has doubled, modes and
 * clusters are computed again, in at most KMODES_ROUNDS rounds. So the clusters depend only on the sequence of pages.
 * After pages were removed, kmodes_refresh computes everything from the beginning with the pages that are left, as after a
 * restart. Ties go to the lower cluster and to the lower keyword.
 *
 * What it costs: to find the nearest of K modes takes K comparisons of two short lists. To compute n pages again takes up to
 * KMODES_ROUNDS · n · K of them: a second for 100,000 pages and K = 32. That happens once when the number of pages has
 * doubled, and for a refresh once for each doubling. */
#ifndef PLUGIN_INDEX_KMODES_H
#define PLUGIN_INDEX_KMODES_H

#include "base/segments.h"

enum { KMODES_ROUNDS = 20, KMODES_WIDTH_MAX = 64, KMODES_NONE = -1 };

typedef struct kmodes {
	uint32_t k, width;    /* set these first; k ≥ 1, width from 1 to KMODES_WIDTH_MAX */
	segments pages;       /* struct kmodes_page of each entry */
	uint32_t len;         /* entries from here on were never added */
	uint32_t *modes;      /* [k][width], each mode ascending */
	uint32_t *modes_len;  /* [k]: how many keywords the mode has */
	uint32_t modes_used;  /* how many clusters there are so far */
	uint32_t live;        /* how many pages there are, without the removed ones */
	uint32_t next_rounds; /* compute everything again when there are so many pages */
	bool stale;           /* since the clusters were computed a page was removed, or there was no memory for it */
} kmodes;

/* entry: the page's number, above all that are there. representatives: n ≤ width hashes of keywords, ascending. false: out of
 * memory, and the page is not added. */
bool kmodes_add(kmodes *x, uint32_t entry, const uint32_t *representatives, size_t n);
/* Unknown entries: no effect. Until kmodes_refresh, nothing else may be asked or added. */
void kmodes_remove(kmodes *x, uint32_t entry);
/* Computes the clusters again if pages were removed. false: out of memory; to be called again. */
bool kmodes_refresh(kmodes *x);
/* The cluster to which a page with these representatives belongs; KMODES_NONE: there are no pages yet. false: the clusters
 * could not be computed for lack of memory. */
bool kmodes_nearest(const kmodes *x, const uint32_t *representatives, size_t n, int32_t *cluster);
/* The cluster of a page; KMODES_NONE: there is no such page. */
int32_t kmodes_cluster(const kmodes *x, uint32_t entry);
size_t kmodes_memory(const kmodes *x); /* in bytes */
void kmodes_free(kmodes *x);

#endif
