#include "base/buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

bool buffer_append(buffer *b, const void *bytes, size_t len)
{
	char *larger;

	if (len >= SIZE_MAX / 4 - b->len)
		return false;
	larger = grow(b->bytes, b->len + len, &b->room, 1); /* one more, for the NUL */
	if (!larger)
		return false;
	b->bytes = larger;
	if (len)
		memcpy(b->bytes + b->len, bytes, len);
	b->len += len;
	b->bytes[b->len] = '\0';
	return true;
}

bool buffer_append_text(buffer *b, const char *text)
{
	return buffer_append(b, text, strlen(text));
}

void buffer_clear(buffer *b)
{
	b->len = 0;
	if (b->bytes)
		b->bytes[0] = '\0';
}

void buffer_free(buffer *b)
{
	if (!b)
		return;
	free(b->bytes);
	*b = (buffer){0};
}
