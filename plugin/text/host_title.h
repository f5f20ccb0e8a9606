/* host_title — where a page stands and what it is called, in 56 bytes.
 *
 * On one site every article has a title of its own: two pages of a host whose titles have each a word the other has
 * not are different pages, even when most of their text is one (chapters that repeat the code so far, the manuals of
 * sister programs). Between hosts titles say little, since whoever reprints writes new ones. */
#ifndef PLUGIN_TEXT_HOST_TITLE_H
#define PLUGIN_TEXT_HOST_TITLE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum { HOST_TITLE_WORDS = 24 };

typedef struct host_title {
	uint32_t host;                 /* hash of the URL's host and port, or of a relative one's first folder; 0: none */
	uint32_t words_len;
	uint16_t words[HOST_TITLE_WORDS]; /* hashes of the title's distinct words, numbers left out; the lowest, ascending */
} host_title;

/* Pure. ERR_MEMORY. */
status host_title_of(const firstprint_page *page, const feature_key *key, arena *a, host_title *out);

/* Are both pages on one host, and has each title a word that the other has not? */
bool host_title_tells_apart(const host_title *a, const host_title *b);

#endif
