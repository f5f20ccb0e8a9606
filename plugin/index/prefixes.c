#include "plugin/index/prefixes.h"

#include <math.h>

static const double MARGIN = 1.5; /* the indexed features of the other set may lie this much higher than expected */

static size_t at_most(double n, size_t most)
{
	return n < (double)most ? (size_t)n : most;
}

/* So many hits a set must have at least if PREFIX_HITS are expected. */
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
size_t prefixes_find(const postings *x, double tau, const feature_set *set, candidates *c, uint32_t most, struct candidate *out)
{
	double looked_up = MARGIN * PREFIX_HITS / (tau * tau);
	bool is_sampled = prefix_of(floor(tau * set->size), tau) >= PREFIX_HITS / tau; /* even the smallest set with J ≥ τ */

	return candidates_find(c, x, set->items, at_most(looked_up, set->len), is_sampled ? HITS_MIN : 1, most, out);
}
