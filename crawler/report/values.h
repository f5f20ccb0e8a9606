/* values — values from a store, as JSON that is safe to put into a page. */
#ifndef CRAWLER_REPORT_VALUES_H
#define CRAWLER_REPORT_VALUES_H

#include "crawler/console/rows.h"

/* Returns a text, cleaned of control characters and cut; null for NULL. */
json_t *values_text(const char *text);
/* Returns a value of a row; null for NULL, and for a number that is not finite. */
json_t *values_json(const store_value *v);
/* Returns n integers as an array. */
json_t *values_integers(const json_int_t *items, size_t n);

#endif
