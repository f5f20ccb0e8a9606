#include "crawler/judge/page_stream.h"

#include <string.h>

#include "crawler/files/page_source.h"

/* Delivers a finished job. A page that exceeds a bound is an error of its line; if memory runs out, reading ends, since the next
 * page would be judged without this one. */
static status finish(void *ctx, job *j)
{
	const page_stream *s = ctx;
	line_note *note = j->ctx;
	status err = j->status == ERR_FILTER || j->status == ERR_MEMORY ? j->status : OK;

	if (!note->error && j->status)
		note->error = status_text(j->status);
	if (!err)
		err = s->take(s->ctx, note, j);
	pipeline_release(s->pipeline, j);
	return err;
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
	j->input = (purify_input){.bytes = error ? "" : record->content,
				  .len = error ? 0 : record->content_len,
				  .form = record->is_html ? PURIFY_HTML : PURIFY_TEXT,
				  .url = record->url,
				  .title = record->title,
				  .lang = record->lang,
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
	status err = pipeline_next_job(s->pipeline, finish, (void *)s, &j);

	if (err)
		return err;
	err = page_source_next(pages, j->arena, &record, &unread);
	if (err == OK || err == ERR_FORMAT || err == ERR_LIMIT)
		return submit(s, j, &record, file, err ? unread.text : NULL);
	pipeline_release(s->pipeline, j);
	*end = err == ERR_MISSING || (err == ERR_IO && *unread.text); /* without a text it is the error of idle */
	if (err == ERR_IO)
		complain(why, err, "%s", unread.text);
	return *end ? OK : err;
}

/* Delivers all that was read. */
static status finish_all(const page_stream *s)
{
	status err = OK;
	job *j;

	while (!err && (j = pipeline_take(s->pipeline, true)) != NULL)
		err = finish((void *)s, j);
	return err;
}

static status on_idle(void *ctx)
{
	const page_stream *s = ctx;
	status err = finish_all(s);

	return err ? err : s->idle(s->ctx);
}

/* Reads one file. If it cannot be read to its end, the pages before that are delivered, and why says what is wrong. */
static status read_file(const page_stream *s, const char *name, complaint *why)
{
	page_source *pages = NULL;
	bool end = false;
	page_source_settings settings = {.wait = {.stop_fd = s->stop_fd, .idle = s->idle ? on_idle : NULL, .ctx = (void *)s},
					 .fields = s->fields};
	status err = page_source_open(name, &settings, &pages, why);

	if (err == ERR_IO)
		return OK;
	while (!err && !end && !(s->stopped && s->stopped(s->ctx)))
		err = read_record(s, pages, name, &end, why);
	if (!err)
		err = finish_all(s);
	page_source_close(pages);
	return err;
}

status page_stream_run(const page_stream *s, char *const *files, size_t n, complaint *why)
{
	static char dash[] = "-", *const standard_input[] = {dash};
	complaint first = {""};
	status err = OK;

	if (n == 0) {
		files = standard_input;
		n = 1;
	}
	for (size_t i = 0; i < n && !err && !(s->stopped && s->stopped(s->ctx)); i++) {
		complaint cause = {""};

		err = read_file(s, files[i], &cause);
		if (*cause.text && !*first.text)
			first = cause;
	}
	if (!err && *first.text)
		return complain(why, ERR_IO, "%s", first.text);
	return err;
}
