#include "crawler/shared/shared.h"

#include <string.h>

#include "base/clock.h"
#include "crawler/shared/inside.h"

enum { SILENT_MS = 10000 }; /* after this time we send a request, even if only to renew our presence */

/* ── asking ── */

static client_page page_of(const shared *s, const shared_question *q)
{
	unsigned flags = q->is_number ? CLIENT_NUMBER : 0;

	if (!flags && judge_keeps(s->session->judge, q->url, q->name))
		flags = CLIENT_KEEP;
	return (client_page){.flags = flags,
			     .replaced = q->replaced,
			     .replaced_len = q->replaced_len,
			     .signature = q->signature};
}

/* Adds an empty page to the request, which only withdraws the pages that are gone. */
static void add_gone(shared *s)
{
	s->gone_sent = s->gone.len < CLIENT_REPLACED_MOST ? s->gone.len : CLIENT_REPLACED_MOST;
	if (s->gone_sent)
		s->pages[s->len++] = (client_page){.flags = CLIENT_NUMBER,
						   .replaced = s->gone.ids,
						   .replaced_len = s->gone_sent};
}

static void drop_gone(shared *s)
{
	s->gone.len -= s->gone_sent;
	if (s->gone.len)
		memmove(s->gone.ids, s->gone.ids + s->gone_sent, s->gone.len * sizeof *s->gone.ids);
	s->gone_sent = 0;
}

/* Prepares a request. All earlier answers are stored by now. */
static status prepare(shared *s, size_t n, complaint *why)
{
	status err = shared_see_withdrawn(s);

	arena_reset(s->answers);
	if (!err)
		err = shared_add_again(s, SHARED_QUESTIONS_MOST - n);
	if (err && !*why->text)
		complain(why, err, "%s: %s", client_shown(s->client), session_error(s->session, err));
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
	s->asked_ms = clock_ms();
	err = client_ask(s->client, s->pages, s->len);
	s->is_asking = !err;
	return err;
}

void shared_stop_at(shared *s, int stop_fd)
{
	requester_retry_until(client_requester(s->client), stop_fd);
}

bool shared_is_asking(const shared *s)
{
	return s->is_asking;
}

bool shared_should_ask(const shared *s)
{
	return (!s->is_asking && shared_has_withdrawn(s)) || clock_ms() - s->asked_ms >= SILENT_MS;
}

int shared_fd(const shared *s)
{
	return requester_fd(client_requester(s->client));
}

void shared_delay(const shared *s, complaint *out)
{
	requester_delay(client_requester(s->client), out);
}

/* ── answers ── */

static status read_told(shared *s, const client_answer *x, told *out)
{
	if (!x->id) /* the filter did not make this signature */
		return OK;
	if (x->id <= s->last_id) /* ids ascend */
		return ERR_FORMAT;
	*out = (told){.id = x->id, .verdict = x->verdict, .link = x->link, .final = x->final};
	s->last_id = x->id;
	return OK;
}

/* Stores the verdicts about drops that were judged again. */
static status read_again(shared *s, const client_answer *answers)
{
	status err = s->again_len ? session_begin(s->session) : OK;

	for (size_t i = 0; i < s->again_len && !err; i++) {
		told again;

		err = !answers[i].id ? ERR_FORMAT : read_told(s, &answers[i], &again);
		if (!err)
			err = shared_told_again(s, i, &again);
		s->session->written++;
	}
	return err;
}

static status read_answers(shared *s, const client_answer *answers, told *out)
{
	status err = read_again(s, answers);

	for (size_t i = 0; i < s->questions && !err; i++)
		err = read_told(s, &answers[s->again_len + i], &out[i]);
	drop_gone(s);
	s->again_done += s->again_len;
	s->again_len = 0;
	return err;
}

status shared_take(shared *s, bool wait, bool *taken, const told **out, complaint *why)
{
	const client_answer *answers;
	told *all;
	status err = client_take(s->client, wait, taken, &answers, why);

	if (*taken)
		s->is_asking = false;
	if (*taken && !err) {
		s->in_vain = 0;
		*out = all = arena_zeros(s->answers, s->len + 1, sizeof *all);
		err = all ? read_answers(s, answers, all) : ERR_MEMORY;
	}
	if (err && !*why->text)
		complain(why, err, "%s: %s", client_shown(s->client), session_error(s->session, err));
	return err;
}

void shared_notice(const shared *s, complaint *out)
{
	*out = (complaint){""};
	if (s->refused)
		complain(out, OK, "%llu page%s of this store repeat%s what another store has kept first, and %s judged again",
			 (unsigned long long)s->refused, s->refused == 1 ? "" : "s", s->refused == 1 ? "s" : "",
			 s->refused == 1 ? "was" : "were");
}

/* Sends a request without questions, unless one is in flight, and takes its answer. */
static status ask_for_nothing(shared *s, complaint *why)
{
	const told *answers;
	bool taken;
	status err = s->is_asking ? OK : session_commit(s->session, true, NULL);

	if (!err && !s->is_asking)
		err = shared_ask(s, NULL, 0, why);
	return err ? err : shared_take(s, true, &taken, &answers, why);
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
	} while (!err && shared_has_withdrawn(s));
	return err;
}
