/* filter — the command. Pages from files go through purify, sign and check as in a crawl. It prints one verdict per page, in input
 * order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/batch/batch.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/filtering.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"

static status take_page(filtering *f, const line_note *note, const job *j)
{
	store_reason why;
	status err;

	if (f->decided.from)
		return filtering_decided(f, note, j);
	if (note->revisit_of)
		return filtering_revisit(f, note, j, 0);
	err = filtering_find_earlier(f, note, j, &why);
	return err == ERR_MISSING ? filtering_page(f, note, j, NULL) : err ? err : filtering_tell_earlier(f, note, j, &why);
}

static status take_line(void *ctx, const line_note *note, const job *j)
{
	filtering *f = ctx;
	status err;

	if (filtering_is_page(f, note, &err))
		err = take_page(f, note, j);
	if (err == ERR_USAGE && !*f->teller.failure.text)
		err = filtering_bad_signature(f, note);
	return err ? err : filtering_commit(f, false);
}

/* Prints all verdicts so far: the writer of the input may wait for them before it sends the next line. */
static status answer(void *ctx)
{
	filtering *f = ctx;
	status err = f->shared ? filtering_ask(f) : OK;

	if (!err)
		err = filtering_commit(f, true);
	return err ? err : split_flush(&f->teller.split, &f->teller.failure);
}

static status read_files(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	status err;

	f->stream = arguments_stream(s, f->signals);
	f->stream.take = take_line;
	f->stream.hold = f->shared ? filtering_hold : NULL;
	f->stream.idle = answer;
	f->stream.held_most = f->shared ? 2 * FILTER_HELD_MOST : 0;
	f->stream.filter = s->decided ? NULL : f->session.filter;
	f->stream.looks_ahead = !f->shared && !s->decided;
	f->stream.after = filtering_read_canonical;
	f->stream.wants_raw = teller_wants_pages(&f->teller);
	f->stream.is_signed = s->is_signed;
	f->stream.ctx = f;
	f->stream.progress = &f->progress;
	f->stream.done = "judged";
	err = page_stream_run(&f->stream, s->operands, s->operands_len, why);
	if (f->shared && (!err || *why->text)) {
		status last = filtering_ask(f);

		if (!last && !f->stream.stopped)
			last = shared_finish(f->shared, &f->teller.failure);
		if (last)
			return last;
	}
	if (err && !*why->text)
		return err;
	f->ended = filtering_commit(f, true) == OK;
	return f->ended ? err : ERR_IO; /* an unreadable file loses nothing of the others */
}

/* ── longest first: judges after reading everything, prints in input order ── */

static status print_batch(filtering *f, const batch *b)
{
	status err = OK;

	for (size_t i = 0; i < b->len && !err; i++) {
		const batch_page *p = &b->pages[i];
		judgement j = {.verdict = p->verdict, .filter = p->filter};

		if (teller_takes(&f->teller, &p->note, &err))
			err = teller_judgement(&f->teller, &p->note,
					       p->verdict.of ? b->pages[p->verdict.of - 1].note.id : "null", &j, p->text_len);
		if (!err)
			err = filtering_commit(f, false);
	}
	if (!err)
		err = filtering_commit(f, true);
	f->ended = err == OK;
	return err;
}

static status filter_batch(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	batch b;
	batch_settings settings = {.stream = arguments_stream(s, f->signals),
				   .files = s->operands,
				   .files_len = s->operands_len,
				   .order = ORDER_LONGEST_FIRST};
	status err;

	settings.stream.progress = &f->progress;
	settings.stream.wants_raw = teller_wants_pages(&f->teller);
	err = batch_run(f->session.filter, &settings, &b, why);

	f->stream.left_out = b.left_out;
	f->stream.stopped = b.stopped ||
			    signals_received(f->signals); /* verdicts about half a set would differ, so print none */
	if (!err && !f->stream.stopped)
		err = print_batch(f, &b);
	if (err && *f->teller.failure.text)
		*why = f->teller.failure;
	batch_free(&b);
	return err;
}

static void close_filtering(filtering *f, bool refused)
{
	if (refused && !f->shared)
		store_unmake(f->session.store);
	filtering_drop_held(f);
	page_stream_close(&f->stream);
	shared_close(f->shared);
	known_close(&f->known);
	arena_free(f->memory);
	earlier_close(f->earlier);
	decided_close(&f->decided);
	session_close(&f->session);
	signals_close(f->signals);
}

