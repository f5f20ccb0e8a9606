/* unpack — what a Content-Encoding says was done to a body, undone. */
#ifndef CRAWLER_WEB_UNPACK_H
#define CRAWLER_WEB_UNPACK_H

#include "base/buffer.h"
#include "base/status.h"

/* Appends the bytes, unpacked. coding: "gzip", "deflate", "zstd", "br", as a header has it; "": by their looks. Bytes that do
 * not look packed are appended as they are, since archives unpack bodies and keep the header; what is damaged or cut gives
 * as much as there is. ERR_LIMIT: out would be longer than most, and is as long as whole pieces allow; ERR_FORMAT: no
 * coding we know; ERR_MEMORY. */
status unpack(const char *coding, const char *bytes, size_t len, size_t most, buffer *out);

#endif
