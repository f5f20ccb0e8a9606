#include "plugin/text/sets.h"

#include <math.h>

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

/* ── prefixes ── */

static const double MARGIN = 1.5; /* the indexed features of the other set may lie this much higher than expected */

/* So many hits a set must have at least if PREFIX_HITS are expected. */
enum { HITS_MIN = 3 };

static uint32_t at_most(double n, uint32_t most)
{
	return n < (double)most ? (uint32_t)n : most;
}

/* One of so many features at least is in every set with J ≥ τ. */
static double needed(double size, double tau)
{
	return size - ceil(tau * size) + 1;
}

/* A set with J ≥ τ has at least τ times as many features, so that its stored ones lie among 1 / τ times as many of this
 * one's. */
prefix prefix_of(const feature_set *set, double tau)
{
	double all = needed(set->size, tau), sample = ceil(PREFIX_HITS / tau);
	bool is_sampled = needed(floor(tau * set->size), tau) >= PREFIX_HITS / tau; /* even the smallest set with J ≥ τ */

	return (prefix){.stored = at_most(all < sample ? all : sample, set->len),
			.asked = at_most(MARGIN * PREFIX_HITS / (tau * tau), set->len),
			.hits = is_sampled ? HITS_MIN : 1};
}
