#include "plugin/index/hamming.h"

/* ── the plan ── */

/* For so many bits, these blocks and radii cost least at 10^6 to 10^7 entries: lookups, and entries compared in vain. A
 * narrow block needs few lookups, but its lists grow with the store. */
static const hamming_plan PLANS[] = {
	[0] = {.blocks = 1, .widths = {64}, .radii = {0}, .lookups = 1},
	[1] = {.blocks = 2, .widths = {32, 32}, .radii = {0, 0}, .lookups = 2},
	[2] = {.blocks = 2, .widths = {32, 32}, .radii = {1, 0}, .lookups = 34},
	[3] = {.blocks = 2, .widths = {32, 32}, .radii = {1, 1}, .lookups = 66},
	[4] = {.blocks = 3, .widths = {21, 21, 22}, .radii = {1, 1, 0}, .lookups = 45},
	[5] = {.blocks = 3, .widths = {21, 21, 22}, .radii = {1, 1, 1}, .lookups = 67},
	[6] = {.blocks = 3, .widths = {21, 21, 22}, .radii = {2, 1, 1}, .lookups = 277},
	[7] = {.blocks = 3, .widths = {21, 21, 22}, .radii = {2, 2, 1}, .lookups = 487},
	[8] = {.blocks = 3, .widths = {21, 21, 22}, .radii = {2, 2, 2}, .lookups = 718},
	[9] = {.blocks = 4, .widths = {16, 16, 16, 16}, .radii = {2, 2, 1, 1}, .lookups = 308},
	[10] = {.blocks = 4, .widths = {16, 16, 16, 16}, .radii = {2, 2, 2, 1}, .lookups = 428},
	[11] = {.blocks = 4, .widths = {16, 16, 16, 16}, .radii = {2, 2, 2, 2}, .lookups = 548},
	/* with more bits, nearly all entries would be compared: then it is faster to read them in order */
};

enum { PLANS_LEN = sizeof PLANS / sizeof *PLANS };
enum { CELL_LEAST = 16, CELL_WINDOWS = 8 }; /* a window reaches into 1 + 2 / CELL_WINDOWS cells on average, or fewer */
enum { WINDOW_MOST = 1 << 20 };             /* wider windows hold any count: no cells */

void hamming_open(hamming_index *x, int bits, uint32_t window)
{
	*x = (hamming_index){.bits = bits, .window = window};
	for (unsigned way = 0; near_way_at(way); way++)
		x->near = near_way_at(way);
	if (bits < PLANS_LEN)
		x->plan = PLANS[bits];
	if (window < WINDOW_MOST)
		x->plan.cell = window * CELL_WINDOWS > CELL_LEAST ? window * CELL_WINDOWS : CELL_LEAST;
}

/* ── keys ── */

static uint64_t block_of(const hamming_plan *p, unsigned block, uint64_t fingerprint)
{
	unsigned shift = 0;

	for (unsigned i = 0; i < block; i++)
		shift += p->widths[i];
	return p->widths[block] < 64 ? fingerprint >> shift & ((UINT64_C(1) << p->widths[block]) - 1) : fingerprint;
}

/* The lists of two values or cells may have one key: what is found there is compared anyway. */
static uint32_t key_of(uint64_t value, uint32_t cell)
{
	return (uint32_t)(value ^ value >> 32) ^ cell * 0x9e3779b1u;
}

static uint32_t cell_of(const hamming_plan *p, uint32_t count)
{
	return p->cell ? count / p->cell : 0;
}

/* ── entries ── */

static uint64_t *fingerprint_at(const hamming_index *x, uint32_t entry)
{
	return segments_at(&x->fingerprints, entry, sizeof(uint64_t));
}

/* The entry's count, plus 1; 0: there is no such entry. */
static uint32_t *count_at(const hamming_index *x, uint32_t entry)
{
	return segments_at(&x->counts, entry, sizeof(uint32_t));
}

