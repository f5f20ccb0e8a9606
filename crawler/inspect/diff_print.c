/* diff_print — a diff for people, in one column or two, and as JSON. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/diff.h"
#include "crawler/inspect/found.h"

/* ── the heading ── */

static void print_side(const char *sign, const diff_side *s, enum screen_style style, const screen *to)
{
	char url[SCREEN_TEXT];

	printf("%s%s %s%s%s #%" PRIu64 " %s%s\n", screen_style(to, style), sign, s->from.path ? s->from.path : "",
	       s->from.path ? ": " : "", s->head.kind, s->head.id,
	       screen_fit(s->head.url ? s->head.url : s->head.name, to->columns ? to->columns - 24 : 0, url),
	       screen_style(to, SCREEN_PLAIN));
}

static void print_counts(const diff *d)
{
	char same[32], removed[32], added[32];

	if (d->changes.len == 0)
		printf("the texts are equal: %s words and marks\n", terminal_number((int64_t)d->same, same));
	else
		printf("%s words and marks in both, %s only in the first, %s only in the second\n",
		       terminal_number((int64_t)d->same, same), terminal_number((int64_t)d->removed, removed),
		       terminal_number((int64_t)d->added, added));
}

/* How a change is marked: by a style, or by signs. */
typedef struct mark {
	const char *on, *off, *open, *close;
} mark;

static mark mark_of(const screen *to, enum screen_style style)
{
	if (to->has_colours)
		return (mark){screen_style(to, style), screen_style(to, SCREEN_PLAIN), "", ""};
	return style == SCREEN_REMOVED ? (mark){"", "", "[-", "-]"} : (mark){"", "", "{+", "+}"};
}

/* ── in one column ── */

/* Prints pieces i to j, marked. *at_line_start: did a line just end? Texts of pages have one line per paragraph, and so has the
 * output. */
static status put(const pieces *p, size_t i, size_t j, const mark *m, bool *at_line_start)
{
	status err = OK;

	for (size_t from = i; from < j && !err;) {
		size_t to = from + 1;
		firstprint_span span;

		while (to < j && p->items[to].gap != '\n')
			to++;
		if (p->items[from].gap && !*at_line_start)
			putchar(p->items[from].gap);
		span = pieces_span(p, from, to);
		printf("%s%s", m->on, m->open);
		err = terminal_put_part(span.at, span.len) ? OK : ERR_MEMORY;
		printf("%s%s", m->close, m->off);
		*at_line_start = false;
		from = to;
	}
	return err;
}

static status print_inline(const diff *d, const diff_step *steps, size_t len, const screen *to)
{
	bool at_line_start = true;
	status err = OK;
	const mark none = {"", "", "", ""}, removed = mark_of(to, SCREEN_REMOVED), added = mark_of(to, SCREEN_ADDED);

	for (size_t i = 0; i < len && !err; i++) {
		const diff_step *s = &steps[i];

		if (s->is_left_out) {
			printf("%s%s…%s\n", at_line_start ? "" : " ", screen_style(to, SCREEN_FAINT),
			       screen_style(to, SCREEN_PLAIN));
			at_line_start = true;
		} else if (!s->is_change) {
			err = put(&d->b.pieces, s->b, s->b_end, &none, &at_line_start);
		} else {
			err = put(&d->a.pieces, s->a, s->a_end, &removed, &at_line_start);
			if (!err)
				err = put(&d->b.pieces, s->b, s->b_end, &added, &at_line_start);
		}
	}
	if (!at_line_start)
		putchar('\n');
	return err;
}

/* ── in two columns ── */

/* The lines of one column; each is cleaned text with styles in it, filled up with spaces. */
typedef struct column {
	char **lines;
	size_t len, room;
	char *line; /* the line under construction */
	size_t line_len, line_room;
	int width, used;
	arena *memory;
} column;

static status put_bytes(column *c, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		c->line = arena_grow(c->memory, c->line, c->line_len, &c->line_room, 1);
		if (!c->line)
			return ERR_MEMORY;
		c->line[c->line_len++] = bytes[i];
	}
	return OK;
}

static status end_line(column *c)
{
	status err = OK;

	for (; c->used < c->width && !err; c->used++)
		err = put_bytes(c, " ", 1);
	if (!err)
		err = put_bytes(c, "", 1);
	c->lines = err ? NULL : arena_grow(c->memory, c->lines, c->len, &c->room, sizeof *c->lines);
	if (!c->lines)
		return ERR_MEMORY;
	c->lines[c->len++] = c->line;
	c->line = NULL;
	c->line_len = c->line_room = 0;
	c->used = 0;
	return OK;
}

