#include "crawler/web/resolve.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/per_thread.h"

enum { SLOTS = 2048, TEXT_ROOM = 316 };

struct slot {
	uint16_t folder_len; /* 0: empty */
	uint16_t reference_len;
	char text[TEXT_ROOM]; /* the folder, the reference, and the URL with its NUL */
};

_Static_assert(sizeof(struct slot) == 320, "as much as resolve.h says");

static per_thread remembered = PER_THREAD(free);

/* Does the result depend only on the folder of the base? A reference that is empty, or begins with '?' or '#', depends on all of
 * the base, and may have white space or "http:" before it. */
static bool is_plain(const char *reference)
{
	if ((unsigned char)*reference <= ' ' || *reference == '?' || *reference == '#')
		return false;
	return !strchr(reference, ':') || strncmp(reference, "http://", 7) == 0 || strncmp(reference, "https://", 8) == 0;
}

/* Returns the length of the base up to the last '/' of its path. */
static size_t folder_of(const char *base)
{
	size_t len = strcspn(base, "?");

	while (len > 0 && base[len - 1] != '/')
		len--;
	return len;
}

/* Returns the slot where the reference is, or would be. NULL: out of memory. */
static struct slot *slot_of(const char *folder, size_t folder_len, const char *reference, size_t len)
{
	struct slot *slots = per_thread_get(&remembered, SLOTS * sizeof *slots);

	return slots ? &slots[XXH3_64bits_withSeed(reference, len, XXH3_64bits(folder, folder_len)) % SLOTS] : NULL;
}

static bool is_in(const struct slot *s, const char *folder, size_t folder_len, const char *reference, size_t len)
{
	return s->folder_len == folder_len && s->reference_len == len && memcmp(s->text, folder, folder_len) == 0 &&
	       memcmp(s->text + folder_len, reference, len) == 0;
}

static void fill(struct slot *s, const char *folder, size_t folder_len, const char *reference, size_t len, const char *url)
{
	size_t size = strlen(url) + 1;

	if (folder_len + len + size > TEXT_ROOM)
		return;
	s->folder_len = (uint16_t)folder_len;
	s->reference_len = (uint16_t)len;
	memcpy(mempcpy(mempcpy(s->text, folder, folder_len), reference, len), url, size);
}

status resolve(const char *reference, const char *base, arena *scratch, arena *a, url_parts *out)
{
	size_t folder_len = folder_of(base), len = strcspn(reference, "#"); /* fragments make no difference */
	struct slot *s = is_plain(reference) ? slot_of(base, folder_len, reference, len) : NULL;
	url_parts u;
	status err;

	if (s && is_in(s, base, folder_len, reference, len))
		return url_divide(s->text + folder_len + len, a, out);
	err = url_parse(reference, base, scratch, &u);
	if (!err && s)
		fill(s, base, folder_len, reference, len, u.url);
	return err ? err : url_divide(u.url, a, out);
}
