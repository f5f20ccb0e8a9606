/* buffer — bytes that arrive in pieces: a body from the network, a line from a file.
 *
 * A NUL always follows the bytes (not counted in len), so a buffer of text is also a C string. A buffer starts as all
 * zeros, and buffer_free makes it all zeros again. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct buffer {
	char *bytes; /* NULL until the first append */
	size_t len;
	size_t room;
} buffer;

bool buffer_append(buffer *b, const void *bytes, size_t len); /* false: out of memory, b is unchanged */
bool buffer_append_text(buffer *b, const char *text);
void buffer_clear(buffer *b); /* len becomes 0, the memory is kept */
void buffer_free(buffer *b);  /* accepts NULL */

#endif
