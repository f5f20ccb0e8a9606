#include "plugin/index/page_index.h"

#include <stdlib.h>

#include "base/sorted.h"

enum { LIST_USUAL = 1024, READ_USUAL = 16384 };

/* ── opening ── */

static void set_usual(uint32_t *value, uint32_t usual)
{
	if (!*value)
		*value = usual;
}

static void open_stage(page_index *x, stage_index *s, const firstprint_stage *stage)
{
	s->is = *stage;
	set_usual(&s->is.list, LIST_USUAL);
	set_usual(&s->is.read, READ_USUAL);
	set_usual(&s->is.compared, CANDIDATES_MAX);
	if (stage->how == FIRSTPRINT_NEAR)
		hamming_open(&s->near, (int)stage->bits, stage->window);
	if (stage->how == FIRSTPRINT_CLUSTERS)
		x->clusters = (kmodes){.k = stage->clusters, .width = stage->width};
}

void page_index_open(page_index *x, const firstprint_stage *stages, size_t n)
{
	*x = (page_index){.len = n};
	for (size_t i = 0; i < n; i++)
		open_stage(x, &x->stages[i], &stages[i]);
}

void page_index_begin_load(page_index *x, uint64_t pages)
{
	for (size_t i = 0; i < x->len; i++) {
		stage_index *s = &x->stages[i];

		if (s->is.how == FIRSTPRINT_NEAR)
			hamming_begin_load(&s->near, pages);
		else
			postings_begin_load(&s->keys, (uint64_t)((double)pages * s->is.fresh));
	}
}

bool page_index_end_load(page_index *x)
{
	bool added = true;

	for (size_t i = 0; i < x->len; i++)
		added &= hamming_end_load(&x->stages[i].near) && postings_end_load(&x->stages[i].keys);
	return added;
}

/* ── pages ── */

/* A page's representatives, as kmodes has them. Returns how many. */
static size_t representatives_of(const uint64_t *keys, uint32_t n, uint32_t out[KMODES_WIDTH_MAX])
{
	for (uint32_t i = 0; i < n; i++)
		out[i] = (uint32_t)keys[i];
	return sorted_distinct_u32(out, n);
}

static bool add_to_stage(page_index *x, stage_index *s, uint32_t entry, const firstprint_keys *k)
{
	uint32_t words[KMODES_WIDTH_MAX];
	bool added;

	if (!k->stored)
		return true;
	if (s->is.how == FIRSTPRINT_NEAR)
		return hamming_add(&s->near, entry, k->items[0], k->number);
	if (s->is.how == FIRSTPRINT_CLUSTERS)
		return kmodes_add(&x->clusters, entry, words, representatives_of(k->items, k->stored, words));
	added = postings_add(&s->keys, k->items, k->stored, entry);
	s->pages += added;
	return added;
}

static void remove_from_stage(page_index *x, stage_index *s, uint32_t entry, const firstprint_keys *k)
{
	if (!k->stored)
		return;
	if (s->is.how == FIRSTPRINT_NEAR) {
		hamming_remove(&s->near, entry);
	} else if (s->is.how == FIRSTPRINT_CLUSTERS) {
		kmodes_remove(&x->clusters, entry);
	} else {
		postings_remove(&s->keys, k->items, k->stored, entry);
		s->pages--;
	}
}

bool page_index_watch(page_index *x)
{
	if (!x->changes)
		x->changes = calloc(1, sizeof *x->changes);
	return x->changes != NULL;
}

/* Does one more page change the stage's clusters, or the power of two below its number of pages? */
static bool changes_stage(const stage_index *s)
{
	return s->is.how == FIRSTPRINT_CLUSTERS || (s->is.how == FIRSTPRINT_WEIGHED && (s->pages & (s->pages + 1)) == 0);
}

static void note_change(const page_index *x, const firstprint_keys *keys)
{
	changes_begin(x->changes);
	for (unsigned i = 0; i < x->len; i++) {
		const stage_index *s = &x->stages[i];

		if (!keys[i].stored)
			continue;
		if (s->is.how == FIRSTPRINT_NEAR)
			changes_note_point(x->changes, i, keys[i].items[0], keys[i].number);
		else
			changes_note_keys(x->changes, i, keys[i].items, keys[i].stored);
		if (changes_stage(s))
			changes_note_keys(x->changes, i, &CHANGES_ALL, 1);
	}
}

