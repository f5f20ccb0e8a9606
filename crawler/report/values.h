/* values — values from a store, as JSON that is safe to put into a page. */
#ifndef CRAWLER_REPORT_VALUES_H
#define CRAWLER_REPORT_VALUES_H

#include "crawler/console/rows.h"

/* Returns a text, cleaned of control characters and cut; null for NULL. */
json_t *values_text(const char *text);
/* Returns a number; null if it is not finite. */
json_t *values_real(double value);

/* Returns a value of a row. */
json_t *values_json(const store_value *v);
/* Returns an array of the names, and one of the row's values by these names. NULL ends the names. */
json_t *values_names(const char *const *names);
json_t *values_named(const table_row *r, const char *const *names);

#endif
