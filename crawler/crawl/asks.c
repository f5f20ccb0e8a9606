/* asks — with --shared, pages wait here until the memory has judged them. One request is under way at a time; what the workers read
 * meanwhile is the next one. If the memory may have lost something, no new page is fetched until all is compared: a transfer that
 * nobody looks at would time out. */
#include <poll.h>

#include "crawler/crawl/crawl.h"

enum { END_MS = 2000 };

static const char *url_of(const visit *v)
{
	return v->kind == TASK_PROBE ? NULL : v->url.url; /* a probe is no article of the store */
}

/* The ids of what it replaces are in the job's arena. */
static status question_of(crawl *c, visit *v, shared_question *out)
{
	judge_old *old = NULL;
	uint64_t *ids;
	size_t n = 0;
	status err = v->kind == TASK_PROBE ? OK : replace_list(c, v, NULL, v->job->arena, &old, &n);

	if (err)
		return err;
	ids = arena_zeros(v->job->arena, n + 1, sizeof *ids);
	if (!ids)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++)
		ids[i] = old[i].id;
	*out = (shared_question){.url = url_of(v),
				 .signature = v->job->signature,
				 .replaced = ids,
				 .replaced_len = n,
				 .is_look = v->kind == TASK_PROBE};
	v->replaced = ids;
	v->replaced_len = n;
	return OK;
}

/* If err says so, pages are compared before more is asked. Returns it otherwise. */
static status compare_later(crawl *c, status err)
{
	if (err != ERR_MISSING)
		return err;
	c->asks.must_compare = true;
	*c->why = (complaint){""};
	return OK;
}

void asks_add(crawl *c, visit *v, job *j, const char *canonical)
{
	v->waits = true;
	v->job = j;
	v->canonical = canonical;
	v->next = NULL;
	*c->asks.end = v;
	c->asks.end = &v->next;
	c->asks.len++;
}

status asks_send(crawl *c)
{
	shared_question questions[SHARED_QUESTIONS_MOST];
	size_t n = 0;
	status err = OK;

	if (!c->shared || shared_is_asking(c->shared) || c->asks.must_compare)
		return OK;
	for (visit *v = c->asks.first; v && n < SHARED_QUESTIONS_MOST && !err; v = v->next)
		err = question_of(c, v, &questions[n++]);
	if (err || (!n && !shared_should_ask(c->shared)))
		return err;
	c->asks.asked = n;
	err = session_begin(&c->session);
	return err ? err : compare_later(c, shared_ask(c->shared, questions, n, c->why));
}

/* Takes the first one off the list. */
static visit *take_first(asks *a)
{
	visit *v = a->first;

	a->first = v->next;
	if (!a->first)
		a->end = &a->first;
	a->len--;
	v->waits = false;
	return v;
}

status asks_collect(crawl *c)
{
	const told *answers;
	const bool *is_bad;
	bool taken;
	status err;

	if (!c->shared || !shared_is_asking(c->shared))
		return OK;
	err = compare_later(c, shared_take(c->shared, false, &taken, &answers, &is_bad, c->why));
	if (c->asks.must_compare)
		return err;
	for (size_t i = 0; taken && i < c->asks.asked && !err; i++)
		err = is_bad[i] ? complain(c->why, ERR_FORMAT, "the memory does not take a signature of its own filter")
				: visit_judged(c, take_first(&c->asks), &answers[i]);
	return err;
}

status asks_compare(crawl *c)
{
	status err;

	if (!c->asks.must_compare || fetcher_running(c->fetcher))
		return OK;
	err = crawl_commit(c, true);
	if (!err)
		err = shared_compare(c->shared, c->why);
	c->asks.must_compare = false;
	return err;
}

status asks_end(crawl *c)
{
	struct pollfd answer = {.fd = shared_fd(c->shared), .events = POLLIN};
	status err = OK;

	if (!c->stopped)
		err = shared_finish(c->shared, c->why);
	else if (shared_is_asking(c->shared) && poll(&answer, 1, END_MS) > 0) {
		err = session_begin(&c->session);
		if (!err)
			err = asks_collect(c);
	}
	if (!err)
		err = crawl_commit(c, true);
	return err ? err : store_count(c->session.store, &c->counts);
}
