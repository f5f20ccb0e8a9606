#include "crawler/batch/page_stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crawler/batch/unread_files.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/folder.h"
#include "crawler/files/page_lines.h"
#include "crawler/files/page_signed.h"
#include "crawler/files/page_source.h"
#include "purify/content.h"

void line_note_say(const line_note *note)
{
	if (note->number)
		terminal_say("%s: line %lu: %s", input_shown(note->file), note->number, note->error);
	else
		terminal_say("%s: %s", input_shown(note->file), note->error);
}

static void show_progress(page_stream *s)
{
	s->lines++;
	if (s->progress)
		progress_part(s->progress, s->done, (int64_t)s->lines, s->size ? (double)s->bytes_read / (double)s->size : -1);
}

/* Delivers a finished job. If a page exceeds a limit, that is an error of its line. If memory runs out, reading ends, since the
 * next page would be judged without this one. */
static status finish(void *ctx, job *j)
{
	page_stream *s = ctx;
	line_note *note = j->ctx;
	status err = j->status == ERR_FILTER || j->status == ERR_MEMORY ? j->status : OK;

	if (!note->error && j->status)
		note->error = status_text(j->status);
	s->has_lines |= note->form == PAGE_LINE && !note->error;
	if (note->form == PAGE_LINE && !note->stamp)
		j->result.charset_from = NULL; /* JSON is UTF-8; no header said so */
	s->fields_found |= note->fields;
	show_progress(s);
	if (!err && s->hold)
		return s->hold(s->ctx, note, j);
	if (!err && !(s->prints && note->revisit_of))
		err = s->take(s->ctx, note, j);
	pipeline_release(s->pipeline, j);
	return err;
}

/* Makes the page from a signed record. It has no sentences, only their number. */
static void take_signed(const page_record *record, job *j)
{
	const page_signed *s = record->sign;
	firstprint_page *page = &j->result.page;

	page->url = record->url ? record->url : "";
	page->title = record->title ? record->title : "";
	page->lang = record->lang ? record->lang : "";
	page->text = (firstprint_span){record->content, record->content_len};
	page->sentences_len = s->sentences;
	page->kind = !record->is_purified ? FIRSTPRINT_UNKNOWN_KIND : record->is_list ? FIRSTPRINT_LIST : FIRSTPRINT_PAGE;
	memcpy(page->digest, s->digest, sizeof page->digest);
	j->result.links_len = s->links;
	j->result.charset = s->charset;
	j->result.charset_from = s->charset_from;
	j->result.degraded = s->degraded;
	j->input.len = s->bytes;
	j->signature = s->signature;
	j->is_ready = true;
}

static enum purify_form form_of(const page_record *record)
{
	if (record->is_html || record->is_unread)
		return PURIFY_HTML;
	return record->is_purified ? PURIFY_LINES : PURIFY_TEXT;
}

static void set_input(job *j, const page_record *record)
{
	j->input = (purify_input){.bytes = record->content,
				  .len = record->content_len,
				  .form = form_of(record),
				  .url = record->url,
				  .title = record->title,
				  .lang = record->lang,
				  .kind = record->is_list ? FIRSTPRINT_LIST : FIRSTPRINT_PAGE,
				  .link = record->link,
				  .content_type = record->content_type ? record->content_type : "text/html; charset=utf-8"};
}

/* Makes the page empty, so that its error is delivered in the right order. */
static status set_error(job *j, const char *error)
{
	line_note *note = j->ctx;

	note->error = error ? arena_text(j->arena, error, strlen(error)) : NULL;
	j->input.bytes = "";
	j->input.len = 0;
	return note->error ? OK : ERR_MEMORY;
}

/* Makes the note of a record, all of it in the job's arena. */
static status note_record(page_stream *s, job *j, const page_record *record, const char *file)
{
	line_note *note = arena_alloc(j->arena, sizeof *note);

	j->ctx = note;
	if (!note)
		return ERR_MEMORY;
	*note = (line_note){.id = record->id,
			    .url = record->url,
			    .file = arena_text(j->arena, file, strlen(file)),
			    .number = record->number,
			    .revisit_of = record->revisit_of,
			    .form = record->form,
			    .is_unread = record->is_unread,
			    .raw = record->raw,
			    .raw_len = record->raw_len,
			    .stream = s};
	return note->file ? OK : ERR_MEMORY;
}

/* error: why there is no page; NULL: there is one. */
static status submit(page_stream *s, job *j, const page_record *record, const char *file, const char *error)
{
	status err = note_record(s, j, record, file);

	set_input(j, record);
	if (!err && error)
		err = set_error(j, error);
	else if (!err && record->is_unread)
		err = buffer_append(&j->body, record->content, record->content_len) ? OK : ERR_MEMORY;
	if (err) {
		pipeline_release(s->pipeline, j);
		return err;
	}
	if (record->is_unread)
		j->input.bytes = j->body.bytes;
	pipeline_submit(s->pipeline, j);
	return OK;
}

