/* identity — the words and numbers that name a page: those that the last segment of its URL and its title, or text, have in common.
 *
 * Pages made from one template share most of their text: products, file pages, members of a class. The site itself names each of
 * them, in the URL and in the title: "spunbond-80-g-m2" and "Spunbond white 80 g/m2". If different numbers or words name two pages of
 * one host, these are two pages. */
#ifndef PLUGIN_TEXT_IDENTITY_H
#define PLUGIN_TEXT_IDENTITY_H

#include "plugin/text/title.h"

enum { IDENTITY_NUMBERS = 12 }; /* a page with more numbers keeps none */
enum { IDENTITY_WORDS = 32 };   /* of a segment with more, the first */

/* The numbers in the URL's last segment and in the title: 7 in "page-07", 14b in "Figure 14b". Each is a hash, whose lowest bit tells
 * whether the number is in both, and so names the page. Ascending. */
typedef struct identity {
	uint16_t numbers[IDENTITY_NUMBERS];
	size_t len;
	uint16_t words[IDENTITY_WORDS]; /* of the last segment: title_word_hash */
	size_t words_len, names_len;    /* the first names_len have each name whole, such as read_json */
	uint16_t folder;                /* 16 bits of a hash of the path before the last segment */
	uint8_t segment; /* 8 bits of a hash of the last segment's words and numbers in any order, without a language; 0: there is none */
} identity;

/* Finds the numbers of a page, and the words of the last segment of its URL. Pure; uses a for scratch memory. Errors: ERR_MEMORY. */
status identity_of(const firstprint_page *page, const feature_key *key, arena *a, identity *out);

/* Returns the language that the path of a URL names, as it is written there: "de" in /de/x.html, "pt_BR" in x.pt_BR.html. len 0: none. */
firstprint_span identity_language(const char *url);

/* Do different numbers name the two pages: does each have a name that is not a name of the other, and at least one of them a name that
 * the other page does not have at all? x and y are `numbers` of an identity. */
bool identity_differs(const uint16_t *x, size_t x_len, const uint16_t *y, size_t y_len);

#endif
