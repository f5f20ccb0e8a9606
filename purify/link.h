/* link — a link as written in a page. */
#ifndef PURIFY_LINK_H
#define PURIFY_LINK_H

#include <stdbool.h>

enum { PURIFY_LINKS_MOST = 20000 }; /* per page */

typedef struct purify_link {
	const char *href; /* without white space at its ends; not resolved; its query escaped by query.h */
	bool nofollow;    /* rel=nofollow */
} purify_link;

#endif
