/* values — values from a store, as JSON that is safe to put into a page. */
#ifndef CRAWLER_REPORT_VALUES_H
#define CRAWLER_REPORT_VALUES_H

#include <jansson.h>

/* Returns a text, cleaned of control characters and cut; null for NULL. */
json_t *values_text(const char *text);
/* Returns a number; null if it is not finite. */
json_t *values_real(double value);

#endif
