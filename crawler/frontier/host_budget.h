/* host_budget — how many requests a host may get without a new article. A host that turns one page into an endless number of URLs,
 * in a way that no rule knows, ends when its budget is spent. Each new article adds to it.
 *
 * A stored page is a new article; so is the first drop of a page on this host, since a mirror is honest, and ends by itself. A
 * short page whose skeleton (judge/skeleton.h) BUDGET_FORMS pages of the host had before is not: months without events. */
#ifndef CRAWLER_FRONTIER_HOST_BUDGET_H
#define CRAWLER_FRONTIER_HOST_BUDGET_H

#include <stdbool.h>

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
	BUDGET_START = 200,   /* requests */
	BUDGET_EARNED = 100,  /* by each new article */
	BUDGET_MOST = 5000,   /* at once */
	BUDGET_FORMS = 2,     /* short pages that say the same and are counted as articles */
	BUDGET_LINKS = 20,    /* short pages that say the same and have their links followed */
	BUDGET_DIGESTS = 1024 /* the last ones of a host that are remembered */
};

/* How many short pages of the host had this digest, of a skeleton or a folder. */
typedef struct short_count {
	uint64_t digest;
	size_t pages;
} short_count;

/* Starts as zeros; then it is BUDGET_START. */
typedef struct host_budget {
	int64_t spent; /* requests, less what was earned; may be negative */
	short_count *shorts;
	size_t len, room;
	size_t next; /* the one that the next digest replaces, once there are BUDGET_DIGESTS */
} host_budget;

void host_budget_free(host_budget *b);
void host_budget_spend(host_budget *b);
bool host_budget_is_spent(const host_budget *b);
void host_budget_earn(host_budget *b);
/* Counts a short page with this digest. *before: how many pages of the host had it before. ERR_MEMORY. */
status host_budget_count(host_budget *b, uint64_t digest, size_t *before);

#endif
