/* kept — bytes that stay at their address, as signatures do: for tests of an index that borrows them. */
#ifndef TESTS_PLUGIN_INDEX_KEPT_H
#define TESTS_PLUGIN_INDEX_KEPT_H

#include <string.h>

#include "base/arena.h"

static inline void *kept(const void *bytes, size_t len)
{
	static arena *all; /* until the test ends */

	if (!all)
		all = arena_new();
	return memcpy(arena_alloc(all, len), bytes, len);
}

#endif
