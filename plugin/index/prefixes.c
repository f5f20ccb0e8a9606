#include "plugin/index/prefixes.h"

#include <math.h>

static const double MARGIN = 1.5; /* the indexed features of the other set may lie this much higher than expected */

static size_t at_most(double n, size_t most)
{
	return n < (double)most ? (size_t)n : most;
}

/* So many hits at least if PREFIX_HITS are expected: fewer happen twice in 100,000 times at most. */
enum { HITS_MIN = 3 };

/* One of so many features at least is in every set with J ≥ τ. */
static double prefix_of(double size, double tau)
{
	return size - ceil(tau * size) + 1;
}

/* How many features of a set are indexed: its lowest ones. */
static size_t indexed(const feature_set *set, double tau)
{
	double prefix = prefix_of(set->size, tau), sample = ceil(PREFIX_HITS / tau);

	return at_most(prefix < sample ? prefix : sample, set->len);
}

bool prefixes_add(postings *x, double tau, const feature_set *set, uint32_t entry)
{
	return postings_add(x, set->items, indexed(set, tau), entry);
}

void prefixes_remove(postings *x, double tau, const feature_set *set, uint32_t entry)
{
	postings_remove(x, set->items, indexed(set, tau), entry);
}

/* A set with J ≥ τ has at least τ times as many features, so that its indexed ones lie among 1 / τ times as many of this
 * one's. */
uint32_t prefixes_hit(const postings *x, double tau, const feature_set *set, candidates *c)
{
	static const candidate_limits limits = {.list = PREFIXES_LIST_MAX, .all = PREFIXES_READ_MAX};
	double looked_up = MARGIN * PREFIX_HITS / (tau * tau);

	candidates_hit_lists(c, x, set->items, at_most(looked_up, set->len), &limits);
	return prefix_of(floor(tau * set->size), tau) < PREFIX_HITS / tau ? 1 : HITS_MIN;
}
