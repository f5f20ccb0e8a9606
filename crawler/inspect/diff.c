#include "crawler/inspect/diff.h"

#include <string.h>

/* Reads the article with this head; its text is in a. */
static status read_side(const source *from, const store_head *head, arena *a, diff_side *out)
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

status diff_of(const source *from_a, const store_head *a, const source *from_b, const store_head *b, arena *memory, diff *out)
{
	diff d = {.same = 0};
	status err = read_side(from_a, a, memory, &d.a);

	if (!err)
		err = read_side(from_b, b, memory, &d.b);
	if (!err)
		err = word_diff(d.a.pieces.hashes, d.a.pieces.len, d.b.pieces.hashes, d.b.pieces.len, memory, &d.changes);
	for (size_t i = 0; i < d.changes.len; i++) {
		d.removed += d.changes.items[i].a_len;
		d.added += d.changes.items[i].b_len;
	}
	d.same = d.a.pieces.len - d.removed;
	*out = d;
	return err;
}

/* ── steps ── */

typedef struct steps {
	diff_step *items;
	size_t len, room;
	arena *memory;
} steps;

static status add(steps *s, diff_step step)
{
	if (step.a == step.a_end && step.b == step.b_end)
		return OK;
	s->items = arena_grow(s->memory, s->items, s->len, &s->room, sizeof *s->items);
	if (!s->items)
		return ERR_MEMORY;
	s->items[s->len++] = step;
	return OK;
}

/* Adds n equal pieces. Shows the first `before` and the last `behind` of them, or all if few others remain. */
static status add_equal(steps *s, size_t a, size_t b, size_t n, size_t before, size_t behind)
{
	status err;

	if (n <= before + behind + DIFF_CONTEXT / 2)
		return add(s, (diff_step){a, a + n, b, b + n, false, false});
	err = add(s, (diff_step){a, a + before, b, b + before, false, false});
	if (!err)
		err = add(s, (diff_step){a + before, a + n - behind, b + before, b + n - behind, false, true});
	return err ? err : add(s, (diff_step){a + n - behind, a + n, b + n - behind, b + n, false, false});
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
			err = add(&s, (diff_step){c->a, c->a + c->a_len, c->b, c->b + c->b_len, true, false});
		a = c->a + c->a_len;
		b = c->b + c->b_len;
	}
	if (!err)
		err = add_equal(&s, a, b, d->a.pieces.len - a, d->changes.len ? DIFF_CONTEXT : 0, 0);
	*out = s.items;
	*len = s.len;
	return err;
}
