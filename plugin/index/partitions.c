#include "plugin/index/partitions.h"

#include <stdlib.h>

#include "base/grow.h"

static const double NARROWEST = 0.9; /* narrower partitions save less time than it takes to search more of them */
enum { FREQUENCY_SLOTS = 1 << 18 };  /* lists that share a slot are counted together: that costs time, but loses nothing */

/* The largest size in the partition whose smallest is `begin`. */
static uint32_t end_of(uint32_t begin, double tau)
{
	uint64_t level = (uint64_t)SETS_WHOLE << sets_level(begin);
	double ratio = tau < NARROWEST ? tau : NARROWEST, end = (double)begin / ratio + 1;

	if (end > SETS_SIZE_MAX)
		end = SETS_SIZE_MAX;
	return (uint64_t)end < level ? (uint32_t)end : (uint32_t)level;
}

void partitions_open(partition_index *x, double tau)
{
	uint32_t begin = 1;

	*x = (partition_index){.tau = tau};
	while (begin <= SETS_SIZE_MAX && x->count < PARTITIONS_MAX) {
		x->ends[x->count] = end_of(begin, tau);
		begin = x->ends[x->count++] + 1;
	}
}

/* The partition for sets of this size. */
static uint32_t part_of(const partition_index *x, uint32_t size)
{
	uint32_t part = 0;

	while (part + 1 < x->count && x->ends[part] < size)
		part++;
	return part;
}

static uint32_t begin_of(const partition_index *x, uint32_t part)
{
	return part ? x->ends[part - 1] + 1 : 1;
}

/* All partitions share one table of posting lists. Two features may have the same key: every page found is compared in
 * full. */
static uint32_t key_of(uint32_t feature, uint32_t part)
{
	return feature ^ part * 0x9e3779b1u;
}

static feature_set set_of(const partition_index *x, uint32_t entry)
{
	const struct page_entry *e = &x->pages.entries[entry];

	return (feature_set){x->sizes[entry].size, e->len / (uint32_t)sizeof(uint32_t), e->bytes};
}

static bool add_page(partition_index *x, uint64_t id, uint32_t tag, const feature_set *set)
{
	struct partition_size *sizes = grow(x->sizes, x->pages.len, &x->sizes_room, sizeof *sizes);

	if (!sizes)
		return false;
	x->sizes = sizes;
	x->sizes[x->pages.len] = (struct partition_size){set->size, tag};
	return pages_add(&x->pages, id, set->items, set->len * sizeof *set->items);
}

/* The lengths of all lists of the key's slot together: at least that of the key's own list. */
static uint32_t *frequency(const partition_index *x, uint32_t key)
{
	return &x->frequencies[(key * 0x85ebca6bu) >> 14];
}

static void count_lists(partition_index *x, const feature_set *set, uint32_t more)
{
	uint32_t part = part_of(x, set->size);

	for (uint32_t i = 0; i < set->len; i++)
		*frequency(x, key_of(set->items[i], part)) += more;
}

static bool add_lists(partition_index *x, const feature_set *set)
{
	uint32_t part = part_of(x, set->size);
	uint32_t *keys = malloc((set->len + 1) * sizeof *keys);
	bool done;

	for (uint32_t i = 0; keys && i < set->len; i++)
		keys[i] = key_of(set->items[i], part);
	done = keys && postings_add(&x->lists, keys, set->len, x->pages.len - 1);
	free(keys);
	return done;
}

/* Allocates the tables with the first set: a query of an empty index does not need them. */
static bool make_tables(partition_index *x)
{
	if (!x->terms)
		x->terms = malloc(SETS_KEPT * sizeof *x->terms);
	if (!x->frequencies)
		x->frequencies = calloc(FREQUENCY_SLOTS, sizeof *x->frequencies);
	return x->terms && x->frequencies;
}

bool partitions_add(partition_index *x, uint64_t id, uint32_t tag, const feature_set *set)
{
	if (!make_tables(x) || !add_page(x, id, tag, set))
		return false;
	if (!add_lists(x, set)) {
		pages_pop(&x->pages);
		return false;
	}
	count_lists(x, set, 1);
	return true;
}

