/* steps — what judging an article and judging it again have in common. */
#include "base/grow.h"
#include "judge/inside.h"
#include "judge/verdict.h"
#include "store/ask.h"

/* ── the filter's memory ── */

status judge_remember(judge *j, uint64_t id, const firstprint_signature *sig)
{
	firstprint_signature kept;
	status err;

	if (!j->store || !store_keep_signature(j->store, id, sig, &kept))
		return filter_add(j->filter, id, sig);
	err = filter_add_in_place(j->filter, id, &kept);
	if (err)
		store_drop_signature(j->store, id);
	return err;
}

status judge_forget(judge *j, uint64_t id)
{
	status err = filter_remove(j->filter, id); /* it may read the signature */

	if (j->store)
		store_drop_signature(j->store, id);
	return err;
}

status judge_note_pending(judge *j, uint64_t id)
{
	return grow_add(&j->pending, &j->pending_len, &j->pending_room, &id, sizeof id);
}

/* ── verdicts ── */

status judge_blame_filter(const judge *j, status err)
{
	return err != ERR_FORMAT ? err : j->distrusts ? ERR_USAGE : ERR_FILTER;
}

status judge_read_decided(judge *j, uint64_t id, arena *a, decided *out)
{
	store_head head;
	status err = store_head_of(j->store, id, a, &head);

	*out = (decided){.id = id, .url = head.url, .name = head.name};
	return err;
}

status judge_decide_link(judge *j, const firstprint_signature *sig, unsigned link, const decided *x, judgement *v)
{
	status err = decisions_check_page(j->decisions, j->filter, sig, link, &v->verdict);

	v->filter = filter_link_name(j->filter, link);
	if (!err)
		err = decisions_apply(j->decisions, x, &v->verdict, &v->filter, &v->is_alias);
	v->dropped = filter_kind_drops(v->verdict.kind);
	return err;
}

status judge_check(judge *j, const firstprint_signature *sig, const decided *x, judgement *v)
{
	unsigned link;
	status err = filter_check(j->filter, sig, &v->verdict, &link);

	return err ? err : judge_decide_link(j, sig, link, x, v);
}

/* ── in the store ── */

static status put_drop(judge *j, const store_article *x, uint64_t id, store_reason *why)
{
	arena_mark before = arena_mark_of(j->arena);
	status err = notable_note(j->store, id, x ? x->page : NULL, &j->notable, j->arena, why);

	if (!err)
		err = x ? store_put_drop(j->store, id, x, why) : store_move_drop(j->store, id, why);
	arena_rewind(j->arena, before);
	return err;
}

status judge_put(judge *j, const store_article *x, uint64_t drop, const judgement *v)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	if (v->dropped)
		err = put_drop(j, x, x ? v->id : drop, &why);
	else
		err = x ? store_put_page(j->store, v->id, x, &why) : store_promote_drop(j->store, drop, v->id, &why);
	if (!err && v->verdict.kind == FIRSTPRINT_SUPERSEDES)
		err = store_put_supersedes(j->store, v->id, &why);
	verdict_reason_free(&why);
	return err;
}

/* ── a drop again ── */

/* Does not ask the filter about an alias that still repeats, by a decision, an article that stays. Other former aliases are
 * ordinary drops by now. */
static status check_again(judge *j, const firstprint_signature *sig, const decided *x, judgement *v)
{
	bool still = false;
	status err;

	if (!decisions_is_alias(j->decisions, x->id))
		return judge_check(j, sig, x, v);
	err = decisions_apply_again(j->decisions, x, &v->verdict, &v->filter, &still);
	if (err || !still)
		return err ? err : judge_check(j, sig, x, v);
	v->dropped = true;
	return decisions_add_alias(j->decisions, x->id, v->verdict.of);
}

status judge_again(judge *j, uint64_t drop, uint64_t gone, arena *a)
{
	judgement v = {.id = store_next_id(j->store)};
	firstprint_signature sig;
	decided what;
	bool kept;
	status err = store_signature(j->store, drop, a, &sig, &kept);

	if (!err)
		err = judge_read_decided(j, drop, a, &what);
	what.gone = gone;
	if (!err)
		err = check_again(j, &sig, &what, &v);
	if (!err && !v.dropped)
		err = judge_remember(j, v.id, &sig);
	if (!err && !v.dropped)
		err = judge_note_pending(j, v.id);
	return err ? err : judge_put(j, NULL, drop, &v);
}
