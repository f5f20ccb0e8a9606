/* cue_phrases — phrases of headings above teasers, above comments, and above requests for consent or an address, in the languages
 * that have stop words. */
#ifndef PURIFY_CUE_PHRASES_H
#define PURIFY_CUE_PHRASES_H

#include <stdint.h>

extern const struct cue_phrases {
	uint8_t mark;        /* a bit of enum mark */
	const char *phrases; /* in lower case, each with a '|' after it; '*' at the end of one matches any rest */
} cue_phrases[];             /* the last has no phrases */

enum { CUE_PHRASES_MOST = 1024 }; /* all of them together */

#endif
