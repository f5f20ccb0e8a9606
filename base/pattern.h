/* pattern — a regular expression as Perl and Python have them (PCRE2): "\d", "(?i)", lookahead. */
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct pattern pattern;

/* ERR_USAGE: it is none; why has "OPTION 'TEXT': " and what is wrong. ERR_MEMORY. */
status pattern_open(const char *option, const char *text, pattern **out, complaint *why);
void pattern_close(pattern *p); /* accepts NULL */

/* Does the text match anywhere? Not if that takes more than a hundred thousand steps. One thread at a time. */
bool pattern_matches(pattern *p, const char *text);
/* The same, but of a text that took too many steps it is true: where a match keeps something out. */
bool pattern_may_match(pattern *p, const char *text);

/* Has any text matched so far? */
bool pattern_is_used(const pattern *p);
/* "OPTION 'TEXT'"; until pattern_close. */
const char *pattern_shown(const pattern *p);

#endif
