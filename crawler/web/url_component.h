/* url_component — query parameters and path segments, the parts that can be removed from a URL.
 *
 *	http://a/list?page=2&sort=date   without parameter sort   http://a/list?page=2
 *	http://a/print/7.html            without segment print    http://a/7.html */
#ifndef CRAWLER_WEB_URL_COMPONENT_H
#define CRAWLER_WEB_URL_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* A part of a URL, in slices of it: a parameter with name and value, or a segment, whose name is its whole text. */
typedef struct url_part {
	bool is_segment;
	const char *name;
	size_t name_len;
	const char *value; /* after '='; empty for a segment, and for a parameter without '=' */
	size_t value_len;
} url_part;

/* Gets the next part of url after *at, which starts as NULL. Segments come before parameters. false: there are no more. */
bool url_part_next(const char *url, const char **at, url_part *out);

/* Does url have a part of the same kind and name? */
bool url_has_part(const char *url, const url_part *part);

/* Returns the URL, in a, with all parts of the same kind and name removed. NULL: out of memory. */
const char *url_without_part(const char *url, const url_part *part, arena *a);

/* Are the two equal, apart from '/' at the end of the path? */
bool url_same_place(const char *x, const char *y);

/* Finds the one part by which the two differ: without it, they are the same place. *out has slices of x or y. false: they do not
 * differ in this way, or out of memory. */
bool url_difference(const char *x, const char *y, arena *a, url_part *out);

#endif
