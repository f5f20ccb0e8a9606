/* cue_phrases — phrases of headings above teasers, above comments, and above requests for consent or an address, in the languages
 * that have stop words. */
#ifndef PURIFY_CUE_PHRASES_H
#define PURIFY_CUE_PHRASES_H

#include <stdint.h>

extern const struct cue_phrases {
	const char *const *phrases; /* in lower case, the last is NULL; '*' at the end matches any rest */
	uint8_t mark;               /* a bit of enum mark */
} cue_phrases[];                    /* the last has no phrases */

#endif