/* ── on a worker ── */

/* Copies into the note what it keeps of a page that was read. */
static status note_page(line_note *note, const page_record *record, arena *a)
{
	if (record->id)
		note->id = arena_text(a, record->id, strlen(record->id));
	if (record->url)
		note->url = arena_text(a, record->url, strlen(record->url));
	note->fields = record->fields;
	if (record->sign)
		note->stamp = record->sign->stamp;
	return (record->id && !note->id) || (record->url && !note->url) ? ERR_MEMORY : OK;
}

/* Refuses HTML that is an image, a PDF or the like, as the crawler does. */
static status check_html(job *j, const page_record *record, const page_fields *fields)
{
	char said[CONTENT_WHY];

	if (!record->is_html || !content_is_no_html(NULL, record->content, record->content_len, said))
		return OK;
	return set_error(j, arena_printf(j->scratch, "\"%s\" is no page: %s", fields->html ? fields->html : "html", said));
}

/* Reads the JSON of a line. A signed page is read into the job's arena; of others, the content is needed only until the page is
 * made. */
static void read_json(job *j)
{
	line_note *note = j->ctx;
	const page_stream *s = note->stream;
	page_record record = {0};
	complaint why = {""};
	status err;

	if (!note->is_unread || note->error)
		return;
	err = page_lines_read(&(page_line){j->body.bytes, j->body.len, note->file, note->number}, &s->fields, s->is_signed,
			      s->is_signed ? j->arena : j->scratch, &record, &why);
	j->status = err && err != ERR_FORMAT && err != ERR_LIMIT ? err : note_page(note, &record, j->arena);
	if (j->status)
		return;
	record.url = note->url;
	set_input(j, &record);
	if (err)
		j->status = set_error(j, why.text);
	else if (record.sign)
		take_signed(&record, j);
	else
		j->status = check_html(j, &record, &s->fields);
}

/* ── reading ── */

/* Reads one record of a file. *end: there are no more, or the file cannot be read further, and why says so. */
static status read_record(page_stream *s, page_source *pages, const char *file, bool *end, complaint *why)
{
	complaint unread = {""};
	page_record record;
	job *j;
	status err = pipeline_next_job(s->pipeline, finish, s, &j);

	if (err)
		return err;
	err = page_source_next(pages, j->arena, &record, &unread);
	if (err == OK || err == ERR_FORMAT || err == ERR_LIMIT)
		return submit(s, j, &record, file, err ? unread.text : NULL);
	pipeline_release(s->pipeline, j);
	*end = err == ERR_MISSING || (err == ERR_IO && *unread.text); /* without a text, it is an error of idle */
	if (err == ERR_IO)
		complain(why, err, "%s", unread.text);
	return *end ? OK : err;
}

static status finish_all(page_stream *s)
{
	status err = OK;
	job *j;

	while (!err && (j = pipeline_take(s->pipeline, true)) != NULL)
		err = finish(s, j);
	return err;
}

/* What the input returns must not be taken for an error of a line, after which reading would go on, nor for the input's end. */
static status on_idle(void *ctx)
{
	page_stream *s = ctx;
	status err = finish_all(s);

	if (s->prints)
		fflush(stdout); /* main reports a failure */
	if (!err && s->idle)
		err = s->idle(s->ctx);
	return err == ERR_FORMAT || err == ERR_LIMIT || err == ERR_MISSING ? ERR_IO : err;
}

static bool is_stopped(page_stream *s)
{
	s->stopped |= signals_received(s->stop_fd);
	return s->stopped;
}

/* Reads one file. found: in a folder; ERR_MISSING: it holds no pages. If it cannot be read to its end, the pages before that are
 * delivered, and why says what is wrong. */
static status read_file(page_stream *s, const char *name, bool found, complaint *why)
{
	page_source *pages = NULL;
	bool end = false;
	page_source_settings settings = {.wait = {.stop_fd = s->stop_fd,
						  .idle = s->idle || s->prints ? on_idle : NULL,
						  .ctx = s,
						  .memory = s->memory,
						  .bytes_read = &s->bytes_read},
					 .fields = s->fields,
					 .wants_raw = s->wants_raw,
					 .is_signed = s->is_signed,
					 .leaves_json = true,
					 .left_out = &s->left_out,
					 .found = found};
	status err = page_source_open(name, &settings, &pages, why);

	if (err == ERR_IO || err == ERR_MISSING)
		return err == ERR_IO ? OK : err;
	while (!err && !end && !is_stopped(s))
		err = read_record(s, pages, page_source_place(pages), &end, why);
	page_source_close(pages); /* its jobs own what was read of it */
	return err;
}

