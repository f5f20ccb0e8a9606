/* sign — the command: purifies and signs pages, for `filter --signed` to judge. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/verdict_line.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/page_signed.h"
#include "crawler/batch/page_stream.h"
#include "judge/session.h"

typedef struct signing {
	const settings *settings;
	session session;
	pipeline *pipeline;
	arena *memory;
	const char *stamp;
	int signals;
	bool failed, stopped;
} signing;

static page_signed signed_of(const signing *x, const job *j)
{
	page_signed s = {.stamp = x->stamp,
			 .signature = j->signature,
			 .sentences = j->result.page.sentences_len,
			 .links = j->result.links_len,
			 .bytes = j->input.len,
			 .charset = j->result.charset,
			 .charset_from = j->result.charset_from,
			 .degraded = j->result.degraded};

	memcpy(s.digest, j->result.page.digest, sizeof s.digest);
	return s;
}

static status print_signed(void *ctx, const line_note *note, const job *j)
{
	signing *x = ctx;
	page_signed s = signed_of(x, j);
	char *line;
	status err;

	if (note->revisit_of) /* it has no text to sign */
		return OK;
	if (note->error) {
		x->failed = true;
		verdict_line_say(note->number, note->file, note->error);
		return OK;
	}
	line = page_signed_line(note->id, note->url, &j->result, &s);
	err = terminal_put_json(line);
	free(line);
	return err;
}

static bool is_stopped(void *ctx)
{
	signing *x = ctx;

	x->stopped |= signals_received(x->signals);
	return x->stopped;
}

static status flush_lines(void *ctx)
{
	(void)ctx;
	fflush(stdout); /* main reports a failure */
	return OK;
}

static status sign_files(signing *x, complaint *why)
{
	const settings *s = x->settings;
	pipeline_settings pipe = {.workers = (int)s->jobs,
				  .most = (int)s->jobs * PIPELINE_JOBS,
				  .memory = (size_t)s->memory,
				  .in_order = true,
				  .before = page_stream_before,
				  .filter = x->session.filter};
	page_stream stream = {.take = print_signed,
			      .stopped = is_stopped,
			      .idle = flush_lines,
			      .stop_fd = x->signals,
			      .memory = (size_t)x->settings->memory,
			      .fields = arguments_fields(s),
			      .ctx = x};
	status err = pipeline_open(&pipe, &x->pipeline, why);

	stream.pipeline = x->pipeline;
	if (!err)
		err = page_stream_run(&stream, s->operands, s->operands_len, why);
	if (err && !*why->text)
		complain(why, err, "%s", session_error(&x->session, err));
	is_stopped(x);
	return err;
}

int sign_command(const settings *s, complaint *why)
{
	signing x = {.settings = s, .signals = signals_open(), .memory = arena_new()};
	status err = session_open_signing(s->filter, s->store, &x.session, why);

	x.stamp = !err && x.memory ? session_stamp(&x.session, x.memory) : NULL;
	if (!err)
		err = x.stamp ? sign_files(&x, why) : ERR_MEMORY;
	pipeline_close(x.pipeline);
	session_close(&x.session);
	arena_free(x.memory);
	signals_close(x.signals);
	return err ? (int)err : x.failed ? EXIT_FAILED : x.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
