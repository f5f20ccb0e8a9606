/* unpack — removes the codings of a body that its Content-Encoding names. */
#ifndef CRAWLER_WEB_UNPACK_H
#define CRAWLER_WEB_UNPACK_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"

/* Replaces what is in out by the bytes without their codings. codings: as in the header, "gzip", "deflate", "zstd", "br", or several with commas
 * between them, in the order in which they were applied; "": gzip and zstd are recognized by their first bytes. A gzip may have several
 * members, and other bytes behind them, which are left out. Bytes that do not look compressed stay as they are: archives
 * decompress bodies and keep the header, and servers name a coding twice. So are codings that nobody knows, such as "UTF-8". *whole:
 * false, if the data is damaged or cut short; as much as can be decoded is there. ERR_LIMIT: it would be longer than most
 * bytes, and is cut there; no coding before the last one taken off may be longer, either. ERR_MEMORY. */
status unpack(const char *codings, const char *bytes, size_t len, size_t most, buffer *out, bool *whole);

#endif
