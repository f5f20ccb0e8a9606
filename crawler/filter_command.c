/* filter — the command: pages from JSON Lines through the same purify, sign and check as a crawl's; a verdict a line,
 * in the order of the input. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "crawler/commands.h"
#include "crawler/page_lines.h"
#include "crawler/pipeline.h"
#include "crawler/session.h"
#include "crawler/signals.h"
#include "crawler/verdict.h"

/* What is known of a line besides its page. Lives in its job's arena. */
typedef struct line_note {
	const char *id;  /* JSON */
	const char *url; /* NULL: not given */
	const char *file;
	unsigned long number;
	const char *error; /* why it was not judged; NULL: it was */
} line_note;

typedef struct filtering {
	const settings *settings;
	session session;
	pipeline *pipeline;
	int signals;
	char **names; /* without a store: the lines' ids as JSON, by page id − 1 */
	size_t names_len, names_room;
	bool bad_lines, stopped;
} filtering;

static bool keep_name(filtering *f, uint64_t id, const char *name)
{
	if (id > f->names_room) {
		size_t room = f->names_room ? f->names_room * 2 : 1024;
		char **larger = realloc(f->names, room * sizeof *larger);

		if (!larger)
			return false;
		f->names = larger;
		f->names_room = room;
	}
	f->names[id - 1] = strdup(name);
	f->names_len = id;
	return f->names[id - 1] != NULL;
}

/* The id a page was given with; in a store it may be a crawled one, which goes by its URL. */
static status name_of(filtering *f, uint64_t id, arena *a, const char **out)
{
	*out = "null";
	if (id == 0)
		return OK;
	if (!f->session.store) {
		*out = f->names[id - 1];
		return OK;
	}
	status s = store_page_name(f->session.store, id, a, out);

	if (!s && !*out)
		*out = arena_printf(a, "%llu", (unsigned long long)id);
	return s ? s : *out ? OK : ERR_MEMORY;
}

static void print_error(const filtering *f, const line_note *note)
{
	json_t *row = json_pack("{s:I, s:s}", "line", (json_int_t)note->number, "error", note->error);
	char *text;

	if (row && f->settings->operands_len > 1)
		json_object_set_new(row, "file", json_string(note->file));
	text = row ? json_dumps(row, JSON_COMPACT) : NULL;
	if (text)
		puts(text);
	free(text);
	json_decref(row);
}

/* The names of filter and stage come from a filter's table: they go through the JSON library as well. */
static status print_verdict(filtering *f, const line_note *note, const judgement *j, arena *a)
{
	char *evidence = verdict_evidence_json(&j->verdict), *shares = verdict_shares_json(&j->verdict), *text;
	const char *of;
	status s = name_of(f, j->verdict.of, a, &of);
	json_t *words = json_pack("{s:s, s:s?}", "filter", j->filter, "stage", j->verdict.stage);

	text = words ? json_dumps(words, JSON_COMPACT) : NULL;
	if (!s && (!evidence || !text))
		s = ERR_MEMORY;
	if (!s)
		printf("{\"id\":%s,\"verdict\":\"%s\",\"of\":%s,%.*s,\"score\":%.6g,\"evidence\":%s%s%s}\n", note->id,
		       filter_kind_text(j->verdict.kind), of, (int)strlen(text) - 2, text + 1, j->verdict.score, evidence,
		       shares ? ",\"shares\":" : "", shares ? shares : "");
	json_decref(words);
	free(text);
	free(evidence);
	free(shares);
	return s;
}

static status judge_line(filtering *f, job *j)
{
	const line_note *note = j->ctx;
	char now[CLOCK_TEXT];
	store_article x = {.url = note->url, .name = note->id, .page = &j->result.page, .signature = j->signature,
			   .links = j->result.links_len, .bytes = j->input.len, .charset = j->result.charset,
			   .charset_from = j->result.charset_from, .degraded = j->result.degraded, .fetched_at = now};
	judgement verdict;
	status s = session_begin(&f->session);

	clock_text(now);
	if (!s)
		s = judge_article(f->session.judge, &x, &verdict);
	if (!s && !f->session.store && !keep_name(f, verdict.id, note->id))
		s = ERR_MEMORY;
	if (!s)
		s = print_verdict(f, note, &verdict, j->arena);
	f->session.written++;
	return s ? s : session_commit(&f->session, false, NULL);
}

