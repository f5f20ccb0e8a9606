/* roles — what an element's tag, attributes and names mean for the text in it. */
#ifndef PURIFY_ROLES_H
#define PURIFY_ROLES_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "purify/marks.h"

typedef struct role {
	uint8_t marks;   /* bits of enum mark */
	int8_t names;    /* by its class and id: 1 content, −1 boilerplate, 0 neither */
	bool is_article; /* article, main, role=article, role=main */
	bool is_main;    /* main, role=main */
} role;

/* Returns the role of an element. in_article: it is inside an article or main element, where a header belongs to the article. */
role role_of(const GumboElement *e, bool in_article);

bool role_is_heading(GumboTag tag);
/* Does it begin and end blocks of text? a, b and span are inline, unless a span is hidden or has a role. */
bool role_is_block(const GumboElement *e);

/* Returns the value of an attribute; NULL: e does not have it. */
const char *role_attribute(const GumboElement *e, const char *name);

#endif