static void remove_from(hamming_index *x, unsigned blocks, uint32_t entry)
{
	uint64_t fingerprint = *fingerprint_at(x, entry);
	uint32_t cell = cell_of(&x->plan, *count_at(x, entry) - 1);

	for (unsigned i = 0; i < blocks; i++) {
		uint64_t key = key_of(block_of(&x->plan, i, fingerprint), cell);

		postings_remove(&x->blocks[i], &key, 1, entry);
	}
	*count_at(x, entry) = 0;
}

void hamming_begin_load(hamming_index *x, uint64_t entries)
{
	for (unsigned i = 0; i < x->plan.blocks; i++) {
		uint64_t values = x->plan.widths[i] < 32 ? (uint64_t)1 << x->plan.widths[i] : UINT32_MAX;

		postings_begin_load(&x->blocks[i], entries < values ? entries : values);
	}
}

bool hamming_end_load(hamming_index *x)
{
	bool added = true;

	for (unsigned i = 0; i < x->plan.blocks; i++)
		added &= postings_end_load(&x->blocks[i]);
	return added;
}

bool hamming_add(hamming_index *x, uint32_t entry, uint64_t fingerprint, uint32_t count)
{
	if (!segments_reserve(&x->fingerprints, (size_t)entry + 1, sizeof(uint64_t)) ||
	    !segments_reserve(&x->counts, (size_t)entry + 1, sizeof(uint32_t)))
		return false;
	count = hamming_count(count);
	*fingerprint_at(x, entry) = fingerprint;
	*count_at(x, entry) = count + 1;
	x->len = entry < x->len ? x->len : entry + 1;
	for (unsigned i = 0; i < x->plan.blocks; i++) {
		uint64_t key = key_of(block_of(&x->plan, i, fingerprint), cell_of(&x->plan, count));

		if (!postings_add(&x->blocks[i], &key, 1, entry)) {
			remove_from(x, i, entry);
			return false;
		}
	}
	return true;
}

void hamming_remove(hamming_index *x, uint32_t entry)
{
	if (entry < x->len && *count_at(x, entry))
		remove_from(x, x->plan.blocks, entry);
}

/* ── a query ── */

/* All lookups: at most 718 values, in at most 2 cells. */
enum { VALUES_MOST = 718, CELLS_MOST = 2, LOOKUPS_MOST = CELLS_MOST * VALUES_MOST, SCAN_AT_ONCE = 1024 };
enum { LOOKUPS_OF_BLOCK_MOST = CELLS_MOST * 254 };
enum { LOADED_MOST = 24 }; /* lookups of the next block that are loaded while one is read */

struct search {
	const hamming_index *x;
	uint64_t fingerprint;
	uint32_t low, span;                          /* of the counts that are near, plus 1: from low to low + span */
	uint32_t first_cell, cells;                  /* which cells these are in */
	unsigned block;                              /* which is looked up */
	uint64_t values[VALUES_MOST];                /* of all blocks; each is looked up in all cells */
	size_t ends[HAMMING_BLOCKS_MAX], values_len; /* ends: of the values of each block */
	uint64_t keys[LOOKUPS_MOST];
	posting_list lists[LOOKUPS_MOST];
	hamming_match *out; /* once full, a heap with the oldest entry on top */
	size_t found;
};

static void sink(hamming_match *heap, size_t at)
{
	for (;;) {
		size_t least = at, left = 2 * at + 1;
		hamming_match m = heap[at];

		for (size_t child = left; child < left + 2 && child < HAMMING_MOST; child++)
			if (heap[child].entry < heap[least].entry)
				least = child;
		if (least == at)
			return;
		heap[at] = heap[least];
		heap[least] = m;
		at = least;
	}
}

static void keep(struct search *q, const hamming_match *m)
{
	if (q->found < HAMMING_MOST) {
		q->out[q->found++] = *m;
		for (size_t i = q->found == HAMMING_MOST ? HAMMING_MOST / 2 : 0; i-- > 0;)
			sink(q->out, i); /* it has become full: from now on it is a heap */
	} else if (m->entry > q->out[0].entry) {
		q->out[0] = *m;
		sink(q->out, 0);
	}
}

