#include "plugin/text/sets.h"

#include "base/sorted.h"

unsigned sets_level(uint32_t size)
{
	unsigned level = 0;

	while ((uint64_t)SETS_WHOLE << level < size)
		level++;
	return level;
}

uint32_t sets_below(const feature_set *s, unsigned level)
{
	return (uint32_t)sorted_lower_bound_u32(s->items, s->len, (UINT64_C(1) << 32) >> level);
}

feature_set sets_make(uint32_t *items, size_t n)
{
	feature_set s = {0, 0, items};

	s.size = (uint32_t)sorted_distinct_u32(items, n);
	s.len = s.size;
	s.len = sets_below(&s, sets_level(s.size));
	if (s.len > SETS_KEPT)
		s.len = SETS_KEPT;
	return s;
}

set_likeness sets_compare(const feature_set *a, const feature_set *b)
{
	unsigned level = sets_level(a->size > b->size ? a->size : b->size);
	uint32_t a_len = sets_below(a, level), b_len = sets_below(b, level);
	set_likeness l = {.shared = (uint32_t)sorted_shared_u32(a->items, a_len, b->items, b_len)};

	l.united = a_len + b_len - l.shared;
	l.jaccard = l.united ? (double)l.shared / l.united : 0;
	return l;
}

bool sets_valid(const feature_set *s)
{
	if (s->size > SETS_SIZE_MAX || s->len > s->size || s->len > SETS_KEPT || sets_below(s, sets_level(s->size)) != s->len ||
	    (s->size <= SETS_WHOLE && s->len != s->size))
		return false;
	for (uint32_t i = 1; i < s->len; i++)
		if (s->items[i] <= s->items[i - 1])
			return false;
	return true;
}
