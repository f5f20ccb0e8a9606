#include "crawler/page_stream.h"

#include <string.h>

#include "crawler/page_lines.h"

/* Hands a finished job over. */
static status finish(const page_stream *s, job *j)
{
	line_note *note = j->ctx;
	status e;

	if (!note->error && j->status)
		note->error = status_text(j->status);
	e = s->take(s->ctx, note, j);
	pipeline_release(s->pipeline, j);
	return e;
}

/* A free job; those in its way are finished first. */
static status next_job(const page_stream *s, job **out)
{
	status e = OK;

	while (!e && !(*out = pipeline_job(s->pipeline))) {
		job *done = pipeline_take(s->pipeline, true);

		if (!done)
			return ERR_MEMORY;
		e = finish(s, done);
	}
	return e;
}

/* An unreadable line is a job too, of an empty page: so its error comes in its place. */
static status submit(const page_stream *s, job *j, const page_line *line, const char *file, const char *error)
{
	line_note *note = arena_alloc(j->arena, sizeof *note);

	if (!note)
		return ERR_MEMORY;
	*note = (line_note){line->id, line->url, file, line->number, NULL};
	if (error)
		note->error = arena_text(j->arena, error, strlen(error));
	j->ctx = note;
	j->input = (purify_input){.bytes = error ? "" : line->content, .len = error ? 0 : line->content_len,
				  .form = line->is_html ? PURIFY_HTML : PURIFY_TEXT, .url = line->url,
				  .title = line->title, .lang = line->lang, .content_type = "text/html; charset=utf-8"};
	pipeline_submit(s->pipeline, j);
	return OK;
}

static status read_line(const page_stream *s, page_lines *lines, const char *file, bool *end, complaint *why)
{
	complaint unread = {""};
	page_line line;
	job *j;
	status e = next_job(s, &j);

	if (e)
		return e;
	e = page_lines_next(lines, j->arena, &line, &unread);
	*end = e == ERR_MISSING;
	if (e == OK || e == ERR_FORMAT || e == ERR_LIMIT)
		return submit(s, j, &line, file, e ? unread.text : NULL);
	pipeline_release(s->pipeline, j);
	return *end ? OK : complain(why, e, "%s", *unread.text ? unread.text : status_text(e));
}

static status read_file(const page_stream *s, const char *name, complaint *why)
{
	page_lines *lines = NULL;
	bool end = false;
	status e = page_lines_open(name, &lines, why);
	job *j;

	while (!e && !end && !(s->stopped && s->stopped(s->ctx)))
		e = read_line(s, lines, name, &end, why);
	while (!e && (j = pipeline_take(s->pipeline, true)) != NULL)
		e = finish(s, j);
	page_lines_close(lines);
	return e;
}

status page_stream_run(const page_stream *s, char *const *files, size_t n, complaint *why)
{
	status e = n ? OK : read_file(s, "-", why);

	for (size_t i = 0; i < n && !e && !(s->stopped && s->stopped(s->ctx)); i++)
		e = read_file(s, files[i], why);
	return e;
}