static status finish_job(filtering *f, job *j)
{
	line_note *note = j->ctx;
	status s = OK;

	if (!note->error && j->status)
		note->error = status_text(j->status);
	if (note->error) {
		f->bad_lines = true;
		print_error(f, note);
	} else {
		s = judge_line(f, j);
	}
	pipeline_release(f->pipeline, j);
	return s;
}

/* A free job; those in its way are finished first. */
static status next_job(filtering *f, job **out)
{
	status s = OK;
	job *done;

	while (!s && !(*out = pipeline_job(f->pipeline))) {
		done = pipeline_take(f->pipeline, true);
		if (!done)
			return ERR_MEMORY;
		s = finish_job(f, done);
	}
	return s;
}

/* An unreadable line is a job too, of an empty page: so its error comes in its place. */
static status submit_line(filtering *f, page_lines *lines, const char *file, bool *end, complaint *why)
{
	complaint unread = {""};
	page_line line;
	line_note *note;
	job *j;
	status s = next_job(f, &j);

	if (s)
		return s;
	s = page_lines_next(lines, j->arena, &line, &unread);
	*end = s == ERR_MISSING;
	note = arena_alloc(j->arena, sizeof *note);
	if (*end || s == ERR_IO || s == ERR_MEMORY || !note) {
		pipeline_release(f->pipeline, j);
		return *end ? OK : complain(why, s ? s : ERR_MEMORY, "%s", *unread.text ? unread.text : status_text(s));
	}
	*note = (line_note){line.id, line.url, file, line.number, NULL};
	if (s)
		note->error = arena_text(j->arena, unread.text, strlen(unread.text));
	j->ctx = note;
	j->input = (purify_input){.bytes = s ? "" : line.content, .len = s ? 0 : line.content_len,
				  .form = line.is_html ? PURIFY_HTML : PURIFY_TEXT, .url = line.url,
				  .title = line.title, .lang = line.lang, .content_type = "text/html; charset=utf-8"};
	pipeline_submit(f->pipeline, j);
	return OK;
}

static status drain(filtering *f)
{
	status s = OK;
	job *j;

	while (!s && (j = pipeline_take(f->pipeline, true)) != NULL)
		s = finish_job(f, j);
	return s;
}

static status filter_file(filtering *f, const char *name, complaint *why)
{
	page_lines *lines = NULL;
	bool end = false;
	status s = page_lines_open(name, &lines, why);

	while (!s && !end && !f->stopped) {
		s = submit_line(f, lines, name, &end, why);
		f->stopped = signals_came(f->signals);
	}
	if (!s)
		s = drain(f); /* the jobs' notes hold the file's name */
	page_lines_close(lines);
	return s;
}

static status filter_files(filtering *f, complaint *why)
{
	size_t n = f->settings->operands_len;
	status s = n ? OK : filter_file(f, "-", why);

	for (size_t i = 0; i < n && !s && !f->stopped; i++)
		s = filter_file(f, f->settings->operands[i], why);
	return s ? s : session_commit(&f->session, true, NULL);
}

static void close_filtering(filtering *f)
{
	pipeline_close(f->pipeline);
	for (size_t i = 0; i < f->names_len; i++)
		free(f->names[i]);
	free(f->names);
	session_close(&f->session);
	signals_close(f->signals);
}

int filter_command(const settings *s)
{
	filtering f = {.settings = s, .signals = -1};
	pipeline_settings pipe = {.workers = (int)s->jobs, .most = (int)s->jobs * 8, .in_order = true};
	complaint why = {""};
	int code = session_open(s, s->store, &f.session, &why);
	status e;

	if (!code) {
		f.signals = signals_open();
		pipe.filter = f.session.filter;
		e = pipeline_open(&pipe, &f.pipeline, &why);
		if (!e)
			e = filter_files(&f, &why);
		if (e && !*why.text)
			complain(&why, e, "%s", f.session.store ? store_error(f.session.store) : status_text(e));
		code = e ? EXIT_FAILED : f.stopped ? EXIT_STOPPED_BY_SIGNAL : f.bad_lines ? EXIT_FAILED : EXIT_DONE;
	}
	fflush(stdout);
	if (*why.text)
		fprintf(stderr, "firstprint: %s\n", why.text);
	close_filtering(&f);
	return code;
}
