#include "plugin/text/sketch.h"

#include <string.h>

#include "base/sorted.h"

/* Tokens in a shingle: three words, or four Chinese or Japanese characters, which are about as rare. */
enum { WORDS_IN_ROW = 3, CHARACTERS_IN_ROW = 4, HEADER_SIZE = 12 };

/* The k lowest upper halves of the hashes, ascending. They pass through a buffer of 2 k: when it is full, only its lower
 * half is kept, and from then on what is higher is not put in at all. */
static size_t smallest(const shingles *s, uint32_t out[SKETCH_SHINGLES])
{
	uint32_t buffer[2 * SKETCH_SHINGLES], bound = UINT32_MAX;
	size_t n = 0;

	for (size_t i = 0; i < s->len; i++) {
		uint32_t upper = (uint32_t)(s->items[i] >> 32);

		if (upper > bound)
			continue;
		buffer[n++] = upper;
		if (n < 2 * SKETCH_SHINGLES)
			continue;
		n = sorted_distinct_u32(buffer, n);
		if (n >= SKETCH_SHINGLES) {
			n = SKETCH_SHINGLES;
			bound = buffer[n - 1];
		}
	}
	n = sorted_distinct_u32(buffer, n);
	if (n > SKETCH_SHINGLES)
		n = SKETCH_SHINGLES;
	memcpy(out, buffer, n * sizeof *out);
	return n;
}

/* ── slots ── */

enum { EDGE_MARK = 1, NUMBER_MARK = 2, NAME_MARK = 3 }; /* stand for what is masked; no feature hash is so low */

/* The token at i, as it goes into a slot's key. */
static uint64_t context(const tokens *t, size_t i, bool mask_names)
{
	if (i >= t->len) /* or before the first: i has wrapped */
		return EDGE_MARK;
	if (t->items[i].kind == TOKEN_NUMBER)
		return NUMBER_MARK;
	return mask_names && t->items[i].is_name ? NAME_MARK : t->items[i].hash;
}

/* The slot at token i, with its value. 0: too much around it is masked to know it again. */
static uint32_t slot_at(const tokens *t, size_t i, bool is_name, const feature_key *key)
{
	uint64_t around[] = {context(t, i - 2, is_name), context(t, i - 1, is_name), context(t, i + 1, is_name), is_name};
	int plain = 0;

	for (int k = 0; k < 3; k++)
		plain += around[k] > NAME_MARK;
	if (is_name && plain < 2)
		return 0;
	return (uint32_t)(feature_hash(key, around, sizeof around) >> 40) << 8 | (uint32_t)(t->items[i].hash >> 56);
}

/* Keeps at most SKETCH_VALUES_MOST values of a slot, and whole slots only, `most` values in all. */
static size_t cut_slots(uint32_t *slots, size_t n, size_t most)
{
	size_t kept = 0;

	for (size_t i = 0; i < n;) {
		size_t end = i, values;

		while (end < n && slots[end] >> 8 == slots[i] >> 8)
			end++;
		values = end - i < SKETCH_VALUES_MOST ? end - i : SKETCH_VALUES_MOST;
		if (kept + values > most)
			break;
		memmove(slots + kept, slots + i, values * sizeof *slots);
		kept += values;
		i = end;
	}
	return kept;
}

/* The slots of one kind, the lowest `most` of them; the array is in a. */
static status slots_of(const tokens *t, bool names, const feature_key *key, size_t most, arena *a, uint32_t **out,
		       size_t *out_len)
{
	uint32_t *slots = arena_alloc(a, (t->len + 1) * sizeof *slots);
	size_t n = 0;

	if (!slots)
		return ERR_MEMORY;
	for (size_t i = 0; i < t->len; i++) {
		bool wanted = names ? t->items[i].is_name : t->items[i].kind == TOKEN_NUMBER;
		uint32_t slot = wanted ? slot_at(t, i, names, key) : 0;

		if (slot)
			slots[n++] = slot;
	}
	*out = slots;
	*out_len = cut_slots(slots, sorted_distinct_u32(slots, n), most);
	return OK;
}

/* ── to bytes and back ── */

struct parts {
	uint32_t distinct, length;
	uint32_t shingles[SKETCH_SHINGLES];
	size_t shingles_len;
	uint32_t *numbers, *names;
	size_t numbers_len, names_len;
};

