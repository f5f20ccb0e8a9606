/* digests — which page has exactly this text: 16 bytes of SHA-256 to the pages that have them.
 *
 * 128 bits of a cryptographic digest: nobody can make a text that passes for another's (a second preimage costs
 * 2^128), and no two pages of any real collection meet by chance. 32 to 36 bytes a page. */
#ifndef PLUGIN_INDEX_DIGESTS_H
#define PLUGIN_INDEX_DIGESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/firstprint.h"
#include "plugin/index/chains.h"

enum { TEXT_DIGEST_SIZE = 16 };

typedef struct digest_index {
	chains buckets;
	struct digest_entry { uint64_t id; uint8_t digest[TEXT_DIGEST_SIZE]; } *entries;
	uint32_t room;
} digest_index; /* all zeros: empty */

/* The digest of a page's article; of its bytes when it has no article text, so that empty pages are not one. */
void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE]);

bool digests_add(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE]); /* false: out of memory */
bool digests_remove(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE]); /* false: not there */
/* The lowest id with this digest; 0: none. */
uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE]);
/* The first stage of every filter that looks at the text: true when a page has this very text, and then the verdict
 * says so: a duplicate of the lowest id, stage "text", score 1. False leaves the verdict as it is. */
bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict);
size_t digests_memory(const digest_index *x);
void digests_free(digest_index *x);

#endif
