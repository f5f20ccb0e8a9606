#include "crawler/shared/shared.h"

#include <string.h>

#include "base/clock.h"
#include "crawler/shared/inside.h"

enum { SILENT_MS = 10000 };         /* after this time we send a request, even if only to renew our presence */
#define ID_MOST ((uint64_t)1 << 53) /* the largest exact integer in JSON; ids ascend */

/* ── asking ── */

static wire_page page_of(const shared *s, const shared_question *q)
{
	unsigned flags = q->is_number ? WIRE_NUMBER : 0;

	if (!flags && judge_keeps(s->session->judge, q->url, q->name))
		flags = WIRE_KEEP;
	return (wire_page){.flags = flags, .replaced = q->replaced, .replaced_len = q->replaced_len, .signature = q->signature};
}

/* Adds an empty page to the request, which only withdraws the pages that are gone. */
static void add_gone(shared *s)
{
	s->gone_sent = s->gone.len < WIRE_REPLACED_MAX ? s->gone.len : WIRE_REPLACED_MAX;
	if (s->gone_sent)
		s->pages[s->len++] = (wire_page){.flags = WIRE_NUMBER, .replaced = s->gone.ids, .replaced_len = s->gone_sent};
}

static void drop_gone(shared *s)
{
	s->gone.len -= s->gone_sent;
	if (s->gone.len)
		memmove(s->gone.ids, s->gone.ids + s->gone_sent, s->gone.len * sizeof *s->gone.ids);
	s->gone_sent = 0;
}

/* Advances `read` only past committed work: the rest may have to be read again. */
static void read_for_good(shared *s)
{
	if (!s->session->store || s->session->commits > s->written_at)
		s->read = s->sharing.withdrawn;
}

/* Prepares a request. All earlier answers are stored by now. */
static status prepare(shared *s, size_t n, complaint *why)
{
	status err = shared_see_withdrawn(s, s->heard, why);

	arena_reset(s->answers);
	if (!err)
		err = shared_note_read(s);
	if (!err)
		err = shared_add_again(s, SHARED_QUESTIONS_MOST - n);
	if (err && !*why->text)
		complain(why, err, "%s: %s", memory_shown(s->memory), session_error(s->session, err));
	return err;
}

status shared_ask(shared *s, const shared_question *questions, size_t n, complaint *why)
{
	status err = prepare(s, n, why);

	if (err)
		return err;
	s->len = s->again_len;
	s->questions = n;
	for (size_t i = 0; i < n; i++)
		s->pages[s->len++] = page_of(s, &questions[i]);
	add_gone(s);
	read_for_good(s);
	s->asked_ms = clock_ms();
	err = memory_ask(s->memory, s->read, s->pages, s->len);
	s->is_asking = !err;
	return err;
}

void shared_stop_at(shared *s, int stop_fd)
{
	memory_insist(s->memory, stop_fd);
}

bool shared_is_asking(const shared *s)
{
	return s->is_asking;
}

bool shared_should_ask(const shared *s)
{
	return shared_has_withdrawn(s) || clock_ms() - s->asked_ms >= SILENT_MS;
}

int shared_fd(const shared *s)
{
	return memory_fd(s->memory);
}

void shared_trouble(const shared *s, complaint *out)
{
	memory_trouble(s->memory, out);
}

/* ── answers ── */

static status read_told(shared *s, const wire_answer *x, const wire_page *asked, told *out)
{
	if (x->is_bad)
		return OK;
	if (x->link >= filter_links_len(s->session->filter) || (x->id && (x->id <= s->last_id || x->id > ID_MOST)))
		return ERR_FORMAT;
	*out = (told){.id = x->id, .verdict = x->verdict, .link = x->link};
	if (x->id > s->last_id)
		s->last_id = x->id;
	return wire_settled(x, &asked->signature, s->answers, &out->final);
}

/* Stores the verdicts about drops that were judged again. */
static status read_again(shared *s, const wire_answer *answers)
{
	status err = s->again_len ? session_begin(s->session) : OK;

	for (size_t i = 0; i < s->again_len && !err; i++) {
		told again;

		err = answers[i].is_bad ? ERR_FORMAT : read_told(s, &answers[i], &s->pages[i], &again);
		if (!err)
			err = shared_told_again(s, i, &again);
		s->session->written++;
	}
	return err;
}

static status read_answers(shared *s, const wire_answer *answers, told *out, bool *bad)
{
	status err = read_again(s, answers);

	for (size_t i = 0, at = s->again_len; i < s->questions && !err; i++, at++) {
		bad[i] = answers[at].is_bad;
		err = read_told(s, &answers[at], &s->pages[at], &out[i]);
	}
	drop_gone(s);
	s->again_done += s->again_len;
	s->again_len = 0;
	return err;
}

static status take(shared *s, bool wait, bool *taken, told **out, bool **bad, complaint *why)
{
	wire_answer *answers;
	uint64_t withdrawn;
	status err = memory_take(s->memory, wait, s->answers, taken, &answers, &withdrawn, why);

	if (!*taken)
		return err;
	s->is_asking = false;
	if (err)
		return err;
	s->in_vain = 0;
	if (!s->session->store) /* without a store, there are no drops to judge again */
		s->sharing.withdrawn = withdrawn;
	*out = arena_zeros(s->answers, s->len + 1, sizeof **out);
	*bad = arena_zeros(s->answers, s->len + 1, sizeof **bad);
	s->heard = withdrawn;
	return *out && *bad ? read_answers(s, answers, *out, *bad) : ERR_MEMORY;
}

status shared_take(shared *s, bool wait, bool *taken, const told **out, const bool **is_bad, complaint *why)
{
	told *all = NULL;
	bool *bad = NULL;
	status err = take(s, wait, taken, &all, &bad, why);

	*out = all;
	*is_bad = bad;
	if (err && !*why->text)
		complain(why, err, "%s: %s", memory_shown(s->memory), session_error(s->session, err));
	return err;
}

void shared_notice(const shared *s, complaint *out)
{
	*out = (complaint){""};
	if (s->let_in)
		complain(out, OK, "%llu page%s repeated what the memory had lost when %s kept, and %s judged again",
			 (unsigned long long)s->let_in, s->let_in == 1 ? "" : "s", s->let_in == 1 ? "it was" : "they were",
			 s->let_in == 1 ? "was" : "were");
}

/* Are there withdrawals to handle, or handled ones that the index does not know of? */
static bool has_more(const shared *s)
{
	return shared_has_withdrawn(s) || s->read < (s->session->store ? s->withdrawn : s->sharing.withdrawn);
}

/* Sends a request without questions, unless one is in flight, and takes its answer. */
static status ask_for_nothing(shared *s, complaint *why)
{
	const told *answers;
	const bool *is_bad;
	bool taken;
	status err = s->is_asking ? OK : session_commit(s->session, true, NULL);

	if (!err && !s->is_asking)
		err = shared_ask(s, NULL, 0, why);
	return err ? err : shared_take(s, true, &taken, &answers, &is_bad, why);
}

status shared_finish(shared *s, complaint *why)
{
	status err;

	do {
		err = ask_for_nothing(s, why);
		if (err == ERR_MISSING) {
			*why = (complaint){""};
			err = shared_compare(s, why);
		}
	} while (!err && has_more(s));
	return err;
}
