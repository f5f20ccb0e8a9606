#include "crawler/measure/verdicts.h"

#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "crawler/files/input.h"
#include "crawler/files/page_lines.h"
#include "judge/verdict.h"

enum { LINE_MOST = 16 << 20 };

typedef struct reading {
	const char *file;
	unsigned long line;
	batch *batch;
	table places; /* by id, without quotes as in TRUTH: the index of its first page, plus 1 */
	arena *memory;
	bool *said;  /* for each page: was there a line about it? */
	bool has_of; /* a line has an "of", be it null */
	complaint *why;
} reading;

static status bad(const reading *r, const char *what)
{
	return complain(r->why, ERR_FORMAT, "%s:%lu: %s", r->file, r->line, what);
}

/* An id without the quotes of a string: other programs write "7" for 7. */
static json_span key_of(const char *id)
{
	size_t quotes = *id == '"';

	return (json_span){id + quotes, strlen(id) - 2 * quotes};
}

/* Finds the number, from 1, of the page whose id is in this field; 0: the field is null or missing. */
static status find_page(const reading *r, json_span value, const char *field, size_t *out)
{
	const char *id;
	status err = page_lines_id(value, r->memory, &id);
	json_span key = err ? (json_span){"", 0} : key_of(id);
	const size_t *at = table_get(&r->places, key.at, key.len);

	*out = at ? *at : 0;
	if (err == ERR_MISSING)
		return value.at && *value.at != 'n' ? bad(r, "an id that is neither a string nor a number") : OK;
	return err || at ? err
			 : complain(r->why, ERR_FORMAT, "%s:%lu: \"%s\" is %.80s, and no page of PAGES has that id", r->file,
				    r->line, field, id);
}

/* Sets *kind to the one with this name. Without a name, a page with `of` is a near-duplicate. */
static status read_kind(const reading *r, json_span verdict, size_t of, enum firstprint_kind *kind)
{
	size_t len;
	const char *text = json_span_is_string(verdict) ? json_span_text(verdict, r->memory, &len) : "";

	*kind = of ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE;
	if (!text)
		return ERR_MEMORY;
	if (!verdict.at || *verdict.at == 'n')
		return OK;
	if (!verdict_kind(text, kind))
		return bad(r, "unknown verdict");
	return (*kind == FIRSTPRINT_UNIQUE) == (of == 0) ? OK : bad(r, "the verdict does not go with \"of\"");
}

/* score: of the program that is measured; it may have none. */
static status put_verdict(reading *r, json_span verdict, json_span score, size_t page, size_t original)
{
	firstprint_verdict v = {.stage = "-", .of = original, .score = json_span_is_number(score) ? strtod(score.at, NULL) : 0};
	status err = read_kind(r, verdict, original, &v.kind);

	if (!err && original == page)
		err = bad(r, "a page that repeats itself");
	if (!err && r->said[page - 1])
		err = bad(r, "a second line about the same page");
	if (err)
		return err;
	r->batch->pages[page - 1].verdict = v;
	r->batch->pages[page - 1].filter = r->file;
	r->said[page - 1] = true;
	return OK;
}

/* A line about a page that could not be read has an error instead of a verdict. */
static status read_line(void *ctx, const buffer *line, unsigned long number)
{
	static const char *const names[] = {"id", "of", "error", "verdict", "score"};
	enum { NAMES = sizeof names / sizeof *names };
	reading *r = ctx;
	size_t page = 0, original = 0;
	json_span values[NAMES];
	status err;

	r->line = number;
	if (line->len == 0)
		return OK;
	if (!json_span_find((json_span){line->bytes, line->len}, names, values, NAMES))
		return bad(r, "not a JSON object");
	r->has_of |= values[1].at != NULL;
	if (values[2].at && *values[2].at != 'n')
		return OK;
	err = find_page(r, values[0], "id", &page);
	if (!err)
		err = find_page(r, values[1], "of", &original);
	if (!err && !page)
		err = bad(r, "no \"id\"");
	return err || !page ? err : put_verdict(r, values[3], values[4], page, original);
}

static status read_lines(reading *r)
{
	status err = input_lines(r->file, LINE_MOST, read_line, r, r->why);

	if (!err && r->line && !r->has_of)
		err = complain(r->why, ERR_FORMAT, "%s: no line has an \"of\", which names the page that is repeated, or null",
			       r->file);
	return err;
}

/* The page that page i is dropped for, plus 1; 0: it is kept. */
static size_t dropped_for(const batch *b, size_t i)
{
	const firstprint_verdict *v = &b->pages[i].verdict;

	return filter_kind_drops(v->kind) ? v->of : 0;
}

/* Refuses drops that lead to each other in a circle: none of the pages would be kept. */
static status check_circles(const reading *r)
{
	const batch *b = r->batch;
	size_t *passed = arena_zeros(r->memory, b->len + 1,
				     sizeof *passed); /* the first way through a page, by its start plus 1 */

	if (!passed)
		return ERR_MEMORY;
	for (size_t start = 0; start < b->len; start++) {
		size_t i = start;

		for (; dropped_for(b, i) && !passed[i]; i = dropped_for(b, i) - 1)
			passed[i] = start + 1;
		if (dropped_for(b, i) && passed[i] == start + 1)
			return complain(r->why, ERR_FORMAT,
					"%s: page %.80s repeats itself by way of %.80s: none of them is kept", r->file,
					b->pages[i].note.id, b->pages[dropped_for(b, i) - 1].note.id);
	}
	return OK;
}

/* Makes all pages unique at first; an id that several pages have belongs to the first. */
static status prepare(reading *r)
{
	for (size_t i = 0; i < r->batch->len; i++) {
		batch_page *p = &r->batch->pages[i];
		json_span key;

		p->verdict = (firstprint_verdict){.stage = "-"};
		p->filter = r->file;
		if (p->note.error)
			continue;
		key = key_of(p->note.id);
		if (!table_put(&r->places, key.at, key.len, i + 1))
			return ERR_MEMORY;
	}
	return OK;
}

status verdicts_read(const char *file, batch *b, size_t *silent, complaint *why)
{
	reading r = {.file = file, .batch = b, .why = why, .said = calloc(b->len + 1, sizeof *r.said)};
	status err;

	r.memory = r.places.memory = arena_new();
	err = r.said && r.memory ? prepare(&r) : ERR_MEMORY;
	if (!err)
		err = read_lines(&r);
	if (!err)
		err = check_circles(&r);
	*silent = 0;
	for (size_t i = 0; i < b->len && !err; i++)
		*silent += !r.said[i] && !b->pages[i].note.error;
	arena_free(r.memory);
	free(r.said);
	return err;
}
