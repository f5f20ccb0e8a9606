#include "purify/tree.h"

#include <stdint.h>

#include "base/clock.h"

/* The bytes that a tree may take: BUDGET_RATIO per byte of markup (real pages need at most 26), but at least BUDGET_LEAST and, to
 * limit a worker's memory, at most BUDGET_MOST. */
enum { BUDGET_LEAST = 16 << 20, BUDGET_RATIO = 48, BUDGET_MOST = 256 << 20 };

/* ── gumbo's memory ──
 *
 * Three in five of gumbo's allocations are freed while it parses: names and texts of tokens, arrays that have grown. They are
 * small, and the pool reuses them, so a tree takes a quarter less than in a plain arena. The length in units precedes each
 * piece. */

enum { UNIT = 8, CLASSES = 65, PIECE = 4096 };

typedef struct pool {
	arena *arena;
	uint64_t *next;       /* the unused rest of the current piece of the arena */
	size_t left;          /* units */
	void *freed[CLASSES]; /* by length: the first free piece, which begins with the address of the next */
} pool;

static uint64_t *cut(pool *p, size_t units)
{
	uint64_t *at;

	if (units > PIECE / UNIT / 4)
		return arena_alloc(p->arena, units * UNIT);
	if (units > p->left) {
		p->next = arena_alloc(p->arena, PIECE);
		p->left = PIECE / UNIT;
	}
	at = p->next;
	p->next += units;
	p->left -= units;
	return at;
}

static void *allocate(void *ctx, size_t size)
{
	pool *p = ctx;
	size_t units = (size + UNIT - 1) / UNIT;
	void **freed = units && units < CLASSES ? p->freed[units] : NULL;
	uint64_t *at;

	arena_poll(p->arena);
	if (freed) {
		p->freed[units] = *freed;
		return freed;
	}
	at = cut(p, units + 1);
	*at = units;
	return at + 1;
}

static void release(void *ctx, void *bytes)
{
	pool *p = ctx;
	size_t units = bytes ? ((uint64_t *)bytes)[-1] : 0;

	if (!units || units >= CLASSES)
		return;
	*(void **)bytes = p->freed[units];
	p->freed[units] = bytes;
}

/* ── parsing ── */

static size_t budget_for(size_t len)
{
	size_t budget = len > BUDGET_MOST / BUDGET_RATIO ? BUDGET_MOST : BUDGET_LEAST + len * BUDGET_RATIO;

	return budget < BUDGET_MOST ? budget : BUDGET_MOST;
}

/* It is a separate function, so that its caller keeps no variable in a register that the jump back could spoil. */
static GumboNode *parse(firstprint_span html, pool *p)
{
	GumboOptions options = kGumboDefaultOptions;

	options.allocator = allocate;
	options.deallocator = release;
	options.userdata = p;
	options.max_errors = 0; /* each recorded error copies the stack of open elements */
	return gumbo_parse_with_options(&options, html.at, html.len)->root;
}

status tree_parse(firstprint_span html, const atomic_bool *cancel, arena *a, GumboNode **root)
{
	arena_guard guard = {.budget = budget_for(html.len), .cpu_deadline_ms = clock_cpu_ms() + TREE_CPU_MS, .cancel = cancel};
	pool *p = arena_zeros(a, 1, sizeof *p);

	if (!p)
		return ERR_MEMORY;
	p->arena = a;
	if (setjmp(guard.escape)) {
		arena_guard_set(a, NULL);
		return arena_exhausted(a) ? ERR_MEMORY : ERR_LIMIT;
	}
	arena_guard_set(a, &guard);
	*root = parse(html, p);
	arena_guard_set(a, NULL);
	return OK;
}
