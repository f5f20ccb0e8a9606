#include "judge/rejudge.h"

#include <stdlib.h>
#include <string.h>

#include "judge/pipeline.h"
#include "judge/inside.h"
#include "judge/verdict.h"
#include "store/ask.h"

typedef struct rejudging {
	judge judge; /* its arena is for the current article */
	const rejudge_settings *settings;
	uint64_t done;
	pipeline *pipeline;
	uint64_t last; /* id of the article submitted last */
	bool at_end;   /* all articles were submitted */
} rejudging;

/* page NULL: it was judged before in this run, and is read from the store. */
static status put_verdict(rejudging *r, uint64_t id, const firstprint_page *page, const judgement *v,
			  const firstprint_signature *sig)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	err = notable_note(r->judge.store, id, page, &r->judge.notable, r->judge.arena, &why);
	if (!err)
		err = store_put_judged(r->judge.store, id, &why, v->is_alias, sig);
	verdict_reason_free(&why);
	return err;
}

/* Is article `id`, a page now, a drop in the store, of the page that x is or is a drop of? Not if a decision keeps it. */
static status was_dropped_with(rejudging *r, uint64_t id, uint64_t x, bool *was)
{
	uint64_t page = id, page_of_x = 0;
	decided what;
	status err = decisions_is_alias(r->judge.decisions, id) ? OK : store_find_original(r->judge.store, id, &page);

	*was = false;
	if (!err && page != id)
		err = store_find_original(r->judge.store, x, &page_of_x);
	if (err || page != page_of_x)
		return err;
	err = judge_read_decided(&r->judge, id, r->judge.arena, &what);
	*was = !err && !decisions_keep(r->judge.decisions, &what);
	return err;
}

/* x is a drop by a decision, and was found to be a copy of an earlier article. If the store has that as a drop beside x, it stays one: when
 * its page was gone, x became a page under a later id. Sets *loser to it, and *why to what was found. */
static status find_copied(rejudging *r, uint64_t x, const firstprint_verdict *found, uint64_t *loser, store_reason *why)
{
	char *evidence;
	bool was = false, is_copy = found->kind == FIRSTPRINT_DUPLICATE ||
				    (found->kind == FIRSTPRINT_NEAR_DUPLICATE && found->score >= STORE_COPY_SCORE);
	status err = is_copy ? was_dropped_with(r, found->of, x, &was) : OK;

	if (err || !was)
		return err;
	evidence = verdict_evidence_json(found);
	*loser = found->of;
	*why = (store_reason){.verdict = filter_kind_text(found->kind),
			      .stage = found->stage,
			      .proposed_by = found->proposed_by,
			      .nearest = x,
			      .score = found->score,
			      .evidence = evidence ? arena_text(r->judge.arena, evidence, strlen(evidence)) : NULL};
	free(evidence);
	return why->evidence ? OK : ERR_MEMORY;
}

/* Asks the filter about an article, then applies a person's decisions. Some make an earlier page, *loser, a drop, for the reason *why. */
static status check(rejudging *r, const job *j, firstprint_signature *final, judgement *v, uint64_t *loser, store_reason *why)
{
	const store_kept *k = j->ctx;
	const decided what = {.id = k->id, .url = k->url, .name = k->name, .canonical = k->canonical, .again = true};
	unsigned link;
	firstprint_verdict found;
	status err = filter_judge(r->judge.filter, &j->signature, j->ahead, r->judge.arena, final, &v->verdict, &link);

	found = v->verdict;
	if (!err)
		err = judge_decide_link(&r->judge, final, link, &what, v);
	if (!err && v->is_alias) {
		err = find_copied(r, k->id, &found, loser, why);
		why->filter = filter_link_name(r->judge.filter, link);
		return err;
	}
	if (!err)
		err = decisions_prefer(r->judge.decisions, &what, &v->verdict, &v->filter, loser, why);
	v->dropped = filter_kind_drops(v->verdict.kind);
	return err;
}

/* Judges again an article that repeats a part of a page which has just become an alias. If it is a page now, the filter does not learn of
 * it in this run, since pages come in the order of their ids. */
static status judge_part(rejudging *r, uint64_t id)
{
	firstprint_signature sig;
	judgement v = {0};
	decided what;
	status err = store_judged_signature(r->judge.store, id, r->judge.arena, &sig);

	if (!err)
		err = judge_read_decided(&r->judge, id, r->judge.arena, &what);
	what.again = true;
	if (!err)
		err = judge_check(&r->judge, &sig, &what, &v);
	return err ? err : put_verdict(r, id, NULL, &v, &sig);
}