/* Would this entry, and so each older one, be too old for the answer? */
static bool is_too_old(const struct search *q, uint32_t entry)
{
	return q->found == HAMMING_MOST && entry < q->out[0].entry;
}

/* Was it found by an earlier block? */
static bool is_found_before(const struct search *q, uint64_t difference)
{
	for (unsigned i = 0; i < q->block; i++)
		if (__builtin_popcountll(block_of(&q->x->plan, i, difference)) <= q->x->plan.radii[i])
			return true;
	return false;
}

/* Copies the entries whose counts are near, in their order. Without branches, which would be guessed wrong. An entry that
 * is not in the index has count 0, which is never near: low is 1 or more. */
static size_t select_counts(const struct search *q, const uint32_t *entries, size_t n, uint32_t *out)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		out[kept] = entries[i];
		kept += *count_at(q->x, entries[i]) - q->low <= q->span;
	}
	return kept;
}

static void keep_entry(struct search *q, uint32_t entry, uint64_t fingerprint)
{
	keep(q, &(hamming_match){entry, __builtin_popcountll(fingerprint ^ q->fingerprint), *count_at(q->x, entry) - 1});
}

/* A list that is being read, for one key: a value of the block in a cell. */
struct reading {
	posting_walk walk;
	uint64_t value;
	uint32_t cell;
};

/* The list of another key may be the same: only entries with this value of the block, in this cell, are this key's. */
static bool belongs_to(const struct search *q, const struct reading *r, uint32_t entry, uint64_t fingerprint)
{
	return block_of(&q->x->plan, q->block, fingerprint) == r->value && !is_found_before(q, fingerprint ^ q->fingerprint) &&
	       (q->cells == 1 || cell_of(&q->x->plan, *count_at(q->x, entry) - 1) == r->cell);
}

/* Keeps those entries of the list's next run that are near. false: that was the last run, or it is too old. */
static bool read_run(struct search *q, struct reading *r)
{
	uint64_t fingerprints[LIST_RUN_MAX];
	uint32_t counted[LIST_RUN_MAX];
	uint16_t near[LIST_RUN_MAX];
	const uint32_t *entries;
	size_t n;

	if (!posting_walk_next(&r->walk, &entries, &n) || (n && is_too_old(q, entries[n - 1])))
		return false;
	n = select_counts(q, entries, n, counted);
	for (size_t i = 0; i < n; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): select_counts wrote n of them */
		fingerprints[i] = *fingerprint_at(q->x, counted[i]);
	n = q->x->near(fingerprints, n, q->fingerprint, q->x->bits, near);
	while (n--)
		if (belongs_to(q, r, counted[near[n]], fingerprints[near[n]]))
			keep_entry(q, counted[near[n]], fingerprints[near[n]]);
	return true;
}

/* Reads the lists run by run in turn, so that the newest entries of all come first, and soon the rest is too old. */
static void read_lists(struct search *q, size_t from, size_t to)
{
	struct reading open[LOOKUPS_OF_BLOCK_MOST];
	size_t n = 0, left;

	for (size_t i = from; i < to; i++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): postings_find wrote all of them */
		if (q->lists[i] == POSTINGS_EMPTY)
			continue;
		open[n].value = q->values[i / q->cells];
		open[n].cell = q->first_cell + (uint32_t)(i % q->cells);
		postings_walk(&q->x->blocks[q->block], q->lists[i], true, &open[n++].walk);
	}
	for (; n; n = left) {
		left = 0;
		for (size_t i = 0; i < n; i++)
			if (read_run(q, &open[i]) && left++ != i)
				open[left - 1] = open[i];
	}
}

/* ── lookups ── */

/* All values that differ from this one in at most radius bits, which stand at place `from` or higher. */
static void add_values(struct search *q, uint64_t value, int radius, unsigned from)
{
	q->values[q->values_len++] = value;
	for (unsigned i = from; radius > 0 && i < q->x->plan.widths[q->block]; i++)
		add_values(q, value ^ UINT64_C(1) << i, radius - 1, i + 1);
}

