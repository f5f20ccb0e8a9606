/* tags — reads the tags in markup that is not parsed yet. */
#ifndef PURIFY_TAGS_H
#define PURIFY_TAGS_H

#include <gumbo.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tag {
	const char *name;
	size_t name_len;
	GumboTag id;     /* of its name */
	unsigned kinds;  /* bits of enum kind */
	const char *end; /* the place after its '>', or the end of the page */
	size_t attributes;
	bool closes;   /* </name> */
	bool empty;    /* <name/> */
	bool is_ended; /* with a '>' outside of quotes */
} tag;

/* One of its attributes, as it is written. */
typedef struct tag_attribute {
	const char *name; /* in any letters */
	size_t name_len;
	const char *end; /* the place after its value, or its name */
	bool slash;      /* a '/' stands before it */
} tag_attribute;

/* In all of these, `end` is the end of the page, and `at` before it or equal to it. */

/* Is the '<' at `at` followed by a letter, or by '/' and a letter? */
bool tag_starts(const char *at, const char *end);
/* Reads the tag at `at`, where tag_starts is true. A '>' in quotes does not end it. */
tag tag_read(const char *at, const char *end);
/* Reads the next attribute of a tag, from *at on, which begins behind the tag's name, and moves *at past it. false: there is none, and *at is at
 * the '>', or the end. Then out has only `slash`, for that place. */
bool tag_next_attribute(const char **at, const char *end, tag_attribute *out);
/* Finds the end tag of the raw text that begins at `at`, after t: a script, a style, a title. NULL: there is none. */
const char *tag_find_close(const char *at, const char *end, const tag *t);
/* Returns the end of the comment, doctype or other "<!…" or "<?…" at `at`; NULL: something else is there. */
const char *tag_skip_declaration(const char *at, const char *end);

#endif
