/* search — the full-text index of a store: brings it up to date, and finds articles by words. */
#ifndef CRAWLER_INSPECT_SEARCH_H
#define CRAWLER_INSPECT_SEARCH_H

#include "crawler/console/screen.h"
#include "crawler/inspect/source.h"
#include "store/fulltext.h"

/* Adds all articles that the index does not have. tell is called after every few with how many were added; if it returns false,
 * that is all for now, and what was added is kept. *added: how many. */
typedef bool search_progress(void *ctx, uint64_t added);
status search_update(const source *from, fulltext *to, search_progress *tell, void *ctx, uint64_t *added);

/* Prints the articles with all of these words, best first, at most `most`, each with a line of its text. A word may be several
 * in quotes, which then stand in this order; the word behind NOT must not be there. Says on standard error how many articles the
 * index has not seen. ERR_USAGE: there is no word to look for; ERR_MISSING: there is no index. why says so. */
typedef struct search_words {
	char **items;
	size_t len;
} search_words;
status search_print(const source *from, const search_words *words, int64_t most, bool json, const screen *to, complaint *why);

/* Calls handle with each of them, best first. *unseen: articles that the index does not have. */
status search_find(const source *from, const search_words *words, int64_t most, fulltext_handler *handle, void *ctx,
		   uint64_t *unseen, complaint *why);

/* The index of the store, to be read. ERR_MISSING: there is none; why says how to make it. */
status search_open(const source *from, fulltext **out, complaint *why);
/* Says on standard error that there are articles which the index has not seen; 0: says nothing. */
void search_warn(const source *from, uint64_t unseen);

#endif
