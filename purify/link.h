/* link — a link as it stands in a page. */
#ifndef PURIFY_LINK_H
#define PURIFY_LINK_H

#include <stdbool.h>

enum { PURIFY_LINKS_MOST = 20000 }; /* of a page */

typedef struct purify_link {
	const char *href; /* white space around it cut; not resolved */
	bool nofollow;    /* rel=nofollow */
} purify_link;

#endif
