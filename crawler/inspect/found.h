/* found — finds the article that a person means by an argument:
 *
 *	12, #12                           its id in the store
 *	https://example.com/a             its URL; also without a scheme: example.com/a
 *	p7, 7, "7"                        the id of its line in an input
 *
 * in this order: 12 is an input id only if the store has no article 12; "12", in quotes, is always an input id. */
#ifndef CRAWLER_INSPECT_FOUND_H
#define CRAWLER_INSPECT_FOUND_H

#include <jansson.h>

#include "crawler/inspect/source.h"

enum found_kind { FOUND_ID, FOUND_URL, FOUND_NAME };

/* Calls try with each meaning of what, until *found becomes true or try fails. st: the store, where an article may have got another
 * id. text: the URL, or the input id as JSON; id: the one in the store. */
typedef status found_try(void *ctx, enum found_kind kind, const char *text, int64_t id, bool *found);
status found_meanings(store *st, const char *what, found_try *try, void *ctx);

/* ERR_USAGE: what is a plain number, and one article has it as its id and another one as the id of its input line; why says how to
 * write either. */
status found_check_number(store *st, const char *what, complaint *why);

/* Finds the article: a page, a drop or, if there is none, the past one of a URL; of several, the last. Texts are in a. ERR_MISSING:
 * there is none. */
status found_article(store *st, const char *what, arena *a, store_head *out);

/* Lists all pages and drops that are meant, ascending, in a: one for an id of the store; several may have one URL, or come from lines with
 * one input id. *len may be 0. */
status found_all(store *st, const char *what, arena *a, uint64_t **out, size_t *len);

/* Returns {"id":12,"kind":"page","url":…,"title":…}, with "name" and "store" if known; yours to free. NULL: out of memory. */
json_t *found_json(const source *from, const store_head *head);

#endif
