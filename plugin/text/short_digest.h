/* short_digest — the digest of a page that is too short to be compared by more: capitals, punctuation and mark-up make no other
 * page. All pages of a host that have no text are one, and so are those that differ only in repeating their URLs: "Nothing found
 * for x". */
#ifndef PLUGIN_TEXT_SHORT_DIGEST_H
#define PLUGIN_TEXT_SHORT_DIGEST_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum { SHORT_DIGEST_SIZE = 16 };

/* out is not changed if the text has no letters, digits or signs at all. *whole: a hash of the text with what
 * repeats the URL, so that one text is found at any URL; 0: the page has no text. Pure. ERR_MEMORY. */
status short_digest(const firstprint_page *page, const feature_key *key, arena *a, uint8_t out[SHORT_DIGEST_SIZE],
		    uint64_t *whole);

/* Is it that of a page without content of its own? One in 65,536 of the others looks like that, too. */
bool short_digest_is_empty(const uint8_t digest[SHORT_DIGEST_SIZE]);

#endif
