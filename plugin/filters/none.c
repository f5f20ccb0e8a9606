/* none — keeps every page. For crawls that only collect, and as a baseline for measurements. */
#include "plugin/firstprint.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	(void)state, (void)page, (void)arena;
	*out = (firstprint_signature){0};
	return FIRSTPRINT_OK;
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	(void)state, (void)sig, (void)verdict; /* all zeros mean unique */
	return FIRSTPRINT_OK;
}

static int ignore(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	(void)state, (void)page_id, (void)sig;
	return FIRSTPRINT_OK;
}

static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	(void)a, (void)b;
	return 0;
}

FIRSTPRINT_FILTER(none) = {
	FIRSTPRINT_HEAD,  .name = "none", .summary = "keeps every page",
	.sign = sign,     .check = check, .remember = ignore,
	.forget = ignore, .version = 1,   .better = better,
};
