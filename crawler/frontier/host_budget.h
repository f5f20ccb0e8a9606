/* host_budget — how many requests a host may get without a new article. A host that turns one page into an endless number of URLs,
 * in a way that no rule knows, ends when its budget is spent. Each new article adds to it.
 *
 * A stored page is a new article; so is the first drop of a page on this host, since a mirror is honest, and ends by itself. A
 * short page of a form (judge/skeleton.h) that BUDGET_FORMS pages of the host had before is not: months without events.
 *
 * What is linked from a new article needs no budget, however much of it is worthless: it ends. A URL needs it that was seen on a page
 * that was no new article: such pages may lead to each other without end. */
#ifndef CRAWLER_FRONTIER_HOST_BUDGET_H
#define CRAWLER_FRONTIER_HOST_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
	BUDGET_START = 200, /* requests */
	BUDGET_EARNED = 50, /* by each new article */
	BUDGET_MOST = 5000, /* at once */
	BUDGET_FORMS = 2,   /* short pages of one form that are counted as articles */
	BUDGET_BARREN =
		50, /* pages that are no new article: in a row on the way to a URL, if the last requests gave none either */
	BUDGET_DIGESTS = 1024 /* the last ones of a host that are remembered */
};

/* How many short pages of the host had this digest, of a skeleton, a form or a folder. */
typedef struct short_count {
	uint64_t digest;
	size_t pages;
} short_count;

/* Starts as zeros; then it is BUDGET_START. */
typedef struct host_budget {
	int64_t spent; /* requests, less what was earned; may be negative */
	int64_t run;   /* requests of any kind since the last new article */
	short_count *shorts;
	size_t len, room;
	size_t next; /* the one that the next digest replaces, once there are BUDGET_DIGESTS */
} host_budget;

void host_budget_free(host_budget *b);
/* There was an answer that is no failure that may pass. needed: the URL needs the budget. */
void host_budget_spend(host_budget *b, bool needed);
/* Is a URL beyond the budget that was seen behind so many pages that were no new article? */
bool host_budget_refuses(const host_budget *b, int barren);
void host_budget_earn(host_budget *b);
/* Counts a short page with this digest. *before: how many pages of the host had it before. ERR_MEMORY. */
status host_budget_count(host_budget *b, uint64_t digest, size_t *before);

#endif
