#include "base/digest.h"

#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_SIZE])
{
	struct sha256_ctx c;

	sha256_init(&c);
	sha256_update(&c, len, bytes);
	sha256_digest(&c, DIGEST_SIZE, out);
}

void digest_text(const uint8_t digest[DIGEST_SIZE], char out[DIGEST_TEXT])
{
	base16_encode_update(out, DIGEST_SIZE, digest);
	out[DIGEST_TEXT - 1] = '\0';
}

status digest_read(const char *text, uint8_t out[DIGEST_SIZE])
{
	if (!text || strlen(text) != DIGEST_TEXT - 1 || strspn(text, "0123456789abcdef") != DIGEST_TEXT - 1)
		return ERR_FORMAT;
	for (size_t i = 0; i < DIGEST_SIZE; i++)
		sscanf(text + 2 * i, "%2hhx", &out[i]);
	return OK;
}
