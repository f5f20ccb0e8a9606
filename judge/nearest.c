#include "judge/nearest.h"

#include <string.h>

static bool is_nearer(const likeness *a, const likeness *b)
{
	if (a->resemblance != b->resemblance)
		return a->resemblance > b->resemblance;
	return a->contained + a->contains > b->contained + b->contains;
}

void nearest_add(nearest *n, const near_article *x)
{
	size_t at = n->len;

	if (!(x->like.resemblance > 0))
		return;
	while (at > 0 && is_nearer(&x->like, &n->items[at - 1].like))
		at--;
	memmove(&n->items[at + 1], &n->items[at], (n->len - at) * sizeof *n->items);
	n->items[at] = *x;
	n->len += n->len < n->most;
}
