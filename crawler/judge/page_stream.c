#include "crawler/judge/page_stream.h"

#include <string.h>

#include "crawler/files/page_source.h"

/* Delivers a finished job. */
static status finish(void *ctx, job *j)
{
	const page_stream *s = ctx;
	line_note *note = j->ctx;
	status e = j->status == ERR_FILTER ? ERR_FILTER : OK;

	if (!note->error && j->status)
		note->error = status_text(j->status);
	if (!e)
		e = s->take(s->ctx, note, j);
	pipeline_release(s->pipeline, j);
	return e;
}

/* A record that cannot be read is submitted as an empty page, so that its error is delivered in the right order. */
static status submit(const page_stream *s, job *j, const page_record *record, const char *file, const char *error)
{
	line_note *note = arena_alloc(j->arena, sizeof *note);

	if (note)
		*note = (line_note){record->id, record->url, file, record->number, NULL};
	if (note && error)
		note->error = arena_text(j->arena, error, strlen(error));
	if (!note || (error && !note->error)) {
		pipeline_release(s->pipeline, j);
		return ERR_MEMORY;
	}
	j->ctx = note;
	j->input = (purify_input){.bytes = error ? "" : record->content, .len = error ? 0 : record->content_len,
				  .form = record->is_html ? PURIFY_HTML : PURIFY_TEXT, .url = record->url,
				  .title = record->title, .lang = record->lang,
				  .content_type = record->content_type ? record->content_type : "text/html; charset=utf-8"};
	pipeline_submit(s->pipeline, j);
	return OK;
}

/* Reads one record of a file. *end: there are no more, or the file cannot be read further; then why says so. */
static status read_record(const page_stream *s, page_source *pages, const char *file, bool *end, complaint *why)
{
	complaint unread = {""};
	page_record record;
	job *j;
	status e = pipeline_next_job(s->pipeline, finish, (void *)s, &j);

	if (e)
		return e;
	e = page_source_next(pages, j->arena, &record, &unread);
	if (e == OK || e == ERR_FORMAT || e == ERR_LIMIT)
		return submit(s, j, &record, file, e ? unread.text : NULL);
	pipeline_release(s->pipeline, j);
	*end = e == ERR_MISSING || e == ERR_IO;
	if (e == ERR_IO)
		complain(why, e, "%s", unread.text);
	return *end ? OK : e;
}

/* Reads one file. If it cannot be read to its end, the pages before that are delivered, and why says what is wrong. */
static status read_file(const page_stream *s, const char *name, complaint *why)
{
	page_source *pages = NULL;
	bool end = false;
	status e = page_source_open(name, s->stop_fd, &pages, why);
	job *j;

	if (e == ERR_IO)
		return OK;
	while (!e && !end && !(s->stopped && s->stopped(s->ctx)))
		e = read_record(s, pages, name, &end, why);
	while (!e && (j = pipeline_take(s->pipeline, true)) != NULL)
		e = finish((void *)s, j);
	page_source_close(pages);
	return e;
}

status page_stream_run(const page_stream *s, char *const *files, size_t n, complaint *why)
{
	static char dash[] = "-", *const standard_input[] = {dash};
	complaint first = {""};
	status e = OK;

	if (n == 0) {
		files = standard_input;
		n = 1;
	}
	for (size_t i = 0; i < n && !e && !(s->stopped && s->stopped(s->ctx)); i++) {
		complaint cause = {""};

		e = read_file(s, files[i], &cause);
		if (*cause.text && !*first.text)
			first = cause;
	}
	if (!e && *first.text)
		return complain(why, ERR_IO, "%s", first.text);
	return e;
}
