/* keys — the command: signs the pages of a part of a corpus, and prints a line for each of their keys, for a sort. */
#include <inttypes.h>
#include <stdio.h>

#include "crawler/batch/page_stream.h"
#include "crawler/batch/signature_file.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/sorted_lines.h"
#include "crawler/console/signals.h"
#include "judge/session.h"

typedef struct keying {
	const settings *settings;
	session session;
	page_stream stream;
	arena *memory;
	signature_writer *signatures;
	uint64_t pages;
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

	arena_reset(x->memory);
	err = filter_keys(x->session.filter, &j->signature, x->memory, &keys, &n);
	if (!err)
		err = print_keys(x, keys, n, signature_id((uint64_t)x->settings->part_number, ++x->pages), &printed);
	return err ? err : signature_write(x->signatures, note->id, &j->signature, printed, x->why);
}

static status read_pages(keying *x, int signals)
{
	const settings *s = x->settings;
	status err;

	x->stream = (page_stream){.take = take_page,
				  .prints = true,
				  .jobs = (int)s->jobs,
				  .memory = (size_t)s->memory,
				  .filter = x->session.filter,
				  .stop_fd = signals,
				  .fields = arguments_fields(s),
				  .ctx = x};
	err = page_stream_run(&x->stream, s->operands, s->operands_len, x->why);
	return err && !*x->why->text ? complain(x->why, err, "%s", session_error(&x->session, err)) : err;
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
	int signals = signals_open();
	keying x = {.settings = s, .memory = arena_new(), .why = why};
	status err = x.memory ? open_keying(&x) : ERR_MEMORY;

	if (!err)
		err = read_pages(&x, signals);
	if (!err && fflush(stdout) != 0)
		err = complain(why, ERR_IO, "standard output cannot be written");
	if (signature_writer_close(x.signatures, !err && !x.stream.stopped, err ? NULL : why))
		err = ERR_IO;
	page_stream_close(&x.stream);
	session_close(&x.session);
	arena_free(x.memory);
	signals_close(signals);
	return err ? (int)err : x.stream.failed ? EXIT_FAILED : x.stream.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
