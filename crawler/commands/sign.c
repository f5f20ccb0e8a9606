/* sign — the commands sign and keys: both purify and sign pages. sign prints them, for `filter --signed` to judge; keys prints a
 * line for each of their keys, for a sort, and writes their signatures to a file, for decide-pairs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/batch/page_stream.h"
#include "crawler/batch/signature_file.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/sorted_lines.h"
#include "crawler/commands/teller.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/output.h"
#include "crawler/files/page_signed.h"
#include "crawler/files/spared.h"
#include "judge/session.h"

typedef struct signing {
	session session;
	const char *stamp;
	page_stream stream;
	teller teller; /* of lines that cannot be read */
	progress progress;
	signature_writer signatures;
	bool are_keys;        /* the command is keys */
	uint64_t part, pages; /* of keys */
	complaint *why;
} signing;

/* ── what they do with a page ── */

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

	if (note->error)
		return teller_error(&x->teller, note);
	return terminal_put_json(page_signed_line(note->id, note->url, &j->result, &s));
}

static status print_keys(void *ctx, const line_note *note, const job *j)
{
	signing *x = ctx;
	uint64_t id;
	key_lines printed = {0};
	filter_key *keys;
	size_t n;
	status err;

	if (note->error)
		return teller_error(&x->teller, note);
	id = signature_id(x->part, ++x->pages);
	err = filter_keys(x->session.filter, &j->signature, j->arena, &keys, &n);
	for (size_t i = 0; !err && i < n; i++)
		if (sorted_put_key(stdout, &keys[i], id, &printed) < 0)
			err = output_failed(x->why);
	return err ? err : signature_write(&x->signatures, note->id, &j->signature, printed, x->why);
}

/* ── the commands ── */

static status open_signing(signing *x, const settings *s, arena *a)
{
	status err = session_open_signing(s->filter, s->store, &x->session, x->why);

	if (!err && x->are_keys)
		err = filter_can_sort(x->session.filter, x->why);
	if (!err && x->are_keys)
		err = split_check("--signatures", s->signatures, s, x->why);
	if (!err && x->are_keys && s->unread)
		err = spared_other("--unread", s->unread, s->signatures, "the file of --signatures", x->why);
	if (!err)
		err = teller_open(s, &x->teller, x->why);
	x->stamp = err ? NULL : session_stamp(&x->session, a);
	if (!err && !x->stamp)
		err = ERR_MEMORY;
	if (!err && x->are_keys)
		err = signature_writer_open(s->signatures, x->part, x->stamp, &x->signatures, x->why);
	return err;
}

static status sign_files(signing *x, const settings *s)
{
	status err;

	x->teller.split.is_output = true; /* standard output has what is printed of pages */
	x->stream.wants_raw = teller_wants_pages(&x->teller);
	x->stream.take = x->are_keys ? print_keys : print_signed;
	x->stream.prints = true;
	x->stream.filter = x->session.filter;
	x->stream.ctx = x;
	x->stream.progress = isatty(STDOUT_FILENO) ? NULL : &x->progress;
	x->stream.done = "signed";
	progress_start(&x->progress, s->quiet, false);
	err = page_stream_run(&x->stream, s->operands, s->operands_len, x->why);
	progress_clear(&x->progress);
	if (err && !*x->why->text)
		complain(x->why, err, "%s", session_error(&x->session, err));
	if (!err && x->are_keys && fflush(stdout) != 0)
		err = output_failed(x->why);
	return err;
}

/* Are the signatures those of all keys that were printed? They are also if some file could not be read to its end. */
static bool has_signed(const signing *x, status err)
{
	return !x->stream.stopped && (!err || (err == ERR_IO && x->stream.is_cut && x->pages > 0));
}

int sign_command(const settings *s, complaint *why)
{
	arena *a = arena_new();
	signing x = {.stream = arguments_stream(s, signals_open()),
		     .are_keys = s->signatures != NULL,
		     .part = (uint64_t)s->part_number,
		     .why = why};
	status err = a ? open_signing(&x, s, a) : ERR_MEMORY;

	if (!err)
		err = sign_files(&x, s);
	if (teller_close(&x.teller, has_signed(&x, err), err ? &(complaint){""} : why))
		err = ERR_IO;
	if (x.are_keys && signature_writer_close(&x.signatures, has_signed(&x, err), err ? NULL : why))
		err = ERR_IO;
	page_stream_close(&x.stream);
	session_close(&x.session);
	arena_free(a);
	signals_close(x.stream.stop_fd);
	return err                                    ? (int)err
	       : x.stream.stopped                     ? EXIT_STOPPED_BY_SIGNAL
	       : x.teller.unread > x.teller.put_aside ? EXIT_FAILED
						      : EXIT_DONE;
}

int keys_command(const settings *s, complaint *why)
{
	return s->signatures ? sign_command(s, why)
			     : (int)complain(why, ERR_USAGE, "keys needs --signatures FILE, which decide-pairs reads");
}
