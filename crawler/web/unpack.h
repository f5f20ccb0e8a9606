/* unpack — decodes a body as its Content-Encoding says. */
#ifndef CRAWLER_WEB_UNPACK_H
#define CRAWLER_WEB_UNPACK_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"

/* Replaces the contents of out by the decoded bytes. codings: as in the header, "gzip", "deflate", "zstd", "br", or several with
 * commas between them, in the order in which they were applied; "": gzip and zstd are recognized by their first bytes. gzip data
 * may have several members, and other bytes after them, which are left out. Bytes that do not look compressed stay as they are,
 * because archives decompress bodies and keep the header, and servers name a coding twice. So do bytes with an unknown coding, such
 * as "UTF-8". *whole: false if the data is damaged or truncated; out has as much as can be decoded. ERR_LIMIT: the result would be
 * longer than most bytes, and is cut there; intermediate results have the same limit. ERR_MEMORY. */
status unpack(const char *codings, const char *bytes, size_t len, size_t most, buffer *out, bool *whole);

#endif
