#include "judge/told.h"

#include <string.h>

#include "judge/inside.h"
#include "store/shared.h"

/* Refuses decisions that make drops of pages. With a shared index, a decision can only keep articles. */
static status check_decision(void *ctx, const store_decision *d)
{
	complaint *why = ctx;

	if (strcmp(d->what, "drop") != 0 && strcmp(d->what, "prefer") != 0)
		return OK;
	return complain(
		why, ERR_USAGE,
		"decision %lld (%s) makes drops of pages, which a shared index cannot do; \"firstprint undo --decision\" "
		"forgets it",
		(long long)d->id, d->what);
}

status judge_open_told(filter *f, store *st, judge **out, complaint *why)
{
	judge *j = judge_new(f, st);
	status err = j ? OK : ERR_MEMORY;

	if (!err && st)
		err = store_decisions(st, check_decision, why);
	if (!err)
		err = decisions_open(st, false, &j->decisions, why);
	if (err) {
		judge_close(j);
		return *why->text ? err : complain(why, err, "%s", status_text(err));
	}
	*out = j;
	return OK;
}

bool judge_keeps(const judge *j, const char *url, const char *name)
{
	return decisions_keep(j->decisions, &(decided){.url = url, .name = name});
}

static judgement judgement_of(const judge *j, const told *t)
{
	return (judgement){.id = t->id, .verdict = t->verdict, .filter = filter_link_name(j->filter, t->link)};
}

/* Applies the decisions to a verdict of the shared index. */
static status decide(judge *j, const decided *x, judgement *v)
{
	status err = decisions_apply(j->decisions, x, &v->verdict, &v->filter, &v->is_alias);

	v->dropped = filter_kind_drops(v->verdict.kind);
	return err;
}

status judge_told(judge *j, const store_article *x, const told *t, judgement *out)
{
	store_article final = *x;
	judgement v = judgement_of(j, t);
	status err = decide(j, &(decided){.url = x->url, .name = x->name}, &v);

	final.signature = t->final;
	if (!err && j->store)
		err = judge_put(j, &final, 0, &v);
	if (!err)
		*out = v;
	return err;
}

status judge_told_replace(judge *j, const judge_old *old, size_t n)
{
	status err = OK;

	for (size_t i = 0; i < n && !err; i++) {
		err = store_release_drops(j->store, old[i].id);
		if (!err)
			err = store_retire(j->store, old[i].id, old[i].why);
	}
	return err;
}

status judge_told_again(judge *j, uint64_t drop, const told *t)
{
	judgement v = judgement_of(j, t);
	arena *a = arena_new();
	decided what;
	status err = a ? judge_read_decided(j, drop, a, &what) : ERR_MEMORY;

	if (!err)
		err = decide(j, &what, &v);
	if (!err)
		err = judge_put(j, NULL, drop, &v);
	arena_free(a);
	return err;
}
