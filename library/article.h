/* article — fills in a firstprint_article; its texts are in the memory of the handle. */
#ifndef LIBRARY_ARTICLE_H
#define LIBRARY_ARTICLE_H

#include "library/handle.h"
#include "store/ask.h"

/* Fills in an article that was just judged. j: its finished job; fetched_at: as stored. ERR_MEMORY; errors of the store. */
status article_judged(firstprint *fp, const firstprint_source *page, const job *j, const judgement *v, const char *fetched_at,
		      firstprint_article *out);

/* Fills in a stored article, with its text. ERR_MISSING, ERR_MEMORY. */
status article_stored(firstprint *fp, uint64_t id, firstprint_article *out);
/* Fills in an article from a row of ASK_ARTICLE, without its text. ERR_MEMORY. */
status article_read(firstprint *fp, const store_value *row, size_t n, firstprint_article *out);

/* Returns the page's name as the store keeps it: a JSON string, in a. NULL: the name is not valid UTF-8, or out of memory. */
const char *article_name_json(const char *name, arena *a);
/* Returns the name from there. One that is not a string, because another program stored it, is returned as JSON: 7. json may be
 * NULL. */
const char *article_name_text(firstprint *fp, const char *json);
/* Copies a text that is not empty into the memory of the handle. NULL: it is NULL or empty, or out of memory (arena_exhausted). */
const char *article_value(firstprint *fp, const char *text);

#endif
