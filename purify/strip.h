/* strip — reads a page that exceeds a bound, without parsing it: its text without tags, and the tags that carry facts. Takes linear
 * time and memory for any page. */
#ifndef PURIFY_STRIP_H
#define PURIFY_STRIP_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct stripped {
	firstprint_span text; /* a block tag is a '\n'; character references are not decoded */
	firstprint_span tags; /* markup for facts_read: title, links, robots…, one after the other */
} stripped;

/* html: the page after prescan. Both results live in a. ERR_MEMORY. */
status strip_page(firstprint_span html, arena *a, stripped *out);

#endif
