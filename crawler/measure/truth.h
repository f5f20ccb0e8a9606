/* truth — the labels of a set of pages: clusters of the same article, pairs to ignore, and pairs that look alike but
 * differ.
 *
 * A file has lines `id_a TAB id_b [TAB label]`, with the label dup (the default), ignore or neg; or lines `id TAB
 * cluster`. Further columns are ignored, and so are lines that begin with #. A line with a label is a pair; if there is one, a third column is a
 * label in all lines. The others are pairs if the
 * second column of the first of them that is about a known page is the id of another, unless each page has such a line: then even numbers
 * are names of clusters. A cluster is the transitive closure of dup pairs. */
#ifndef CRAWLER_MEASURE_TRUTH_H
#define CRAWLER_MEASURE_TRUTH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/table.h"

/* A list of pairs of pages. */
typedef struct truth_pairs {
	struct truth_pair {
		size_t i, j; /* i < j */
	} * items;
	size_t len, room;
} truth_pairs;

/* A line about two pages, as the file has it. */
typedef struct truth_line {
	size_t i, j;
	const char *text;
} truth_line;

typedef struct truth {
	size_t repeated; /* pages that have the id of an earlier page; lines about it speak of the first */
	size_t left_out; /* lines that name an unknown page */
	char first[400]; /* a message about the first of them */
	bool has_lines;
	bool is_pairs;        /* lines without a label are not clusters */
	truth_pairs negative; /* those labelled neg */
	truth_line *lines;    /* all pairs, in the order of the file */
	size_t lines_len;
	/* Used by truth.c: */
	size_t len, ids; /* of pages; of those that have an id that no earlier one has */
	size_t *parents; /* union-find over pages */
	bool *named;     /* does a line speak of the page? */
	truth_pairs ignored;
	size_t lines_room;
	arena *memory;
	table places, clusters; /* id, or name of a cluster → index of its first page */
} truth;

/* Union-find: returns the page that represents the group of page i. parents[j]: another page of j's group, or j if it represents
 * the group. Shortens the paths. */
static inline size_t truth_root(size_t *parents, size_t i)
{
	while (parents[i] != i)
		i = parents[i] = parents[parents[i]];
	return i;
}

/* ids[i] is the id of page i as JSON; a string has no quotes in the file. NULL: page i could not be read. ids are used during the
 * call only. file: as for input_open, also compressed. ERR_IO: the file cannot be read; ERR_FORMAT: a line of one column, an unknown label, or no line about these pages; why
 * names file and line. ERR_MEMORY. */
status truth_open(const char *file, const char *const *ids, size_t n, truth **out, complaint *why);
void truth_close(truth *t); /* accepts NULL */

/* Are pages i and j the same article? */
bool truth_same(const truth *t, size_t i, size_t j);
/* Does a label speak of page i at all? */
bool truth_names(const truth *t, size_t i);
/* Do the labels say nothing of i and j: is no pair of their clusters labelled, or, in a file of clusters, one of the two in none? */
bool truth_is_silent(const truth *t, size_t i, size_t j);
/* Is i, j a pair to ignore? */
bool truth_ignores(const truth *t, size_t i, size_t j);
/* Returns a number < n that is the same for all pages of the cluster of page i. */
size_t truth_cluster(const truth *t, size_t i);

#endif