static status write_bytes(const struct parts *p, arena *a, firstprint_span *out)
{
	size_t words = p->shingles_len + p->numbers_len + p->names_len;
	uint32_t *bytes = arena_alloc(a, HEADER_SIZE + words * sizeof *bytes), *at = bytes + 3;

	if (!bytes)
		return ERR_MEMORY;
	bytes[0] = p->distinct;
	bytes[1] = p->length;
	bytes[2] = (uint32_t)(p->shingles_len | p->numbers_len << 16 | p->names_len << 24);
	memcpy(at, p->shingles, p->shingles_len * sizeof *at);
	at += p->shingles_len;
	memcpy(at, p->numbers, p->numbers_len * sizeof *at);
	at += p->numbers_len;
	memcpy(at, p->names, p->names_len * sizeof *at);
	*out = (firstprint_span){(const char *)bytes, HEADER_SIZE + words * sizeof *bytes};
	return OK;
}

status sketch_make(firstprint_span text, const feature_key *key, arena *a, firstprint_span *out)
{
	struct parts p;
	shingles sh;
	tokens t;
	status err = tokens_of(text, key, a, &t);

	if (!err)
		err = shingles_of(&t, tokens_are_characters(&t) ? CHARACTERS_IN_ROW : WORDS_IN_ROW, key, a, &sh);
	if (!err)
		err = slots_of(&t, false, key, SKETCH_NUMBERS, a, &p.numbers, &p.numbers_len);
	if (!err)
		err = slots_of(&t, true, key, SKETCH_NAMES, a, &p.names, &p.names_len);
	if (err)
		return err;
	p.distinct = (uint32_t)sh.len;
	p.length = (uint32_t)(2 * t.len - t.characters);
	p.shingles_len = smallest(&sh, p.shingles);
	return write_bytes(&p, a, out);
}

bool sketch_read(firstprint_span bytes, sketch *out)
{
	const uint32_t *at = (const uint32_t *)(const void *)bytes.at;
	sketch s;

	if (bytes.len < HEADER_SIZE || bytes.len % 4)
		return false;
	s = (sketch){.distinct = at[0],
		     .length = at[1],
		     .shingles = at + 3,
		     .shingles_len = at[2] & 0xffff,
		     .numbers_len = at[2] >> 16 & 0xff,
		     .names_len = at[2] >> 24};
	if (s.shingles_len > SKETCH_SHINGLES || bytes.len != HEADER_SIZE + 4 * (s.shingles_len + s.numbers_len + s.names_len))
		return false;
	s.numbers = s.shingles + s.shingles_len;
	s.names = s.numbers + s.numbers_len;
	*out = s;
	return true;
}

/* ── comparisons ── */

/* Up to this hash a sample is complete. */
static uint32_t bound_of(const sketch *s)
{
	return s->shingles_len < SKETCH_SHINGLES ? UINT32_MAX : s->shingles[s->shingles_len - 1];
}

/* How many of its hashes are bound or lower. */
static size_t count_within(const sketch *s, uint32_t bound)
{
	return sorted_lower_bound_u32(s->shingles, s->shingles_len, (uint64_t)bound + 1);
}

sketch_likeness sketch_compare(const sketch *a, const sketch *b)
{
	uint32_t bound = bound_of(a) < bound_of(b) ? bound_of(a) : bound_of(b);
	size_t n = count_within(a, bound), m = count_within(b, bound);
	size_t sampled = sorted_shared_u32(a->shingles, n, b->shingles, m);
	double both = (double)sampled;

	if (sampled == 0)
		return (sketch_likeness){0};
	return (sketch_likeness){.resemblance = both / ((double)(n + m) - both),
				 .sampled = (unsigned)sampled,
				 .contained = both / (double)n,
				 .contains = both / (double)m,
				 .shared = both * a->distinct / (double)n};
}

static size_t slot_end(const uint32_t *slots, size_t from, size_t n)
{
	size_t end = from;

	while (end < n && slots[end] >> 8 == slots[from] >> 8)
		end++;
	return end;
}

/* Of a slot with several values on both pages, those of the page with fewer are looked for among the other's. One that
 * is missing there differs. */
static slot_agreement compare_slots(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	slot_agreement sum = {0, 0};

	for (size_t i = 0, j = 0; i < n && j < m;) {
		size_t a_end = slot_end(a, i, n), b_end = slot_end(b, j, m);

		if (a[i] >> 8 == b[j] >> 8) {
			size_t least = a_end - i < b_end - j ? a_end - i : b_end - j;
			size_t both = sorted_shared_u32(a + i, a_end - i, b + j, b_end - j);

			sum.agree += (int)both;
			sum.differ += (int)(least - both);
			i = a_end;
			j = b_end;
		} else if (a[i] >> 8 < b[j] >> 8) {
			i = a_end;
		} else {
			j = b_end;
		}
	}
	return sum;
}

slot_agreement sketch_numbers(const sketch *a, const sketch *b)
{
	return compare_slots(a->numbers, a->numbers_len, b->numbers, b->numbers_len);
}

slot_agreement sketch_names(const sketch *a, const sketch *b)
{
	return compare_slots(a->names, a->names_len, b->names, b->names_len);
}
