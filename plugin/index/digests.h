/* digests — finds the pages with exactly the same text: an index by the first 16 bytes of SHA-256.
 *
 * 128 bits of a cryptographic digest are enough: to write another text with the digest of a given one costs 2^128 tries,
 * and in no real collection do two different texts have the same digest by chance. 34 to 36 bytes per page. */
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
	struct digest_entry {
		uint64_t id;
		uint8_t digest[TEXT_DIGEST_SIZE];
	} * entries;
	uint32_t room;
} digest_index; /* all zeros: empty */

/* The digest of the page's article. If it has no article text, that of its bytes: pages without text are not duplicates
 * of each other for that. */
void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE]);

bool digests_add(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE]);    /* false: out of memory */
bool digests_remove(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE]); /* false: not there */
/* The lowest id with this digest; 0: none. */
uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE]);
/* The first stage of every filter that looks at the text. true: a page has exactly this text, and the verdict becomes:
 * duplicate of the lowest such id, stage "text", score 1. false: the verdict is unchanged. */
bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict);
size_t digests_memory(const digest_index *x); /* in bytes */
void digests_free(digest_index *x);

#endif
