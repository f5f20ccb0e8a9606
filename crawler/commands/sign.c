/* sign — the command: purifies and signs pages, for `filter --signed` to judge. */
#include <stdlib.h>
#include <string.h>

#include "crawler/commands/commands.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/page_signed.h"
#include "crawler/batch/page_stream.h"
#include "judge/session.h"

typedef struct signing {
	const settings *settings;
	session session;
	arena *memory;
	const char *stamp;
	page_stream stream;
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
	char *line = page_signed_line(note->id, note->url, &j->result, &s);
	status err = terminal_put_json(line);

	free(line);
	return err;
}

static status sign_files(signing *x, int signals, complaint *why)
{
	const settings *s = x->settings;
	status err;

	x->stream = (page_stream){.take = print_signed,
				  .prints = true,
				  .jobs = (int)s->jobs,
				  .memory = (size_t)s->memory,
				  .filter = x->session.filter,
				  .stop_fd = signals,
				  .fields = arguments_fields(s),
				  .ctx = x};
	err = page_stream_run(&x->stream, s->operands, s->operands_len, why);
	return err && !*why->text ? complain(why, err, "%s", session_error(&x->session, err)) : err;
}

int sign_command(const settings *s, complaint *why)
{
	int signals = signals_open();
	signing x = {.settings = s, .memory = arena_new()};
	status err = session_open_signing(s->filter, s->store, &x.session, why);

	x.stamp = !err && x.memory ? session_stamp(&x.session, x.memory) : NULL;
	if (!err)
		err = x.stamp ? sign_files(&x, signals, why) : ERR_MEMORY;
	page_stream_close(&x.stream);
	session_close(&x.session);
	arena_free(x.memory);
	signals_close(signals);
	return err ? (int)err : x.stream.failed ? EXIT_FAILED : x.stream.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
