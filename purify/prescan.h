/* prescan — one pass over the markup before gumbo sees it: cuts what no reader sees, counts what could hurt.
 *
 * Cut are the bodies of script, style, svg, iframe, noembed and noframes, comments, and <html> and <body> tags past the
 * first few. Half of a typical page goes, and gumbo takes as long as its input is. Numeric references beyond Unicode
 * become U+FFFD: gumbo's counter overflows on them and hides the rest of the text. Depth and attributes are counted,
 * because gumbo's time and memory are quadratic in both: google/gumbo-parser#391, #393. */
#ifndef PURIFY_PRESCAN_H
#define PURIFY_PRESCAN_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Of 6,691 real pages none comes near: most open elements 178, most attributes of one tag 71. */
enum { PRESCAN_DEPTH_MOST = 512, PRESCAN_ATTRIBUTES_MOST = 512 };

typedef struct prescan_result {
	firstprint_span html;  /* what is left, in the arena */
	size_t depth;          /* most elements open at once, those HTML closes by itself (p, li, td…) not counted */
	size_t attributes;     /* most attributes of one tag */
} prescan_result;

/* ERR_MEMORY. */
status prescan(firstprint_span html, arena *a, prescan_result *out);

/* The visible text by cutting out tags alone: for pages that are out of bounds. Block tags become '\n'. *title is what
 * stands in the first <title>, references and all; len 0: nothing. */
status prescan_strip(firstprint_span html, arena *a, firstprint_span *out, firstprint_span *title);

#endif
