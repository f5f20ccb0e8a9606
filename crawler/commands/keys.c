/* keys — the command: signs the pages of a part of a corpus, and prints a line for each of their keys, for a sort. */
#include <inttypes.h>
#include <stdio.h>

#include "crawler/batch/page_stream.h"
#include "crawler/batch/signature_file.h"
#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/sorted_lines.h"
#include "crawler/commands/verdict_line.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "judge/session.h"

typedef struct keying {
	const settings *settings;
	session session;
	pipeline *pipeline;
	arena *memory;
	signature_writer *signatures;
	uint64_t pages;
	int signals;
	bool failed, stopped;
	complaint *why;
} keying;

static status print_keys(keying *x, const filter_key *keys, size_t n, uint64_t id, key_lines *sum)
{
	for (size_t i = 0; i < n; i++)
		if (sorted_put_key(stdout, &keys[i], id, sum) < 0)
			return complain(x->why, ERR_IO, "standard output cannot be written");
	return OK;
}

static status take_page(void *ctx, const line_note *note, const job *j)
{
	keying *x = ctx;
	filter_key *keys;
	key_lines printed = {0};
	size_t n;
	status err;

	if (note->revisit_of) /* it has no text to sign */
		return OK;
	if (note->error) {
		x->failed = true;
		verdict_line_say(note->number, note->file, note->error);
		return OK;
	}
	arena_reset(x->memory);
	err = filter_keys(x->session.filter, &j->signature, x->memory, &keys, &n);
	if (!err)
		err = print_keys(x, keys, n, signature_id((uint64_t)x->settings->part_number, ++x->pages), &printed);
	return err ? err : signature_write(x->signatures, note->id, &j->signature, printed, x->why);
}

static bool is_stopped(void *ctx)
{
	keying *x = ctx;

	x->stopped |= signals_received(x->signals);
	return x->stopped;
}

static status read_pages(keying *x)
{
	const settings *s = x->settings;
	pipeline_settings pipe = {.workers = (int)s->jobs,
				  .most = (int)s->jobs * PIPELINE_JOBS,
				  .memory = (size_t)s->memory,
				  .in_order = true,
				  .before = page_stream_before,
				  .filter = x->session.filter};
	page_stream stream = {.take = take_page,
			      .stopped = is_stopped,
			      .stop_fd = x->signals,
			      .memory = (size_t)s->memory,
			      .fields = arguments_fields(s),
			      .ctx = x};
	status err = pipeline_open(&pipe, &x->pipeline, x->why);

	stream.pipeline = x->pipeline;
	if (!err)
		err = page_stream_run(&stream, s->operands, s->operands_len, x->why);
	if (err && !*x->why->text)
		complain(x->why, err, "%s", session_error(&x->session, err));
	is_stopped(x);
	return err;
}

static status open_keying(keying *x)
{
	const settings *s = x->settings;
	arena *a = arena_new();
	const char *stamp;
	status err;

	if (!s->signatures) {
		arena_free(a);
		return complain(x->why, ERR_USAGE, "keys needs --signatures FILE, which decide-pairs reads");
	}
	err = session_open_signing(s->filter, s->store, &x->session, x->why);
	if (!err)
		err = filter_can_sort(x->session.filter, x->why);
	stamp = !err && a ? session_stamp(&x->session, a) : NULL;
	if (!err)
		err = stamp ? signature_writer_open(s->signatures, (uint64_t)s->part_number, stamp, &x->signatures, x->why)
			    : ERR_MEMORY;
	arena_free(a);
	return err;
}

int keys_command(const settings *s, complaint *why)
{
	keying x = {.settings = s, .signals = signals_open(), .memory = arena_new(), .why = why};
	status err = x.memory ? open_keying(&x) : ERR_MEMORY;

	if (!err)
		err = read_pages(&x);
	if (!err && fflush(stdout) != 0)
		err = complain(why, ERR_IO, "standard output cannot be written");
	if (signature_writer_close(x.signatures, !err && !x.stopped, err ? NULL : why))
		err = ERR_IO;
	pipeline_close(x.pipeline);
	session_close(&x.session);
	arena_free(x.memory);
	signals_close(x.signals);
	return err ? (int)err : x.failed ? EXIT_FAILED : x.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
