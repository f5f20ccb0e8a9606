/* cues — headings above text that is not part of the article: "Related articles", "3 comments", 相关阅读. */
#ifndef PURIFY_CUES_H
#define PURIFY_CUES_H

#include <stdint.h>

#include "plugin/firstprint.h"
#include "purify/marks.h"

/* Returns the bit of enum mark for the text under this heading; 0: it is not such a heading. heading is valid UTF-8. */
uint8_t cue_of(firstprint_span heading);

#endif
