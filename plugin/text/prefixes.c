#include "plugin/text/prefixes.h"

#include <math.h>

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
