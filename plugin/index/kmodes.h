/* kmodes — pages in K clusters by the keywords that represent them.
 *
 * Kumar, Govindarajulu 2013, §4.1: a page's representatives are its `width` most frequent keywords; the mode of a
 * cluster are the keywords most of its pages have; a page belongs to the cluster whose mode shares most keywords with
 * it; modes and membership are computed in turn until no page moves.
 *
 * The paper leaves open where modes start and when they are computed anew. Here the first K pages are the first modes,
 * newcomers go to the nearest mode as it is, and whenever the collection has doubled everything is computed again, at
 * most KMODES_ROUNDS times over. So the clusters depend on the sequence of pages alone; when a page is forgotten they
 * are computed at once from those that remain, as after a restart: forgetting is for the odd page. Ties go to the lower cluster and the lower keyword. */
#ifndef PLUGIN_INDEX_KMODES_H
#define PLUGIN_INDEX_KMODES_H

#include "plugin/index/pages.h"

enum { KMODES_ROUNDS = 20, KMODES_WIDTH_MOST = 64, KMODES_NONE = -1 };

typedef struct kmodes {
	uint32_t k, width;      /* set these first; k ≥ 1, width from 1 to KMODES_WIDTH_MOST */
	page_table pages;       /* the bytes are the representatives */
	int32_t *clusters;      /* of each page */
	uint32_t clusters_room;
	uint32_t *modes;        /* [k][width], each ascending */
	uint32_t *modes_len;    /* [k] */
	uint32_t modes_used;    /* clusters that have begun */
	uint32_t live;          /* pages not forgotten */
	uint32_t next_rounds;   /* compute again when so many pages are there */
	bool stale;             /* a page was forgotten, and there was no memory to compute the clusters again */
} kmodes;

/* representatives: n ≤ width keyword hashes, ascending; borrowed until the page is removed. false: out of memory. */
bool kmodes_add(kmodes *x, uint64_t id, const uint32_t *representatives, size_t n);
void kmodes_remove(kmodes *x, uint64_t id);
/* The cluster that a page with these representatives belongs to; KMODES_NONE: there is no page yet. false: there was no
 * memory for the clusters when a page was forgotten. */
bool kmodes_nearest(const kmodes *x, const uint32_t *representatives, size_t n, int32_t *cluster);
/* The cluster of a page that was added. */
int32_t kmodes_cluster(const kmodes *x, uint64_t id);
size_t kmodes_memory(const kmodes *x);
void kmodes_free(kmodes *x);

#endif
