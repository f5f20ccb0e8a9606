/* found — the article that a person means by what they typed:
 *
 *	12, #12                           its id in the store
 *	https://example.com/a             its URL; also as typed: example.com/a
 *	p7, 7, "7"                        the id of its line in an input
 *
 * in this order: 12 is the input's only if the store has no article 12, and "12", in quotes, is always the input's. */
#ifndef CRAWLER_INSPECT_FOUND_H
#define CRAWLER_INSPECT_FOUND_H

#include <jansson.h>

#include "crawler/inspect/source.h"

enum found_kind { FOUND_ID, FOUND_URL, FOUND_NAME };

/* Calls try with each meaning of what, until *found becomes true or it returns other than OK. st: where an
 * article may have another id by now. text: the URL, or the input's id as
 * JSON; id: the one in the store. */
typedef status found_try(void *ctx, enum found_kind kind, const char *text, int64_t id, bool *found);
status found_meanings(store *st, const char *what, found_try *try, void *ctx);

/* The article: a page, a drop or, only by its id in the store, a past one. The last of several. Texts are in a. ERR_MISSING:
 * there is none. */
status found_article(store *st, const char *what, arena *a, store_head *out);

/* {"id":12,"kind":"page","url":…,"title":…}, with "name" and "store" where there are such; the caller's to free. NULL: out of
 * memory. */
json_t *found_json(const source *from, const store_head *head);
/* Prints a row on a line of its own and frees it. ERR_MEMORY, also if it is NULL. */
status found_put_json(json_t *row);

#endif
