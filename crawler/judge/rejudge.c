#include "crawler/judge/rejudge.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/judge/pipeline.h"
#include "crawler/judge/verdict.h"

typedef struct rejudging {
	store *store;
	filter *filter;
	pipeline *pipeline;
	uint64_t last; /* id of the article submitted last */
	arena *arena;  /* for the settled signature of the current article */
} rejudging;

static status put_verdict(rejudging *r, uint64_t id, const firstprint_verdict *v, const char *filter_name,
			  const firstprint_signature *sig)
{
	store_reason why;
	status s = verdict_reason(v, filter_name, &why);

	if (!s)
		s = store_put_judged(r->store, id, &why, sig);
	verdict_reason_free(&why);
	return s;
}

/* Judges one article; called in the order of ids. */
static status judge_signed(rejudging *r, const job *j)
{
	const store_kept *k = j->ctx;
	firstprint_signature settled;
	firstprint_verdict v;
	unsigned link;
	status s = j->status;

	arena_reset(r->arena);
	if (!s)
		s = filter_settle(r->filter, &j->signature, r->arena, &settled);
	if (!s)
		s = filter_check(r->filter, &settled, &v, &link);
	if (!s && !filter_kind_drops(v.kind))
		s = filter_remember(r->filter, k->id, &settled);
	return s ? s : put_verdict(r, k->id, &v, filter_link_name(r->filter, link), &settled);
}

static status finish(void *ctx, job *j)
{
	rejudging *r = ctx;
	status s = judge_signed(r, j);

	pipeline_release(r->pipeline, j);
	return s;
}

/* Submits the next article to the workers. ERR_MISSING: there are no more. */
static status submit_next(rejudging *r)
{
	store_kept *k;
	job *j;
	status s = pipeline_next_job(r->pipeline, finish, r, &j);

	if (s)
		return s;
	k = arena_alloc(j->arena, sizeof *k);
	s = k ? store_next_kept(r->store, r->last, j->arena, k) : ERR_MEMORY;
	if (s) {
		pipeline_release(r->pipeline, j);
		return s;
	}
	r->last = k->id;
	j->ctx = k;
	j->input = (purify_input){.bytes = k->text.at, .len = k->text.len, .form = PURIFY_KEPT, .url = k->url, .title = k->title,
				  .lang = k->lang, .digest = k->digest};
	pipeline_submit(r->pipeline, j);
	return OK;
}

static status run(rejudging *r)
{
	status s = store_rejudge(r->store);
	job *j;

	while (!s)
		s = submit_next(r);
	if (s == ERR_MISSING && !*filter_error(r->filter))
		s = OK;
	while (!s && (j = pipeline_take(r->pipeline, true)) != NULL)
		s = finish(r, j);
	return s ? s : store_compare_judged(r->store);
}

status rejudge(store *st, filter *f, int jobs, complaint *why)
{
	pipeline_settings pipe = {.workers = jobs, .most = jobs * 8, .in_order = true, .filter = f};
	rejudging r = {.store = st, .filter = f, .arena = arena_new()};
	status s = r.arena ? pipeline_open(&pipe, &r.pipeline, why) : ERR_MEMORY;

	if (!s)
		s = run(&r);
	pipeline_close(r.pipeline);
	arena_free(r.arena);
	if (s && *filter_error(f))
		complain(why, s, "%s", filter_error(f));
	return s;
}