/* Reads the files, with what was judged before. */
static status read_all(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	status err = s->store ? earlier_open(f->session.store, &f->earlier) : OK;

	if (!err && s->decided)
		err = decided_open(s->decided, &f->decided, why);
	if (!err)
		err = read_files(f, why);
	if (err || !f->decided.from || f->stream.stopped)
		return err;
	err = decided_end(&f->decided, why);
	f->ended &= err == OK; /* they are verdicts about other pages: --keep stays as it was */
	return err;
}

static void say_notes(const filtering *f)
{
	if (f->teller.unresolved)
		terminal_say(f->teller.unresolved == 1
				     ? "%lld revisit record refers to a page that is not here; it has no verdict"
				     : "%lld revisit records refer to pages that are not here; they have no verdict",
			     (long long)f->teller.unresolved);
	if (f->recorded && !f->settings->quiet)
		terminal_say("%lld of these pages: %s", (long long)f->recorded,
			     f->settings->against
				     ? "the store has dropped them, and they stay so"
				     : "an earlier run with this store has judged them, and they keep their verdicts");
	if (f->teller.replaced)
		terminal_say(
			"%lld of these pages took the place of an earlier copy (--prefer, rel=canonical), %s: run it again, and each line %s",
			(long long)f->teller.replaced,
			teller_wants_pages(&f->teller) ? "which may be in --keep, too" : "whose verdict above is not its last",
			teller_wants_pages(&f->teller) ? "goes where its last verdict says" : "has its last verdict");
}

static status filter_stream(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	complaint notice = {""};
	bool in_store;
	status err;

	if (s->is_signed)
		judge_distrust(f->session.judge);
	err = read_all(f, why);
	if (!err)
		say_notes(f);
	session_salvage(&f->session, err);
	if (f->shared)
		shared_notice(f->shared, &notice);
	if (*notice.text)
		terminal_say("%s", notice.text);
	if (err == ERR_IO && f->shared && f->stream.stopped) {
		err = filtering_commit(f, true);
		f->ended = err == OK;
	}
	in_store = f->session.store && err != ERR_FILTER;
	if (err && *f->teller.failure.text)
		*why = f->teller.failure;
	if (err && !*why->text)
		complain(why, err, "%s%s%s",
			 !in_store  ? ""
			 : s->store ? s->store
				    : s->against,
			 in_store ? ": " : "", session_error(&f->session, err));
	return err;
}

/* Can one of the files be read? If not, no store is created for them. */
static status check_files(const settings *s, complaint *why)
{
	int error = 0;

	for (size_t i = 0; i < s->operands_len; i++) {
		if (strcmp(s->operands[i], "-") == 0 || access(s->operands[i], R_OK) == 0)
			return OK;
		error = error ? error : errno;
	}
	return error ? complain(why, ERR_IO, "%s: cannot be read: %s", s->operands[0], strerror(error)) : OK;
}

