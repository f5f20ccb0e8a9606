/* features — 64-bit hashes of what a page is made of (stems, shingles, spots, sentences), keyed with the store's key.
 *
 * XXH3 with a secret of 192 bytes that is made from the key: nobody who does not know the key can write a text whose
 * features collide with another page's. With a key of all zeros the hashes are the same everywhere. */
#ifndef PLUGIN_TEXT_FEATURES_H
#define PLUGIN_TEXT_FEATURES_H

#include <stddef.h>
#include <stdint.h>

enum { FEATURE_SECRET_SIZE = 192 };

typedef struct feature_key {
	uint8_t secret[FEATURE_SECRET_SIZE];
} feature_key;

void feature_key_init(feature_key *key, const uint8_t store_key[16]);

/* Never 0, so that 0 can mean "none". */
uint64_t feature_hash(const feature_key *key, const void *bytes, size_t len);

#endif
