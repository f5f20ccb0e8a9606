/* prescan — one pass over the markup before gumbo parses it: removes what no reader sees, and counts what could hurt.
 *
 * Removed are the elements script, style, svg, iframe, noembed and noframes, comments, processing instructions, and
 * <html> and <body> tags after the third. That is half of a typical page, and gumbo's time grows with its input.
 * Numeric references beyond U+10FFFF become U+FFFD, because they overflow gumbo's counter and hide the rest of the text.
 * Depth and attributes are counted, because gumbo's time and memory are quadratic in both: google/gumbo-parser#391,
 * #393. */
#ifndef PURIFY_PRESCAN_H
#define PURIFY_PRESCAN_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* None of 6,691 real pages comes near: at most 178 elements are open at once, and one tag has at most 71 attributes. */
enum { PRESCAN_DEPTH_MOST = 512, PRESCAN_ATTRIBUTES_MOST = 512 };

typedef struct prescan_result {
	firstprint_span html; /* what is left; in the arena */
	size_t depth;         /* the most elements open at once, without those HTML closes by itself (p, li, td…) */
	size_t attributes;    /* the most attributes of one tag */
} prescan_result;

/* ERR_MEMORY. */
status prescan(firstprint_span html, arena *a, prescan_result *out);

/* The text of a page whose tags are removed without parsing; for pages that exceed a bound. Block tags become '\n', and
 * character references are not decoded. *title: what stands in the first <title>; len 0: nothing. Both live in a.
 * ERR_MEMORY. */
status prescan_strip(firstprint_span html, arena *a, firstprint_span *out, firstprint_span *title);

#endif