static void make_keys(struct search *q)
{
	const hamming_plan *p = &q->x->plan;

	q->values_len = 0;
	for (q->block = 0; q->block < p->blocks; q->block++) {
		add_values(q, block_of(p, q->block, q->fingerprint), p->radii[q->block], 0);
		q->ends[q->block] = q->values_len;
	}
	for (size_t i = 0; i < q->values_len; i++)
		for (uint32_t c = 0; c < q->cells; c++)
			q->keys[i * q->cells + c] = key_of(q->values[i], q->first_cell + c);
}

/* Begins to load what the lookups of a block from key number i on will read. */
static void load_ahead(const struct search *q, unsigned block, size_t i)
{
	size_t n = q->ends[block] * q->cells - i;

	buckets_prefetch(&q->x->blocks[block].keys, q->keys + i, n < LOADED_MOST ? n : LOADED_MOST);
}

static void look_up(struct search *q)
{
	size_t i = 0;

	make_keys(q);
	for (q->block = 0; q->block < q->x->plan.blocks; q->block++) {
		const postings *index = &q->x->blocks[q->block];
		size_t end = q->ends[q->block] * q->cells;

		if (q->block + 1 < q->x->plan.blocks)
			load_ahead(q, q->block + 1, end);
		postings_find(index, q->keys + i, end - i, q->lists + i);
		for (size_t k = i; k < end; k++)
			/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): postings_find wrote all of them */
			posting_list_prefetch(index, q->lists[k]);
		read_lists(q, i, end);
		i = end;
	}
}

/* ── or all entries, the newest first ── */

static void scan(struct search *q)
{
	uint16_t near[SCAN_AT_ONCE];

	for (uint32_t end = q->x->len; end > 0;) {
		uint32_t from = (end - 1) / SCAN_AT_ONCE * SCAN_AT_ONCE; /* such a run lies in one segment */
		size_t n = q->x->near(fingerprint_at(q->x, from), end - from, q->fingerprint, q->x->bits, near);

		while (n--)
			if (*count_at(q->x, from + near[n]) - q->low <= q->span)
				keep_entry(q, from + near[n], *fingerprint_at(q->x, from + near[n]));
		end = from;
		if (end && is_too_old(q, end - 1))
			return;
	}
}

enum { SCANNED_PER_LOOKUP = 10 }; /* so many entries are compared in the time of a lookup, which waits for memory */

size_t hamming_find(const hamming_index *x, uint64_t fingerprint, uint32_t count, hamming_match out[HAMMING_MOST])
{
	struct search q;
	uint32_t low, high;

	count = hamming_count(count);
	low = count > x->window ? count - x->window : 0;
	high = x->window < UINT32_MAX - 1 - count ? count + x->window : UINT32_MAX - 1;
	q.x = x;
	q.fingerprint = fingerprint;
	q.low = low + 1;
	q.span = high - low;
	q.first_cell = cell_of(&x->plan, low);
	q.cells = cell_of(&x->plan, high) - q.first_cell + 1;
	q.out = out;
	q.found = 0;
	if (!x->plan.lookups || x->len / SCANNED_PER_LOOKUP < x->plan.lookups)
		scan(&q);
	else
		look_up(&q);
	return q.found;
}

size_t hamming_memory(const hamming_index *x)
{
	size_t bytes = x->len * (sizeof(uint64_t) + sizeof(uint32_t));

	for (unsigned i = 0; i < x->plan.blocks; i++)
		bytes += postings_memory(&x->blocks[i]);
	return bytes;
}

void hamming_free(hamming_index *x)
{
	for (unsigned i = 0; i < HAMMING_BLOCKS_MAX; i++)
		postings_free(&x->blocks[i]);
	segments_free(&x->fingerprints);
	segments_free(&x->counts);
	*x = (hamming_index){0};
}
