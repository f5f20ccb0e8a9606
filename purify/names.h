/* names — the meaning of the words in an element's class and id for the text in it. */
#ifndef PURIFY_NAMES_H
#define PURIFY_NAMES_H

#include "plugin/firstprint.h"
#include "purify/marks.h"

enum name_meaning {
	/* bits of enum mark, and: */
	NAME_CONTENT = 256, /* "article", "post": content, unless another name tells its kind */
	NAME_HEADER = 512,  /* boilerplate of a page, but part of an article */
	NAME_OPENS = 1024   /* a tab or an accordion: hidden only until it is clicked */
};

/* Returns bits of enum name_meaning and enum mark for the names in list, an attribute's value, with its quotes or without; 0: it knows none.
 * It divides a name into parts: "post-body mainColumn2" has post, body, main and Column. A part for boilerplate overrides an
 * earlier one for content: "post-meta". It ignores a part after "has", "no", "with", "overflow", "category", "tag" and "elementor",
 * which is about the layout or the topic of the page ("has-sidebar"), and a name with a colon ("lg:hidden"). */
unsigned names_meaning(firstprint_span list);

#endif
