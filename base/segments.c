#include "base/segments.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/grow.h"

/* Returns a segment of zeros that begins at a multiple of its size, as huge pages must: random access to huge pages is cheaper. */
static uint8_t *map_segment(void)
{
	uint8_t *bytes = mmap(NULL, 2 * (size_t)SEGMENT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t before;

	if (bytes == MAP_FAILED)
		return NULL;
	before = (SEGMENT_BYTES - (uintptr_t)bytes % SEGMENT_BYTES) % SEGMENT_BYTES;
	if (before)
		munmap(bytes, before);
	bytes += before;
	munmap(bytes + SEGMENT_BYTES, SEGMENT_BYTES - before);
	return bytes;
}

bool segments_reserve(segments *s, size_t n, size_t item_size)
{
	unsigned shift = segments_shift(item_size);

	while ((size_t)s->count << shift < n) {
		size_t room = s->room;
		uint8_t **at = grow(s->at, s->count, &room, sizeof *at), *segment;

		if (!at)
			return false;
		s->at = at;
		s->room = (uint32_t)room;
		segment = map_segment();
		if (!segment)
			return false;
		/* The first may stay almost empty, so it takes memory page by page. The later ones will be filled. */
		if (s->count)
			madvise(segment, SEGMENT_BYTES, MADV_HUGEPAGE); /* a hint; the system may ignore it */
		s->at[s->count++] = segment;
	}
	return true;
}

void segments_free(segments *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		munmap(s->at[i], SEGMENT_BYTES);
	free(s->at);
	*s = (segments){0};
}
