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
	bool at_end;   /* all articles were submitted */
} rejudging;

static status put_verdict(rejudging *r, uint64_t id, const firstprint_verdict *v, const char *filter_name,
			  const firstprint_signature *sig)
{
	store_reason why;
	status err = verdict_reason(v, filter_name, &why);

	if (!err)
		err = store_put_judged(r->store, id, &why, sig);
	verdict_reason_free(&why);
	return err;
}

/* Judges one article; called in the order of ids. */
static status judge_signed(rejudging *r, const job *j)
{
	const store_kept *k = j->ctx;
	firstprint_signature settled;
	firstprint_verdict v;
	unsigned link;
	status err = j->status;

	arena_reset(r->arena);
	if (!err)
		err = filter_settle(r->filter, &j->signature, r->arena, &settled);
	if (!err)
		err = filter_check(r->filter, &settled, &v, &link);
	if (!err && !filter_kind_drops(v.kind))
		err = filter_remember(r->filter, k->id, &settled);
	return err ? err : put_verdict(r, k->id, &v, filter_link_name(r->filter, link), &settled);
}

static status finish(void *ctx, job *j)
{
	rejudging *r = ctx;
	status err = judge_signed(r, j);

	pipeline_release(r->pipeline, j);
	return err;
}

/* Submits the next article to the workers; after the last one sets at_end. */
static status submit_next(rejudging *r)
{
	store_kept *k;
	job *j;
	status err = pipeline_next_job(r->pipeline, finish, r, &j);

	if (err)
		return err;
	k = arena_alloc(j->arena, sizeof *k);
	err = k ? store_next_kept(r->store, r->last, j->arena, k) : ERR_MEMORY;
	if (err) {
		pipeline_release(r->pipeline, j);
		r->at_end = err == ERR_MISSING;
		return r->at_end ? OK : err;
	}
	r->last = k->id;
	j->ctx = k;
	j->input = (purify_input){.bytes = k->text.at,
				  .len = k->text.len,
				  .form = PURIFY_KEPT,
				  .url = k->url,
				  .title = k->title,
				  .lang = k->lang,
				  .digest = k->digest};
	pipeline_submit(r->pipeline, j);
	return OK;
}

static status run(rejudging *r)
{
	status err = store_rejudge(r->store);
	job *j;

	while (!err && !r->at_end)
		err = submit_next(r);
	while (!err && (j = pipeline_take(r->pipeline, true)) != NULL)
		err = finish(r, j);
	return err ? err : store_compare_judged(r->store);
}

status rejudge(store *st, filter *f, int jobs, complaint *why)
{
	pipeline_settings pipe = {.workers = jobs, .most = jobs * 8, .in_order = true, .filter = f};
	rejudging r = {.store = st, .filter = f, .arena = arena_new()};
	status err = r.arena ? pipeline_open(&pipe, &r.pipeline, why) : ERR_MEMORY;

	if (!err)
		err = run(&r);
	pipeline_close(r.pipeline);
	arena_free(r.arena);
	if (err && *filter_error(f))
		complain(why, err, "%s", filter_error(f));
	return err;
}
