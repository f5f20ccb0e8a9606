/* partitions — an inverted index over sets that finds every stored set at least `tau` like a new one, exactly, and looks
 * at few others. Theobald, Siddharth, Paepcke: SpotSigs, SIGIR 2008, §4.
 *
 *	|A ∩ B| ≤ min(|A|, |B|),  |A ∪ B| ≥ max(|A|, |B|)     so   J(A, B) ≥ τ  needs  min / max ≥ τ
 *
 * Sets are parted by size: a partition that begins at b ends at the first e with e − b > (1 − τ) e. Only partitions
 * with sizes from τ |A| to |A| / τ are asked: A's own and its neighbours. In each the newcomer's features are taken
 * rarest first. A set not met in δ of them has at most |A| − δ in common with A, hence
 *
 *	|A| − δ < τ |A|             all that remain need not be looked up
 *	|A| − δ < τ (|B| + δ)       B, met now for the first time, need not be compared
 *
 * What we changed. The authors part a finished collection and compare each pair once, from the smaller set's side; pages
 * come one by one here, so both neighbours are asked, and lists cannot be sorted by size: a set too small or too large
 * is passed over instead of ending its list. Their sets are bags; ours are sets (the issue of bags: a repeated sentence
 * would count twice). For τ above 0.9 partitions stay as wide as for 0.9. Where sets are sampled (sets.h) a partition
 * also ends where the sample halves: all its sets are compared with A below one bound, and A there is the part of A
 * below it. */
#ifndef PLUGIN_INDEX_PARTITIONS_H
#define PLUGIN_INDEX_PARTITIONS_H

#include "plugin/index/pages.h"
#include "plugin/index/postings.h"
#include "plugin/index/sets.h"

enum { PARTITIONS_MOST = 512 };

typedef struct partition_index {
	double tau;
	uint32_t ends[PARTITIONS_MOST]; /* ascending: the largest size in each */
	uint32_t count;
	page_table pages; /* with the items of their sets */
	struct partition_size { uint32_t size, tag; } *sizes; /* of each */
	size_t sizes_room;
	postings lists; /* under a key of feature and partition */
	struct partition_term { uint32_t feature, frequency; } *terms; /* [SETS_KEPT], of the question under way */
	uint32_t *frequencies; /* how long lists are, by hash of their key: which feature is rare */
} partition_index; /* all zeros: not open, holds nothing; memory and free accept it */

typedef struct partition_match {
	uint64_t id;
	uint32_t tag;
	uint32_t size; /* of the stored set */
	set_likeness like;
} partition_match;

/* tau above 0, at most 1. Allocates nothing yet. */
void partitions_open(partition_index *x, double tau);
/* Ids ascend. The items are borrowed until the page is removed. tag comes back with every match. false: out of memory, nothing changed. */
bool partitions_add(partition_index *x, uint64_t id, uint32_t tag, const feature_set *set);
void partitions_remove(partition_index *x, uint64_t id); /* unknown ids: no effect */
/* Every stored set with sizes and Jaccard at least tau, once each, in no order. */
void partitions_each(const partition_index *x, const feature_set *set, void (*visit)(void *ctx, const partition_match *match),
		     void *ctx);
size_t partitions_memory(const partition_index *x);
void partitions_free(partition_index *x);

#endif
