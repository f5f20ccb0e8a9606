/* cues — headings above text that is not part of the article, as teasers, comments, and requests for consent or an address are:
 * "Related articles", "3 comments", 相关阅读. */
#ifndef PURIFY_CUES_H
#define PURIFY_CUES_H

#include <stdint.h>

#include "plugin/firstprint.h"
#include "purify/marks.h"

/* Their phrases, in the languages that have stop words. */
extern const struct cue_phrases {
	uint8_t mark;        /* a bit of enum mark */
	const char *phrases; /* in lower case, each with a '|' after it; '*' at the end of one matches any rest */
} cue_phrases[];             /* the last has no phrases */

/* Returns the bit of enum mark for the text under this heading; 0: it is not such a heading. heading is valid UTF-8. */
uint8_t cue_of(firstprint_span heading);

#endif
