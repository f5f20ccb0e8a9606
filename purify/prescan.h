/* prescan — one pass over the markup before gumbo parses it. It removes what no reader sees, and counts what could slow gumbo down.
 *
 * It removes the elements script, style, svg, noembed and noframes, the contents of an iframe, comments, processing instructions,
 * <html> and <body> tags after the third, attributes that nobody reads, classes that name no role, and white space behind white
 * space. In paragraphs, cells and the like, where they cannot move their text, it removes the tags of elements within a line that say
 * nothing about it: code, em, b, spans that cannot be hidden; not if such elements are nested wrongly somewhere. That is more than
 * half of a typical page, and gumbo's time grows with its input: manuals have a span for each word of their code. Links in an svg stay.
 * Numeric references beyond U+10FFFF become U+FFFD, because they overflow gumbo's counter and hide the rest of the text. An <iframe/>,
 * <script/>, <title/> or the like that has no end tag has no body: in a browser all that follows it on the page would be its body.
 * It counts depth and attributes, because gumbo's time and memory are quadratic in both: google/gumbo-parser#391, #393. */
#ifndef PURIFY_PRESCAN_H
#define PURIFY_PRESCAN_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* 6,691 real pages stay far below the first two: at most 178 elements are open at once, and one tag has at most 71 attributes. Old
 * pages leave formatting elements (b, font…) open by the hundred, and these cost little. */
enum { PRESCAN_DEPTH_MOST = 512, PRESCAN_ATTRIBUTES_MOST = 512, PRESCAN_FORMATTING_MOST = 4096 };

typedef struct prescan_result {
	firstprint_span html;     /* the rest of the page; in the arena */
	size_t depth;             /* the most elements open at once, except those that HTML closes by itself (p, li, a…) */
	size_t formatting;        /* the most formatting elements open at once; they are not in depth */
	size_t attributes;        /* the most attributes of one tag */
	firstprint_span noframes; /* the contents of the first <noframes>, a slice of the input; at NULL: there is none */
} prescan_result;

/* ERR_MEMORY. */
status prescan(firstprint_span html, arena *a, prescan_result *out);

#endif
