#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "judge/verdict.h"
#include "store/ask.h"

struct judge {
	filter *filter;
	store *store;
	arena *arena;      /* for the settled signature of the current article */
	uint64_t next_id;  /* used without a store */
	uint64_t first_id; /* the same when the last commit was */
	uint64_t *pending; /* ids of pages that the filter must forget if the transaction fails */
	size_t pending_len, pending_room;
	bool distrusts; /* signatures were made elsewhere */
	decisions *decisions;
};

static status remember_stored(void *ctx, uint64_t id, const firstprint_signature *sig, bool stays)
{
	judge *j = ctx;

	return stays ? filter_remember_in_place(j->filter, id, sig) : filter_remember(j->filter, id, sig);
}

static status remember(judge *j, uint64_t id, const firstprint_signature *sig)
{
	firstprint_signature kept;
	status err;

	if (!j->store || !store_keep_signature(j->store, id, sig, &kept))
		return filter_remember(j->filter, id, sig);
	err = filter_remember_in_place(j->filter, id, &kept);
	if (err)
		store_drop_signature(j->store, id);
	return err;
}

static status forget(judge *j, uint64_t id)
{
	status err = filter_forget(j->filter, id); /* it may read the signature */

	if (j->store)
		store_drop_signature(j->store, id);
	return err;
}

static status remember_all(judge *j)
{
	uint64_t pages;
	status err = store_count_remembered(j->store, &pages);

	if (err && err != ERR_MISSING)
		return err;
	if (!err)
		filter_expect(j->filter, pages);
	return store_remembered(j->store, remember_stored, j);
}

store_article judge_article_of(const job *j)
{
	return (store_article){.page = &j->result.page,
			       .signature = j->signature,
			       .links = j->result.links_len,
			       .bytes = j->input.len,
			       .charset = j->result.charset,
			       .charset_from = j->result.charset_from,
			       .degraded = j->result.degraded};
}

status judge_open(filter *f, store *st, judge **out, complaint *why)
{
	judge *j = calloc(1, sizeof *j);
	status err = ERR_MEMORY;

	if (j) {
		*j = (judge){.filter = f, .store = st, .next_id = 1, .first_id = 1, .arena = arena_new()};
		err = j->arena ? decisions_open(st, &j->decisions, why) : ERR_MEMORY;
		if (!err && st)
			err = remember_all(j);
	}
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
	arena_free(j->arena);
	free(j->pending);
	free(j);
}

/* Notes that the filter must forget page id if the transaction fails. */
static status note_pending(judge *j, uint64_t id)
{
	uint64_t *ids = grow(j->pending, j->pending_len, &j->pending_room, sizeof *ids);

	if (!ids)
		return ERR_MEMORY;
	j->pending = ids;
	j->pending[j->pending_len++] = id;
	return OK;
}

/* Writes the row that says why x is a drop, or which page it supersedes. x NULL: v->id is a drop already, and repeats
 * another page from now on. */
static status put_reason(judge *j, const store_article *x, const judgement *v)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	if (!v->dropped)
		err = store_put_supersedes(j->store, v->id, &why);
	else
		err = x ? store_put_drop(j->store, v->id, x, &why) : store_move_drop(j->store, v->id, &why);
	verdict_reason_free(&why);
	return err;
}

status judge_decide(judge *j, const decision_patterns *patterns, complaint *why)
{
	return decisions_add_patterns(j->decisions, patterns, why);
}

void judge_distrust(judge *j)
{
	j->distrusts = true;
}

/* A filter that does not take the signature that it has just made breaks its contract. */
static status blame_filter(const judge *j, status err)
{
	return err != ERR_FORMAT ? err : j->distrusts ? ERR_USAGE : ERR_FILTER;
}

static status put_page(judge *j, const store_article *x, const judgement *v)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	err = store_put_page(j->store, v->id, x, &why);
	verdict_reason_free(&why);
	return err;
}

