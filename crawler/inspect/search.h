/* search — the full-text index of a store: brings it up to date, and finds articles by words. */
#ifndef CRAWLER_INSPECT_SEARCH_H
#define CRAWLER_INSPECT_SEARCH_H

#include "crawler/console/screen.h"
#include "crawler/inspect/source.h"
#include "store/fulltext.h"

/* Adds all articles that the index does not have. Calls tell after every few, with how many it has added; if tell returns false, it
 * stops and keeps them. *added: how many. */
typedef bool search_progress(void *ctx, uint64_t added);
status search_update(const source *from, fulltext *to, search_progress *tell, void *ctx, uint64_t *added);

/* Prints at most `most` articles with all of these words, best first, each with a line of its text. A word may be a quoted phrase,
 * whose words must follow each other; the word after NOT must be absent. Says on standard error how many articles the index lacks.
 * ERR_USAGE: there is no word to search for; ERR_MISSING: there is no index. why says so. */
typedef struct search_words {
	char **items;
	size_t len;
} search_words;
status search_print(const source *from, const search_words *words, int64_t most, bool json, const screen *to, complaint *why);

/* Calls handle with each article that matches, best first. *unseen: how many articles the index lacks. */
status search_find(const source *from, const search_words *words, int64_t most, fulltext_handler *handle, void *ctx,
		   uint64_t *unseen, complaint *why);

/* Opens the index of the store for reading. ERR_MISSING: there is none; why says how to create it. */
status search_open(const source *from, fulltext **out, complaint *why);
/* Says on standard error how many articles the index lacks; nothing if unseen is 0. */
void search_warn(const source *from, uint64_t unseen);

#endif
