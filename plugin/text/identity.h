/* identity — by what a page is named: what the last segment of its URL and its title have in common.
 *
 * Pages that one form has made share most of their text: products, file pages, members of a class. The site itself names each of them,
 * in the URL and in the title: "spunbond-80-g-m2" and "Spunbond white 80 g/m2". Two pages of one host that are named by different
 * numbers are two pages. */
#ifndef PLUGIN_TEXT_IDENTITY_H
#define PLUGIN_TEXT_IDENTITY_H

#include "plugin/text/title.h"

enum { IDENTITY_NUMBERS = 12 }; /* of a page with more, none is kept */

/* Numbers of the URL's last segment and of the title, as hashes, ascending: 7 of "page-07", 14b of "Figure 14b". The lowest bit of an
 * item tells whether it is in both. */
typedef struct identity {
	uint16_t numbers[IDENTITY_NUMBERS];
	size_t len;
} identity;

/* Pure; a is for scratch memory. ERR_MEMORY. */
status identity_of(const firstprint_page *page, const feature_key *key, arena *a, identity *out);

/* Is each of the two named by a number by which the other is not, and one of them by a number that the other does not have at all? */
bool identity_differs(const uint16_t *x, size_t x_len, const uint16_t *y, size_t y_len);

#endif
