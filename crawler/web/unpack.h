/* unpack — decompresses a body as its Content-Encoding says. */
#ifndef CRAWLER_WEB_UNPACK_H
#define CRAWLER_WEB_UNPACK_H

#include "base/buffer.h"
#include "base/status.h"

/* Appends the decompressed bytes to out. coding: "gzip", "deflate", "zstd" or "br", as in the header; "": gzip and zstd
 * are recognized by their first bytes. Bytes that do not look compressed are appended unchanged, since archives
 * decompress bodies and keep the header. Data that is damaged or cut short gives as much as can be decoded. ERR_LIMIT:
 * out would be longer than most bytes; it then has the pieces that fitted. ERR_FORMAT: an unknown coding. ERR_MEMORY. */
status unpack(const char *coding, const char *bytes, size_t len, size_t most, buffer *out);

#endif
