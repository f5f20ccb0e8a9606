#include "plugin/index/sketches.h"

#include <stdlib.h>
#include <string.h>

static bool grow(void **array, uint32_t *room, uint32_t need, size_t item)
{
	uint32_t more = *room ? *room : 64;
	void *larger;

	if (need <= *room)
		return true;
	while (more < need)
		more += more / 2;
	larger = realloc(*array, more * item);
	if (!larger)
		return false;
	*array = larger;
	*room = more;
	return true;
}

static size_t indexed(const sketch *s)
{
	return s->shingles_len < SKETCHES_INDEXED ? s->shingles_len : SKETCHES_INDEXED;
}

static firstprint_span bytes_of(const struct sketch_entry *e)
{
	return (firstprint_span){(const char *)e->bytes, e->len};
}

/* Takes back the last n postings. */
static void unpost(sketch_index *x, size_t n)
{
	for (; n; n--) {
		uint32_t last = x->postings.len - 1;

		chains_remove(&x->postings, last);
		x->postings.len = last;
	}
}

static bool post(sketch_index *x, const sketch *s, uint32_t entry)
{
	for (size_t i = 0; i < indexed(s); i++) {
		uint32_t posting = x->postings.len;

		if (!grow((void **)&x->owners, &x->owners_room, posting + 1, sizeof *x->owners) ||
		    !chains_push(&x->postings, s->shingles[i])) {
			unpost(x, i);
			return false;
		}
		x->owners[posting] = entry;
	}
	return true;
}

bool sketches_add(sketch_index *x, uint64_t id, const sketch *s, firstprint_span bytes)
{
	struct sketch_entry e = {.id = id, .bytes = malloc(bytes.len), .len = (uint32_t)bytes.len};

	if (!e.bytes)
		return false;
	memcpy(e.bytes, bytes.at, bytes.len);
	if (!grow((void **)&x->entries, &x->room, x->len + 1, sizeof *x->entries) ||
	    !grow((void **)&x->touched, &x->touched_room, x->len + 1, sizeof *x->touched) || !post(x, s, x->len)) {
		free(e.bytes);
		return false;
	}
	x->entries[x->len++] = e;
	x->bytes += bytes.len;
	return true;
}

static struct sketch_entry *find(const sketch_index *x, uint64_t id)
{
	uint32_t low = 0, high = x->len;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (x->entries[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < x->len && x->entries[low].id == id && x->entries[low].bytes ? &x->entries[low] : NULL;
}

/* The postings of an entry are those that follow its first one in number: they were pushed together. */
static void unhang(sketch_index *x, uint32_t entry)
{
	uint32_t low = 0, high = x->postings.len;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (x->owners[middle] < entry)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < x->postings.len && x->owners[low] == entry; low++)
		chains_remove(&x->postings, low);
}

void sketches_remove(sketch_index *x, uint64_t id)
{
	struct sketch_entry *e = find(x, id);

	if (!e)
		return;
	unhang(x, (uint32_t)(e - x->entries));
	x->bytes -= e->len;
	free(e->bytes);
	e->bytes = NULL; /* the id stays: the entries are searched by it */
}

bool sketches_get(const sketch_index *x, uint64_t id, firstprint_span *bytes)
{
	const struct sketch_entry *e = find(x, id);

	if (e)
		*bytes = bytes_of(e);
	return e != NULL;
}

/* Counts one hit for each page that hangs under hash; the number of entries touched so far goes up. */
static uint32_t count_hits(sketch_index *x, uint32_t hash, uint32_t touched)
{
	const chains *c = &x->postings;
	unsigned seen = 0;

	for (uint32_t p = chains_first(c, hash); p != CHAINS_END && seen < SKETCHES_CHAIN_MOST; p = chains_next(c, p)) {
		struct sketch_entry *e = &x->entries[x->owners[p]];

		if (chains_key(c, p) != hash)
			continue;
		seen++;
		if (e->hits++ == 0)
			x->touched[touched++] = x->owners[p];
	}
	return touched;
}

void sketches_each_near(sketch_index *x, const sketch *s, void (*visit)(void *, uint64_t, firstprint_span), void *ctx)
{
	uint32_t touched = 0;

	for (size_t i = 0; i < s->shingles_len; i++)
		touched = count_hits(x, s->shingles[i], touched);
	for (uint32_t i = 0; i < touched; i++) {
		struct sketch_entry *e = &x->entries[x->touched[i]];
		bool near = e->hits >= SKETCHES_HITS_LEAST;

		e->hits = 0;
		if (near)
			visit(ctx, e->id, bytes_of(e));
	}
}

size_t sketches_memory(const sketch_index *x)
{
	return x->bytes + x->room * sizeof *x->entries + chains_memory(&x->postings) +
	       x->owners_room * sizeof *x->owners + x->touched_room * sizeof *x->touched;
}

void sketches_free(sketch_index *x)
{
	for (uint32_t i = 0; i < x->len; i++)
		free(x->entries[i].bytes);
	free(x->entries);
	free(x->owners);
	free(x->touched);
	chains_free(&x->postings);
	*x = (sketch_index){0};
}
