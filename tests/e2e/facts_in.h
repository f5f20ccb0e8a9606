/* facts_in — what a report draws (crawler/report/facts.h), as it stands in the page: zlib's bytes in base64. */
#ifndef TESTS_E2E_FACTS_IN_H
#define TESTS_E2E_FACTS_IN_H

#include <jansson.h>

/* page: all of the HTML. The caller's to free. Fails if it has no facts. */
json_t *facts_in(const char *page);
/* The bytes of a file in the harness' folder, as a string; to be freed. */
char *facts_read_file(const char *name);

#endif
