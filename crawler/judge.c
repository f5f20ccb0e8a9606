#include "crawler/judge.h"

#include <stdlib.h>

#include "base/grow.h"
#include "crawler/verdict.h"

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

/* The row that says why x is a drop or supersedes a page. */
static status put_reason(judge *j, const store_article *x, const judgement *v)
{
	char *evidence = verdict_evidence_json(&v->verdict), *shares = verdict_shares_json(&v->verdict);
	store_reason why = {v->verdict.of, filter_kind_text(v->verdict.kind), v->filter, v->verdict.stage,
			    v->verdict.score, evidence, shares};
	status s = ERR_MEMORY;

	if (evidence)
		s = v->dropped ? store_put_drop(j->store, v->id, x, &why) : store_put_supersedes(j->store, v->id, &why);
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
