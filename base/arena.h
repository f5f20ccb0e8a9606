/* arena — memory that is freed all at once.
 *
 * One arena serves a page while it is fetched, purified, signed, judged and stored; then arena_reset() frees all of it.
 *
 *	arena *a = arena_new();
 *	char *copy = arena_text(a, bytes, len);      lives until the next reset
 *	arena_reset(a);                              copy is gone; its memory serves the next page
 *	arena_free(a);
 *
 * A guard limits what hostile input may cost. When its budget of bytes is spent, its deadline in CPU time of the thread has passed,
 * or its cancel flag is set, the next allocation does not return: it jumps to the guard's escape (longjmp). Nothing else can stop
 * gumbo, which expects that its allocator never fails. While a guard is set, no allocation returns NULL; without one, NULL means
 * out of memory. Code that runs under a guard must own nothing but arena memory, or the jump leaks it.
 *
 * The struct has the tag of the filter contract, firstprint_arena, so that the program can pass a page's arena to a filter. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct firstprint_arena arena;

typedef struct arena_guard {
	jmp_buf escape;            /* set with setjmp before arena_guard_set */
	size_t budget;             /* bytes that may be allocated while the guard is set */
	int64_t cpu_deadline_ms;   /* by clock_cpu_ms() of the thread that allocates; 0: none */
	const atomic_bool *cancel; /* NULL: none; another thread may set it */
	/* Written by the arena: */
	size_t spent;
	unsigned calls;
} arena_guard;

arena *arena_new(void);     /* NULL: out of memory */
void arena_free(arena *a);  /* accepts NULL */
void arena_reset(arena *a); /* frees all allocations and removes the guard */
/* Sets how many bytes a reset may keep for later allocations; the default is 1 MiB. A reset returns the rest to the system, so that
 * the memory of one huge page is not held forever. */
void arena_keep(arena *a, size_t kept);
size_t arena_bytes(const arena *a);   /* bytes allocated since the last reset */
bool arena_exhausted(const arena *a); /* has memory run out since the last reset? A spent budget does not count */

/* Returns size bytes, aligned for any type, not cleared. For size 0 it returns a valid address. */
void *arena_alloc(arena *a, size_t size);
/* Returns n × size bytes of zeros. A product that overflows counts as out of memory. */
void *arena_zeros(arena *a, size_t n, size_t size);
void *arena_copy(arena *a, const void *bytes, size_t len);
/* Returns a copy of len bytes with a NUL after it. */
char *arena_text(arena *a, const char *bytes, size_t len);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* arena_rewind frees what was allocated after the mark; earlier allocations stay. Rewind marks in reverse order, and not across a
 * reset. */
typedef struct arena_mark {
	struct chunk *now;
	size_t used, total;
} arena_mark;

arena_mark arena_mark_of(const arena *a);
void arena_rewind(arena *a, arena_mark mark);

/* Makes room for more than len items in an array that has room for *room. Returns the array or a larger copy; after a copy the old
 * array may be gone. Start with NULL and room 0. */
void *arena_grow(arena *a, void *array, size_t len, size_t *room, size_t item_size);
/* Appends a copy of the item to the array that *array, a pointer, leads to. ERR_MEMORY: nothing is changed. */
status arena_add(arena *a, void *array, size_t *len, size_t *room, const void *item, size_t item_size);

/* From now on the guard watches all allocations in a. NULL removes the guard. */
void arena_guard_set(arena *a, arena_guard *guard);
/* Once in a while, checks the guard's deadline and cancel flag, as allocations do: for callers that sub-allocate. It may not
 * return. */
void arena_poll(arena *a);

#endif
