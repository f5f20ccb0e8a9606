/* text_page — a page made of text alone, as purify would cut it: for tests of the plugin room, which does not know
 * purify. Sentences end at . ! ? 。 and white space or the end. */
#ifndef TESTS_PLUGIN_TEXT_PAGE_H
#define TESTS_PLUGIN_TEXT_PAGE_H

#include <string.h>

#include "base/arena.h"
#include "plugin/firstprint.h"

static inline size_t text_page_ends(const char *at)
{
	return strchr(".!?", *at) ? 1 : strncmp(at, "。", strlen("。")) == 0 ? strlen("。") : 0;
}

/* Fills text, visible, the one paragraph and the sentences; url, title and lang are the caller's. */
static inline void page_of_text(const char *text, arena *a, firstprint_page *page)
{
	size_t len = strlen(text), n = 0;
	firstprint_span *sentences = arena_alloc(a, (len + 1) * sizeof *sentences), *whole = arena_alloc(a, sizeof *whole);

	for (const char *from = text, *at = text; *at;) {
		size_t ends = text_page_ends(at);

		at += ends ? ends : 1;
		if (!ends && *at)
			continue;
		sentences[n++] = (firstprint_span){from, (size_t)(at - from)};
		for (from = at; *from == ' ';)
			from++;
		at = from;
	}
	*whole = (firstprint_span){text, len};
	page->text = page->visible = *whole;
	page->paragraphs = whole;
	page->paragraphs_len = len > 0;
	page->sentences = sentences;
	page->sentences_len = n;
}

#endif
