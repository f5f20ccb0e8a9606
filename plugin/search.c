#include "plugin/search.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 6 };                   /* stored pages that are loaded while one is compared */
#define HELD_MOST ((uint32_t)1 << 18) /* stored pages read for one question of weigh */

searcher *searcher_new(void)
{
	searcher *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->candidates = candidates_new();
	s->arena = arena_new();
	if (s->candidates && s->arena)
		return s;
	searcher_free(s);
	return NULL;
}

void searcher_free(searcher *s)
{
	if (!s)
		return;
	candidates_free(s->candidates);
	arena_free(s->arena);
	buffer_free(&s->room);
	free(s);
}

/* ── counting ── */

/* The stage whose keys are counted; l->index.len: there is none. */
static size_t counted_stage(const filter_link *l)
{
	size_t stage = 0;

	while (stage < l->index.len && l->index.stages[stage].is.how != FIRSTPRINT_COUNTED)
		stage++;
	return stage;
}

/* A count that has reached its bound will not change. */
static void trace_counts(const searcher *s, const firstprint_stage *stage, unsigned number, const firstprint_keys *keys,
			 const uint32_t *counts)
{
	for (size_t i = 0; s->trace && i < keys->asked; i++)
		if (counts[i] < stage->list)
			trace_keys(s->trace, s->link, number, &keys->items[i], 1);
}

status search_finalize(const filter_link *l, searcher *s, const firstprint_signature *sig, arena *a, firstprint_signature *out,
		       complaint *why)
{
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	const firstprint_keys *asked;
	uint32_t *counts = NULL;
	size_t stage = counted_stage(l);
	status err;

	*out = *sig;
	if (!l->from.api.finalize)
		return OK;
	arena_reset(s->arena);
	err = link_keys(l, sig, FIRSTPRINT_COUNT, s->arena, keys, why);
	asked = err || stage == l->index.len ? NULL : &keys[stage];
	if (asked) {
		counts = arena_alloc(s->arena, asked->asked * sizeof *counts);
		if (!counts)
			return ERR_MEMORY;
		page_index_count(&l->index, stage, asked->items, asked->asked, l->index.stages[stage].is.list, counts);
		trace_counts(s, &l->index.stages[stage].is, (unsigned)stage, asked, counts);
	}
	return err ? err : link_finalize(l, sig, counts, asked ? asked->asked : 0, a, out, why);
}

/* ── which match is best ── */

static int rank(enum firstprint_kind kind)
{
	return kind == FIRSTPRINT_UNIQUE ? 0 : kind == FIRSTPRINT_DUPLICATE ? 2 : 1;
}

/* A stored page that was compared with the new one. */
struct compared {
	uint32_t entry; /* PAGES_NONE: there is none */
	firstprint_match match;
	const char *found_by; /* the stage */
};

/* Entries are numbered in the order of the pages' ids: of equal matches the older page is better. */
static bool is_better(const struct compared *a, const struct compared *b)
{
	if (b->entry == PAGES_NONE)
		return true;
	if (rank(a->match.kind) != rank(b->match.kind))
		return rank(a->match.kind) > rank(b->match.kind);
	return a->match.likeness > b->match.likeness || (!(a->match.likeness < b->match.likeness) && a->entry < b->entry);
}

/* ── one search ── */

struct search {
	const filter_link *l;
	searcher *room;
	const firstprint_signature *sig;
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	struct compared best; /* so far; if its kind is UNIQUE, the page that came nearest */
	bool is_weighed;
	firstprint_verdict weighed;
	complaint *why;
};

static status compare(struct search *q, const stage_index *s, uint32_t entry)
{
	struct compared one = {.entry = entry, .found_by = s->is.name};
	status err;

	if (!pages_get(&q->l->index.pages, entry)->bytes)
		return OK; /* it was removed without its keys (link_remove) */
	err = link_compare(q->l, q->sig, entry, &one.match, q->why);
	if (!err && is_better(&one, &q->best))
		q->best = one;
	return err;
}

/* Compares the n best candidates, within the stage's budget of work. */
static status compare_all(struct search *q, const stage_index *s, size_t n)
{
	const page_table *pages = &q->l->index.pages;
	const struct candidate *found = q->room->found;
	uint64_t work = 0;
	status err = OK;

	for (size_t i = 0; i < n; i++)
		pages_prefetch(pages, found[i].entry);
	for (size_t i = 0; i < n + AHEAD && !err; i++) {
		if (i < n)
			pages_prefetch_signature(pages, found[i].entry);
		if (i < AHEAD)
			continue;
		err = compare(q, s, found[i - AHEAD].entry);
		work += (uint64_t)q->sig->len * pages_get(pages, found[i - AHEAD].entry)->len;
		if (s->is.work && work >= s->is.work)
			break;
	}
	return err;
}

