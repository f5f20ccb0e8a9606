/* filter_shared — holds lines until the shared index has judged all of them, then prints their verdicts in input order. */
#include <poll.h>

#include "crawler/commands/filtering.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"

enum { TROUBLE_MS = 2000 };

enum line_kind { LINE_TOLD, LINE_EARLIER, LINE_REVISIT, LINE_PAGE };

typedef struct held_line {
	const line_note *note;
	job *job;
	enum line_kind kind;
	store_reason earlier;
	size_t question;
} held_line;

static status look(filtering *f, held_line *x)
{
	status err = ERR_MISSING;

	if (x->note->error || filtering_is_foreign(f, x->note))
		x->kind = LINE_TOLD;
	else if (x->note->revisit_of)
		x->kind = LINE_REVISIT;
	else
		err = filtering_find_earlier(f, x->note, x->job, &x->earlier);
	if (!err)
		x->kind = LINE_EARLIER;
	return err == ERR_MISSING ? OK : err;
}

status filtering_hold(void *ctx, const line_note *note, job *j)
{
	filtering *f = ctx;
	held_line *x;
	status err;

	if (!f->held)
		f->held = arena_alloc(f->memory, FILTER_HELD_MOST * sizeof *f->held);
	if (!f->held) {
		pipeline_release(f->stream.pipeline, j);
		return ERR_MEMORY;
	}
	x = &f->held[f->held_len++];
	*x = (held_line){.note = note, .job = j, .kind = LINE_PAGE};
	err = look(f, x);
	return err || (f->held_len < FILTER_HELD_MOST && !filtering_is_foreign(f, note)) ? err : filtering_ask(f);
}

/* Writes the questions about the held lines, and returns how many. A revisit needs an id, but no verdict. */
static size_t ask_for(filtering *f, shared_question *questions)
{
	size_t n = 0;

	for (size_t i = 0; i < f->held_len; i++) {
		held_line *x = &f->held[i];

		if (x->kind != LINE_PAGE && !(x->kind == LINE_REVISIT && f->session.store))
			continue;
		x->question = n;
		questions[n++] = (shared_question){.url = x->note->url,
						   .name = x->note->id,
						   .signature = x->job->signature,
						   .is_number = x->kind == LINE_REVISIT};
	}
	return n;
}

/* Says once why it takes so long. */
static void tell_trouble(filtering *f, bool *is_told)
{
	complaint trouble;

	shared_delay(f->shared, &trouble);
	if (!*trouble.text || *is_told)
		return;
	progress_clear(&f->progress);
	terminal_say("waits: %s", trouble.text);
	*is_told = true;
}

static status take(filtering *f, const told **out)
{
	bool taken = false, is_told = false;
	status err = OK;

	while (!err && !taken) {
		struct pollfd p = {.fd = shared_fd(f->shared), .events = POLLIN};

		if (poll(&p, 1, TROUBLE_MS) == 0)
			tell_trouble(f, &is_told);
		err = shared_take(f->shared, false, &taken, out, &f->teller.failure);
	}
	if (is_told && !err)
		terminal_say("goes on");
	return err;
}

/* Asks, and waits for the answers. Compares and asks again if the index may have lost pages. */
static status wait_for(filtering *f, const shared_question *questions, size_t n, const told **out)
{
	status err;

	do {
		err = shared_ask(f->shared, questions, n, &f->teller.failure);
		if (!err)
			err = take(f, out);
		if (err != ERR_MISSING)
			return err;
		f->teller.failure = (complaint){""};
		err = shared_compare(f->shared, &f->teller.failure);
	} while (!err);
	return err;
}

static status judge_held(filtering *f, held_line *x, const told *all)
{
	status err;

	if (!filtering_is_page(f, x->note, &err))
		return err;
	if (x->kind == LINE_EARLIER)
		return filtering_tell_earlier(f, x->note, x->job, &x->earlier);
	if (x->kind == LINE_REVISIT)
		return filtering_revisit(f, x->note, x->job, f->session.store ? all[x->question].id : 0);
	if (!all[x->question].id)
		return filtering_bad_signature(f, x->note);
	return filtering_page(f, x->note, x->job, &all[x->question]);
}

status filtering_ask(filtering *f)
{
	static const told nothing_told;
	shared_question questions[FILTER_HELD_MOST];
	const told *all = &nothing_told; /* for lines without a question */
	size_t n;
	status err = OK;

	if (!f->held_len)
		return OK;
	n = ask_for(f, questions);
	if (n || shared_should_ask(f->shared))
		err = wait_for(f, questions, n, &all);
	for (size_t i = 0; i < f->held_len && !err; i++) {
		err = judge_held(f, &f->held[i], all);
		if (!err)
			err = filtering_commit(f, false);
	}
	if (err == ERR_IO && signals_received(f->signals))
		f->stream.stopped = true;
	filtering_drop_held(f);
	return err;
}

void filtering_drop_held(filtering *f)
{
	for (size_t i = 0; i < f->held_len; i++)
		pipeline_release(f->stream.pipeline, f->held[i].job);
	f->held_len = 0;
}
