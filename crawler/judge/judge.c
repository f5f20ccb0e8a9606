#include "crawler/judge/judge.h"

#include <stdlib.h>

#include "base/grow.h"
#include "crawler/judge/verdict.h"

/* A page that was remembered in the open transaction. */
typedef struct pending {
	uint64_t id;
	firstprint_signature signature; /* a copy */
} pending;

struct judge {
	filter *filter;
	store *store;
	uint64_t next_id; /* without a store */
	pending *pending;
	size_t pending_len, pending_room;
};

static status remember_kept(void *ctx, uint64_t id, const firstprint_signature *sig)
{
	return filter_remember(((judge *)ctx)->filter, id, sig);
}

status judge_open(filter *f, store *st, judge **out, complaint *why)
{
	judge *j = calloc(1, sizeof *j);
	status s = j ? OK : ERR_MEMORY;

	if (!s) {
		*j = (judge){.filter = f, .store = st, .next_id = 1};
		s = st ? store_signatures(st, remember_kept, j) : OK;
	}
	if (s) {
		judge_close(j);
		return complain(why, s, "the filter cannot read the store's signatures: %s", status_text(s));
	}
	*out = j;
	return OK;
}

void judge_close(judge *j)
{
	if (!j)
		return;
	judge_committed(j);
	free(j->pending);
	free(j);
}

/* Notes that id may have to be forgotten. */
static status note_pending(judge *j, uint64_t id, const firstprint_signature *sig)
{
	pending *items = grow(j->pending, j->pending_len, &j->pending_room, sizeof *items);

	if (!items)
		return ERR_MEMORY;
	j->pending = items;
	items[j->pending_len].id = id;
	if (!filter_copy_signature(sig, &items[j->pending_len].signature))
		return ERR_MEMORY;
	j->pending_len++;
	return OK;
}

/* The row that says why x is a drop or supersedes a page. x NULL: the drop v->id is there, and repeats another page. */
static status put_reason(judge *j, const store_article *x, const judgement *v)
{
	char *evidence = verdict_evidence_json(&v->verdict), *shares = verdict_shares_json(&v->verdict);
	store_reason why = {v->verdict.of, filter_kind_text(v->verdict.kind), v->filter, v->verdict.stage,
			    v->verdict.score, evidence, shares};
	status s = ERR_MEMORY;

	if (evidence && !v->dropped)
		s = store_put_supersedes(j->store, v->id, &why);
	else if (evidence)
		s = x ? store_put_drop(j->store, v->id, x, &why) : store_move_drop(j->store, v->id, &why);
	free(evidence);
	free(shares);
	return s;
}

static status keep_page(judge *j, const store_article *x, const judgement *verdict)
{
	store_article page = *x;
	status s = filter_remember(j->filter, verdict->id, &x->signature);

	if (s || !j->store)
		return s;
	page.stage = verdict->verdict.stage;
	s = note_pending(j, verdict->id, &x->signature);
	if (s) {
		filter_forget(j->filter, verdict->id, &x->signature);
		return s;
	}
	s = store_put_page(j->store, verdict->id, &page);
	return s || verdict->verdict.kind != FIRSTPRINT_SUPERSEDES ? s : put_reason(j, x, verdict);
}

status judge_article(judge *j, const store_article *x, judgement *out)
{
	judgement v = {0};
	status s = filter_check(j->filter, &x->signature, &v.verdict, &v.filter);

	if (s)
		return s;
	v.id = j->store ? store_next_id(j->store) : j->next_id++;
	v.dropped = filter_kind_drops(v.verdict.kind);
	if (!v.dropped)
		s = keep_page(j, x, &v);
	else if (j->store)
		s = put_reason(j, x, &v);
	if (!s)
		*out = v;
	return s;
}

/* ── replacing ── */

/* A drop whose page is forgotten: it repeats another one, or is a page now. */
static status judge_again(judge *j, uint64_t drop, judge_moves *moves, arena *a)
{
	judgement v = {.id = drop};
	firstprint_signature sig;
	bool kept;
	status s = store_signature(j->store, drop, a, &sig, &kept);

	if (!s)
		s = filter_check(j->filter, &sig, &v.verdict, &v.filter);
	v.dropped = filter_kind_drops(v.verdict.kind);
	if (s || v.dropped)
		return s ? s : put_reason(j, NULL, &v);
	v.id = store_next_id(j->store);
	s = filter_remember(j->filter, v.id, &sig);
	if (!s)
		s = note_pending(j, v.id, &sig);
	if (!s)
		s = store_promote_drop(j->store, drop, v.id, v.verdict.stage);
	moves->pages++;
	moves->drops--;
	return s || v.verdict.kind != FIRSTPRINT_SUPERSEDES ? s : put_reason(j, NULL, &v);
}

/* Old drops leave at once; old pages are forgotten, and are noted in pages, to leave when their drops have gone. */
static status forget_old(judge *j, const judge_old *old, judge_moves *moves, bool *is_page, arena *a)
{
	firstprint_signature sig;
	status s = store_signature(j->store, old->id, a, &sig, is_page);

	if (s)
		return s;
	if (*is_page) {
		moves->pages--;
		return filter_forget(j->filter, old->id, &sig);
	}
	moves->drops--;
	return store_retire(j->store, old->id, old->why);
}

static status release_drops(judge *j, uint64_t page, judge_moves *moves, arena *a)
{
	arena *scratch = arena_new();
	uint64_t *drops;
	size_t n = 0;
	status s = scratch ? store_drops_of(j->store, page, a, &drops, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !s; i++) {
		arena_reset(scratch);
		s = judge_again(j, drops[i], moves, scratch);
	}
	arena_free(scratch);
	return s;
}

static status replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out, judge_moves *moves,
		      arena *a)
{
	bool *is_page = arena_zeros(a, n + 1, sizeof *is_page);
	status s = is_page ? OK : ERR_MEMORY;

	for (size_t i = 0; i < n && !s; i++)
		s = forget_old(j, &old[i], moves, &is_page[i], a);
	if (!s && x)
		s = judge_article(j, x, out);
	for (size_t i = 0; i < n && !s; i++) {
		if (is_page[i])
			s = release_drops(j, old[i].id, moves, a);
		if (!s && is_page[i])
			s = store_retire(j->store, old[i].id, old[i].why);
	}
	return s;
}

status judge_replace(judge *j, const judge_old *old, size_t n, const store_article *x, judgement *out, judge_moves *moves)
{
	arena *a = arena_new();
	status s;

	*moves = (judge_moves){0};
	s = a ? replace(j, old, n, x, out, moves, a) : ERR_MEMORY;
	arena_free(a);
	return s;
}

/* ── transactions ── */

static void free_pending(judge *j)
{
	for (size_t i = 0; i < j->pending_len; i++)
		free((void *)j->pending[i].signature.bytes);
	j->pending_len = 0;
}

void judge_committed(judge *j)
{
	free_pending(j);
}

void judge_rolled_back(judge *j)
{
	for (size_t i = j->pending_len; i-- > 0;)
		filter_forget(j->filter, j->pending[i].id, &j->pending[i].signature);
	free_pending(j);
}
