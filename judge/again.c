/* again — judges a drop again, when the page that it repeats is about to go or becomes a drop itself. */
#include "judge/inside.h"
#include "judge/verdict.h"
#include "store/ask.h"

status judge_promote(judge *j, uint64_t drop, const judgement *v)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	err = store_promote_drop(j->store, drop, v->id, &why);
	verdict_reason_free(&why);
	return err;
}

/* Does not ask the filter about an alias that still repeats, by a decision, an article that stays. Other former aliases are
 * ordinary drops by now. */
static status check_again(judge *j, const firstprint_signature *sig, const decided *x, judgement *v)
{
	bool still = false;
	status err;

	if (!decisions_is_alias(j->decisions, x->id))
		return judge_check(j, sig, x, v);
	err = decisions_apply_again(j->decisions, x, &v->verdict, &v->filter, &still);
	v->dropped = true;
	return err ? err : decisions_add_alias(j->decisions, x->id, v->verdict.of);
}

status judge_again(judge *j, uint64_t drop, uint64_t gone, arena *a)
{
	judgement v = {.id = drop};
	firstprint_signature sig;
	store_head head;
	bool kept;
	status err = store_signature(j->store, drop, a, &sig, &kept);

	if (!err)
		err = store_head_of(j->store, drop, a, &head);
	if (!err)
		err = check_again(j, &sig, &(decided){.id = drop, .url = head.url, .name = head.name, .gone = gone}, &v);
	if (err || v.dropped)
		return err ? err : judge_put_reason(j, NULL, &v);
	v.id = store_next_id(j->store);
	err = judge_remember(j, v.id, &sig);
	if (!err)
		err = judge_note_pending(j, v.id);
	if (!err)
		err = judge_promote(j, drop, &v);
	return err || v.verdict.kind != FIRSTPRINT_SUPERSEDES ? err : judge_put_reason(j, NULL, &v);
}
