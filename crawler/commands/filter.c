/* filter — the command. Pages from JSON Lines or WARC files go through purify, sign and check as in a crawl; one
 * verdict per line is printed, in the order of the input. */
#include <jansson.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "crawler/judge/batch.h"
#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/judge/page_stream.h"
#include "crawler/judge/session.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/judge/verdict.h"

enum { HELD_BACK_MAX = 1 << 20 }; /* bytes of verdicts between two commits; more are printed early */

typedef struct filtering {
	const settings *settings;
	session session;
	pipeline *pipeline;
	int signals;
	char **names; /* without a store: the input ids as JSON; page id n is at n − 1 */
	size_t names_len, names_room;
	bool bad_lines, stopped;
} filtering;

/* Copies the input id of page id; false: out of memory. */
static bool keep_name(filtering *f, uint64_t id, const char *name)
{
	char **names = grow(f->names, (size_t)id - 1, &f->names_room, sizeof *names);

	if (!names)
		return false;
	f->names = names;
	f->names[id - 1] = strdup(name);
	f->names_len = id;
	return f->names[id - 1] != NULL;
}

/* The input id of page id, as JSON: "null" for 0. A page that was crawled into the store has none, and its number is
 * given. */
static status name_of(filtering *f, uint64_t id, arena *a, const char **out)
{
	status err = OK;

	*out = "null";
	if (id == 0)
		return OK;
	if (!f->session.store) {
		*out = f->names[id - 1];
		return OK;
	}
	err = store_page_name(f->session.store, id, a, out);
	if (!err && !*out)
		*out = arena_printf(a, "%llu", (unsigned long long)id);
	return err ? err : *out ? OK : ERR_MEMORY;
}

static status print_error(const filtering *f, unsigned long line, const char *file, const char *error)
{
	json_t *row = json_pack("{s:I, s:s}", "line", (json_int_t)line, "error", error);
	char *text;

	if (row && f->settings->operands_len > 1 && json_object_set_new(row, "file", json_string(file))) {
		json_decref(row);
		row = NULL;
	}
	text = row ? json_dumps(row, JSON_COMPACT) : NULL;
	if (text)
		terminal_put_json(text);
	json_decref(row);
	if (!text)
		return ERR_MEMORY;
	free(text);
	return OK;
}

/* Which filter and stage decided and, if the filter says so, which stage proposed the page and which word decided. NULL: out of
 * memory. */
static json_t *verdict_words(const judgement *j)
{
	json_t *words = json_pack("{s:s, s:s?}", "filter", j->filter, "stage", j->verdict.stage);

	if (words && j->verdict.proposed_by)
		json_object_set_new(words, "proposed_by", json_string(j->verdict.proposed_by));
	if (words && *j->verdict.word)
		json_object_set_new(words, "word", json_string(j->verdict.word));
	return words;
}

/* id, of, evidence and shares are JSON already; shares may be NULL. The names of filter and stage may come from a
 * loaded filter, so the JSON library escapes them. Yours to free; NULL: out of memory. */
static char *verdict_line(const char *id, const char *of, const judgement *j, const char *evidence, const char *shares)
{
	json_t *words = verdict_words(j);
	char *text = words ? json_dumps(words, JSON_COMPACT) : NULL, *line;

	if (!text || asprintf(&line, "{\"id\":%s,\"verdict\":\"%s\",\"of\":%s,%.*s,\"score\":%.6g,\"evidence\":%s%s%s}", id,
			      filter_kind_text(j->verdict.kind), of, (int)strlen(text) - 2, text + 1, j->verdict.score,
			      evidence, shares ? ",\"shares\":" : "", shares ? shares : "") < 0)
		line = NULL;
	json_decref(words);
	free(text);
	return line;
}

static status print_verdict(const char *id, const char *of, const judgement *j)
{
	char *evidence = verdict_evidence_json(&j->verdict), *shares = verdict_shares_json(&j->verdict);
	char *line = evidence ? verdict_line(id, of, j, evidence, shares) : NULL;

	if (line)
		terminal_put_json(line);
	free(line);
	free(evidence);
	free(shares);
	return line ? OK : ERR_MEMORY;
}

/* What was printed is told once it is stored: until then it is held back (hold_back). */
static status commit(filtering *f, bool now)
{
	bool committed;
	status err = session_commit(&f->session, now, &committed);

	if (!err && committed)
		fflush(stdout);
	return err;
}

static status judge_line(filtering *f, const line_note *note, const job *j)
{
	char now[CLOCK_TEXT];
	store_article x = judge_article_of(j);
	judgement verdict;
	const char *of;
	status err = session_begin(&f->session);

	clock_text(now);
	x.url = note->url;
	x.name = note->id;
	x.fetched_at = now;
	if (!err)
		err = judge_article(f->session.judge, &x, &verdict);
	if (!err && !f->session.store && !keep_name(f, verdict.id, note->id))
		err = ERR_MEMORY;
	if (!err)
		err = name_of(f, verdict.verdict.of, j->arena, &of);
	if (!err)
		err = print_verdict(note->id, of, &verdict);
	f->session.written++;
	return err ? err : commit(f, false);
}

