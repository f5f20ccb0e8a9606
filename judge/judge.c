#include "judge/inside.h"

#include <stdlib.h>

#include "store/ask.h"

static status remember_stored(void *ctx, uint64_t id, const firstprint_signature *sig, bool stays)
{
	judge *j = ctx;

	return stays ? filter_add_in_place(j->filter, id, sig) : filter_add(j->filter, id, sig);
}

static status remember_all(judge *j)
{
	uint64_t pages;
	status err = store_count_remembered(j->store, &pages);

	if (err && err != ERR_MISSING)
		return err;
	if (!err)
		filter_begin_load(j->filter, pages);
	err = store_remembered(j->store, remember_stored, j);
	return err ? err : filter_end_load(j->filter);
}

store_article judge_article_of(const job *j)
{
	return (store_article){.page = &j->result.page,
			       .signature = j->signature,
			       .links = j->result.links_len,
			       .bytes = j->input.len,
			       .charset = j->result.charset,
			       .charset_from = j->result.charset_from,
			       .degraded = j->result.degraded,
			       .ahead = j->ahead};
}

judge *judge_new(filter *f, store *st)
{
	judge *j = calloc(1, sizeof *j);

	if (!j)
		return NULL;
	*j = (judge){.filter = f, .store = st, .next_id = 1, .first_id = 1, .arena = arena_new()};
	if (j->arena)
		return j;
	free(j);
	return NULL;
}

status judge_open(filter *f, store *st, judge **out, complaint *why)
{
	judge *j = judge_new(f, st);
	status err = j ? decisions_open(st, false, &j->decisions, why) : ERR_MEMORY;

	if (!err && st)
		err = remember_all(j);
	if (err) {
		judge_close(j);
		if (err == ERR_USAGE && *why->text)
			return err;
		return complain(why, err, "the filter cannot read the store's signatures: %s",
				*filter_error(f) ? filter_error(f) : status_text(err));
	}
	*out = j;
	return OK;
}

void judge_close(judge *j)
{
	if (!j)
		return;
	decisions_close(j->decisions);
	notable_forget(&j->notable);
	arena_free(j->arena);
	free(j->pending);
	free(j);
}

status judge_decide(judge *j, const decision_patterns *patterns, complaint *why)
{
	return decisions_add_patterns(j->decisions, patterns, why);
}

void judge_note_use(judge *j, const char *url)
{
	decisions_note_use(j->decisions, url);
}

void judge_tell_unused(const judge *j, void (*tell)(const char *pattern))
{
	decisions_tell_unused(j->decisions, tell);
}

void judge_distrust(judge *j)
{
	j->distrusts = true;
}

static status keep_page(judge *j, const store_article *x, const judgement *verdict)
{
	status err = judge_blame_filter(j, judge_remember(j, verdict->id, &x->signature));

	if (err)
		return err;
	err = judge_note_pending(j, verdict->id);
	if (err) {
		judge_forget(j, verdict->id);
		return err;
	}
	return j->store ? judge_put(j, x, 0, verdict) : OK;
}

/* final is valid until the next call. */
static status finalize_and_check(judge *j, const store_article *x, firstprint_signature *final, judgement *v)
{
	const decided what = {.url = x->url, .name = x->name, .gone = j->gone};
	unsigned link;
	status err;

	arena_reset(j->arena);
	err = filter_judge(j->filter, &x->signature, x->ahead, j->arena, final, &v->verdict, &link);
	return judge_blame_filter(j, err ? err : judge_decide_link(j, final, link, &what, v));
}

/* Stores x as a drop by a decision. The filter remembers it too, as an alias of its page. */
static status put_alias(judge *j, const store_article *x, const judgement *v)
{
	status err = judge_blame_filter(j, judge_remember(j, v->id, &x->signature));

	if (!err)
		err = judge_note_pending(j, v->id);
	if (!err)
		err = judge_put(j, x, 0, v);
	if (!err)
		err = store_remember_drop(j->store, v->id);
	return err ? err : decisions_add_alias(j->decisions, v->id, v->verdict.of);
}

