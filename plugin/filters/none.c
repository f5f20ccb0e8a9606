/* none — keeps every page. For crawls that only collect, and as a baseline for measurements. */
#include "plugin/firstprint.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	(void)state, (void)page, (void)arena;
	*out = (firstprint_signature){0};
	return FIRSTPRINT_OK;
}

FIRSTPRINT_FILTER(none) = {
	FIRSTPRINT_HEAD, .name = "none", .summary = "keeps every page", .version = 1, .sign = sign,
};
