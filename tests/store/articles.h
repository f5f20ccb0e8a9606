/* articles — makes an article of a text, for tests that store one. */
#ifndef TESTS_STORE_ARTICLES_H
#define TESTS_STORE_ARTICLES_H

#include <string.h>

#include "store/store.h"

static firstprint_page article_page;

/* An article with this text; its signature is the bytes of sig. Valid until the next call. */
static inline store_article article_of(const char *url, const char *text, const char *sig)
{
	article_page = (firstprint_page){.url = url, .title = "T", .lang = "en", .text = {text, strlen(text)}};
	return (store_article){.url = url,
			       .page = &article_page,
			       .signature = {(const uint8_t *)sig, strlen(sig)},
			       .bytes = 100,
			       .fetched_at = "2026-03-01T12:30:05Z"};
}

static inline store_reason article_reason(uint64_t of, const char *verdict)
{
	return (store_reason){.of = of, .verdict = verdict, .filter = "exact", .stage = "text", .score = 1, .evidence = "{}"};
}

#endif
