/* digest — SHA-256, for what must not be forged: bytes with the same digest are taken to be the same bytes. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { DIGEST_SIZE = 32 };

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_SIZE]);

/* The digest in hexadecimal digits, as it stands in stores and archives. */
enum { DIGEST_TEXT = 2 * DIGEST_SIZE + 1 };
void digest_text(const uint8_t digest[DIGEST_SIZE], char out[DIGEST_TEXT]);
/* And back. text NULL, or other than that: ERR_FORMAT. */
status digest_read(const char *text, uint8_t out[DIGEST_SIZE]);

#endif