/* Makes page `loser` a drop, which stands for article `of` in this run. */
static status drop_loser(rejudging *r, uint64_t loser, uint64_t of, store_reason *why)
{
	uint64_t *parts = NULL;
	size_t n = 0;
	status err = store_judged_parts_of(r->judge.store, loser, r->judge.arena, &parts, &n);

	why->of = of;
	if (!err)
		err = decisions_add_alias(r->judge.decisions, loser, of);
	if (!err)
		err = store_judged_drop(r->judge.store, loser, why);
	for (size_t i = 0; i < n && !err; i++)
		err = judge_part(r, parts[i]);
	return err;
}

/* Judges one article; called in the order of ids. */
static status judge_signed(rejudging *r, const job *j)
{
	const store_kept *k = j->ctx;
	firstprint_signature final;
	judgement v = {0};
	uint64_t loser = 0;
	store_reason why;
	status err = j->status;

	arena_reset(r->judge.arena);
	if (!err)
		err = check(r, j, &final, &v, &loser, &why);
	if (!err && (!v.dropped || v.is_alias))
		err = filter_add(r->judge.filter, k->id, &final);
	if (!err)
		err = put_verdict(r, k->id, &j->result.page, &v, &final);
	if (!err && v.is_alias)
		err = decisions_add_alias(r->judge.decisions, k->id, v.verdict.of);
	if (!err && loser)
		err = drop_loser(r, loser, v.is_alias ? v.verdict.of : k->id, &why);
	r->done++;
	if (!err && r->settings->tell && !r->settings->tell(r->settings->ctx, r->done, v.dropped ? v.verdict.stage : NULL))
		err = ERR_LIMIT;
	return err;
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
	err = k ? store_next_kept(r->judge.store, r->last, j->arena, k) : ERR_MEMORY;
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
				  .digest = k->digest,
				  .kind = k->kind};
	pipeline_submit(r->pipeline, j);
	return OK;
}

static status run(rejudging *r)
{
	status err = store_rejudge(r->judge.store);
	job *j;

	while (!err && !r->at_end)
		err = submit_next(r);
	while (!err && (j = pipeline_take(r->pipeline, true)) != NULL)
		err = finish(r, j);
	return err ? err : store_compare_judged(r->judge.store);
}

status rejudge(store *st, filter *f, const rejudge_settings *settings, complaint *why)
{
	pipeline_settings pipe = {.workers = settings->jobs,
				  .most = settings->jobs * 8,
				  .memory = settings->memory,
				  .in_order = true,
				  .filter = f,
				  .looks_ahead = true};
	rejudging r = {.judge = {.filter = f, .store = st, .arena = arena_new()}, .settings = settings};
	status err = r.judge.arena ? pipeline_open(&pipe, &r.pipeline, why) : ERR_MEMORY;

	if (!err) /* without the aliases that the store has now: it is decided again which articles are aliases */
		err = decisions_open(st, true, &r.judge.decisions, why);
	if (!err)
		err = decisions_add_patterns(r.judge.decisions, settings->patterns, why);
	if (!err)
		err = run(&r);
	if (!err && settings->tell_unused)
		decisions_tell_unused(r.judge.decisions, settings->tell_unused);
	pipeline_close(r.pipeline);
	decisions_close(r.judge.decisions);
	notable_forget(&r.judge.notable);
	arena_free(r.judge.arena);
	if (err && *filter_error(f))
		complain(why, err, "%s", filter_error(f));
	return err;
}

status rejudge_open_filter(store *st, const char *spec, filter **out, complaint *why)
{
	arena *a = arena_new();
	uint8_t key[STORE_KEY_SIZE];
	filter_settings settings = {.spec = spec, .key = key};
	status err = a ? OK : ERR_MEMORY;

	store_key(st, key);
	if (!err && !spec) {
		settings.spec = filter_any_version(store_filter(st) ? store_filter(st) : "none", a);
		settings.files = store_filter_files(st);
		err = settings.spec ? OK : ERR_MEMORY;
	}
	if (!err)
		err = filter_open_with(&settings, out, why);
	arena_free(a);
	return err;
}
