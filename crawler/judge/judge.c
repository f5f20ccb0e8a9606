#include "crawler/judge/judge.h"

#include <stdlib.h>

#include "base/grow.h"
#include "crawler/judge/verdict.h"

struct judge {
	filter *filter;
	store *store;
	arena *arena;       /* for the settled signature of the current article */
	uint64_t next_id;   /* used without a store */
	uint64_t *pending;  /* ids of pages that the filter must forget if the transaction fails */
	size_t pending_len, pending_room;
};

static status remember_kept(void *ctx, uint64_t id, const firstprint_signature *sig)
{
	return filter_remember(((judge *)ctx)->filter, id, sig);
}

status judge_open(filter *f, store *st, judge **out, complaint *why)
{
	judge *j = calloc(1, sizeof *j);
	status s = ERR_MEMORY;

	if (j) {
		*j = (judge){.filter = f, .store = st, .next_id = 1, .arena = arena_new()};
		s = !j->arena ? ERR_MEMORY : st ? store_signatures(st, remember_kept, j) : OK;
	}
	if (s) {
		judge_close(j);
		return complain(why, s, "the filter cannot read the store's signatures: %s",
				*filter_error(f) ? filter_error(f) : status_text(s));
	}
	*out = j;
	return OK;
}

void judge_close(judge *j)
{
	if (!j)
		return;
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
	status s = verdict_reason(&v->verdict, v->filter, &why);

	if (s)
		return s;
	if (!v->dropped)
		s = store_put_supersedes(j->store, v->id, &why);
	else
		s = x ? store_put_drop(j->store, v->id, x, &why) : store_move_drop(j->store, v->id, &why);
	verdict_reason_free(&why);
	return s;
}

static status keep_page(judge *j, const store_article *x, const judgement *verdict)
{
	store_article page = *x;
	status s = filter_remember(j->filter, verdict->id, &x->signature);

	if (s || !j->store)
		return s;
	page.stage = verdict->verdict.stage;
	s = note_pending(j, verdict->id);
	if (s) {
		filter_forget(j->filter, verdict->id);
		return s;
	}
	s = store_put_page(j->store, verdict->id, &page);
	return s || verdict->verdict.kind != FIRSTPRINT_SUPERSEDES ? s : put_reason(j, x, verdict);
}

static status check(judge *j, const firstprint_signature *sig, judgement *v)
{
	unsigned link;
	status s = filter_check(j->filter, sig, &v->verdict, &link);

	if (s)
		return s;
	v->filter = filter_link_name(j->filter, link);
	v->dropped = filter_kind_drops(v->verdict.kind);
	return OK;
}

status judge_article(judge *j, const store_article *x, judgement *out)
{
	store_article settled = *x;
	judgement v = {0};
	status s;

	arena_reset(j->arena);
	s = filter_settle(j->filter, &x->signature, j->arena, &settled.signature);
	if (!s)
		s = check(j, &settled.signature, &v);
	if (s)
		return s;
	v.id = j->store ? store_next_id(j->store) : j->next_id++;
	if (!v.dropped)
		s = keep_page(j, &settled, &v);
	else if (j->store)
		s = put_reason(j, &settled, &v);
	if (!s)
		*out = v;
	return s;
}

/* ── replacing ── */

/* Judges a drop whose page was forgotten: it repeats another page, or becomes a page. */
static status judge_again(judge *j, uint64_t drop, arena *a)
{
	judgement v = {.id = drop};
	firstprint_signature sig;
	bool kept;
	status s = store_signature(j->store, drop, a, &sig, &kept);

	if (!s)
		s = check(j, &sig, &v);
	if (s || v.dropped)
		return s ? s : put_reason(j, NULL, &v);
	v.id = store_next_id(j->store);
	s = filter_remember(j->filter, v.id, &sig);
	if (!s)
		s = note_pending(j, v.id);
	if (!s)
		s = store_promote_drop(j->store, drop, v.id, v.verdict.stage);
	return s || v.verdict.kind != FIRSTPRINT_SUPERSEDES ? s : put_reason(j, NULL, &v);
}

/* An old drop goes to the past at once. An old page is only forgotten by the filter; *is_page tells replace to move it
 * to the past when no drop refers to it any more. */
static status forget_old(judge *j, const judge_old *old, bool *is_page, arena *a)
{
	firstprint_signature sig;
	status s = store_signature(j->store, old->id, a, &sig, is_page);

	if (s)
		return s;
	if (*is_page)
		return filter_forget(j->filter, old->id);
	return store_retire(j->store, old->id, old->why);
}

/* Judges the drops of a page again. */
static status rejudge_drops(judge *j, uint64_t page, arena *a)
{
	arena *scratch = arena_new();
	uint64_t *drops;
	size_t n = 0;
	status s = scratch ? store_drops_of(j->store, page, a, &drops, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !s; i++) {
		arena_reset(scratch);
		s = judge_again(j, drops[i], scratch);
	}
	arena_free(scratch);
	return s;
}

static status replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out, arena *a)
{
	bool *is_page = arena_zeros(a, n + 1, sizeof *is_page);
	status s = is_page ? OK : ERR_MEMORY;

	for (size_t i = 0; i < n && !s; i++)
		s = forget_old(j, &old[i], &is_page[i], a);
	if (!s && x)
		s = judge_article(j, x, out);
	for (size_t i = 0; i < n && !s; i++) {
		if (is_page[i])
			s = rejudge_drops(j, old[i].id, a);
		if (!s && is_page[i])
			s = store_retire(j->store, old[i].id, old[i].why);
	}
	return s;
}

status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out)
{
	arena *a = arena_new();
	status s;

	s = a ? replace(j, old, n, x, out, a) : ERR_MEMORY;
	arena_free(a);
	return s;
}

/* ── transactions ── */

void judge_committed(judge *j)
{
	j->pending_len = 0;
}

void judge_rolled_back(judge *j)
{
	while (j->pending_len > 0)
		filter_forget(j->filter, j->pending[--j->pending_len]);
}
