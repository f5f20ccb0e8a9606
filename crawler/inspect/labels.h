/* labels — a truth file that grows by a person's answers: pairs of articles, with labels. `eval` reads it
 * (crawler/measure/truth.h).
 *
 *	labels_open(file, &l, &why)                 reads the file, or creates it
 *	labels_id(head, a)                          the id of an article in the file
 *	labels_has(l, x, y)                         has the pair a label?
 *	labels_put(l, x, y, "dup", &why)            appends a line and writes it to the file
 *	labels_take_back(l, &why)                   removes the last line that labels_put added */
#ifndef CRAWLER_INSPECT_LABELS_H
#define CRAWLER_INSPECT_LABELS_H

#include <stdbool.h>

#include "store/ask.h"

typedef struct labels labels;

/* ERR_IO: it cannot be read or written; ERR_FORMAT: a line is not a pair with a label. */
status labels_open(const char *file, labels **out, complaint *why);
/* Removes the file again if labels_open created it and it is still empty. Accepts NULL. */
void labels_close(labels *l);

/* Returns the id of its input line, or its URL; in a. NULL: neither exists and fits in a column. */
const char *labels_id(const store_head *head, arena *a);
/* The order of a and b does not matter. */
bool labels_has(labels *l, const char *a, const char *b);
/* label: "dup", "neg" or "ignore". */
status labels_put(labels *l, const char *a, const char *b, const char *label, complaint *why);
/* No effect if no line was added, or the last one was already removed. */
status labels_take_back(labels *l, complaint *why);

#endif
