/* truth — which pages of a set are the same article: clusters, pairs that count neither way, tempting non-pairs.
 *
 * Lines `id_a TAB id_b [TAB label]`, label dup (the preset), ignore or neg, or `id TAB cluster`; further columns are
 * allowed, lines with # are skipped. They are pairs when the second column of the first line is an id of the pages.
 * A cluster is the closure of the dup pairs. */
#ifndef CRAWLER_MEASURE_TRUTH_H
#define CRAWLER_MEASURE_TRUTH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct truth truth;

/* ids[i] is the id of page i as JSON (a string's quotes do not count); borrowed during the call; NULL: no page.
 * ERR_IO: cannot be read; ERR_FORMAT, with file and line in why: a line of one column, an unknown label or id. */
status truth_open(const char *file, const char *const *ids, size_t n, truth **out, complaint *why);
void truth_close(truth *t); /* accepts NULL */

/* Are pages i and j the same article? */
bool truth_same(const truth *t, size_t i, size_t j);
bool truth_ignores(const truth *t, size_t i, size_t j);
/* The cluster of page i: the same number for the same article. */
size_t truth_cluster(const truth *t, size_t i);
/* Non-pairs: k from 0; false: there is no such. */
bool truth_negative(const truth *t, size_t k, size_t *i, size_t *j);

#endif
