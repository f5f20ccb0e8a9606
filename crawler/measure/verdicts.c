#include "crawler/measure/verdicts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "crawler/files/input.h"
#include "crawler/files/page_lines.h"

enum { LINE_MOST = 16 << 20 };

typedef struct reading {
	const char *file;
	unsigned long line;
	batch *batch;
	table places; /* by id, as JSON: the index of its first page, plus 1 */
	arena *memory;
	bool *said; /* of each page: was there a line about it? */
	complaint *why;
} reading;

static status bad(const reading *r, const char *what)
{
	return complain(r->why, ERR_FORMAT, "%s:%lu: %s", r->file, r->line, what);
}

/* The number of the page whose id is in this field, from 1; 0: the field is null, or not there. */
static status find_page(const reading *r, char *line, const char *field, size_t *out)
{
	complaint cause = {""};
	const char *id;
	status err = page_lines_take_id(line, field, r->memory, &id, &cause);
	const size_t *at = err ? NULL : table_get(&r->places, id, strlen(id));

	*out = at ? *at : 0;
	if (err == ERR_MISSING)
		return OK;
	if (!err && !at)
		err = complain(&cause, ERR_FORMAT, "the page that \"%s\" names is not in PAGES", field);
	return err == ERR_FORMAT ? bad(r, cause.text) : err;
}

/* Sets *kind to the one with this name; of a page that repeats one, without a name, near-duplicate. */
static status read_kind(const reading *r, const json_t *verdict, size_t of, enum firstprint_kind *kind)
{
	*kind = of ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE;
	if (!verdict || json_is_null(verdict))
		return OK;
	for (int k = FIRSTPRINT_UNIQUE; k <= FIRSTPRINT_SUPERSEDES; k++)
		if (json_is_string(verdict) &&
		    strcmp(json_string_value(verdict), filter_kind_text((enum firstprint_kind)k)) == 0) {
			*kind = (enum firstprint_kind)k;
			return (k == FIRSTPRINT_UNIQUE) == (of == 0) ? OK : bad(r, "the verdict does not go with \"of\"");
		}
	return bad(r, "unknown verdict");
}

static status put_verdict(reading *r, const json_t *object, size_t page, size_t original)
{
	firstprint_verdict v = {.stage = "-", .of = original, .score = json_number_value(json_object_get(object, "score"))};
	status err = read_kind(r, json_object_get(object, "verdict"), original, &v.kind);

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

/* A line about a page that could not be read has an error in place of an id. */
static status read_line(reading *r, const buffer *line)
{
	size_t page = 0, original = 0;
	status err = find_page(r, line->bytes, "id", &page);
	json_t *object;

	if (!err)
		err = find_page(r, line->bytes, "of", &original);
	object = err ? NULL : json_loadb(line->bytes, line->len, 0, NULL);
	if (!err && !json_is_object(object))
		err = bad(r, "not a JSON object");
	if (!err && !page && !json_object_get(object, "error"))
		err = bad(r, "no \"id\"");
	if (!err && page)
		err = put_verdict(r, object, page, original);
	json_decref(object);
	return err;
}

static status read_lines(reading *r)
{
	const input_wait wait = {.stop_fd = -1};
	buffer line = {0};
	input *in = NULL;
	status err = input_open(r->file, &wait, &in, r->why);

	while (!err) {
		err = input_line(in, LINE_MOST, &line, r->why);
		r->line++;
		if (!err && line.len)
			err = read_line(r, &line);
	}
	if (err == ERR_MISSING)
		err = input_error(in, r->why);
	else if (err == ERR_LIMIT)
		err = bad(r, "a line that is too long");
	input_close(in);
	buffer_free(&line);
	return err;
}

/* All pages are unique until something else is said; equal ids are those of the first page. */
static status prepare(reading *r)
{
	for (size_t i = 0; i < r->batch->len; i++) {
		batch_page *p = &r->batch->pages[i];

		p->verdict = (firstprint_verdict){.stage = "-"};
		p->filter = r->file;
		if (p->id && !table_put(&r->places, p->id, strlen(p->id), i + 1))
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
	*silent = 0;
	for (size_t i = 0; i < b->len && !err; i++)
		*silent += !r.said[i] && !b->pages[i].error;
	arena_free(r.memory);
	free(r.said);
	return err;
}
