/* first_lines — the JSON lines at the start of a file, up to the first one that is a page. The errors of lines before it are held
 * back until then: a file with other fields, or of another kind, costs one message and not one a line. */
#include <stdlib.h>

#include "crawler/files/page_lines.h"

enum { WRONG_MOST = 100, WRONG_LEAST = 10, NAMES_MOST = 12, NAME_SHOWN = 60 };

/* The error of a line. */
typedef struct wrong_line {
	status err;
	complaint why;
	page_record record;
} wrong_line;

struct first_lines {
	arena *memory;
	wrong_line held[WRONG_MOST];
	size_t len, given;
	buffer text;     /* of the first held line */
	status end;      /* what followed the held lines: OK, a page, which is in the reader's room; or why there is none */
	complaint cause; /* of end */
	bool is_looking; /* nothing was read after the held lines */
};

first_lines *first_lines_new(void)
{
	first_lines *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->is_looking = true;
	f->memory = arena_new();
	if (f->memory)
		return f;
	free(f);
	return NULL;
}

void first_lines_free(first_lines *f)
{
	if (!f)
		return;
	arena_free(f->memory);
	buffer_free(&f->text);
	free(f);
}

/* Lists the names of an object's members, and of those of the objects in it: "id", "content", "meta.url". */
static bool list_names(json_span object, const char *before, size_t before_len, buffer *out)
{
	json_span_member m;
	bool ok = true;

	for (size_t n = 0; ok && n < NAMES_MOST && json_span_next(&object, &m); n++) {
		size_t len = m.key.len - 2 < NAME_SHOWN ? m.key.len - 2 : NAME_SHOWN;

		if (*m.value.at == '{' && before_len == 0)
			ok = list_names(m.value, m.key.at + 1, len, out);
		else
			ok = buffer_append_text(out, out->len ? ", \"" : "\"") && buffer_append(out, before, before_len) &&
			     buffer_append_text(out, before_len ? "." : "") && buffer_append(out, m.key.at + 1, len) &&
			     buffer_append_text(out, "\"");
	}
	return ok;
}

static bool has_object(const first_lines *f)
{
	return f->text.len && json_span_find((json_span){f->text.bytes, f->text.len}, NULL, NULL, 0);
}

/* Adds the names of the first line's fields to its error. */
static status name_fields(first_lines *f)
{
	complaint *first = &f->held[0].why, error = *first;
	buffer names = {0};
	bool ok = list_names((json_span){f->text.bytes, f->text.len}, "", 0, &names);

	if (names.len)
		complain(first, OK, "%s; they have %s: --text-field or --html-field NAME says which is the page", error.text,
			 names.bytes);
	buffer_free(&names);
	return ok ? OK : ERR_MEMORY;
}

static status refuse(const first_lines *f, const page_reader *r, complaint *why)
{
	const char *name = input_shown(r->name);

	if (r->settings.is_signed && has_object(f))
		return complain(why, ERR_IO, "%s: not lines of 'firstprint sign'", name);
	return complain(why, ERR_IO, "%s: no page in %zu lines: %s", name, f->len, f->held[0].why.text);
}

/* Holds back the error of a line, which is in the reader's room. */
static status hold(first_lines *f, const page_reader *r, wrong_line *w)
{
	f->len++;
	if (w->record.raw)
		w->record.raw = arena_copy(f->memory, w->record.raw, w->record.raw_len);
	return (f->len > 1 || buffer_append(&f->text, r->room.bytes, r->room.len)) && (w->record.raw || !w->record.raw_len)
		       ? OK
		       : ERR_MEMORY;
}

/* Reads up to the first page, or until it would have to wait. */
static status look(first_lines *f, page_reader *r, next_page *next, complaint *why)
{
	const bool leaves_json = r->settings.leaves_json;
	arena *scratch = arena_new();
	bool are_all; /* the file has no right line */
	status err = scratch ? OK : ERR_MEMORY;

	r->settings.leaves_json = false;
	while (!err && f->is_looking && f->len < WRONG_MOST && (f->len == f->given || !input_would_wait(r->in, 0))) {
		wrong_line *w = &f->held[f->len];

		arena_reset(scratch);
		w->why = (complaint){""};
		w->err = next(r, scratch, &w->record, &w->why);
		f->is_looking = w->err == ERR_FORMAT || w->err == ERR_LIMIT;
		f->end = w->err;
		f->cause = w->why;
		if (f->is_looking)
			err = hold(f, r, w);
	}
	r->settings.leaves_json = leaves_json;
	arena_free(scratch);
	if (!err && f->given == 0 && f->end != OK && !r->settings.is_signed && has_object(f))
		err = name_fields(f);
	are_all = f->end == ERR_MISSING && !input_stopped(r->in) && f->given == 0;
	return !err && (f->len == WRONG_MOST || (are_all && f->len >= WRONG_LEAST)) ? refuse(f, r, why) : err;
}

static status give_held(first_lines *f, arena *a, page_record *out, complaint *why)
{
	const wrong_line *w = &f->held[f->given++];

	*out = (page_record){.form = w->record.form, .number = w->record.number, .raw_len = w->record.raw_len};
	out->raw = w->record.raw ? arena_copy(a, w->record.raw, w->record.raw_len) : NULL;
	*why = w->why;
	return w->record.raw && !out->raw ? ERR_MEMORY : w->err;
}

status first_lines_next(first_lines **first, page_reader *r, next_page *next, arena *a, page_record *out, complaint *why)
{
	first_lines *f = *first;
	status err = f->is_looking && (f->given == f->len || f->given == 0) ? look(f, r, next, why) : OK;

	if (err)
		return err;
	if (f->given < f->len)
		return give_held(f, a, out, why);
	err = f->end;
	if (err)
		*why = f->cause;
	first_lines_free(f);
	*first = NULL;
	if (err)
		return err;
	*out = (page_record){.form = PAGE_LINE, .number = r->number};
	return page_lines_parse(r, OK, a, out, why);
}
