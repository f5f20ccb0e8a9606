/* replace — removes articles that a newer one replaces, or whose URL is gone, and judges their drops again. */
#include "judge/inside.h"

/* Moves an old drop to the past at once. For an old page or alias, only makes the filter forget it, and sets *rested_on to the page
 * whose drops may rest on it: they must be judged again before it goes to the past; 0: none. */
static status forget_old(judge *j, const judge_old *old, uint64_t *rested_on, arena *a)
{
	firstprint_signature sig;
	bool remembered;
	status err = store_signature(j->store, old->id, a, &sig, &remembered);

	*rested_on = 0;
	if (err)
		return err;
	if (!remembered)
		return store_retire(j->store, old->id, old->why);
	*rested_on = decisions_page(j->decisions, old->id);
	if (*rested_on != old->id)
		decisions_end_alias(j->decisions, old->id);
	return judge_forget(j, old->id);
}

/* Ends an alias whose page goes, unless a decision makes it repeat another article. The filter forgets it, so that it is not
 * found to repeat itself. */
static status end_alias(judge *j, uint64_t id, uint64_t gone, arena *a)
{
	firstprint_verdict ignored = {0};
	const char *filter;
	decided what;
	bool still = false;
	status err = judge_read_decided(j, id, a, &what);

	what.gone = gone;
	if (!err)
		err = decisions_apply_again(j->decisions, &what, &ignored, &filter, &still);
	if (err || still)
		return err;
	decisions_end_alias(j->decisions, id);
	err = judge_forget(j, id);
	return err ? err : store_forget_drop(j->store, id);
}

/* Judges the drops of a page again, except article `gone`, which nothing may repeat. */
static status rejudge_drops(judge *j, uint64_t page, uint64_t gone, arena *a)
{
	arena *scratch = arena_new();
	uint64_t *drops;
	size_t n = 0;
	status err = scratch ? store_drops_of(j->store, page, a, &drops, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++) /* end all aliases first: they may repeat each other */
		if (drops[i] != gone && page == gone && decisions_is_alias(j->decisions, drops[i]))
			err = end_alias(j, drops[i], gone, scratch);
	for (size_t i = 0; i < n && !err; i++) {
		arena_reset(scratch);
		if (drops[i] != gone)
			err = judge_again(j, drops[i], gone, scratch);
	}
	arena_free(scratch);
	return err;
}

status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out)
{
	arena *a = arena_new();
	uint64_t *rested_on = a ? arena_zeros(a, n + 1, sizeof *rested_on) : NULL;
	status err = rested_on ? OK : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++)
		err = forget_old(j, &old[i], &rested_on[i], a);
	j->gone = n ? old[0].id : 0;
	if (!err && x)
		err = judge_article(j, x, out);
	j->gone = 0;
	for (size_t i = 0; i < n && !err; i++) {
		if (rested_on[i])
			err = rejudge_drops(j, rested_on[i], old[i].id, a);
		if (!err && rested_on[i])
			err = store_retire(j->store, old[i].id, old[i].why);
	}
	arena_free(a);
	return err;
}
