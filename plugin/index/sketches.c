#include "plugin/index/sketches.h"

static size_t indexed(const sketch *s)
{
	return s->shingles_len < SKETCHES_INDEXED ? s->shingles_len : SKETCHES_INDEXED;
}

bool sketches_add(postings *x, const sketch *s, uint32_t entry)
{
	return postings_add(x, s->shingles, indexed(s), entry);
}

void sketches_remove(postings *x, const sketch *s, uint32_t entry)
{
	postings_remove(x, s->shingles, indexed(s), entry);
}

void sketches_hit(const postings *x, const sketch *s, candidates *c)
{
	static const candidate_limits limits = {.list = SKETCHES_READ_MAX, .all = SKETCHES_READ_MAX};

	candidates_hit_lists(c, x, s->shingles, s->shingles_len, &limits);
}
