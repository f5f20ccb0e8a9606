#include "crawler/measure/truth.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/files/input.h"

enum { LINE_MOST = 1 << 20 };

size_t truth_cluster(const truth *t, size_t i)
{
	return truth_root(t->parents, i);
}

bool truth_same(const truth *t, size_t i, size_t j)
{
	return truth_cluster(t, i) == truth_cluster(t, j);
}

static status push(truth *t, truth_pairs *p, size_t i, size_t j)
{
	struct truth_pair *items = arena_grow(t->memory, p->items, p->len, &p->room, sizeof *items);

	if (!items)
		return ERR_MEMORY;
	p->items = items;
	items[p->len++] = i < j ? (struct truth_pair){i, j} : (struct truth_pair){j, i};
	return OK;
}

static int compare(const void *a, const void *b)
{
	const struct truth_pair *x = a, *y = b;

	if (x->i != y->i)
		return (x->i > y->i) - (x->i < y->i);
	return (x->j > y->j) - (x->j < y->j);
}

/* Sorts the pairs, of which each then stands once. */
static void sort(truth_pairs *p)
{
	size_t n = 0;

	if (p->len)
		qsort(p->items, p->len, sizeof *p->items, compare);
	for (size_t k = 0; k < p->len; k++)
		if (n == 0 || compare(&p->items[n - 1], &p->items[k]) != 0)
			p->items[n++] = p->items[k];
	p->len = n;
}

/* Returns the index under this name; a new name gets `page`. NULL: out of memory. */
static const size_t *put(table *places, const char *name, size_t page)
{
	const char *key = arena_text(places->memory, name, strlen(name));

	return key ? table_put(places, key, strlen(key), page) : NULL;
}

static status index_ids(truth *t, const char *const *ids, size_t n)
{
	bool failed = false;

	t->memory = t->places.memory = t->clusters.memory = arena_new();
	t->parents = t->memory ? arena_alloc(t->memory, (n + 1) * sizeof *t->parents) : NULL;
	t->named = t->memory ? arena_zeros(t->memory, n + 1, sizeof *t->named) : NULL;
	if (!t->parents || !t->named)
		return ERR_MEMORY;
	t->len = n;
	for (size_t i = 0; i < n; i++) {
		json_t *id = ids[i] && *ids[i] == '"' ? json_loads(ids[i], JSON_DECODE_ANY, NULL) : NULL;
		const char *text = id ? json_string_value(id) : ids[i];

		t->parents[i] = i;
		if (text) {
			const size_t *first = put(&t->places, text, i);

			failed |= !first;
			t->repeated += first && *first != i;
			t->ids += first && *first == i;
		}
		json_decref(id);
	}
	return failed ? ERR_MEMORY : OK;
}

/* Sets *out to the index under this name; false: there is none. */
static bool find(const table *places, const char *name, size_t *out)
{
	const size_t *place = table_get(places, name, strlen(name));

	if (place)
		*out = *place;
	return place != NULL;
}

static bool is_label(const char *text)
{
	return text && (strcmp(text, "dup") == 0 || strcmp(text, "ignore") == 0 || strcmp(text, "neg") == 0);
}

/* label: NULL, or one of those. */
static status add_pair(truth *t, size_t i, size_t j, const char *label, const char *where, complaint *why)
{
	if (!label || strcmp(label, "dup") == 0) {
		t->parents[truth_cluster(t, i)] = truth_cluster(t, j);
		return OK;
	}
	if (strcmp(label, "ignore") == 0)
		return push(t, &t->ignored, i, j);
	if (i == j)
		return complain(why, ERR_FORMAT, "%s: a page cannot be labelled neg with itself", where);
	return push(t, &t->negative, i, j);
}

static status add_to_cluster(truth *t, size_t i, const char *name)
{
	const size_t *first = put(&t->clusters, name, i);

	if (!first)
		return ERR_MEMORY;
	t->parents[truth_cluster(t, i)] = truth_cluster(t, *first);
	return OK;
}

/* A line of the file, split into its columns. */
typedef struct row {
	unsigned long number;
	const char *text;       /* the whole line */
	const char *columns[3]; /* NULL: it has fewer */
} row;

typedef struct rows {
	truth *truth;
	row *items;
	size_t len, room;
} rows;

/* Notes a line that is left out because it names an unknown page. */
static status leave_out(truth *t, const row *r, const char *id, const char *file)
{
	if (t->left_out++ == 0)
		snprintf(t->first, sizeof t->first, "%s:%lu: no page has the id '%.80s'", file, r->number, id);
	return OK;
}

static status add_line(truth *t, size_t i, size_t j, const char *text)
{
	truth_line *lines = arena_grow(t->memory, t->lines, t->lines_len, &t->lines_room, sizeof *lines);

	if (!lines)
		return ERR_MEMORY;
	t->lines = lines;
	lines[t->lines_len++] = (truth_line){i, j, text};
	return OK;
}

/* Has it a third column? In a file with labels, that is one. */
static bool has_label(const row *r)
{
	return r->columns[2] && *r->columns[2];
}

