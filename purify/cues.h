/* cues — headings that say that what follows is no part of the article: "Related articles", "3 comments", 相关阅读. */
#ifndef PURIFY_CUES_H
#define PURIFY_CUES_H

#include <stdint.h>

#include "plugin/firstprint.h"
#include "purify/marks.h"

/* The bit of enum mark that the text under such a heading has; 0: the heading says no such thing. It is valid UTF-8. */
uint8_t cue_of(firstprint_span heading);

#endif