static status take_line(void *ctx, const line_note *note, const job *j)
{
	filtering *f = ctx;

	if (!note->error)
		return judge_line(f, note, j);
	f->bad_lines = true;
	return print_error(f, note->number, note->file, note->error);
}

/* Whoever writes the input may be waiting for an answer before the next line. */
static status answer(void *ctx)
{
	status err = commit(ctx, true);

	fflush(stdout);
	return err;
}

static bool is_stopped(void *ctx)
{
	filtering *f = ctx;

	f->stopped |= signals_received(f->signals);
	return f->stopped;
}

static status read_files(filtering *f, complaint *why)
{
	page_stream stream = {.pipeline = f->pipeline,
			      .take = take_line,
			      .stopped = is_stopped,
			      .idle = answer,
			      .stop_fd = f->signals,
			      .fields = arguments_fields(f->settings),
			      .ctx = f};
	status err = page_stream_run(&stream, f->settings->operands, f->settings->operands_len, why);

	is_stopped(f); /* a signal may have arrived while no input did */
	if (err && !*why->text)
		return err;
	return commit(f, true) ? ERR_IO : err; /* a file that cannot be read costs nothing of the others */
}

/* ── longest first: judged when everything is read, printed in the order of the input ── */

static status print_batch(filtering *f, const batch *b)
{
	status err = OK;

	for (size_t i = 0; i < b->len && !err; i++) {
		const batch_page *p = &b->pages[i];
		judgement j = {.verdict = p->verdict, .filter = p->filter};

		if (p->error)
			err = print_error(f, p->line, p->file, p->error);
		else
			err = print_verdict(p->id, p->verdict.of ? b->pages[p->verdict.of - 1].id : "null", &j);
		f->bad_lines |= p->error != NULL;
	}
	return err;
}

static status filter_batch(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	batch b;
	batch_settings settings = {.files = s->operands,
				   .files_len = s->operands_len,
				   .fields = arguments_fields(s),
				   .jobs = (int)s->jobs,
				   .order = ORDER_LONGEST_FIRST,
				   .stop_fd = f->signals};
	status err = batch_run(f->session.filter, &settings, &b, why);

	f->stopped = signals_received(f->signals); /* verdicts about half a set would differ: none is printed */
	if (!err && !f->stopped)
		err = print_batch(f, &b);
	batch_free(&b);
	return err;
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

static status filter_stream(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	pipeline_settings pipe = {.workers = (int)s->jobs,
				  .most = (int)s->jobs * 8,
				  .in_order = true,
				  .filter = f->session.filter};
	status err = pipeline_open(&pipe, &f->pipeline, why);
	bool in_store;

	if (!err)
		err = read_files(f, why);
	session_salvage(&f->session, err);
	in_store = f->session.store && err != ERR_FILTER;
	if (err && !*why->text)
		complain(why, err, "%s%s%s", in_store ? s->store : "", in_store ? ": " : "", session_error(&f->session, err));
	return err;
}

/* What cannot be done is refused before a store is made. */
static status open_session(const settings *s, session *out, complaint *why)
{
	if (s->store && s->order == ORDER_LONGEST_FIRST)
		return complain(why, ERR_USAGE, "--order longest-first judges a whole set and takes no --store");
	return session_open(s->filter, s->store, out, why);
}

/* With a store, a verdict is printed once it is stored: a kill must not take back what somebody has read. */
static void hold_back(void)
{
	setvbuf(stdout, NULL, _IOFBF, HELD_BACK_MAX);
}

int filter_command(const settings *s)
{
	filtering f = {.settings = s, .signals = -1};
	complaint why = {""};
	status err = open_session(s, &f.session, &why);
	int code = exit_code_of(err);

	if (*f.session.notice.text)
		terminal_say("%s", f.session.notice.text);
	if (!code) {
		if (s->store)
			hold_back();
		f.signals = signals_open();
		err = s->order == ORDER_LONGEST_FIRST ? filter_batch(&f, &why) : filter_stream(&f, &why);
		code = err == ERR_USAGE ? EXIT_USAGE : err || f.bad_lines ? EXIT_FAILED : EXIT_DONE;
		if (!err && f.stopped)
			code = EXIT_STOPPED_BY_SIGNAL;
	}
	if (f.session.store && (f.session.torn || store_in_transaction(f.session.store)))
		__fpurge(stdout); /* what could not be stored is not told */
	fflush(stdout);
	if (*why.text)
		terminal_say("%s", why.text);
	close_filtering(&f);
	return code;
}
