#include "plugin/text/features.h"

#define XXH_INLINE_ALL /* XXH3_generateSecret is not in every libxxhash.so */
#include <xxhash.h>

void feature_key_init(feature_key *key, const uint8_t store_key[16])
{
	XXH3_generateSecret(key->secret, sizeof key->secret, store_key, 16);
}

uint64_t feature_hash(const feature_key *key, const void *bytes, size_t len)
{
	uint64_t hash = XXH3_64bits_withSecret(bytes, len, key->secret, sizeof key->secret);

	return hash ? hash : 1;
}
