#include "base/utf8.h"

#include <stdio.h>
#include <string.h>
#include <unicode/utf8.h>

size_t utf8_character(const char *at, size_t len)
{
	int32_t n = 0, most = len < U8_MAX_LENGTH ? (int32_t)len : U8_MAX_LENGTH;
	UChar32 c;

	U8_NEXT((const uint8_t *)at, n, most, c);
	return c < 0 ? 0 : (size_t)n;
}

/* Returns how many bytes of ASCII the text begins with, rounded down to eights, since most texts have little else. */
static size_t ascii_before(const char *text, size_t len)
{
	uint64_t eight;
	size_t i = 0;

	for (; i + sizeof eight <= len; i += sizeof eight) {
		memcpy(&eight, text + i, sizeof eight);
		if (eight & UINT64_C(0x8080808080808080))
			break;
	}
	return i;
}

bool utf8_is_valid(const char *text, size_t len)
{
	for (size_t i = 0, n; i < len; i += n) {
		n = (signed char)text[i] >= 0 ? 1 + ascii_before(text + i + 1, len - i - 1) : utf8_character(text + i, len - i);
		if (n == 0)
			return false;
	}
	return true;
}

bool utf8_is_ascii(const char *text, size_t len)
{
	size_t i = ascii_before(text, len);

	while (i < len && (signed char)text[i] >= 0)
		i++;
	return i == len;
}

const char *utf8_path(const char *path, arena *a)
{
	size_t len = strlen(path), to = 0;
	char *out = arena_alloc(a, 3 * len + 1);

	for (size_t i = 0, n; out && i < len; i += n) {
		n = utf8_character(path + i, len - i);
		if (n) {
			memcpy(out + to, path + i, n);
			to += n;
		} else {
			to += (size_t)snprintf(out + to, 4, "%%%02X", (unsigned char)path[i]);
			n = 1;
		}
	}
	if (out)
		out[to] = '\0';
	return out;
}
