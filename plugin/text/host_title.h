/* host_title — the host a page stands on and the words of its title, in 56 bytes.
 *
 * On one site every article has its own title. So two pages of a host are different pages when each title has a word
 * that the other has not, even if most of their text is the same: chapters that repeat the code so far, or the manuals
 * of two programs of one family. Titles of two hosts say little, since a page that is copied often gets a new one. */
#ifndef PLUGIN_TEXT_HOST_TITLE_H
#define PLUGIN_TEXT_HOST_TITLE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum { HOST_TITLE_WORDS = 24 };

typedef struct host_title {
	uint32_t host; /* hash of the URL's host and port, or of a relative URL's first folder; 0: none */
	uint32_t words_len;
	uint16_t words[HOST_TITLE_WORDS]; /* hashes of the title's distinct words, without numbers: the lowest, ascending */
} host_title;

/* Pure. ERR_MEMORY. */
status host_title_of(const firstprint_page *page, const feature_key *key, arena *a, host_title *out);

/* Are both pages on the same host, and does each title have a word that the other does not have? */
bool host_title_tells_apart(const host_title *a, const host_title *b);

#endif
