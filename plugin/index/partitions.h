/* partitions — an inverted index of sets, divided by their sizes. It finds all stored sets with a Jaccard similarity of at
 * least `tau` to a given one, without misses, and looks at few others. Theobald, Siddharth, Paepcke: SpotSigs, SIGIR
 * 2008, §4.
 *
 *	|A ∩ B| ≤ min(|A|, |B|),  |A ∪ B| ≥ max(|A|, |B|)     so   J(A, B) ≥ τ  needs  min / max ≥ τ
 *
 * A partition holds the sets of sizes from b to e, where e is the first number with e − b > (1 − τ) e. For a new set A,
 * only the partitions with sizes from τ |A| to |A| / τ are searched: its own and the neighbours on both sides. In each of
 * them, the features of A are looked up in the order of their posting lists' lengths, the rarest first. A set B that was
 * not found by the first δ features has at most |A| − δ features in common with A. So if
 *
 *	|A| − δ < τ |A|             the rest of the features need not be looked up
 *	|A| − δ < τ (|B| + δ)       B, found now for the first time, need not be compared
 *
 * What we changed. The authors divide a finished collection and compare each pair once, beginning with the smaller set.
 * Here pages come one by one; so the neighbours on both sides are searched, and posting lists are not sorted by size: a
 * set of the wrong size is skipped, and does not end its list. Their sets are bags, where a repeated sentence counts
 * twice; ours are sets. For τ above 0.9 the partitions are as wide as for 0.9. Large sets are sampled (sets.h): a
 * partition also ends where the sample halves, so that all its sets are compared with A below one bound, and A here is
 * the part of A below that bound. */
#ifndef PLUGIN_INDEX_PARTITIONS_H
#define PLUGIN_INDEX_PARTITIONS_H

#include "plugin/index/pages.h"
#include "plugin/index/postings.h"
#include "plugin/index/sets.h"

enum { PARTITIONS_MAX = 512 };

typedef struct partition_index {
	double tau;
	uint32_t ends[PARTITIONS_MAX]; /* the largest size in each partition, ascending */
	uint32_t count;                /* of partitions */
	page_table pages;              /* with the items of their sets */
	struct partition_size {
		uint32_t size, tag;
	} * sizes; /* of each entry of pages */
	size_t sizes_room;
	postings lists; /* keyed by feature and partition */
	struct partition_term {
		uint32_t feature, frequency;
	} * terms;             /* [SETS_KEPT], scratch memory of a query */
	uint32_t *frequencies; /* lengths of posting lists, by a hash of their keys: they tell which feature is rare */
} partition_index;             /* all zeros: not open, empty; partitions_memory and partitions_free accept it */

typedef struct partition_match {
	uint64_t id;
	uint32_t tag;  /* as given to partitions_add */
	uint32_t size; /* of the stored set */
	set_likeness like;
} partition_match;

/* tau: above 0, at most 1. Allocates nothing yet. */
void partitions_open(partition_index *x, double tau);
/* Ids ascend. The set's items are borrowed until the page is removed. tag: any number, given back with every match. false:
 * out of memory, nothing changed. */
bool partitions_add(partition_index *x, uint64_t id, uint32_t tag, const feature_set *set);
void partitions_remove(partition_index *x, uint64_t id); /* unknown ids: no effect */
/* Calls visit once for every stored set whose Jaccard similarity to set, and whose ratio of sizes, is at least tau, in no
 * particular order. */
void partitions_each(const partition_index *x, const feature_set *set, void (*visit)(void *ctx, const partition_match *match),
		     void *ctx);
size_t partitions_memory(const partition_index *x); /* in bytes, without the borrowed items */
void partitions_free(partition_index *x);

#endif
