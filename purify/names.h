/* names — what the words in an element's class and id say about the text in it. */
#ifndef PURIFY_NAMES_H
#define PURIFY_NAMES_H

#include <stddef.h>

#include "purify/marks.h"

enum name_meaning {
	/* bits of enum mark, and: */
	NAME_CONTENT = 256, /* "article", "post": content, unless another name says what kind of it */
	NAME_HEADER = 512,  /* boilerplate of a page, but part of an article */
	NAME_OPENS = 1024   /* a tab or an accordion: hidden only until it is clicked */
};

/* Bits of enum name_meaning and enum mark for the names in list, an attribute's value; 0: none is known; NULL: 0.
 * A name is divided into parts: "post-body mainColumn2" has post, body, main and Column. After a part for content, one for
 * boilerplate says what it is: "post-meta". After "has", "no", "with", "overflow", "category", "tag" and "elementor" a
 * part tells of the layout, or of what a page is about, and says nothing ("has-sidebar"), nor does a name with a colon
 * ("lg:hidden"). */
unsigned names_meaning(const char *list);

/* The i-th part that is known, in the order of bytes; NULL: there are no more. */
const char *names_known(size_t i);

#endif
