/* pattern — a regular expression with the syntax of Perl and Python (PCRE2): "\d", "(?i)", lookahead. */
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include <stdbool.h>

#include "base/status.h"

typedef struct pattern pattern;

/* ERR_USAGE: text is not a regular expression; why has "OPTION 'TEXT': " and the error. ERR_MEMORY. */
status pattern_open(const char *option, const char *text, pattern **out, complaint *why);
void pattern_close(pattern *p); /* accepts NULL */

/* Does the pattern match anywhere in the text? false if matching takes more than 100,000 steps. One thread at a time. */
bool pattern_matches(pattern *p, const char *text);
/* The same, but true if matching takes too many steps: for patterns that exclude something. */
bool pattern_may_match(pattern *p, const char *text);

/* Has the pattern matched any text so far? */
bool pattern_is_used(const pattern *p);
/* Returns "OPTION 'TEXT'", which is valid until pattern_close. */
const char *pattern_shown(const pattern *p);

#endif
