/* delta — stores a text as its differences from another text, with zstd, which takes the other text as a prefix. Only for
 * store/. */
#ifndef STORE_DELTA_H
#define STORE_DELTA_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum { DELTA_TEXT_MOST = 1000000000 }; /* bytes of a text; SQLite stores no longer value */

typedef struct delta delta;

delta *delta_new(void);    /* NULL: out of memory */
void delta_free(delta *d); /* accepts NULL */

/* Encodes text; delta_decode needs the same prefix to give it back. The result is in a. ERR_MEMORY. */
status delta_encode(delta *d, firstprint_span prefix, firstprint_span text, arena *a, firstprint_span *out);
/* Decodes bytes into a text of text_len bytes, in a, with a NUL after it. Any bytes and length may be given. ERR_FORMAT: bytes were not
 * made with this prefix, or the text has another length; ERR_MEMORY. */
status delta_decode(delta *d, firstprint_span prefix, firstprint_span bytes, size_t text_len, arena *a, firstprint_span *out);

#endif
