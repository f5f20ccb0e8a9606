/* utf8 — UTF-8 in bytes from elsewhere, and file names as text. A path may have any bytes; JSON and HTML take only UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/arena.h"

/* Returns the length of the UTF-8 character at `at`, where len bytes are readable, at least 1; 0: no character begins there. */
size_t utf8_character(const char *at, size_t len);
bool utf8_is_valid(const char *text, size_t len);
bool utf8_is_ascii(const char *text, size_t len);

/* Returns the path with %XX for each byte that is not UTF-8, as in a URL: "caf\xe9.db" → "caf%E9.db". In a. NULL: out of memory. */
const char *utf8_path(const char *path, arena *a);

#endif
