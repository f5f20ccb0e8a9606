/* roles — what an element's tag, attributes and names say about the text in it. */
#ifndef PURIFY_ROLES_H
#define PURIFY_ROLES_H

#include <gumbo.h>
#include <stdbool.h>

/* Never shown or not text: script, template, select, object… */
bool role_is_skipped(GumboTag tag);
/* Part of a line: a, b, span… All other elements part blocks. */
bool role_is_inline(GumboTag tag);
bool role_is_heading(GumboTag tag);

/* The element's value of an attribute; NULL: it has none. */
const char *role_attribute(const GumboElement *e, const char *name);

/* Is it page furniture by what it is? in_article: it stands inside an article or main element, where a header is the
 * article's own. */
bool role_is_boilerplate(const GumboElement *e, bool in_article);
bool role_is_article(const GumboElement *e);

/* What its class and id names say: > 0 content, < 0 furniture, 0 nothing. A name for content outweighs one against. */
int role_of_names(const GumboElement *e);

#endif
