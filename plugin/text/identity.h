/* identity — the words and numbers that name a page: those that the last segment of its URL and its title have in common.
 *
 * Pages made from one template share most of their text: products, file pages, members of a class. The site itself names each of
 * them, in the URL and in the title: "spunbond-80-g-m2" and "Spunbond white 80 g/m2". If different numbers or words name two pages of
 * one host, these are two pages. */
#ifndef PLUGIN_TEXT_IDENTITY_H
#define PLUGIN_TEXT_IDENTITY_H

#include "plugin/text/title.h"

enum { IDENTITY_NUMBERS = 12 }; /* a page with more numbers keeps none */

/* The numbers in the URL's last segment and in the title: 7 in "page-07", 14b in "Figure 14b". Each is a hash, whose lowest bit tells
 * whether the number is in both, and so names the page. Ascending. */
typedef struct identity {
	uint16_t numbers[IDENTITY_NUMBERS];
	size_t len;
	uint32_t words; /* which words of the title the segment has, too; a bit for each word */
} identity;

/* Finds the numbers and words that name a page. title: that of the page. Pure; uses a for scratch memory. Errors: ERR_MEMORY. */
status identity_of(const firstprint_page *page, const title *title, const feature_key *key, arena *a, identity *out);

/* Do different numbers name the two pages: does each have a name that is not a name of the other, and at least one of them a name that
 * the other page does not have at all? x and y are `numbers` of an identity. */
bool identity_differs(const uint16_t *x, size_t x_len, const uint16_t *y, size_t y_len);

#endif