/* ── weighing several pages ── */

struct view {
	firstprint_view seen; /* the first field: the filter gives it back */
	const struct search *q;
	size_t stage;
};

static int view_count(const firstprint_view *view, const uint64_t *keys, size_t n, uint32_t most, uint32_t *counts)
{
	const struct view *v = view->context;

	page_index_count(&v->q->l->index, v->stage, keys, n, most, counts);
	trace_keys(v->q->room->trace, v->q->room->link, (unsigned)v->stage, keys, n);
	return FIRSTPRINT_OK;
}

static int view_holder(const firstprint_view *view, const uint64_t *keys, size_t n, uint32_t most, firstprint_holder *out)
{
	const candidate_limits limits = {.list = most, .all = HELD_MOST};
	const struct view *v = view->context;
	const page_index *x = &v->q->l->index;
	struct candidate first;
	bool found;

	trace_keys(v->q->room->trace, v->q->room->link, (unsigned)v->stage, keys, n);
	found = candidates_hit_lists(v->q->room->candidates, &x->stages[v->stage].keys, keys, n, &limits);
	candidates_take_first(v->q->room->candidates, &first);
	*out = (firstprint_holder){0};
	if (first.hits && pages_get(&x->pages, first.entry)->bytes) {
		out->hits = first.hits;
		out->page = pages_get(&x->pages, first.entry)->id;
		out->signature = pages_signature(&x->pages, first.entry);
	}
	return found ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

static uint64_t power_of_two(uint32_t n)
{
	return n ? UINT64_C(1) << (31 - __builtin_clz(n)) : 0;
}

static status weigh(struct search *q, size_t stage)
{
	struct view v = {.q = q, .stage = stage};

	v.seen = (firstprint_view){&v, power_of_two(q->l->index.stages[stage].pages), view_count, view_holder};
	q->is_weighed = true;
	return link_weigh(q->l, q->sig, &v.seen, q->room->arena, &q->weighed, q->why);
}

/* ── candidates that a sort has found ── */

/* Does a stored page lie near enough? Then hits: how near. */
static status measure_near(struct search *q, size_t stage, struct candidate *c)
{
	const firstprint_signature stored = pages_signature(&q->l->index.pages, c->entry);
	const firstprint_stage *is = &q->l->index.stages[stage].is;
	const firstprint_keys *mine = &q->keys[stage];
	firstprint_keys theirs[FIRSTPRINT_STAGES_MAX];
	status err = link_keys(q->l, &stored, FIRSTPRINT_STORE, q->room->arena, theirs, q->why);
	uint32_t apart;
	int bits;

	c->hits = 0;
	if (err || !mine->asked || !theirs[stage].stored)
		return err;
	bits = __builtin_popcountll(mine->items[0] ^ theirs[stage].items[0]);
	apart = hamming_gap(mine->number, theirs[stage].number);
	if (bits <= (int)is->bits && apart <= is->window)
		c->hits = is->bits + 1 - (uint32_t)bits;
	return OK;
}

/* Those with most hits first, of equal ones the newest. */
static int best_first(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->hits != y->hits)
		return x->hits < y->hits ? 1 : -1;
	return (x->entry < y->entry) - (x->entry > y->entry);
}

/* Puts those of a stage into the room, the best first; those that are not held do not count. */
static status take_sorted(struct search *q, size_t stage, size_t *len)
{
	const firstprint_stage *is = &q->l->index.stages[stage].is;
	const searcher *room = q->room;
	uint32_t least = is->how == FIRSTPRINT_SHARED && q->keys[stage].hits ? q->keys[stage].hits : 1;
	struct candidate *all = arena_alloc(room->arena, (room->sorted_len + 1) * sizeof *all);
	size_t n = 0;
	status err = all ? OK : ERR_MEMORY;

	for (size_t i = 0; i < room->sorted_len && !err; i++) {
		const filter_found *f = &room->sorted[i];

		if (f->stage != search_stage_number(room->link, stage))
			continue;
		all[n] = (struct candidate){pages_find(&q->l->index.pages, f->page), f->hits};
		if (all[n].entry == PAGES_NONE)
			continue;
		if (is->how == FIRSTPRINT_NEAR)
			err = measure_near(q, stage, &all[n]);
		n += all[n].hits >= least;
	}
	if (err)
		return err;
	qsort(all, n, sizeof *all, best_first);
	*len = n < is->compared ? n : is->compared;
	memcpy(q->room->found, all, *len * sizeof *all);
	return OK;
}

/* ── the stages in turn ── */

static bool has_match(const struct search *q)
{
	return q->best.entry != PAGES_NONE && q->best.match.kind != FIRSTPRINT_UNIQUE;
}