void partitions_remove(partition_index *x, uint64_t id)
{
	uint32_t entry = pages_find(&x->pages, id);
	feature_set set;

	if (entry == PAGES_NONE)
		return;
	set = set_of(x, entry);
	count_lists(x, &set, UINT32_MAX); /* −1 modulo 2^32 */
	postings_remove(&x->lists, entry);
	if (entry + 1 == x->pages.len)
		pages_pop(&x->pages); /* its number and its id may be used again */
	else
		pages_remove(&x->pages, entry);
}

/* ── a query ── */

struct question {
	const partition_index *index;
	const feature_set *set;
	void (*visit)(void *ctx, const partition_match *match);
	void *ctx;
};

static int rarest_first(const void *a, const void *b)
{
	const struct partition_term *x = a, *y = b;

	if (x->frequency != y->frequency)
		return x->frequency < y->frequency ? -1 : 1;
	return (x->feature > y->feature) - (x->feature < y->feature);
}

/* Can a stored set still reach tau if none of the first `missed` of the query's len features has found it? A set that was
 * sampled less than this level is not compared as a whole, so that its length says nothing: always true. */
static bool can_reach(const partition_index *x, uint32_t entry, unsigned level, uint32_t len, uint32_t missed)
{
	feature_set stored = set_of(x, entry);

	return sets_level(stored.size) != level || sets_reach(len - missed, stored.len + missed, x->tau);
}

static void hit_list(const partition_index *x, uint32_t key, unsigned level, uint32_t len, uint32_t missed)
{
	for (uint32_t p = postings_first(&x->lists, key); p != CHAINS_END; p = postings_next(&x->lists, p)) {
		uint32_t entry = postings_entry(&x->lists, p);

		if (can_reach(x, entry, level, len, missed))
			pages_hit(&x->pages, entry, 1);
	}
}

static void hit_part(struct question *q, uint32_t part)
{
	const partition_index *x = q->index;
	unsigned own = sets_level(q->set->size), theirs = sets_level(x->ends[part]), level = own > theirs ? own : theirs;
	uint32_t len = sets_below(q->set, level);

	for (uint32_t i = 0; i < len; i++)
		x->terms[i] = (struct partition_term){q->set->items[i], *frequency(x, key_of(q->set->items[i], part))};
	qsort(x->terms, len, sizeof *x->terms, rarest_first);
	for (uint32_t missed = 0; missed < len && sets_reach(len - missed, len, x->tau); missed++)
		if (x->terms[missed].frequency)
			hit_list(x, key_of(x->terms[missed].feature, part), level, len, missed);
}

static void compare(void *ctx, const struct page_entry *page, uint32_t hits)
{
	struct question *q = ctx;
	uint32_t entry = (uint32_t)(page - q->index->pages.entries);
	feature_set stored = set_of(q->index, entry);
	partition_match m = {page->id, q->index->sizes[entry].tag, stored.size, {0}};

	(void)hits;
	if (!sets_sizes_reach(stored.size, q->set->size, q->index->tau))
		return;
	m.like = sets_compare(q->set, &stored);
	if (sets_reach(m.like.shared, m.like.united, q->index->tau))
		q->visit(q->ctx, &m);
}

/* Can sets of the partition's sizes reach tau with a set of this size? */
static bool part_reaches(const partition_index *x, uint32_t part, uint32_t size)
{
	uint32_t begin = begin_of(x, part), end = x->ends[part];

	return end < size ? sets_reach(end, size, x->tau) : begin > size ? sets_reach(size, begin, x->tau) : true;
}

void partitions_each(const partition_index *x, const feature_set *set, void (*visit)(void *, const partition_match *),
		     void *ctx)
{
	struct question q = {x, set, visit, ctx};

	if (!x->pages.len || !set->len)
		return;
	for (uint32_t part = 0; part < x->count; part++)
		if (part_reaches(x, part, set->size))
			hit_part(&q, part);
	pages_each_hit(&x->pages, 1, compare, &q);
}

size_t partitions_memory(const partition_index *x)
{
	return pages_memory(&x->pages) + x->sizes_room * sizeof *x->sizes + postings_memory(&x->lists) +
	       (x->terms ? SETS_KEPT * sizeof *x->terms : 0) + (x->frequencies ? FREQUENCY_SLOTS * sizeof *x->frequencies : 0);
}

void partitions_free(partition_index *x)
{
	pages_free(&x->pages);
	postings_free(&x->lists);
	free(x->sizes);
	free(x->terms);
	free(x->frequencies);
	*x = (partition_index){0};
}
