/* buffer — bytes that come in pieces: a body from the network, a line from a file.
 *
 * The bytes always have a NUL behind them (not counted), so a buffer of text is also a C string. Starts as all
 * zeros; buffer_free leaves it so again. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct buffer {
	char *bytes; /* NULL until the first append */
	size_t len;
	size_t room;
} buffer;

bool buffer_append(buffer *b, const void *bytes, size_t len); /* false: out of memory, b as before */
bool buffer_append_text(buffer *b, const char *text);
void buffer_clear(buffer *b); /* length 0, memory kept */
void buffer_free(buffer *b);  /* accepts NULL */

#endif
