#include "crawler/report/detail.h"

#include "crawler/inspect/diff.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/sentences.h"
#include "crawler/console/rows.h"

/* ── the differences ── */

enum { EQUAL_SHOWN = 60 }; /* words and punctuation marks of equal texts */

static size_t put_text(json_t *parts, const char *kind, const pieces *p, size_t i, size_t j)
{
	firstprint_span span;
	const char gap[2] = {i < j && i > 0 ? p->items[i].gap : 0};

	if (i == j)
		return 0;
	span = pieces_span(p, i, j);
	json_array_append_new(parts, json_pack("[s, s+%]", kind, gap, span.at, span.len));
	return span.len;
}

static void put_left_out(json_t *parts, size_t n)
{
	json_array_append_new(parts, json_pack("[s, I]", "…", (json_int_t)n));
}

static size_t put_step(json_t *parts, const diff *d, const diff_step *s)
{
	if (s->is_left_out) {
		put_left_out(parts, s->a_end - s->a);
		return 0;
	}
	if (!s->is_change)
		return put_text(parts, "=", &d->b.pieces, s->b, s->b_end);
	return put_text(parts, "-", &d->a.pieces, s->a, s->a_end) + put_text(parts, "+", &d->b.pieces, s->b, s->b_end);
}

/* Adds only the beginning of equal texts, to show what they are about. */
static void put_equal(json_t *parts, const diff *d)
{
	size_t shown = d->same < EQUAL_SHOWN ? d->same : EQUAL_SHOWN;

	put_text(parts, "=", &d->b.pieces, 0, shown);
	if (d->same > shown)
		put_left_out(parts, d->same - shown);
}

static status put_parts(json_t *out, const diff *d, size_t most, arena *a)
{
	json_t *parts = json_array();
	diff_step *steps;
	size_t len = 0, bytes = 0, left = 0;
	status err = diff_steps(d, a, &steps, &len);

	if (!err && d->changes.len == 0)
		put_equal(parts, d);
	for (size_t i = 0; i < len && !err && d->changes.len; i++) {
		if (bytes < most)
			bytes += put_step(parts, d, &steps[i]);
		else
			left += steps[i].is_change;
	}
	json_object_update_new(out, json_pack("{s:I, s:I, s:I, s:I, s:o}", "same", (json_int_t)d->same, "removed",
					      (json_int_t)d->removed, "added", (json_int_t)d->added, "left", (json_int_t)left,
					      "parts", parts));
	return err;
}

status detail_diff(const source *from, uint64_t a, uint64_t b, size_t most, json_t *out)
{
	arena *memory = arena_new();
	store_head heads[2];
	diff d;
	status err = memory ? store_head_of(from->store, a, memory, &heads[0]) : ERR_MEMORY;

	if (!err)
		err = store_head_of(from->store, b, memory, &heads[1]);
	if (!err)
		err = diff_of(from, &heads[0], from, &heads[1], memory, &d);
	if (!err)
		err = put_parts(out, &d, most, memory);
	arena_free(memory);
	return err;
}

/* ── why ── */

typedef struct reasons {
	const source *from;
	arena *memory;
	json_t *why, *otherwise;
	uint64_t of;
} reasons;

static void put_sentence(void *ctx, const char *sentence, bool is_otherwise)
{
	reasons *r = ctx;

	json_array_append_new(is_otherwise ? r->otherwise : r->why, json_string(sentence));
}

static status put_reasons(void *ctx, const store_value *columns, size_t n)
{
	reasons *r = ctx;
	json_t *row = row_json(&(table_row){columns, n});
	const char *spec = store_filter(r->from->store);
	sentence_facts facts = {.row = row, .spec = spec ? spec : "", .dropped = true, .memory = r->memory};
	bool moved;
	status err = row ? OK : ERR_MEMORY;

	r->of = (uint64_t)json_integer_value(json_object_get(row, "of"));
	if (!err)
		err = found_compared(r->from, row, &moved);
	if (!err)
		err = sentences_of(&facts, put_sentence, r);
	json_decref(row);
	return err;
}

status detail_of(const source *from, uint64_t id, size_t most, json_t *out)
{
	reasons r = {.from = from, .memory = arena_new(), .why = json_array(), .otherwise = json_array()};
	status err = r.memory ? store_ask_id(from->store, ASK_DROP_BY_ID, (int64_t)id, put_reasons, &r) : ERR_MEMORY;

	json_object_set_new(out, "why", r.why);
	json_object_set_new(out, "otherwise", r.otherwise);
	arena_free(r.memory);
	if (err)
		return err;
	return r.of ? detail_diff(from, r.of, id, most, out) : ERR_MISSING;
}
