#include "base/digest.h"

#include <nettle/sha2.h>

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_SIZE])
{
	struct sha256_ctx c;

	sha256_init(&c);
	sha256_update(&c, len, bytes);
	sha256_digest(&c, DIGEST_SIZE, out);
}
