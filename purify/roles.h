/* roles — what an element's tag, attributes and names say about the text in it. */
#ifndef PURIFY_ROLES_H
#define PURIFY_ROLES_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "purify/marks.h"

typedef struct role {
	uint8_t marks;   /* bits of enum mark */
	int8_t names;    /* what its class and id say: 1 content, −1 boilerplate, 0 neither */
	bool is_article; /* article, main, role=article, role=main */
	bool is_main;    /* main, role=main */
} role;

/* in_article: it stands in an article or main element, where a header is the article's own. */
role role_of(const GumboElement *e, bool in_article);

/* Is what is in it no text of the page? script, select, button, object, rt… */
bool role_is_skipped(GumboTag tag);
bool role_is_heading(GumboTag tag);
/* Do blocks of text begin and end with it? a, b and span are inline, unless a span is hidden or has a role. */
bool role_is_block(const GumboElement *e);

/* The value of an attribute; NULL: e does not have it. */
const char *role_attribute(const GumboElement *e, const char *name);

#endif
