#include "crawler/frontier/host_budget.h"

#include <stdlib.h>

#include "base/grow.h"

void host_budget_free(host_budget *b)
{
	free(b->shorts);
	*b = (host_budget){0};
}

void host_budget_spend(host_budget *b, bool needed)
{
	b->spent += needed;
	b->run++;
}

bool host_budget_refuses(const host_budget *b, int barren)
{
	bool is_spent = b->spent >= BUDGET_START;

	return barren > 0 && (is_spent || (barren >= BUDGET_BARREN && b->run >= BUDGET_BARREN));
}

void host_budget_earn(host_budget *b)
{
	b->run = 0;
	b->spent -= BUDGET_EARNED;
	if (b->spent < BUDGET_START - BUDGET_MOST)
		b->spent = BUDGET_START - BUDGET_MOST;
}

status host_budget_count(host_budget *b, uint64_t digest, size_t *before)
{
	const short_count new = {digest, 1};

	*before = 0;
	for (size_t i = 0; i < b->len; i++)
		if (b->shorts[i].digest == digest) {
			*before = b->shorts[i].pages++;
			return OK;
		}
	if (b->len < BUDGET_DIGESTS)
		return grow_add(&b->shorts, &b->len, &b->room, &new, sizeof new);
	b->shorts[b->next++ % BUDGET_DIGESTS] = new;
	return OK;
}