static status take_row(truth *t, const row *r, bool is_pairs, const char *file, complaint *why)
{
	const char *label = has_label(r) ? r->columns[2] : NULL;
	char where[300];
	size_t i, j;

	snprintf(where, sizeof where, "%s:%lu", file, r->number);
	if (!r->columns[1])
		return complain(why, ERR_FORMAT, "%s: expected columns separated by tabs", where);
	if (is_pairs && label && !is_label(label))
		return complain(why, ERR_FORMAT, "%s: label '%.40s' is not dup, ignore or neg", where, label);
	if (!find(&t->places, r->columns[0], &i))
		return leave_out(t, r, r->columns[0], file);
	if (is_pairs && !find(&t->places, r->columns[1], &j))
		return leave_out(t, r, r->columns[1], file);
	t->named[i] = true;
	if (!is_pairs)
		return add_to_cluster(t, i, r->columns[1]);
	t->named[j] = true;
	if (add_line(t, i, j, r->text))
		return ERR_MEMORY;
	return add_pair(t, i, j, label, where, why);
}

static status add_row(void *ctx, const buffer *line, unsigned long number)
{
	rows *all = ctx;
	truth *t = all->truth;
	size_t len = strcspn(line->bytes, "\r");
	row r = {.number = number, .text = arena_text(t->memory, line->bytes, len)};
	char *at = r.text ? arena_text(t->memory, line->bytes, len) : NULL;

	if (at && (*at == '\0' || *at == '#'))
		return OK;
	all->items = at ? arena_grow(t->memory, all->items, all->len, &all->room, sizeof r) : NULL;
	if (!all->items)
		return ERR_MEMORY;
	for (int k = 0; k < 3 && at; k++) {
		r.columns[k] = at;
		at = strchr(at, '\t');
		if (at)
			*at++ = '\0';
	}
	all->items[all->len++] = r;
	return OK;
}

/* Has each page a line without a label? A page that repeats none has no pair. ERR_MEMORY. */
static status has_all(const truth *t, const rows *all, bool *out)
{
	bool *seen = calloc(t->len + 1, sizeof *seen);
	size_t page, n = 0;

	if (!seen)
		return ERR_MEMORY;
	for (size_t i = 0; i < all->len; i++)
		if (!is_label(all->items[i].columns[2]) && find(&t->places, all->items[i].columns[0], &page) && !seen[page]) {
			seen[page] = true;
			n++;
		}
	*out = n == t->ids;
	free(seen);
	return OK;
}

/* Are the lines without a label pairs? */
static status are_pairs(const truth *t, const rows *all, bool *out)
{
	size_t page;

	*out = true;
	for (size_t i = 0; i < all->len; i++) {
		const row *r = &all->items[i];
		bool are_all = false;

		if (is_label(r->columns[2]) || !find(&t->places, r->columns[0], &page))
			continue;
		*out = r->columns[1] && find(&t->places, r->columns[1], &page);
		if (*out && has_all(t, all, &are_all))
			return ERR_MEMORY;
		*out &= !are_all;
		return OK;
	}
	return OK;
}

static status read_file(truth *t, const char *name, complaint *why)
{
	rows all = {.truth = t};
	bool labels = false;
	status err = input_lines(name, LINE_MOST, add_row, &all, why);

	if (!err)
		err = are_pairs(t, &all, &t->is_pairs);
	t->has_lines = all.len > 0;
	for (size_t i = 0; i < all.len; i++)
		labels |= is_label(all.items[i].columns[2]);
	for (size_t i = 0; i < all.len && !err; i++)
		err = take_row(t, &all.items[i], t->is_pairs || (labels && has_label(&all.items[i])), name, why);
	if (!err && t->left_out && t->left_out == all.len)
		return complain(why, ERR_FORMAT, "none of its lines is about a page of PAGES; %s", t->first);
	return err;
}

status truth_open(const char *file, const char *const *ids, size_t n, truth **out, complaint *why)
{
	truth *t = calloc(1, sizeof *t);
	status err = t ? index_ids(t, ids, n) : ERR_MEMORY;

	if (!err)
		err = read_file(t, file, why);
	if (err) {
		truth_close(t);
		return err;
	}
	sort(&t->ignored);
	sort(&t->negative);
	*out = t;
	return OK;
}

void truth_close(truth *t)
{
	if (!t)
		return;
	arena_free(t->memory);
	free(t);
}

bool truth_names(const truth *t, size_t i)
{
	return t->named[i];
}

bool truth_is_silent(const truth *t, size_t i, size_t j)
{
	size_t a = truth_cluster(t, i), b = truth_cluster(t, j);

	for (size_t k = 0; k < t->negative.len; k++) {
		size_t x = truth_cluster(t, t->negative.items[k].i), y = truth_cluster(t, t->negative.items[k].j);

		if ((x == a && y == b) || (x == b && y == a))
			return false;
	}
	if (a == b || truth_ignores(t, i, j))
		return false;
	return t->is_pairs || !t->named[i] || !t->named[j];
}

bool truth_ignores(const truth *t, size_t i, size_t j)
{
	struct truth_pair p = i < j ? (struct truth_pair){i, j} : (struct truth_pair){j, i};

	return t->ignored.len && bsearch(&p, t->ignored.items, t->ignored.len, sizeof p, compare) != NULL;
}
