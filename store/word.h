/* word — words of URLs, and what they may say: "print", "utm_source", "index.html", "3.1". A word is a segment of a path, a label of a
 * host, or the name or value of a parameter. */
#ifndef STORE_WORD_H
#define STORE_WORD_H

#include <stdbool.h>

#include "plugin/firstprint.h"

/* What a word in a URL may say: the name of a parameter, up to WORD_PARAMETER_LAST, its value, or a segment of the path, from
 * WORD_SEGMENT_FIRST to _LAST. From WORD_FORM_FIRST to _LAST it says for which other readers a page has this form. */
enum word_kind {
	WORD_SESSION,
	WORD_TRACKING,
	WORD_PRINT,
	WORD_FEED,
	WORD_AMP,
	WORD_MOBILE,
	WORD_PAGE,
	WORD_LANGUAGE,
	WORD_INDEX,
	WORD_NUMBER,
	WORD_FORM_FIRST = WORD_PRINT,
	WORD_FORM_LAST = WORD_MOBILE,
	WORD_SEGMENT_FIRST = WORD_PRINT,
	WORD_PARAMETER_LAST = WORD_LANGUAGE,
	WORD_SEGMENT_LAST = WORD_INDEX
};

/* Does a segment say it? */
bool word_is(firstprint_span segment, enum word_kind k);
bool word_is_parameter(firstprint_span name, firstprint_span value, enum word_kind k);
/* The cause (cause.h) of two URLs that differ in such words; NULL: they are none. */
const char *word_cause(enum word_kind k);
bool word_is_index(firstprint_span word); /* "index.html", "default.aspx" */
/* Returns the length of its extension, if that only says how a page is made: ".html", ".php"; 0: it has none. */
size_t word_extension(firstprint_span word);
bool word_is_number(firstprint_span word);
/* Are they names of two versions: "doc-14" and "doc-15", "3.1" and "latest"? Numbers alone may be of products or years. */
bool word_are_versions(firstprint_span a, firstprint_span b);

bool word_same(firstprint_span a, firstprint_span b);         /* "a%7Eb" and "a~b" are */
bool word_same_letters(firstprint_span a, firstprint_span b); /* in any case */

#endif
