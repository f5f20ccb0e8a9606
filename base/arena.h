/* arena — memory that lives and dies together.
 *
 * A page is fetched, purified, signed, judged and stored in one arena, then arena_reset() forgets all of it at once.
 *
 *	arena *a = arena_new();
 *	char *copy = arena_text(a, bytes, len);      lives until the next reset
 *	arena_reset(a);                              everything gone, the memory kept for the next page
 *	arena_free(a);
 *
 * A guard puts hostile input in bounds: once a budget of bytes is spent, a deadline has passed, or somebody raised
 * the cancel flag, the next allocation jumps to the guard's escape instead of returning. That is the only way to stop
 * gumbo, which expects its allocator never to fail. While a guard stands no allocation returns NULL; without one,
 * NULL means out of memory. The escape must own nothing but arenas that an allocation below it could leak.
 *
 * The tag is the filter contract's firstprint_arena, so that a page's arena can be handed to a filter as it is. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct firstprint_arena arena;

typedef struct arena_guard {
	jmp_buf escape;            /* set with setjmp before arena_guard_set */
	size_t budget;             /* bytes that may be allocated while the guard stands */
	int64_t deadline_ms;       /* on the clock of clock_ms(); 0: none */
	const atomic_bool *cancel; /* NULL: none; may be raised by another thread */
	/* The arena's own: */
	size_t spent;
	unsigned calls;
} arena_guard;

arena *arena_new(void);      /* NULL: out of memory */
void arena_free(arena *a);   /* accepts NULL */
void arena_reset(arena *a);  /* forgets all allocations and removes the guard */
size_t arena_bytes(const arena *a); /* allocated since the last reset */
bool arena_exhausted(const arena *a); /* has memory been refused since the last reset? Not the guard's budget: memory */

/* size bytes, aligned for any type, not cleared. size 0 gives a valid address. */
void *arena_alloc(arena *a, size_t size);
/* n × size bytes of zeros; an overflow of the product counts as out of memory. */
void *arena_zeros(arena *a, size_t n, size_t size);
/* A copy of len bytes with a NUL behind it. */
char *arena_text(arena *a, const char *bytes, size_t len);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for one more item in an array of *room items, len of them used: array itself, or a larger copy of it.
 * Start with NULL and room 0. */
void *arena_grow(arena *a, void *array, size_t len, size_t *room, size_t item_size);

/* From now on guard watches all allocations of a; NULL takes the guard away. */
void arena_guard_set(arena *a, arena_guard *guard);

#endif
