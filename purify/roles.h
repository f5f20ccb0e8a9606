/* roles — what an element's tag, attributes and names say about the text in it. */
#ifndef PURIFY_ROLES_H
#define PURIFY_ROLES_H

#include <gumbo.h>
#include <stdbool.h>

/* Never shown, or not text: script, template, select, object… */
bool role_is_skipped(GumboTag tag);
/* Inline: a, b, span… All other elements begin and end blocks. */
bool role_is_inline(GumboTag tag);
bool role_is_heading(GumboTag tag);

/* The value of an attribute; NULL: e does not have it. */
const char *role_attribute(const GumboElement *e, const char *name);

/* Is it boilerplate by its tag or role attribute, or because it is hidden? in_article: it stands in an article or main
 * element, where <header> is the article's own. */
bool role_is_boilerplate(const GumboElement *e, bool in_article);
bool role_is_article(const GumboElement *e);

/* What the names in its class and id say: 1 content, −1 boilerplate, 0 neither. One name for content is enough for 1. */
int role_of_names(const GumboElement *e);

#endif
