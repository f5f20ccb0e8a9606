/* text_page — makes a page of a text, for tests of plugin/, which may not use purify/. Sentences end at . ! ? 。 before
 * white space or the end of the text. */
#ifndef TESTS_PLUGIN_TEXT_PAGE_H
#define TESTS_PLUGIN_TEXT_PAGE_H

#include <string.h>

#include "base/arena.h"
#include "plugin/firstprint.h"

static inline size_t text_page_ends(const char *at)
{
	return strchr(".!?", *at) ? 1 : strncmp(at, "。", strlen("。")) == 0 ? strlen("。") : 0;
}

/* Sets text, visible, one paragraph and the sentences. The caller sets url, title and lang. */
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
