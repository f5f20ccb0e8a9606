/* cue_phrases — what headings say above teasers, above comments, and above what asks for consent or an address, in the
 * languages there are stop words for. */
#ifndef PURIFY_CUE_PHRASES_H
#define PURIFY_CUE_PHRASES_H

#include <stdint.h>

extern const struct cue_phrases {
	const char *const *phrases; /* in lower case, the last is NULL; after '*' anything may follow */
	uint8_t mark;               /* a bit of enum mark */
} cue_phrases[];                    /* the last has no phrases */

#endif
