/* arena — memory that is given back all at once.
 *
 * A page is fetched, purified, signed, judged and stored in one arena; then arena_reset() takes back all of it.
 *
 *	arena *a = arena_new();
 *	char *copy = arena_text(a, bytes, len);      lives until the next reset
 *	arena_reset(a);                              copy is gone; its memory serves the next page
 *	arena_free(a);
 *
 * A guard limits what hostile input may cost. When its budget of bytes is spent, its deadline of the
 * thread's CPU time has passed or its cancel flag is set, the next allocation does not return: it jumps to the guard's escape (longjmp). Nothing else can stop
 * gumbo, which expects that its allocator never fails. While a guard is set, no allocation returns NULL; without one,
 * NULL means out of memory. Code that runs under a guard must own nothing but arena memory, or the jump leaks it.
 *
 * The struct has the tag that the filter contract uses, firstprint_arena, so that filters can be given a page's arena. */
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
	size_t budget;             /* bytes that may be allocated while the guard is set */
	int64_t cpu_deadline_ms;   /* by clock_cpu_ms() of the thread that allocates; 0: none */
	const atomic_bool *cancel; /* NULL: none; another thread may set it */
	/* Written by the arena: */
	size_t spent;
	unsigned calls;
} arena_guard;

arena *arena_new(void);     /* NULL: out of memory */
void arena_free(arena *a);  /* accepts NULL */
void arena_reset(arena *a); /* takes back all allocations and removes the guard */
/* A reset holds at most so many bytes for what comes next, 1 MiB if nothing is said, and gives the rest back to the system: the
 * memory of one huge page must not be held for ever. */
void arena_keep(arena *a, size_t kept);
size_t arena_bytes(const arena *a);   /* bytes allocated since the last reset */
bool arena_exhausted(const arena *a); /* has memory run out since the last reset? A spent budget does not count */

/* size bytes, aligned for any type, not cleared. size 0 gives a valid address. */
void *arena_alloc(arena *a, size_t size);
/* n × size bytes of zeros. If the product overflows, that counts as out of memory. */
void *arena_zeros(arena *a, size_t n, size_t size);
void *arena_copy(arena *a, const void *bytes, size_t len);
/* A copy of len bytes with a NUL behind it. */
char *arena_text(arena *a, const char *bytes, size_t len);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is allocated from here on is taken back by arena_rewind; what was allocated before stays. Marks are rewound in the reverse
 * order, and not across a reset. */
typedef struct arena_mark {
	struct chunk *now;
	size_t used, total;
} arena_mark;

arena_mark arena_mark_of(const arena *a);
void arena_rewind(arena *a, arena_mark mark);

/* Makes room for one more item behind the len items of an array that has room for *room. Returns the array, or a larger
 * copy of it, and then the old one may be gone. Start with NULL and room 0. */
void *arena_grow(arena *a, void *array, size_t len, size_t *room, size_t item_size);

/* From now on the guard watches all allocations in a. NULL: none does. */
void arena_guard_set(arena *a, arena_guard *guard);
/* Looks for the guard's deadline and cancel flag, as every allocation does, once in a while: for who takes memory from pieces of
 * an arena. It may not return. */
void arena_poll(arena *a);

#endif
