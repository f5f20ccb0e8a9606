/* strip — reads a page that exceeds a bound without parsing it whole: its text without tags, and the tags that say
 * something without text. Takes linear time and memory, whatever the page is. */
#ifndef PURIFY_STRIP_H
#define PURIFY_STRIP_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct stripped {
	firstprint_span text; /* block tags are '\n'; character references are not decoded */
	firstprint_span tags; /* markup that facts_read can be given: title, links, robots…, one after the other */
} stripped;

/* html: what prescan leaves of a page. Both results live in a. ERR_MEMORY. */
status strip_page(firstprint_span html, arena *a, stripped *out);

#endif
