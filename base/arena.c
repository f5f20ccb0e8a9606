#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/grow.h"

enum {
	CHUNK_LEAST = 16 << 10, /* the first chunk; each one is twice as large as the one before, */
	CHUNK_MOST = 1 << 20,   /* up to this */
	MAPPED = 64 << 10,      /* chunks from this size on are mapped; freeing one returns it to the system at once */
	KEPT = 1 << 20,         /* by a reset, unless arena_keep sets another limit */
	CALLS_PER_CLOCK = 1024, /* the clock is a system call */
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
	size_t total, kept;
	bool exhausted;
	arena_guard *guard;
};

arena *arena_new(void)
{
	arena *a = calloc(1, sizeof *a);

	if (a)
		a->kept = KEPT;
	return a;
}

/* room: bytes for allocations. NULL: out of memory. */
static chunk *new_chunk(size_t room)
{
	size_t size = sizeof(chunk) + room;
	chunk *c;

	if (size < MAPPED) {
		c = malloc(size);
	} else {
		void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		c = at == MAP_FAILED ? NULL : at;
	}
	if (!c)
		return NULL;
	c->next = NULL;
	c->size = room;
	return c;
}

static void free_chunks(chunk *c)
{
	while (c) {
		chunk *next = c->next;

		if (sizeof *c + c->size < MAPPED)
			free(c);
		else
			munmap(c, sizeof *c + c->size);
		c = next;
	}
}

void arena_keep(arena *a, size_t kept)
{
	a->kept = kept;
}

void arena_free(arena *a)
{
	if (!a)
		return;
	free_chunks(a->first);
	free(a);
}

/* Frees the chunks from *c on, except the first ones up to a->kept bytes, which serve later allocations. */
static void free_excess(const arena *a, chunk **c)
{
	size_t kept = 0;

	while (*c && kept + (*c)->size <= a->kept) {
		kept += (*c)->size;
		c = &(*c)->next;
	}
	free_chunks(*c);
	*c = NULL;
}

arena_mark arena_mark_of(const arena *a)
{
	return (arena_mark){a->now, a->used, a->total};
}

void arena_rewind(arena *a, arena_mark mark)
{
	a->now = mark.now ? mark.now : a->first;
	a->used = mark.used;
	a->total = mark.total;
	if (a->now)
		free_excess(a, &a->now->next);
}

void arena_reset(arena *a)
{
	free_excess(a, &a->first);
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

void arena_poll(arena *a)
{
	arena_guard *g = a->guard;

	if (!g || ++g->calls % CALLS_PER_CLOCK)
		return;
	if ((g->cpu_deadline_ms && clock_cpu_ms() > g->cpu_deadline_ms) || (g->cancel && atomic_load(g->cancel)))
		longjmp(g->escape, 1);
}

static void spend(arena_guard *g, size_t size)
{
	g->spent += size;
	if (g->spent > g->budget)
		longjmp(g->escape, 1);
}

/* Returns the room of the next chunk: the usual room, or size if that is more. */
static size_t next_room(const arena *a, size_t size)
{
	size_t usual = a->now ? 2 * (sizeof(chunk) + a->now->size) : CHUNK_LEAST;

	usual = (usual < CHUNK_MOST ? usual : CHUNK_MOST) - sizeof(chunk);
	return size > usual ? size : usual;
}

/* Returns the next chunk if it has room for size bytes, else a new one. */
static chunk *chunk_for(arena *a, size_t size)
{
	chunk *c = a->now ? a->now->next : a->first;

	if (c && c->size >= size)
		return c;
	c = new_chunk(next_room(a, size));
	if (!c)
		return NULL;
	c->next = a->now ? a->now->next : a->first;
	*(a->now ? &a->now->next : &a->first) = c;
	return c;
}

static size_t aligned(size_t size)
{
	size_t align = _Alignof(max_align_t);

	return (size + align - 1) / align * align;
}

void *arena_alloc(arena *a, size_t size)
{
	void *at;

	if (size > SIZE_MAX / 2)
		goto exhausted;
	size = aligned(size);
	if (a->guard)
		spend(a->guard, size);
	arena_poll(a);
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

void *arena_copy(arena *a, const void *bytes, size_t len)
{
	void *copy = arena_alloc(a, len);

	if (copy && len)
		memcpy(copy, bytes, len);
	return copy;
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

/* Is this array of size bytes large, and alone in the current chunk? */
static bool is_alone(const arena *a, const void *array, size_t size)
{
	return array && a->now && array == a->now->bytes && size >= CHUNK_MOST / 2 && a->used <= aligned(size);
}

/* Frees a chunk that is unused and not the current one. */
static void drop(arena *a, chunk *empty)
{
	chunk **c = &a->first;

	while (*c != empty)
		c = &(*c)->next;
	*c = empty->next;
	empty->next = NULL;
	free_chunks(empty);
}

void *arena_grow(arena *a, void *array, size_t len, size_t *room, size_t item_size)
{
	size_t more = *room ? *room * 2 : 16;
	chunk *alone;
	void *larger;

	if (len < *room)
		return array;
	if (more <= len)
		more = len + 1;
	alone = is_alone(a, array, *room * item_size) ? a->now : NULL;
	larger = arena_alloc(a, more > SIZE_MAX / 2 / item_size ? SIZE_MAX : more * item_size);
	if (!larger)
		return NULL;
	if (*room)
		memcpy(larger, array, *room * item_size);
	if (alone && alone != a->now)
		drop(a, alone); /* a large old array would waste its chunk */
	*room = more;
	return larger;
}

status arena_add(arena *a, void *array, size_t *len, size_t *room, const void *item, size_t item_size)
{
	void *items;

	memcpy(&items, array, sizeof items);
	return grow_append(array, arena_grow(a, items, *len, room, item_size), len, item, item_size);
}
