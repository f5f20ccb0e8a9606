/* sentence_hashes — the distinct sentences of a text, 8 bytes each: which of them two pages share.
 *
 * A sentence (plugin/text/letters.h says where it ends) is compared in its normal form: letters and digits in folded
 * case, a single space for whatever stood between two of them, none next to a Chinese or Japanese character. Its hash
 * is its SHA-256, shortened with the store's key, since 64 bits alone could be forged. */
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

/* Sentences of fewer than `shortest` letters and digits are left out; a Chinese or Japanese character is two. Pure;
 * the hashes live in a. ERR_MEMORY. */
status sentence_hashes_of(firstprint_span text, size_t shortest, const feature_key *key, arena *a, sentence_hashes *out);

#endif
