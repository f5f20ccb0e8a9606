#include "base/buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(buffer *b, size_t room)
{
	size_t doubled = b->room ? b->room * 2 : 256;
	char *larger;

	if (room <= b->room)
		return true;
	if (room < doubled)
		room = doubled;
	larger = realloc(b->bytes, room);
	if (!larger)
		return false;
	b->bytes = larger;
	b->room = room;
	return true;
}

bool buffer_append(buffer *b, const void *bytes, size_t len)
{
	if (len >= SIZE_MAX / 4 - b->len || !reserve(b, b->len + len + 1))
		return false;
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
