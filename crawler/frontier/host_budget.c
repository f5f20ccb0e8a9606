#include "crawler/frontier/host_budget.h"

#include <string.h>

void host_budget_free(host_budget *b)
{
	arena_free(b->shorts.memory);
	*b = (host_budget){0};
}

void host_budget_spend(host_budget *b)
{
	b->spent++;
}

bool host_budget_is_spent(const host_budget *b)
{
	return b->spent >= BUDGET_START;
}

void host_budget_earn(host_budget *b)
{
	b->spent -= BUDGET_EARNED;
	if (b->spent < BUDGET_START - BUDGET_MOST)
		b->spent = BUDGET_START - BUDGET_MOST;
}

status host_budget_count(host_budget *b, uint64_t digest, size_t *before)
{
	size_t *count;
	void *key;

	*before = 0;
	if (table_get(&b->shorts, &digest, sizeof digest)) {
		count = table_put(&b->shorts, &digest, sizeof digest, 0);
		*before = count ? (*count)++ : 0;
		return count ? OK : ERR_MEMORY;
	}
	if (b->shorts.len >= BUDGET_DIGESTS)
		return OK;
	b->shorts.memory = b->shorts.memory ? b->shorts.memory : arena_new();
	key = b->shorts.memory ? arena_alloc(b->shorts.memory, sizeof digest) : NULL;
	if (!key)
		return ERR_MEMORY;
	memcpy(key, &digest, sizeof digest);
	return table_put(&b->shorts, key, sizeof digest, 1) ? OK : ERR_MEMORY;
}
