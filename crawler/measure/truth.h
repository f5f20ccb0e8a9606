/* truth — the labels of a set of pages: clusters of the same article, pairs to ignore, and pairs that look alike but
 * differ.
 *
 * A file has lines `id_a TAB id_b [TAB label]`, with the label dup (the default), ignore or neg; or lines `id TAB
 * cluster`. Further columns are ignored, and so are lines that begin with #. If a line has a label, or the second
 * column of the first line about a page that is there is the id of another, all lines are pairs. A cluster is the transitive closure of dup pairs. */
#ifndef CRAWLER_MEASURE_TRUTH_H
#define CRAWLER_MEASURE_TRUTH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct truth truth;

/* Union-find: the page that stands for the group of page i. parents[j]: another page of j's group, or j for the one that stands for
 * it. Ways become shorter. */
static inline size_t truth_root(size_t *parents, size_t i)
{
	while (parents[i] != i)
		i = parents[i] = parents[parents[i]];
	return i;
}

/* ids[i] is the id of page i as JSON; in the file a string stands without quotes. NULL: page i could not be read. ids
 * are used during the call only. ERR_IO: the file cannot be read; ERR_FORMAT: a line of one column, an unknown label, or no
 * line about these pages; why names file and line. ERR_MEMORY. */
status truth_open(const char *file, const char *const *ids, size_t n, truth **out, complaint *why);
void truth_close(truth *t); /* accepts NULL */

/* How many lines name a page that is not there, and were left out; *first: a sentence about the first, valid as long as t. */
size_t truth_left_out(const truth *t, const char **first);

/* Are pages i and j the same article? */
bool truth_same(const truth *t, size_t i, size_t j);
/* Is i, j a pair to ignore? */
bool truth_ignores(const truth *t, size_t i, size_t j);
/* A number < n that is the same for all pages of the cluster of page i. */
size_t truth_cluster(const truth *t, size_t i);
/* The k-th pair labelled neg, from 0; false: there are no more. */
bool truth_negative(const truth *t, size_t k, size_t *i, size_t *j);

#endif
