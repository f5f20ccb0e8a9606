/* made_articles — pages of a few sites with texts that repeat each other's sentences: for tests of all filters. */
#ifndef TESTS_PLUGIN_MADE_ARTICLES_H
#define TESTS_PLUGIN_MADE_ARTICLES_H

#include <stdio.h>

#include "base/digest.h"
#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

static inline uint32_t made_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* Sentence s of subject `subject`. */
static inline char *made_sentence(char *at, uint32_t subject, uint32_t s)
{
	uint32_t state = subject * 977 + s * 131 + 7;

	for (int k = 0; k < 8; k++) {
		static const char *const stops[] = {"the ", "of ", "a ", "is "};
		uint32_t word = made_random(&state) % 900;

		at += sprintf(at, "%s%c%c%c ", k % 3 ? "" : stops[word % 4], 'a' + (int)(word % 26), 'a' + (int)(word / 26 % 26), 'e');
	}
	return at + sprintf(at, "here. ");
}

/* Page i: consecutive sentences of one of thirty subjects, sometimes of two, with or without an edit. */
static inline const char *made_text(uint32_t i, arena *a)
{
	uint32_t state = i * 7919 + 3, subject = made_random(&state) % 30, from = made_random(&state) % 3;
	uint32_t len = 3 + made_random(&state) % 14, edit = made_random(&state) % 20;
	char *text = arena_zeros(a, 4000, 1), *at = text;

	if (i % 5 == 0) { /* a line of its site, which finalize leaves out */
		at = made_sentence(made_sentence(at, 500 + i % 7, i % 2), 500 + i % 7, 90);
		*at++ = '\n';
	}
	for (uint32_t s = from; s < from + len; s++)
		at = made_sentence(at, s == edit ? 1000 + i : subject, s);
	if (i % 11 == 0)
		at = made_sentence(at, (subject + 1) % 30, 2);
	return text;
}

static inline firstprint_signature sign_article(filter *f, uint32_t i, arena *a)
{
	firstprint_page page = {.url = i % 7 ? arena_printf(a, "http://site%u/%u", i % 7, i) : "", .lang = "en"};
	char *title = arena_printf(a, "Title %u", i % 90);

	page.title = i % 4 ? title : "";
	page_of_text(made_text(i, a), a, &page);
	page.visible = page.text;
	digest_of(page.text.at, page.text.len, page.digest);
	return sign_page(f, page, a);
}

#endif