static status keep_page(judge *j, const store_article *x, const judgement *verdict)
{
	status err = blame_filter(j, remember(j, verdict->id, &x->signature));

	if (err)
		return err;
	err = note_pending(j, verdict->id);
	if (err) {
		forget(j, verdict->id);
		return err;
	}
	if (!j->store)
		return OK;
	err = put_page(j, x, verdict);
	return err || verdict->verdict.kind != FIRSTPRINT_SUPERSEDES ? err : put_reason(j, x, verdict);
}

/* What repeats a page that says nothing is dropped for that, whatever stage has seen it. */
static status name_no_content(judge *j, firstprint_verdict *v)
{
	bool is_empty;
	status err = store_has_no_content(j->store, v->of, &is_empty);

	if (err || !is_empty || (v->stage && strcmp(v->stage, FIRSTPRINT_NO_CONTENT) == 0))
		return err;
	v->proposed_by = v->proposed_by ? v->proposed_by : v->stage;
	v->stage = FIRSTPRINT_NO_CONTENT;
	return OK;
}

static status check(judge *j, const firstprint_signature *sig, const decided *x, judgement *v)
{
	unsigned link;
	status err = filter_check(j->filter, sig, &v->verdict, &link);

	if (err)
		return err;
	v->filter = filter_link_name(j->filter, link);
	err = decisions_apply(j->decisions, x, &v->verdict, &v->filter, &v->is_alias);
	v->dropped = filter_kind_drops(v->verdict.kind);
	return !err && v->dropped && j->store && !v->is_alias ? name_no_content(j, &v->verdict) : err;
}

/* settled is valid until the next call. */
static status settle_and_check(judge *j, const store_article *x, firstprint_signature *settled, judgement *v)
{
	const decided what = {.url = x->url, .name = x->name};
	status err;

	arena_reset(j->arena);
	err = filter_settle(j->filter, &x->signature, j->arena, settled);
	return blame_filter(j, err ? err : check(j, settled, &what, v));
}

/* A drop by a decision: the filter remembers it, for the page that it stands for. */
static status put_alias(judge *j, const store_article *x, const judgement *v)
{
	status err = blame_filter(j, remember(j, v->id, &x->signature));

	if (!err)
		err = note_pending(j, v->id);
	if (!err)
		err = put_reason(j, x, v);
	if (!err)
		err = store_remember_drop(j->store, v->id);
	return err ? err : decisions_add_alias(j->decisions, v->id, v->verdict.of);
}

/* Stores x as a page, and the page that it repeats, whose URL is not preferred, as an alias of it. */
static status keep_preferred(judge *j, const store_article *x, const judgement *v, uint64_t loser, store_reason *why)
{
	status err = keep_page(j, x, v);

	why->of = v->id;
	if (!err)
		err = store_make_alias(j->store, loser, why);
	return err ? err : decisions_add_alias(j->decisions, loser, v->id);
}

static status prefer(judge *j, const store_article *x, judgement *v, uint64_t *loser, store_reason *why)
{
	const decided what = {.url = x->url, .name = x->name};
	status err = decisions_prefer(j->decisions, &what, &v->verdict, &v->filter, loser, why);

	v->dropped = filter_kind_drops(v->verdict.kind);
	return err;
}

status judge_article(judge *j, const store_article *x, judgement *out)
{
	store_article settled = *x;
	judgement v = {0};
	store_reason why;
	uint64_t loser;
	status err = settle_and_check(j, x, &settled.signature, &v);

	if (!err)
		err = prefer(j, x, &v, &loser, &why);
	if (err)
		return err;
	v.id = j->store ? store_next_id(j->store) : j->next_id++;
	if (loser)
		err = keep_preferred(j, &settled, &v, loser, &why);
	else if (!v.dropped)
		err = keep_page(j, &settled, &v);
	else if (j->store)
		err = v.is_alias ? put_alias(j, &settled, &v) : put_reason(j, &settled, &v);
	if (!err)
		*out = v;
	else if (!j->store)
		j->next_id--;
	return err;
}