status page_index_add(page_index *x, uint64_t id, const firstprint_signature *sig, bool stays, const firstprint_keys *keys)
{
	uint32_t entry;
	status err = pages_add(&x->pages, id, sig, stays, &entry);
	size_t i = x->len;

	if (err)
		return err;
	if (x->changes)
		note_change(x, keys);
	while (i > 0 && add_to_stage(x, &x->stages[i - 1], entry, &keys[i - 1]))
		i--;
	if (i == 0)
		return OK;
	for (; i < x->len; i++)
		remove_from_stage(x, &x->stages[i], entry, &keys[i]);
	pages_remove(&x->pages, entry);
	return ERR_MEMORY;
}

void page_index_remove(page_index *x, uint32_t entry, const firstprint_keys *keys)
{
	if (x->changes)
		changes_note_removal(x->changes);
	for (size_t i = 0; keys && i < x->len; i++)
		remove_from_stage(x, &x->stages[i], entry, &keys[i]);
	pages_remove(&x->pages, entry);
}

/* ── searching ── */

void page_index_count(const page_index *x, size_t stage, const uint64_t *keys, size_t n, uint32_t most, uint32_t *counts)
{
	const postings *in = &x->stages[stage].keys;

	postings_find(in, keys, n, counts);
	for (size_t i = 0; i < n; i++) {
		uint32_t len = posting_list_len(in, counts[i]);

		counts[i] = len < most ? len : most;
	}
}

static int newest_first(const void *a, const void *b)
{
	uint32_t x = ((const hamming_match *)a)->entry, y = ((const hamming_match *)b)->entry;

	return (x < y) - (x > y);
}

/* Of equally near pages the newest are compared, whatever other pages there are. */
static bool hit_near(const stage_index *s, const firstprint_keys *k, candidates *c)
{
	hamming_match found[HAMMING_MOST];
	size_t n = hamming_find(&s->near, k->items[0], k->number, found);

	if (n > 1)
		qsort(found, n, sizeof *found, newest_first);
	for (size_t i = 0; i < n; i++)
		if (!candidates_hit(c, found[i].entry, s->is.bits + 1 - (uint32_t)found[i].distance))
			return false;
	return true;
}

static bool hit_shared(const stage_index *s, const firstprint_keys *k, candidates *c)
{
	const candidate_limits limits = {.list = s->is.list, .all = s->is.read, .oldest = s->is.oldest};

	return candidates_hit_lists(c, &s->keys, k->items, k->asked, &limits);
}

/* A cluster of pages. */
struct cluster {
	const kmodes *in;
	int32_t number;
};

static bool is_in_cluster(const void *ctx, uint32_t entry)
{
	const struct cluster *c = ctx;

	return c->number == KMODES_NONE || kmodes_cluster(c->in, entry) == c->number;
}

/* Keeps the candidates in the new page's cluster, if an earlier stage divides the pages into clusters. */
static bool keep_cluster(const page_index *x, size_t stage, const firstprint_keys *keys, candidates *c)
{
	struct cluster mine = {&x->clusters, KMODES_NONE};
	uint32_t words[KMODES_WIDTH_MAX];
	size_t i = 0;

	while (i < stage && x->stages[i].is.how != FIRSTPRINT_CLUSTERS)
		i++;
	if (i == stage)
		return true;
	if (!kmodes_nearest(&x->clusters, words, representatives_of(keys[i].items, keys[i].asked, words), &mine.number))
		return false;
	candidates_keep(c, is_in_cluster, &mine);
	return true;
}

bool page_index_find(const page_index *x, size_t stage, const firstprint_keys *keys, candidates *c, struct candidate *out,
		     size_t *n)
{
	const stage_index *s = &x->stages[stage];
	const firstprint_keys *k = &keys[stage];
	bool found = true;

	if (k->asked)
		found = (s->is.how == FIRSTPRINT_NEAR ? hit_near : hit_shared)(s, k, c) && keep_cluster(x, stage, keys, c);
	*n = candidates_take(c, k->hits ? k->hits : 1, s->is.compared, out);
	return found;
}

/* ── all of it ── */

size_t page_index_memory(const page_index *x)
{
	size_t bytes = pages_memory(&x->pages) + (x->changes ? sizeof *x->changes : 0);

	for (size_t i = 0; i < x->len; i++)
		bytes += postings_memory(&x->stages[i].keys) + hamming_memory(&x->stages[i].near);
	return bytes + kmodes_memory(&x->clusters);
}

void page_index_free(page_index *x)
{
	for (size_t i = 0; i < x->len; i++) {
		postings_free(&x->stages[i].keys);
		hamming_free(&x->stages[i].near);
	}
	kmodes_free(&x->clusters);
	free(x->changes);
	pages_free(&x->pages);
	*x = (page_index){0};
}