/* State of reading the files of a folder. */
typedef struct folder {
	page_stream *stream;
	failed_files *failed;
	left_out left_out;
	unsigned long files;
} folder;

/* Returns the size of a regular file; 0: it is none. */
static uint64_t size_of(const char *name)
{
	struct stat is;

	return stat(name, &is) == 0 && S_ISREG(is.st_mode) ? (uint64_t)is.st_size : 0;
}

/* A file that is no page counts as read, too. */
static status read_found(void *ctx, const char *name)
{
	folder *f = ctx;
	uint64_t before = f->stream->bytes_read;
	complaint cause = {""};
	struct stat is;
	status err;

	if (stat(name, &is) == 0 && !S_ISREG(is.st_mode)) {
		left_out_add(&f->left_out, S_ISDIR(is.st_mode) ? "a link to a folder" : "a pipe, socket or device", name);
		return OK;
	}
	err = is_stopped(f->stream) ? ERR_MISSING : read_file(f->stream, name, true, &cause);

	if (*cause.text && err == ERR_MISSING)
		left_out_add(&f->left_out, cause.text, name);
	else if (*cause.text)
		failed_files_add(f->failed, &cause);
	f->stream->bytes_read = before + size_of(name);
	f->files += err == OK;
	return err == ERR_MISSING && !is_stopped(f->stream) ? OK : err;
}

static status read_folder(page_stream *s, const char *path, failed_files *failed)
{
	folder f = {.stream = s, .failed = failed};
	complaint cause = {""};
	status err = folder_walk(path, read_found, &f, &cause);

	left_out_say(&f.left_out, path);
	if (!err && f.files == 0)
		complain(&cause, ERR_IO, "%s: a folder without pages", path);
	if (*cause.text)
		failed_files_add(failed, &cause);
	return *cause.text || err == ERR_MISSING ? OK : err;
}

static status add_size(void *ctx, const char *name)
{
	*(uint64_t *)ctx += size_of(name);
	return OK;
}

/* How many bytes these files, and those in folders, have. 0: not known, since one is neither. */
static uint64_t size_of_all(char *const *files, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t size = size_of(files[i]);

		if (folder_is(files[i]))
			folder_walk(files[i], add_size, &size, NULL);
		if (!size)
			return 0;
		sum += size;
	}
	return sum;
}

static status open_pipeline(page_stream *s, complaint *why)
{
	const pipeline_settings settings = {.workers = s->jobs,
					    .most = s->jobs * PIPELINE_JOBS + s->held_most,
					    .memory = s->memory,
					    .in_order = true,
					    .before = read_json,
					    .after = s->after,
					    .filter = s->filter,
					    .looks_ahead = s->looks_ahead};

	return s->pipeline ? OK : pipeline_open(&settings, &s->pipeline, why);
}

void page_stream_close(page_stream *s)
{
	pipeline_close(s->pipeline);
	s->pipeline = NULL;
}

/* Names the fields that no line has, though an option says that they do. */
static void say_missing_fields(const page_stream *s)
{
	const struct {
		const char *option, *name;
		enum page_field field;
	} fields[] = {{"id", s->fields.id, PAGE_ID},       {"url", s->fields.url, PAGE_URL},
		      {"html", s->fields.html, PAGE_HTML}, {"title", s->fields.title, PAGE_TITLE},
		      {"lang", s->fields.lang, PAGE_LANG}, {"site", s->fields.site, PAGE_SITE}};

	for (size_t i = 0; i < sizeof fields / sizeof *fields && s->has_lines; i++)
		if (fields[i].name && !(s->fields_found >> fields[i].field & 1))
			terminal_say("--%s-field %s: no line has this field, with a string%s in it", fields[i].option,
				     fields[i].name, fields[i].field == PAGE_ID ? " or a number" : "");
}

status page_stream_run(page_stream *s, char *const *files, size_t n, complaint *why)
{
	static char dash[] = "-", *const standard_input[] = {dash};
	failed_files failed = {0};
	status err = open_pipeline(s, why);

	if (n == 0) {
		files = standard_input;
		n = 1;
		if (isatty(STDIN_FILENO))
			terminal_say("reading pages from this terminal, until Ctrl-D");
	}
	s->size = s->progress ? size_of_all(files, n) : 0;
	for (size_t i = 0; i < n && !err && !is_stopped(s); i++) {
		complaint cause = {""};

		err = folder_is(files[i]) ? read_folder(s, files[i], &failed) : read_file(s, files[i], false, &cause);
		if (*cause.text)
			failed_files_add(&failed, &cause);
	}
	if (!err)
		err = finish_all(s);
	if (!err)
		say_missing_fields(s);
	is_stopped(s); /* a signal may have arrived while there was no input */
	s->is_cut = !err && failed.len;
	return err ? err : failed_files_end(&failed, why);
}