/* Adds a word in its style. Splits a word that is wider than the column over several lines. */
static status put_word(column *c, const char *word, const char *on, const char *off)
{
	size_t len = strlen(word);
	status err = OK;

	while (len > 0 && !err) {
		size_t fits = screen_bytes(word, len, c->width - c->used);

		if (fits < len && c->used > 0) {
			err = end_line(c);
			continue;
		}
		if (fits == 0)
			fits = len;
		err = put_bytes(c, on, strlen(on));
		if (!err)
			err = put_bytes(c, word, fits);
		if (!err)
			err = put_bytes(c, off, strlen(off));
		c->used += screen_columns(word, fits);
		word += fits;
		len -= fits;
	}
	return err;
}

static status put_gap(column *c, char gap)
{
	if (gap == '\n' && c->used)
		return end_line(c);
	if (!gap || !c->used || c->used == c->width)
		return OK;
	c->used++;
	return put_bytes(c, " ", 1);
}

static status put_piece(column *c, const pieces *p, size_t i, const mark *m)
{
	const piece *w = &p->items[i];
	char *raw = arena_text(c->memory, p->text.at + w->from, w->len), *clean = arena_alloc(c->memory, w->len + 4);

	if (!raw || !clean)
		return ERR_MEMORY;
	terminal_clean(raw, clean, w->len + 4);
	return put_word(c, clean, m->on, m->off);
}

/* Adds pieces i to j of a step. Marked pieces have the style or, without colours, signs around them. */
static status put_pieces(column *c, const pieces *p, size_t i, size_t j, const mark *m)
{
	status err = OK;

	if (i < j)
		err = put_gap(c, p->items[i].gap);
	if (!err && i < j)
		err = put_word(c, m->open, "", "");
	for (size_t at = i; at < j && !err; at++) {
		if (at > i)
			err = put_gap(c, p->items[at].gap);
		if (!err)
			err = put_piece(c, p, at, m);
	}
	return err || i == j ? err : put_word(c, m->close, "", "");
}

/* Prints both columns so far, and empties them. */
static status flush(column *left, column *right)
{
	status err = left->used ? end_line(left) : OK;
	size_t n;

	if (!err && right->used)
		err = end_line(right);
	n = left->len > right->len ? left->len : right->len;
	for (size_t i = 0; i < n && !err; i++)
		printf("%s%*s | %s\n", i < left->len ? left->lines[i] : "", i < left->len ? 0 : left->width, "",
		       i < right->len ? right->lines[i] : "");
	left->len = right->len = 0;
	return err;
}

static status print_side_by_side(const diff *d, const diff_step *steps, size_t len, const screen *to, arena *a)
{
	int width = ((to->columns ? to->columns : 100) - 3) / 2;
	column left = {.width = width, .memory = a}, right = left;
	const mark none = {"", "", "", ""}, removed = mark_of(to, SCREEN_REMOVED), added = mark_of(to, SCREEN_ADDED);
	status err = OK;

	for (size_t i = 0; i < len && !err; i++) {
		const diff_step *s = &steps[i];

		if (s->is_left_out) {
			err = flush(&left, &right);
			printf("%s%*s%s\n", screen_style(to, SCREEN_FAINT), width + 4, "…", screen_style(to, SCREEN_PLAIN));
			continue;
		}
		err = put_pieces(&left, &d->a.pieces, s->a, s->a_end, s->is_change ? &removed : &none);
		if (!err)
			err = put_pieces(&right, &d->b.pieces, s->b, s->b_end, s->is_change ? &added : &none);
	}
	return err ? err : flush(&left, &right);
}

/* ── as JSON ── */

static json_t *text_json(const pieces *p, size_t i, size_t len)
{
	firstprint_span span = len ? pieces_span(p, i, i + len) : (firstprint_span){"", 0};

	return json_stringn(span.at, span.len);
}

static status print_json(const diff *d)
{
	json_t *changes = json_array();

	for (size_t i = 0; i < d->changes.len; i++) {
		const word_change *c = &d->changes.items[i];

		json_array_append_new(changes, json_pack("{s:I, s:o, s:o}", "at", (json_int_t)c->b, "removed",
							 text_json(&d->a.pieces, c->a, c->a_len), "added",
							 text_json(&d->b.pieces, c->b, c->b_len)));
	}
	return terminal_put_row(json_pack("{s:o, s:o, s:I, s:I, s:I, s:o}", "a", found_json(&d->a.from, &d->a.head), "b",
					  found_json(&d->b.from, &d->b.head), "same", (json_int_t)d->same, "removed",
					  (json_int_t)d->removed, "added", (json_int_t)d->added, "changes", changes));
}

status diff_print(const diff *d, enum diff_form form, const screen *to, arena *a)
{
	diff_step *steps;
	size_t len;
	status err = diff_steps(d, a, &steps, &len);

	if (err || form == DIFF_JSON)
		return err ? err : print_json(d);
	print_side("-", &d->a, SCREEN_REMOVED, to);
	print_side("+", &d->b, SCREEN_ADDED, to);
	print_counts(d);
	if (d->changes.len == 0)
		return OK;
	putchar('\n');
	return form == DIFF_INLINE ? print_inline(d, steps, len, to) : print_side_by_side(d, steps, len, to, a);
}
