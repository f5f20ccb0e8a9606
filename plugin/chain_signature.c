#include "plugin/chain_signature.h"

#include <string.h>

enum { LENGTH_SIZE = 4, ALIGNMENT = 8 };

status chain_signature_join(const firstprint_signature *parts, size_t n, arena *a, firstprint_signature *out)
{
	size_t len = 0;
	uint8_t *at;

	if (n == 1) {
		*out = parts[0];
		return OK;
	}
	for (size_t i = 0; i < n; i++)
		len += LENGTH_SIZE + parts[i].len;
	at = arena_alloc(a, len);
	if (!at)
		return ERR_MEMORY;
	*out = (firstprint_signature){at, len};
	for (size_t i = 0; i < n; i++) {
		for (int byte = 0; byte < LENGTH_SIZE; byte++)
			*at++ = (uint8_t)(parts[i].len >> 8 * byte);
		if (parts[i].len)
			memcpy(at, parts[i].bytes, parts[i].len);
		at += parts[i].len;
	}
	return OK;
}

/* Moves the first part from rest to part. false: there is no whole part left. */
static bool cut(firstprint_signature *rest, firstprint_signature *part)
{
	size_t len = 0;

	if (rest->len < LENGTH_SIZE)
		return false;
	for (int byte = 0; byte < LENGTH_SIZE; byte++)
		len |= (size_t)rest->bytes[byte] << 8 * byte;
	if (rest->len - LENGTH_SIZE < len)
		return false;
	*part = (firstprint_signature){rest->bytes + LENGTH_SIZE, len};
	*rest = (firstprint_signature){part->bytes + len, rest->len - LENGTH_SIZE - len};
	return true;
}

static bool is_aligned(const firstprint_signature *sig)
{
	return (uintptr_t)sig->bytes % ALIGNMENT == 0;
}

/* Copies the parts that are not aligned into room, whose bytes are aligned because they come from malloc. */
static status align(firstprint_signature *parts, size_t n, buffer *room)
{
	static const char padding[ALIGNMENT];
	size_t at[SPEC_LINKS_MAX];

	buffer_clear(room);
	for (size_t i = 0; i < n; i++) {
		at[i] = room->len;
		if (!is_aligned(&parts[i]) && (!buffer_append(room, parts[i].bytes, parts[i].len) ||
					       !buffer_append(room, padding, -room->len % ALIGNMENT)))
			return ERR_MEMORY;
	}
	for (size_t i = 0; i < n; i++)
		if (!is_aligned(&parts[i]))
			parts[i].bytes = (const uint8_t *)room->bytes + at[i];
	return OK;
}

status chain_signature_split(const firstprint_signature *whole, size_t n, firstprint_signature *parts, buffer *room)
{
	firstprint_signature rest = *whole;

	parts[0] = *whole;
	for (size_t i = 0; i < n && n > 1; i++)
		if (!cut(&rest, &parts[i]))
			return ERR_FORMAT;
	return n > 1 && rest.len ? ERR_FORMAT : align(parts, n, room);
}
