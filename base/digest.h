/* digest — SHA-256, for bytes that nobody must be able to forge: the program takes bytes with equal digests to be equal. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { DIGEST_SIZE = 32 };

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_SIZE]);

/* Writes the digest in hexadecimal digits, as stores and archives have it. */
enum { DIGEST_TEXT = 2 * DIGEST_SIZE + 1 };
void digest_text(const uint8_t digest[DIGEST_SIZE], char out[DIGEST_TEXT]);
/* Reads such digits. ERR_FORMAT: text is NULL or something else. */
status digest_read(const char *text, uint8_t out[DIGEST_SIZE]);

#endif
