/* sentence_hashes — the distinct sentences of a text, as hashes of 8 bytes: to find which sentences two pages share.
 *
 * A sentence ends where plugin/text/letters.h says. It is compared in its normal form: letters and digits in folded case,
 * with one space for whatever stood between two of them, and no space next to a Chinese or Japanese character. Its hash
 * is made from its SHA-256 with the store's key: without a key, 64 bits could be forged. */
#ifndef PLUGIN_TEXT_SENTENCE_HASHES_H
#define PLUGIN_TEXT_SENTENCE_HASHES_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

typedef struct sentence_hashes {
	const uint64_t *items; /* distinct, ascending */
	size_t len;
} sentence_hashes;

/* Leaves out sentences of fewer than `shortest` letters and digits; a Chinese or Japanese character counts as two. Pure;
 * the hashes live in a. ERR_MEMORY. */
status sentence_hashes_of(firstprint_span text, size_t shortest, const feature_key *key, arena *a, sentence_hashes *out);

#endif