/* Makes page `loser` an alias of page why->of. Its drops move with it; those that repeat only a part of it are judged again. */
static status make_alias(judge *j, uint64_t loser, const store_reason *why, arena *a)
{
	uint64_t *parts = NULL;
	size_t n = 0;
	status err = store_parts_of(j->store, loser, a, &parts, &n);

	if (!err)
		err = store_make_alias(j->store, loser, why);
	if (!err)
		err = decisions_add_alias(j->decisions, loser, why->of);
	for (size_t i = 0; i < n && !err; i++)
		err = judge_again(j, parts[i], 0, a);
	return err;
}

/* Stores x as a page, and makes the page that it replaces an alias of it. */
static status keep_preferred(judge *j, const store_article *x, const judgement *v, store_reason *why)
{
	arena *a = arena_new();
	status err = a ? keep_page(j, x, v) : ERR_MEMORY;

	why->of = v->id;
	if (!err)
		err = make_alias(j, v->replaced, why, a);
	arena_free(a);
	return err;
}

static status prefer(judge *j, const store_article *x, judgement *v, store_reason *why)
{
	const decided what = {.url = x->url, .name = x->name, .canonical = x->canonical};
	status err = decisions_prefer(j->decisions, &what, &v->verdict, &v->filter, &v->replaced, why);

	v->dropped = filter_kind_drops(v->verdict.kind);
	return err;
}

typedef struct returned {
	judge *judge;
	uint64_t page; /* of the article that has come back */
	arena *memory;
} returned;

/* Makes article `id` a drop of the page again, as was decided; an alias stays as it is. */
static status drop_again(void *ctx, uint64_t id)
{
	const returned *r = ctx;
	store_reason why;
	uint64_t page = 0;
	status err = store_find_original(r->judge->store, id, &page);

	if (err || page == r->page || decisions_is_alias(r->judge->decisions, id))
		return err;
	if (page != id)
		return judge_again(r->judge, id, 0, r->memory);
	err = store_decided_drop(r->judge->store, id, r->page, &why);
	return err ? err : make_alias(r->judge, id, &why, r->memory);
}

/* Article `id`, x, was just stored. If it was gone, decisions that others are drops of it come into force again. */
static status drop_decided(judge *j, uint64_t id, const store_article *x)
{
	const decided what = {.url = x->url, .name = x->name};
	returned r = {.judge = j, .memory = arena_new()};
	status err = r.memory ? store_find_original(j->store, id, &r.page) : ERR_MEMORY;

	if (!err)
		err = decisions_drops_of(j->decisions, &what, drop_again, &r);
	arena_free(r.memory);
	return err;
}

status judge_article(judge *j, const store_article *x, judgement *out)
{
	store_article final = *x;
	judgement v = {0};
	store_reason why;
	status err = finalize_and_check(j, x, &final.signature, &v);

	if (!err)
		err = prefer(j, x, &v, &why);
	if (err)
		return err;
	v.id = j->store ? store_next_id(j->store) : j->next_id++;
	if (v.replaced)
		err = keep_preferred(j, &final, &v, &why);
	else if (!v.dropped)
		err = keep_page(j, &final, &v);
	else if (j->store)
		err = v.is_alias ? put_alias(j, &final, &v) : judge_put(j, &final, 0, &v);
	if (!err && j->store)
		err = drop_decided(j, v.id, x);
	if (!err)
		*out = v;
	else if (!j->store)
		j->next_id--;
	return err;
}

status judge_look(judge *j, const store_article *x, judgement *out)
{
	firstprint_signature final;

	*out = (judgement){0};
	return finalize_and_check(j, x, &final, out);
}

/* ── transactions ── */

void judge_committed(judge *j)
{
	j->pending_len = 0;
	j->first_id = j->next_id;
	decisions_committed(j->decisions);
}

void judge_rolled_back(judge *j)
{
	while (j->pending_len > 0)
		filter_remove(j->filter, j->pending[--j->pending_len]);
	j->next_id = j->first_id;
	decisions_rolled_back(j->decisions);
}
