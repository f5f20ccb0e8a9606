/* page_signed — a page that was purified and signed elsewhere, as a line of JSON: the costly half of the work is done. */
#ifndef CRAWLER_FILES_PAGE_SIGNED_H
#define CRAWLER_FILES_PAGE_SIGNED_H

#include <jansson.h>

#include "base/arena.h"
#include "base/status.h"
#include "purify/purify.h"

/* The fields of a line besides id, url, title, lang and text. */
typedef struct page_signed {
	const char *stamp; /* "for": what it was signed for: filter, key and extraction (session_stamp) */
	firstprint_signature signature;
	uint8_t digest[32];
	size_t sentences, links, bytes;
	const char *charset, *charset_from, *degraded; /* as in struct purified; NULL: none */
} page_signed;

/* Returns the line about page p, which has the id (as JSON) and maybe a URL: {"id", "url"?, "title"?, "lang"?, "text", "for",
 * "signature", …}, without a line feed. Yours to free; NULL: out of memory. */
char *page_signed_line(const char *id, const char *url, const purified *p, const page_signed *s);

/* Copies the text of a member into a. NULL: it is none, or out of memory (arena_exhausted). */
const char *page_signed_text(const json_t *object, const char *name, arena *a);
/* Reads the fields of a line into a. ERR_FORMAT: one is missing or invalid, and why names it; ERR_MEMORY. */
status page_signed_read(const json_t *object, arena *a, page_signed *out, complaint *why);

#endif