/* Notes what the stage reads. */
static void trace_read(const struct search *q, unsigned stage)
{
	const firstprint_stage *is = &q->l->index.stages[stage].is;
	const firstprint_keys *k = &q->keys[stage];
	unsigned link = q->room->link;
	trace *t = q->room->trace;

	if (is->how == FIRSTPRINT_CLUSTERS || is->how == FIRSTPRINT_WEIGHED)
		trace_keys(t, link, stage, &CHANGES_ALL, 1);
	if (is->how == FIRSTPRINT_SHARED)
		trace_keys(t, link, stage, k->items, k->asked);
	if (is->how == FIRSTPRINT_NEAR && k->asked)
		trace_point(t, link, &(point_query){k->items[0], k->number, is->window, (int)is->bits, stage});
}

static status find(struct search *q, size_t stage, size_t *n)
{
	if (q->room->sorted)
		return take_sorted(q, stage, n);
	return page_index_find(&q->l->index, stage, q->keys, q->room->candidates, q->room->found, n) ? OK : ERR_MEMORY;
}

/* *ends: the later stages are not asked. */
static status run_stage(struct search *q, size_t stage, bool *ends)
{
	const stage_index *s = &q->l->index.stages[stage];
	size_t n;
	status err;

	trace_read(q, (unsigned)stage);
	if (s->is.how == FIRSTPRINT_COUNTED || s->is.how == FIRSTPRINT_CLUSTERS)
		return OK;
	if (s->is.how == FIRSTPRINT_WEIGHED) {
		err = weigh(q, stage);
		*ends = !err && q->weighed.kind != FIRSTPRINT_UNIQUE;
		return err;
	}
	err = find(q, stage, &n);
	if (!err)
		err = compare_all(q, s, n);
	*ends = has_match(q) && q->best.match.likeness >= s->is.enough;
	return err;
}

static double clamp(double likeness)
{
	return likeness < 0 ? 0 : likeness > 1 ? 1 : likeness;
}

/* Sets what says how near the page came that was compared. */
static void set_nearest(const struct search *q, firstprint_verdict *v)
{
	const struct compared *best = &q->best;

	v->likeness = best->entry != PAGES_NONE ? best->match.likeness : 0;
	v->nearest = best->entry != PAGES_NONE && !v->of ? pages_get(&q->l->index.pages, best->entry)->id : 0;
}

/* The verdict by the best match; without one, why the page that came nearest was refused. */
static status conclude(struct search *q, firstprint_verdict *v)
{
	const struct compared *best = &q->best;
	status err;

	*v = (firstprint_verdict){0};
	if (best->entry != PAGES_NONE)
		v->stage = v->proposed_by = best->found_by;
	if (has_match(q)) {
		v->kind = best->match.kind;
		v->of = pages_get(&q->l->index.pages, best->entry)->id;
		v->score = clamp(best->match.likeness);
	}
	set_nearest(q, v);
	err = link_explain(q->l, q->sig, best->entry, v, q->why);
	if (v->stage && v->proposed_by && strcmp(v->stage, v->proposed_by) == 0)
		v->proposed_by = NULL;
	set_nearest(q, v); /* explain may have changed it */
	return err;
}

status search_run(const filter_link *l, searcher *s, const firstprint_signature *sig, firstprint_verdict *out, complaint *why)
{
	struct search q = {.l = l, .room = s, .sig = sig, .best = {.entry = PAGES_NONE}, .why = why};
	bool ends = false;
	status err;

	arena_reset(s->arena);
	err = link_keys(l, sig, FIRSTPRINT_ASK, s->arena, q.keys, why);
	for (size_t i = 0; i < l->index.len && !err && !ends; i++)
		err = run_stage(&q, i, &ends);
	if (err)
		return err;
	if (q.is_weighed && q.weighed.stage && (q.weighed.kind != FIRSTPRINT_UNIQUE || !has_match(&q))) {
		*out = q.weighed;
		return OK;
	}
	return conclude(&q, out);
}

status search_compare(const filter_link *l, const firstprint_signature *sig, uint32_t entry, firstprint_verdict *out,
		      complaint *why)
{
	struct search q = {.l = l, .sig = sig, .best = {.entry = entry}, .why = why};
	status err;

	*out = (firstprint_verdict){0};
	for (size_t i = 0; i < l->index.len && !q.best.found_by; i++)
		if (l->index.stages[i].is.how == FIRSTPRINT_SHARED || l->index.stages[i].is.how == FIRSTPRINT_NEAR)
			q.best.found_by = l->index.stages[i].is.name;
	if (!q.best.found_by)
		return OK;
	err = link_compare(l, sig, entry, &q.best.match, why);
	return err ? err : conclude(&q, out);
}
