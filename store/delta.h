/* delta — a text as what it differs in from another: zstd with that other text as prefix. Inside store/ only. */
#ifndef STORE_DELTA_H
#define STORE_DELTA_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct delta delta;

delta *delta_new(void);    /* NULL: out of memory */
void delta_free(delta *d); /* accepts NULL */

/* text as bytes in a that delta_decode turns back, given the same prefix. ERR_MEMORY. */
status delta_encode(delta *d, firstprint_span prefix, firstprint_span text, arena *a, firstprint_span *out);
/* ERR_FORMAT: bytes were not made with this prefix, or do not give text_len bytes. */
status delta_decode(delta *d, firstprint_span prefix, firstprint_span bytes, size_t text_len, arena *a,
		    firstprint_span *out);

#endif