status judge_look(judge *j, const store_article *x, judgement *out)
{
	firstprint_signature settled;

	*out = (judgement){0};
	return settle_and_check(j, x, &settled, out);
}

status judge_compare(judge *j, const store_article *x, uint64_t *of)
{
	judgement v;
	status err = judge_look(j, x, &v);

	if (!err)
		*of = v.dropped ? v.verdict.of : 0;
	return err;
}

/* ── replacing ── */

static status promote(judge *j, uint64_t drop, const judgement *v)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	err = store_promote_drop(j->store, drop, v->id, &why);
	verdict_reason_free(&why);
	return err;
}

/* An alias that was decided to repeat an article which stays is not asked about; others are ordinary drops by now. */
static status check_again(judge *j, const firstprint_signature *sig, const decided *x, judgement *v)
{
	bool still = false;
	status err;

	if (!decisions_is_alias(j->decisions, x->id))
		return check(j, sig, x, v);
	err = decisions_apply_again(j->decisions, x, &v->verdict, &v->filter, &still);
	v->dropped = true;
	return err ? err : decisions_add_alias(j->decisions, x->id, v->verdict.of);
}

/* Judges a drop whose page is about to go, and was forgotten: it repeats another page, or becomes a page. */
static status judge_again(judge *j, uint64_t drop, uint64_t gone, arena *a)
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
		return err ? err : put_reason(j, NULL, &v);
	v.id = store_next_id(j->store);
	err = remember(j, v.id, &sig);
	if (!err)
		err = note_pending(j, v.id);
	if (!err)
		err = promote(j, drop, &v);
	return err || v.verdict.kind != FIRSTPRINT_SUPERSEDES ? err : put_reason(j, NULL, &v);
}

/* An old drop goes to the past at once. An old page is only forgotten by the filter, and so is an alias: *rested_on becomes the page
 * whose drops may have been found to repeat it, and are to be judged again before it goes to the past; 0: none. */
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
	return forget(j, old->id);
}

/* Ends an alias whose page goes, and that was not decided to repeat another article: the filter forgets it, or it would be found to
 * repeat itself. */
static status end_alias(judge *j, uint64_t id, uint64_t gone, arena *a)
{
	firstprint_verdict ignored = {0};
	const char *filter;
	store_head head;
	bool still = false;
	status err = store_head_of(j->store, id, a, &head);

	if (!err)
		err = decisions_apply_again(j->decisions,
					    &(decided){.id = id, .url = head.url, .name = head.name, .gone = gone}, &ignored,
					    &filter, &still);
	if (err || still)
		return err;
	decisions_end_alias(j->decisions, id);
	err = forget(j, id);
	return err ? err : store_forget_drop(j->store, id);
}

/* Judges the drops of a page again, but for article `gone`, which nothing may repeat. */
static status rejudge_drops(judge *j, uint64_t page, uint64_t gone, arena *a)
{
	arena *scratch = arena_new();
	uint64_t *drops;
	size_t n = 0;
	status err = scratch ? store_drops_of(j->store, page, a, &drops, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++) /* all aliases first: they may be alike */
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

static status replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out, arena *a)
{
	uint64_t *rested_on = arena_zeros(a, n + 1, sizeof *rested_on);
	status err = rested_on ? OK : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++)
		err = forget_old(j, &old[i], &rested_on[i], a);
	if (!err && x)
		err = judge_article(j, x, out);
	for (size_t i = 0; i < n && !err; i++) {
		if (rested_on[i])
			err = rejudge_drops(j, rested_on[i], old[i].id, a);
		if (!err && rested_on[i])
			err = store_retire(j->store, old[i].id, old[i].why);
	}
	return err;
}

status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out)
{
	arena *a = arena_new();
	status err;

	err = a ? replace(j, old, n, x, out, a) : ERR_MEMORY;
	arena_free(a);
	return err;
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
		filter_forget(j->filter, j->pending[--j->pending_len]);
	j->next_id = j->first_id;
	decisions_rolled_back(j->decisions);
}
