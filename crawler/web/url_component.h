/* url_component — the parts of a URL that can be taken away: query parameters and path segments.
 *
 *	http://a/list?page=2&sort=date   without parameter sort   http://a/list?page=2
 *	http://a/print/7.html            without segment print    http://a/7.html */
#ifndef CRAWLER_WEB_URL_COMPONENT_H
#define CRAWLER_WEB_URL_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum url_part_kind { PART_PARAMETER, PART_SEGMENT };

/* A slice of a URL: a parameter with its name and value, or a segment, whose name is all of it. */
typedef struct url_part {
	enum url_part_kind kind;
	const char *name;
	size_t name_len;
	const char *value; /* behind '='; of a segment, and of a parameter without '=': empty */
	size_t value_len;
} url_part;

/* The next part of url behind *at, which starts as NULL. false: there is none. Segments come first. */
bool url_part_next(const char *url, const char **at, url_part *out);

/* Does url have a part of this kind and name? */
bool url_has_part(const char *url, enum url_part_kind kind, const char *name, size_t name_len);

/* The URL without all parts of this kind and name, in a. NULL: out of memory. */
const char *url_without_part(const char *url, enum url_part_kind kind, const char *name, size_t name_len, arena *a);

/* Are the two one URL but for a '/' at the end of the path? */
bool url_same_place(const char *x, const char *y);

/* The one part by which the two differ: without it, they are the same place. false: there is none. What is in *out is a
 * slice of one of them. */
bool url_difference(const char *x, const char *y, arena *a, url_part *out);

#endif
