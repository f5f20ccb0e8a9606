#include "purify/tree.h"

#include "base/clock.h"

/* The bytes that a tree may take: BUDGET_RATIO per byte of markup (real pages need at most 26), but no less than
 * BUDGET_LEAST and, for the sake of a worker's memory, no more than BUDGET_MOST. */
enum { BUDGET_LEAST = 16 << 20, BUDGET_RATIO = 48, BUDGET_MOST = 256 << 20 };

static void *allocate(void *a, size_t size)
{
	return arena_alloc(a, size);
}

static void never_free(void *a, void *at)
{
	(void)a, (void)at;
}

static size_t budget_for(size_t len)
{
	size_t budget = len > BUDGET_MOST / BUDGET_RATIO ? BUDGET_MOST : BUDGET_LEAST + len * BUDGET_RATIO;

	return budget < BUDGET_MOST ? budget : BUDGET_MOST;
}

/* A function of its own, so that its caller keeps no variable in a register that the jump back could spoil. */
static GumboNode *parse(firstprint_span html, arena *a)
{
	GumboOptions options = kGumboDefaultOptions;

	options.allocator = allocate;
	options.deallocator = never_free;
	options.userdata = a;
	options.max_errors = 0; /* each recorded error copies the stack of open elements */
	return gumbo_parse_with_options(&options, html.at, html.len)->root;
}

status tree_parse(firstprint_span html, const atomic_bool *cancel, arena *a, GumboNode **root)
{
	arena_guard guard = {.budget = budget_for(html.len), .deadline_ms = clock_ms() + TREE_DEADLINE_MS, .cancel = cancel};

	if (setjmp(guard.escape)) {
		arena_guard_set(a, NULL);
		return arena_exhausted(a) ? ERR_MEMORY : ERR_LIMIT;
	}
	arena_guard_set(a, &guard);
	*root = parse(html, a);
	arena_guard_set(a, NULL);
	return OK;
}
