/* labels — a truth file that a person adds to: pairs of articles, which are one or two. `eval` reads it (crawler/measure/truth.h).
 *
 *	labels_open(file, &l, &why)                 reads what it has; makes it, if there is none
 *	labels_id(head, a)                          what stands for an article in the file
 *	labels_has(l, x, y)                         has the pair a label?
 *	labels_put(l, x, y, "dup", &why)            adds a line, which is in the file when this returns
 *	labels_take_back(l, &why)                   removes the last line that was put */
#ifndef CRAWLER_INSPECT_LABELS_H
#define CRAWLER_INSPECT_LABELS_H

#include <stdbool.h>

#include "store/ask.h"

typedef struct labels labels;

/* ERR_IO: it cannot be written; ERR_FORMAT: it has other lines than pairs with labels. */
status labels_open(const char *file, labels **out, complaint *why);
void labels_close(labels *l); /* accepts NULL */

/* The id of its input line, or its URL; in a. NULL: it has neither that could stand in a column. */
const char *labels_id(const store_head *head, arena *a);
/* Whichever is named first. */
bool labels_has(labels *l, const char *a, const char *b);
/* label: "dup", "neg" or "ignore". */
status labels_put(labels *l, const char *a, const char *b, const char *label, complaint *why);
/* No effect if none was put, or it was taken back. */
status labels_take_back(labels *l, complaint *why);

#endif
