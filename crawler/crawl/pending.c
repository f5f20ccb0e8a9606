/* pending — with --shared, pages wait here until the shared index has judged them. One request is in flight at a time; pages read
 * meanwhile go into the next one. If the index may have lost something, no new page is fetched until everything is compared,
 * because transfers would time out during the comparison. */
#include "crawler/crawl/crawl.h"

/* ERR_MISSING: pages must be compared before the next request. Returns any other error. */
static status compare_later(crawl *c, status err)
{
	if (err != ERR_MISSING)
		return err;
	c->pending.must_compare = true;
	*c->why = (complaint){""};
	return OK;
}

void pending_add(crawl *c, visit *v, job *j)
{
	v->job = j;
	v->next = NULL;
	*c->pending.end = v;
	c->pending.end = &v->next;
	c->pending.len++;
}

status pending_ask(crawl *c)
{
	shared_question questions[SHARED_QUESTIONS_MOST];
	size_t n = 0;
	status err;

	if (!c->shared || shared_is_asking(c->shared) || c->pending.must_compare)
		return OK;
	for (visit *v = c->pending.first; v && n < SHARED_QUESTIONS_MOST; v = v->next) {
		v->replaced = v->known.article;
		questions[n++] = (shared_question){.url = v->url.url,
						   .signature = v->job->signature,
						   .replaced = &v->replaced,
						   .replaced_len = v->replaced != 0};
	}
	if (!n && !shared_should_ask(c->shared))
		return OK;
	c->pending.asked = n;
	err = session_begin(&c->session);
	return err ? err : compare_later(c, shared_ask(c->shared, questions, n, c->why));
}

static visit *take_first(pending *a)
{
	visit *v = a->first;

	a->first = v->next;
	if (!a->first)
		a->end = &a->first;
	a->len--;
	return v;
}

/* Takes the answers of the request in flight, if they have arrived. */
static status take_answers(crawl *c)
{
	pending *p = &c->pending;
	bool taken;
	status err = compare_later(c, shared_take(c->shared, false, &taken, &p->answers, c->why));

	if (err || p->must_compare || !taken)
		return err;
	p->answered = p->asked;
	p->given = 0;
	return OK;
}

status pending_next(crawl *c, visit **v, const told **answer)
{
	pending *p = &c->pending;
	status err = OK;

	*v = NULL;
	if (p->given == p->answered && c->shared && shared_is_asking(c->shared))
		err = take_answers(c);
	if (err || p->given == p->answered)
		return err;
	if (!p->answers[p->given].id)
		return complain(c->why, ERR_FORMAT, "the index does not take a signature of its own filter");
	*answer = &p->answers[p->given++];
	*v = take_first(p);
	return OK;
}

status pending_compare(crawl *c)
{
	status err;

	if (!c->pending.must_compare || fetcher_running(c->fetcher))
		return OK;
	err = run_commit(c, true);
	if (!err)
		err = shared_compare(c->shared, c->why);
	c->pending.must_compare = false;
	return err;
}
