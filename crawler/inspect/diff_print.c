/* diff_print — a diff for people, in one column or two, and as JSON. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/diff.h"
#include "crawler/inspect/found.h"

/* ── the heading ── */

static void print_number(const char *sign, const diff_side *s, enum screen_style style, const screen *to)
{
	printf("%s%s #%" PRIu64 "%s\n", screen_style(to, style), sign, s->head.id, screen_style(to, SCREEN_PLAIN));
}

static void print_side(const char *sign, const diff_side *s, enum screen_style style, const screen *to)
{
	char url[SCREEN_TEXT];

	printf("%s%s %s%s%s #%" PRIu64 " %s%s\n", screen_style(to, style), sign, s->from.path ? s->from.path : "",
	       s->from.path ? ": " : "", s->head.kind, s->head.id,
	       screen_fit(s->head.url ? s->head.url : s->head.name, to->columns ? to->columns - 24 : 0, url),
	       screen_style(to, SCREEN_PLAIN));
}

static void print_sides(const diff *d, enum diff_form form, const screen *to)
{
	void (*print)(const char *sign, const diff_side *s, enum screen_style style,
		      const screen *to) = form == DIFF_BLIND ? print_number : print_side;

	print("-", &d->a, SCREEN_REMOVED, to);
	print("+", &d->b, SCREEN_ADDED, to);
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
 * output. false: out of memory, here and below. */
static bool put(const pieces *p, size_t i, size_t j, const mark *m, bool *at_line_start)
{
	bool whole = true;

	for (size_t from = i; from < j && whole;) {
		size_t to = from + 1;
		firstprint_span span;

		while (to < j && p->items[to].gap != '\n')
			to++;
		if (p->items[from].gap && !*at_line_start)
			putchar(p->items[from].gap);
		span = pieces_span(p, from, to);
		printf("%s%s", m->on, m->open);
		whole = terminal_put_part(span.at, span.len);
		printf("%s%s", m->close, m->off);
		*at_line_start = false;
		from = to;
	}
	return whole;
}

static bool print_inline(const diff *d, const diff_step *steps, size_t len, const screen *to)
{
	bool at_line_start = true, whole = true;
	const mark none = {"", "", "", ""}, removed = mark_of(to, SCREEN_REMOVED), added = mark_of(to, SCREEN_ADDED);

	for (size_t i = 0; i < len && whole; i++) {
		const diff_step *s = &steps[i];

		if (s->is_left_out) {
			printf("%s%s…%s\n", at_line_start ? "" : " ", screen_style(to, SCREEN_FAINT),
			       screen_style(to, SCREEN_PLAIN));
			at_line_start = true;
			continue;
		}
		if (s->is_change)
			whole = put(&d->a.pieces, s->a, s->a_end, &removed, &at_line_start);
		whole = whole && put(&d->b.pieces, s->b, s->b_end, s->is_change ? &added : &none, &at_line_start);
	}
	if (!at_line_start)
		putchar('\n');
	return whole;
}

/* ── in two columns ── */

/* The lines of one column; each is cleaned text with styles in it, filled up with spaces. */
typedef struct column {
	buffer text;
	int width, used; /* used: of the last line, which has no end yet */
} column;

static bool end_line(column *c)
{
	bool whole = true;

	for (; c->used < c->width && whole; c->used++)
		whole = buffer_append(&c->text, " ", 1);
	c->used = 0;
	return whole && buffer_append(&c->text, "\n", 1);
}

/* Adds a word in its style. Splits a word that is wider than the column over several lines. */
static bool put_word(column *c, const char *word, const char *on, const char *off)
{
	size_t len = strlen(word);
	bool whole = true;

	while (len > 0 && whole) {
		size_t fits = screen_bytes(word, len, c->width - c->used);

		if (fits < len && c->used > 0) {
			whole = end_line(c);
			continue;
		}
		if (fits == 0)
			fits = len;
		whole = buffer_append_text(&c->text, on) && buffer_append(&c->text, word, fits) &&
			buffer_append_text(&c->text, off);
		c->used += screen_columns(word, fits);
		word += fits;
		len -= fits;
	}
	return whole;
}

static bool put_gap(column *c, char gap)
{
	if (gap == '\n' && c->used)
		return end_line(c);
	if (!gap || !c->used || c->used == c->width)
		return true;
	c->used++;
	return buffer_append(&c->text, " ", 1);
}

static bool put_piece(column *c, const pieces *p, size_t i, const mark *m, arena *a)
{
	const piece *w = &p->items[i];
	char *raw = arena_text(a, p->text.at + w->from, w->len), *clean = arena_alloc(a, w->len + 4);

	if (!raw || !clean)
		return false;
	terminal_clean(raw, clean, w->len + 4);
	return put_word(c, clean, m->on, m->off);
}

/* Adds pieces i to j of a step. Marked pieces have the style or, without colours, signs around them. */
static bool put_pieces(column *c, const pieces *p, size_t i, size_t j, const mark *m, arena *a)
{
	bool whole = i == j || (put_gap(c, p->items[i].gap) && put_word(c, m->open, "", ""));

	for (size_t at = i; at < j && whole; at++)
		whole = (at == i || put_gap(c, p->items[at].gap)) && put_piece(c, p, at, m, a);
	return whole && (i == j || put_word(c, m->close, "", ""));
}

/* Prints both columns so far, and empties them. */
static bool flush(column *left, column *right)
{
	bool whole = (!left->used || end_line(left)) && (!right->used || end_line(right));
	const char *l = left->text.len ? left->text.bytes : "", *r = right->text.len ? right->text.bytes : "";

	while (whole && (*l || *r)) {
		size_t l_len = strcspn(l, "\n"), r_len = strcspn(r, "\n");

		printf("%.*s%*s | %.*s\n", (int)l_len, l, *l ? 0 : left->width, "", (int)r_len, r);
		l += l_len + (*l != '\0');
		r += r_len + (*r != '\0');
	}
	buffer_clear(&left->text);
	buffer_clear(&right->text);
	return whole;
}

static bool print_side_by_side(const diff *d, const diff_step *steps, size_t len, const screen *to, arena *a)
{
	int width = ((to->columns ? to->columns : 100) - 3) / 2;
	column left = {.width = width}, right = left;
	const mark none = {"", "", "", ""}, removed = mark_of(to, SCREEN_REMOVED), added = mark_of(to, SCREEN_ADDED);
	bool whole = true;

	for (size_t i = 0; i < len && whole; i++) {
		const diff_step *s = &steps[i];

		if (s->is_left_out) {
			whole = flush(&left, &right);
			printf("%s%*s%s\n", screen_style(to, SCREEN_FAINT), width + 4, "…", screen_style(to, SCREEN_PLAIN));
			continue;
		}
		whole = put_pieces(&left, &d->a.pieces, s->a, s->a_end, s->is_change ? &removed : &none, a) &&
			put_pieces(&right, &d->b.pieces, s->b, s->b_end, s->is_change ? &added : &none, a);
	}
	whole = whole && flush(&left, &right);
	buffer_free(&left.text);
	buffer_free(&right.text);
	return whole;
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
	print_sides(d, form, to);
	print_counts(d);
	if (d->changes.len == 0)
		return OK;
	putchar('\n');
	return (form == DIFF_INLINE ? print_inline(d, steps, len, to) : print_side_by_side(d, steps, len, to, a)) ? OK
														  : ERR_MEMORY;
}
