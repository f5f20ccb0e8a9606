#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
	CHUNK = 256 * 1024,      /* a typical page needs one to four of them */
	KEPT = 16 * 1024 * 1024, /* what a reset keeps at most: the memory of one huge page must not be held for ever */
	CALLS_PER_CLOCK = 1024,  /* the clock costs more than an allocation */
};

typedef struct chunk {
	struct chunk *next;
	size_t size;
	_Alignas(max_align_t) unsigned char bytes[];
} chunk;

struct firstprint_arena {
	chunk *first;
	chunk *now;  /* the chunk that allocations come from; those after it are empty */
	size_t used; /* in now */
	size_t total;
	bool exhausted;
	arena_guard *guard;
};

arena *arena_new(void)
{
	return calloc(1, sizeof(arena));
}

static void free_chunks(chunk *c)
{
	while (c) {
		chunk *next = c->next;

		free(c);
		c = next;
	}
}

void arena_free(arena *a)
{
	if (!a)
		return;
	free_chunks(a->first);
	free(a);
}

void arena_reset(arena *a)
{
	size_t kept = 0;
	chunk **c = &a->first;

	while (*c && kept + (*c)->size <= KEPT) {
		kept += (*c)->size;
		c = &(*c)->next;
	}
	free_chunks(*c);
	*c = NULL;
	a->now = a->first;
	a->used = a->total = 0;
	a->exhausted = false;
	a->guard = NULL;
}

size_t arena_bytes(const arena *a)
{
	return a->total;
}

bool arena_exhausted(const arena *a)
{
	return a->exhausted;
}

void arena_guard_set(arena *a, arena_guard *guard)
{
	if (guard)
		guard->spent = guard->calls = 0;
	a->guard = guard;
}

static void guard_check(arena *a, size_t size)
{
	arena_guard *g = a->guard;

	g->spent += size;
	if (g->spent > g->budget)
		longjmp(g->escape, 1);
	if (++g->calls % CALLS_PER_CLOCK)
		return;
	if ((g->deadline_ms && clock_ms() > g->deadline_ms) || (g->cancel && atomic_load(g->cancel)))
		longjmp(g->escape, 1);
}

/* The next chunk if it has room for size bytes, or a new one. */
static chunk *chunk_for(arena *a, size_t size)
{
	chunk *c = a->now ? a->now->next : a->first;
	size_t room = size > CHUNK ? size : CHUNK;

	if (c && c->size >= size)
		return c;
	c = malloc(sizeof *c + room);
	if (!c)
		return NULL;
	c->size = room;
	c->next = a->now ? a->now->next : a->first;
	*(a->now ? &a->now->next : &a->first) = c;
	return c;
}

void *arena_alloc(arena *a, size_t size)
{
	size_t align = _Alignof(max_align_t);
	void *at;

	if (size > SIZE_MAX / 2)
		goto exhausted;
	size = (size + align - 1) / align * align;
	if (a->guard)
		guard_check(a, size);
	if (!a->now || a->now->size - a->used < size) {
		chunk *c = chunk_for(a, size);

		if (!c)
			goto exhausted;
		a->now = c;
		a->used = 0;
	}
	at = a->now->bytes + a->used;
	a->used += size;
	a->total += size;
	return at;
exhausted:
	a->exhausted = true;
	if (a->guard)
		longjmp(a->guard->escape, 1);
	return NULL;
}

void *arena_zeros(arena *a, size_t n, size_t size)
{
	void *at = arena_alloc(a, size && n > SIZE_MAX / size ? SIZE_MAX : n * size);

	return at ? memset(at, 0, n * size) : NULL;
}

char *arena_text(arena *a, const char *bytes, size_t len)
{
	char *copy = arena_alloc(a, len + 1);

	if (!copy)
		return NULL;
	if (len)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

char *arena_printf(arena *a, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = len < 0 ? NULL : arena_alloc(a, (size_t)len + 1);
	if (!text)
		return NULL;
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	return text;
}

void *arena_grow(arena *a, void *array, size_t len, size_t *room, size_t item_size)
{
	size_t more = *room ? *room * 2 : 16;
	void *larger;

	if (len < *room)
		return array;
	larger = arena_alloc(a, more > SIZE_MAX / 2 / item_size ? SIZE_MAX : more * item_size);
	if (!larger)
		return NULL;
	if (len)
		memcpy(larger, array, len * item_size);
	*room = more;
	return larger;
}
