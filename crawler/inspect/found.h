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
enum { FOUND_MEANINGS = 16 };
typedef struct found_meaning {
	enum found_kind kind;
	const char *text; /* the URL, or the input id as JSON; NULL for an id of the store */
	uint64_t id;      /* the one in the store */
} found_meaning;

/* Lists at most FOUND_MEANINGS meanings of what, in the order in which to try them; in a. st: the store, where an article may have got
 * another id. */
status found_meanings(store *st, const char *what, arena *a, const found_meaning **out, size_t *len);
/* Calls handle with each row about it: a URL, with how the crawl found it, or an article. None, if the store has never seen it. Rows
 * begin with their kind, "page", and the id of an article or 0; "way", "queued" and the like: store/ask.h. */
status found_rows(store *st, const found_meaning *m, store_row_handler *handle, void *ctx);

/* ERR_USAGE: what is a plain number, and one article has it as its id and another one as the id of its input line; why says how to
 * write either. */
status found_check_number(store *st, const char *what, complaint *why);

/* Lists all articles that are meant, ascending, in a: one for an id of the store; several pages and drops may have one URL, or come from
 * lines with one input id; if a URL has none, its past one. *len may be 0. */
status found_all(store *st, const char *what, arena *a, uint64_t **out, size_t *len);
/* Finds the last of them. Texts are in a. ERR_MISSING: there is none. */
status found_article(store *st, const char *what, arena *a, store_head *out);

/* Says why a URL that the store has seen, with or without a slash at its end, has no article: "it was skipped, session id, for
 * http://a/x"; in a. *out is NULL if it has one, or was never seen. */
status found_no_article(store *st, const char *what, arena *a, const char **out);
/* Says what is missing in a name that was not found, to be put behind it: the host of a path. "": nothing. */
const char *found_hint(const char *what);

/* Returns {"id":12,"kind":"page","url":…,"title":…}, with "name" and "store" if known; yours to free. NULL: out of memory. */
json_t *found_json(const source *from, const store_head *head);

/* The article that has this id, or has it no longer, as a drop that became a page. There is none: *out has only an id. */
status found_now(store *st, uint64_t id, arena *a, store_head *out);

/* Sets "of" and "of_url" of a row of a drop to those of the page that the numbers of its verdict speak of. It is the drop's original,
 * unless that page became a drop itself by a person's decision: its drops are then drops of its new original, and "compared-with" in
 * their evidence has its id. *moved: they were others. */
status found_compared(const source *from, json_t *drop, bool *moved);

#endif
