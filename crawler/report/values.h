/* values — what a store says, as JSON that a page may be given. */
#ifndef CRAWLER_REPORT_VALUES_H
#define CRAWLER_REPORT_VALUES_H

#include <jansson.h>

/* A text, cleaned of control characters and cut; NULL: null. */
json_t *values_text(const char *text);
/* null, if it is not finite. */
json_t *values_real(double value);

#endif