/* ERR_USAGE: two options exclude each other. */
static status check_options(const settings *s, complaint *why)
{
	const bool longest_first = s->order == ORDER_LONGEST_FIRST, has_key = s->store_key >= 0;
	const struct {
		bool is_given;
		const char *refused;
	} pairs[] = {
		{has_key && s->shared, "--key is for a new store, and --shared has one"},
		{has_key && s->against, "--key is for a new store, and --against has one"},
		{s->shared && s->against, "--shared takes no --against"},
		{s->shared && s->prefer.len, "--shared takes no --prefer"},
		{s->shared && longest_first, "--shared takes no --order longest-first"},
		{s->prefer.len && !s->store, "--prefer makes drops of pages that were kept, and needs --store"},
		{s->never_drop.len && longest_first, "--order longest-first takes no --never-drop"},
		{s->store && longest_first, "--order longest-first judges a whole set and takes no --store"},
		{s->against && s->store, "--against compares with a store as it is, and takes no --store"},
		{s->against && longest_first, "--against compares with a store as it is, and takes no --order longest-first"},
		{s->is_signed && longest_first, "--order longest-first takes no --signed"},
		{s->decided && s->store, "--decided takes verdicts as they are, and no --store"},
		{s->decided && s->shared, "--decided takes verdicts as they are, and no --shared"},
		{s->decided && s->against, "--decided takes verdicts as they are, and no --against"},
		{s->decided && s->is_signed, "--decided takes verdicts as they are, and no --signed"},
		{s->decided && longest_first, "--decided takes verdicts as they are, and no --order longest-first"},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (pairs[i].is_given)
			return complain(why, ERR_USAGE, "%s", pairs[i].refused);
	return OK;
}

/* Refuses conflicting options before it creates a store. */
static status open_session(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	session *out = &f->session;
	const decision_patterns patterns = {s->prefer.items, s->prefer.len, s->never_drop.items, s->never_drop.len};
	uint8_t key[FILTER_KEY_SIZE];
	status err = check_options(s, why);

	if (!err)
		err = decisions_check_patterns(&patterns, why);
	if (!err)
		err = check_files(s, why);
	if (err)
		return err;
	if (s->shared)
		err = shared_open(&(shared_settings){s->shared, s->filter, s->store}, out, &f->shared, why);
	else
		err = s->against ? session_open_against(s->filter, s->against, out, why)
				 : session_open(s->filter, s->store, settings_key(s, key), out, why);
	return err ? err : session_decide(out, &patterns, why);
}

/* Opens session and teller. ERR_USAGE, ERR_IO, …: why says what is wrong. */
static status open_filtering(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	status err = f->memory ? open_session(f, why) : ERR_MEMORY;

	if (!err) {
		f->stamp = session_stamp(&f->session, f->memory);
		err = f->stamp ? teller_open(s, &f->teller, why) : ERR_MEMORY;
	}
	if (err && !*why->text)
		complain(why, err, "%s", status_text(err));
	if (*f->session.notice.text)
		terminal_say("%s", f->session.notice.text);
	if (!err && s->against)
		terminal_say("--against %s: pages are compared with those in it, and not with each other", s->against);
	return err;
}

static int say_stopped(const filtering *f)
{
	const settings *s = f->settings;
	bool writes_files = s->keep || s->drops || s->unread;

	if (!s->quiet)
		terminal_say("stopped; %s%s",
			     s->store ? "all verdicts that were printed are kept, and the same command continues from here"
				      : "without --store nothing is kept, and the same command begins again",
			     writes_files ? "; --keep, --drops and --unread are as they were before" : "");
	return EXIT_STOPPED_BY_SIGNAL;
}

static int run(filtering *f, complaint *why)
{
	const settings *s = f->settings;
	status err;

	f->signals = signals_open();
	if (f->shared)
		shared_stop_at(f->shared, f->signals);
	progress_start(&f->progress, s->quiet, s->json);
	f->teller.progress = &f->progress;
	err = s->order == ORDER_LONGEST_FIRST ? filter_batch(f, why) : filter_stream(f, why);
	progress_clear(&f->progress);
	if (!err && f->session.judge && !f->recorded) /* the patterns are not asked about recorded pages */
		judge_tell_unused(f->session.judge, terminal_say_unused);
	if (!err || err == ERR_IO)
		progress_end(&f->progress, f->teller.unread + f->teller.unresolved, (int64_t)f->stream.left_out,
			     f->teller.saved);
	if (!err && f->stream.stopped)
		return say_stopped(f);
	return err ? (int)err : f->teller.unread > f->teller.put_aside ? EXIT_FAILED : EXIT_DONE;
}

int filter_command(const settings *s, complaint *why)
{
	filtering f = {.settings = s, .known.is_apart = s->against != NULL, .signals = -1, .memory = arena_new()};
	status err = open_filtering(&f, why);
	int code = err ? (int)err : run(&f, why);
	bool has_reported = f.teller.kept || f.teller.dropped || f.teller.unread;

	if (f.session.torn || filtering_is_uncommitted(&f))
		buffer_clear(&f.teller.output.held); /* verdicts that could not be stored */
	if (teller_close(&f.teller, f.ended && !f.stream.stopped && (!*why->text || has_reported),
			 *why->text ? &f.teller.failure : why))
		code = EXIT_FAILED;
	close_filtering(&f, code < 0);
	return code;
}
