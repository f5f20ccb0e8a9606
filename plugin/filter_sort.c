/* filter_sort — keys of pages for a sort, and verdicts from what the sort has found. */
#include <stdlib.h>

#include "plugin/filter_inside.h"
#include "plugin/index/pages.h"

enum { CHOSEN = 3 }; /* blocks of a fingerprint that make a key */

/* ── can it? ── */

static const char *obstacle(const firstprint_stage *s)
{
	if (s->how == FIRSTPRINT_WEIGHED)
		return "weighs several pages together";
	if (s->how == FIRSTPRINT_CLUSTERS)
		return "divides pages into clusters";
	return s->how == FIRSTPRINT_NEAR && s->bits > FILTER_SORT_BITS ? "compares fingerprints that differ in many bits"
								       : NULL;
}

status filter_can_sort(const filter *f, complaint *why)
{
	for (size_t i = 0; i < f->links_len; i++)
		for (size_t k = 0; k < f->links[i].index.len; k++) {
			const firstprint_stage *s = &f->links[i].index.stages[k].is;

			if (obstacle(s))
				return complain(why, ERR_USAGE, "filter %.300s: its stage %.64s %s, which no sort can",
						filter_link_name(f, (unsigned)i), s->name, obstacle(s));
		}
	return OK;
}

/* ── keys ── */

typedef struct key_list {
	arena *memory;
	filter_key *items;
	size_t len, room;
} key_list;

static status put_key(key_list *to, uint8_t stage, uint64_t key, bool stored, bool asked)
{
	to->items = arena_grow(to->memory, to->items, to->len, &to->room, sizeof *to->items);
	if (!to->items)
		return ERR_MEMORY;
	to->items[to->len++] = (filter_key){stage, key, stored, asked};
	return OK;
}

/* Bits [64 i / n, 64 (i + 1) / n) of a fingerprint. */
static uint64_t block(uint64_t fingerprint, unsigned i, unsigned n)
{
	unsigned from = 64 * i / n, to = 64 * (i + 1) / n;

	return fingerprint >> from & ((UINT64_C(1) << (to - from)) - 1);
}

/* If the fingerprint is cut into bits + CHOSEN blocks, two that differ in at most so many bits agree in at least CHOSEN of them: so each
 * choice of CHOSEN blocks is a key. */
static status put_near(key_list *to, uint8_t stage, uint64_t fingerprint, unsigned bits)
{
	unsigned n = bits + CHOSEN;
	uint64_t choice = 0;
	status err = OK;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			for (unsigned k = j + 1; k < n && !err; k++) {
				uint64_t key = ++choice;

				key = key * UINT64_C(0x9e3779b97f4a7c15) ^ block(fingerprint, i, n);
				key = key * UINT64_C(0x9e3779b97f4a7c15) ^ block(fingerprint, j, n);
				key = key * UINT64_C(0x9e3779b97f4a7c15) ^ block(fingerprint, k, n);
				key *= UINT64_C(0x9e3779b97f4a7c15);
				err = put_key(to, stage, key ^ key >> 29, true, true);
			}
	return err;
}

static int by_key(const void *a, const void *b)
{
	const filter_key *x = a, *y = b;

	if (x->stage != y->stage)
		return x->stage < y->stage ? -1 : 1;
	return (x->key > y->key) - (x->key < y->key);
}

/* Equal keys become one. */
static void join_equal(key_list *l)
{
	size_t n = 0;

	if (l->len)
		qsort(l->items, l->len, sizeof *l->items, by_key);
	for (size_t i = 0; i < l->len; i++) {
		if (n && by_key(&l->items[n - 1], &l->items[i]) == 0) {
			l->items[n - 1].stored |= l->items[i].stored;
			l->items[n - 1].asked |= l->items[i].asked;
		} else {
			l->items[n++] = l->items[i];
		}
	}
	l->len = n;
}

/* Adds the keys of one stage; ask, store: as the filter says for these uses. */
static status put_stage(key_list *to, const firstprint_stage *is, uint8_t stage, const firstprint_keys *ask,
			const firstprint_keys *store)
{
	status err = OK;

	if (is->how == FIRSTPRINT_NEAR)
		return ask->asked ? put_near(to, stage, ask->items[0], is->bits) : OK;
	if (is->how != FIRSTPRINT_SHARED)
		return OK;
	for (uint32_t i = 0; i < ask->asked && i < FILTER_SORT_ASKED && !err; i++)
		err = put_key(to, stage, ask->items[i], false, true);
	for (uint32_t i = 0; i < store->stored && !err; i++)
		err = put_key(to, stage, store->items[i], true, false);
	return err;
}

status filter_keys(filter *f, const firstprint_signature *sig, arena *a, filter_key **out, size_t *n)
{
	firstprint_keys ask[FIRSTPRINT_STAGES_MAX], store[FIRSTPRINT_STAGES_MAX];
	firstprint_signature parts[SPEC_LINKS_MAX];
	key_list all = {.memory = a};
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++) {
		const filter_link *l = &f->links[i];

		err = link_keys(l, &parts[i], FIRSTPRINT_ASK, a, ask, &why);
		if (!err)
			err = link_keys(l, &parts[i], FIRSTPRINT_STORE, a, store, &why);
		for (size_t k = 0; k < l->index.len && !err; k++)
			err = put_stage(&all, &l->index.stages[k].is, search_stage_number(i, k), &ask[k], &store[k]);
	}
	join_equal(&all);
	*out = all.items;
	*n = all.len;
	return filter_note(f, err, &why);
}

/* ── verdicts ── */

status filter_hold(filter *f, uint64_t page_id, const firstprint_signature *sig)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	uint32_t entry;
	status err = filter_prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = pages_add(&f->links[i].index.pages, page_id, &parts[i], f->links_len == 1, &entry);
	return filter_note(f, err, &why);
}

status filter_judge_found(filter *f, const firstprint_signature *sig, const filter_found *found, size_t n,
			  firstprint_verdict *verdict, unsigned *link)
{
	static const filter_found none;
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	f->searcher->sorted = n ? found : &none;
	f->searcher->sorted_len = n;
	if (!err)
		err = filter_check_parts(f, f->searcher, parts, verdict, link, &why);
	f->searcher->sorted = NULL;
	return filter_note(f, err, &why);
}
