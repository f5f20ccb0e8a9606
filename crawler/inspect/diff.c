#include "crawler/inspect/diff.h"

#include <string.h>

status diff_read(const source *from, const store_head *head, arena *a, diff_side *out)
{
	const char *title = head->title ? head->title : "";
	size_t title_len = strlen(title);
	firstprint_span text;
	status err = store_text(from->store, head->id, a, &text);
	char *whole = err ? NULL : arena_alloc(a, title_len + text.len + 2);

	*out = (diff_side){.from = *from, .head = *head};
	out->from.path = source_path(from, (int64_t)head->id, a);
	if (err || !whole)
		return err ? err : ERR_MEMORY;
	memcpy(mempcpy(mempcpy(whole, title, title_len), "\n", 1), text.at ? text.at : "", text.len);
	return pieces_of((firstprint_span){whole, title_len + 1 + text.len}, a, &out->pieces);
}

status diff_make(diff *d, arena *memory)
{
	status err = word_diff(d->a.pieces.hashes, d->a.pieces.len, d->b.pieces.hashes, d->b.pieces.len, memory, &d->changes);

	d->removed = d->added = 0;
	for (size_t i = 0; i < d->changes.len && !err; i++) {
		d->removed += d->changes.items[i].a_len;
		d->added += d->changes.items[i].b_len;
	}
	d->same = d->a.pieces.len - d->removed;
	return err;
}

/* ── steps ── */

typedef struct steps {
	diff_step *items;
	size_t len, room;
	arena *memory;
} steps;

static status add(steps *s, size_t a, size_t b, size_t n, bool is_left_out)
{
	if (n == 0)
		return OK;
	s->items = arena_grow(s->memory, s->items, s->len, &s->room, sizeof *s->items);
	if (!s->items)
		return ERR_MEMORY;
	s->items[s->len++] = (diff_step){a, a + n, b, b + n, false, is_left_out};
	return OK;
}

/* Adds n equal pieces. Shows the first `before` and the last `behind` of them, or all if few others remain. */
static status add_equal(steps *s, size_t a, size_t b, size_t n, size_t before, size_t behind)
{
	status err;

	if (n <= before + behind + DIFF_CONTEXT / 2)
		return add(s, a, b, n, false);
	err = add(s, a, b, before, false);
	if (!err)
		err = add(s, a + before, b + before, n - before - behind, true);
	return err ? err : add(s, a + n - behind, b + n - behind, behind, false);
}

static status add_change(steps *s, const word_change *c)
{
	s->items = arena_grow(s->memory, s->items, s->len, &s->room, sizeof *s->items);
	if (!s->items)
		return ERR_MEMORY;
	s->items[s->len++] = (diff_step){c->a, c->a + c->a_len, c->b, c->b + c->b_len, true, false};
	return OK;
}

status diff_steps(const diff *d, arena *memory, diff_step **out, size_t *len)
{
	steps s = {.memory = memory};
	size_t a = 0, b = 0;
	status err = OK;

	for (size_t i = 0; i < d->changes.len && !err; i++) {
		const word_change *c = &d->changes.items[i];

		err = add_equal(&s, a, b, c->a - a, i ? DIFF_CONTEXT : 0, DIFF_CONTEXT);
		if (!err)
			err = add_change(&s, c);
		a = c->a + c->a_len;
		b = c->b + c->b_len;
	}
	if (!err)
		err = add_equal(&s, a, b, d->a.pieces.len - a, d->changes.len ? DIFF_CONTEXT : 0, 0);
	*out = s.items;
	*len = s.len;
	return err;
}
