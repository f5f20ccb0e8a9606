#include "plugin/index/buckets.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { SLOTS = 8, AT_ONCE = 16 }; /* lookups begin to load so many lines before they read the same number */
enum { BUCKETS_MAX = 1 << 30, BEYOND_BITS = 28, BEYOND_ALL = (1 << BEYOND_BITS) - 1, LEN_ALL = 15 };
enum { LEVEL_LEAST = 8, LEN_LEAST = 1 << LEVEL_LEAST }; /* so that all hashes of a bucket have the same lowest byte */
static const double LOAD = 0.9;                         /* of the slots of all buckets; above it one more bucket is made */

struct line {
	uint16_t high[SLOTS];  /* bits 16 to 31 of each key's hash */
	uint8_t middle[SLOTS]; /* bits 8 to 15 */
	uint32_t values[SLOTS];
	uint32_t next; /* a line of overflow, plus 1; 0: none. All lines before the last one are full */
	uint32_t len : 4;
	uint32_t beyond : BEYOND_BITS;
};

enum { LINE = sizeof(struct line) };
_Static_assert(sizeof(struct line) == 64, "a line of the processor's cache");

/* ── lines ── */

static struct line *bucket_at(const buckets *x, uint32_t bucket)
{
	return segments_at(&x->lines, bucket, LINE);
}

static struct line *next_line(const buckets *x, const struct line *l)
{
	return l->next ? segments_at(&x->overflow, l->next - 1, LINE) : NULL;
}

/* The hash of a key; no two keys have the same. All bits are mixed, since keys have patterns: fingerprints do, and so do the lowest
 * hashes of pages. */
static inline uint32_t hash_of(uint32_t key)
{
	key = (key ^ key >> 16) * 0x7feb352du;
	key = (key ^ key >> 15) * 0x846ca68bu;
	return key ^ key >> 16;
}

/* The buckets after 2^level have been split from those 2^level before them. Without a branch, which would be guessed wrong. */
static inline uint32_t bucket_of(const buckets *x, uint32_t hash)
{
	uint32_t mask = ((uint32_t)2 << x->level) - 1;

	return hash & mask >> ((hash & mask) >= x->len);
}

/* The bit of `beyond` that stands for a hash. */
static inline uint32_t beyond_bit(uint32_t hash)
{
	return (uint32_t)1 << ((uint64_t)(hash * 0x9e3779b1u) * BEYOND_BITS >> 32);
}

/* Bit i: does slot i have this hash? The bucket is that of the hash. */
static inline unsigned equal_slots(const struct line *l, uint32_t hash)
{
	unsigned found = 0;

#ifdef __SSE2__
	__m128i high = _mm_loadu_si128((const __m128i *)(const void *)l->high);
	__m128i middle = _mm_loadl_epi64((const __m128i *)(const void *)l->middle);

	high = _mm_cmpeq_epi16(high, _mm_set1_epi16((short)(hash >> 16)));
	middle = _mm_cmpeq_epi8(middle, _mm_set1_epi8((char)(hash >> 8)));
	found = (unsigned)_mm_movemask_epi8(_mm_and_si128(_mm_packs_epi16(high, high), middle));
#else
	for (unsigned i = 0; i < SLOTS; i++)
		found |= (unsigned)(l->high[i] == hash >> 16 && l->middle[i] == (uint8_t)(hash >> 8)) << i;
#endif
	return found & ((1u << l->len) - 1);
}

static void set_slot(struct line *l, unsigned i, uint32_t hash, uint32_t value)
{
	l->high[i] = (uint16_t)(hash >> 16);
	l->middle[i] = (uint8_t)(hash >> 8);
	l->values[i] = value;
}

/* The hash of slot i of a line of this bucket. */
static uint32_t hash_at(const struct line *l, unsigned i, uint32_t bucket)
{
	return (uint32_t)l->high[i] << 16 | (uint32_t)l->middle[i] << 8 | bucket % LEN_LEAST;
}

/* The line and slot of a key. NULL: it is not in the table. */
static struct line *find_line(const buckets *x, uint32_t key, unsigned *slot)
{
	uint32_t hash = hash_of(key);
	struct line *l = x->len ? bucket_at(x, bucket_of(x, hash)) : NULL;

	for (; l; l = l->beyond & beyond_bit(hash) ? next_line(x, l) : NULL) {
		unsigned found = equal_slots(l, hash);

		if (found) {
			*slot = (unsigned)__builtin_ctz(found);
			return l;
		}
	}
	return NULL;
}

/* ── finding ── */

uint32_t *buckets_find(const buckets *x, uint32_t key)
{
	unsigned slot;
	struct line *l = find_line(x, key, &slot);

	return l ? &l->values[slot] : NULL;
}

/* Whether a key is there cannot be predicted, so there is no branch for it: a slot is read in any case. */
static inline uint32_t find(const buckets *x, const struct line *l, uint32_t hash, uint32_t absent)
{
	for (;;) {
		unsigned found = equal_slots(l, hash);
		uint32_t value = l->values[__builtin_ctz(found | 1u << (SLOTS - 1))];

		if (!(l->beyond & beyond_bit(hash)) || found)
			return found ? value : absent;
		l = segments_at(&x->overflow, l->next - 1, LINE); /* it has a next line, since something is beyond */
	}
}

uint32_t buckets_place(const buckets *x, uint32_t key)
{
	return x->len ? bucket_of(x, hash_of(key)) : 0;
}

void buckets_prefetch(const buckets *x, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; x->len && i < n; i++)
		__builtin_prefetch(bucket_at(x, bucket_of(x, hash_of((uint32_t)keys[i]))));
}

void buckets_prefetch_ends(const buckets *x, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; x->len && i < n; i++) {
		const struct line *l = bucket_at(x, bucket_of(x, hash_of((uint32_t)keys[i])));

		if (l->next)
			__builtin_prefetch(next_line(x, l));
	}
}

/* Begins to load the lines of up to AT_ONCE keys. */
static size_t prefetch(const buckets *x, const uint64_t *keys, size_t n, const struct line *lines[AT_ONCE])
{
	size_t some = n < AT_ONCE ? n : AT_ONCE;

	for (size_t i = 0; i < some; i++) {
		lines[i] = bucket_at(x, bucket_of(x, hash_of((uint32_t)keys[i])));
		__builtin_prefetch(lines[i]);
	}
	return some;
}

void buckets_find_all(const buckets *x, const uint64_t *keys, size_t n, uint32_t absent, uint32_t *out)
{
	const struct line *lines[2][AT_ONCE];
	unsigned now = 0;
	size_t some;

	for (size_t i = 0; !x->len && i < n; i++)
		out[i] = absent;
	if (!x->len)
		return;
	for (some = prefetch(x, keys, n, lines[now]); some; now = !now) {
		size_t next = prefetch(x, keys + some, n - some, lines[!now]);

		for (size_t i = 0; i < some; i++)
			out[i] = find(x, lines[now][i], hash_of((uint32_t)keys[i]), absent);
		keys += some;
		out += some;
		n -= some;
		some = next;
	}
}

/* ── lines of overflow ── */

/* Makes sure that n lines can be taken. */
static bool reserve_overflow(buckets *x, uint32_t n)
{
	return n < UINT32_MAX - x->overflow_len && segments_reserve(&x->overflow, (size_t)x->overflow_len + n, LINE);
}

/* Hangs an empty line behind l; one is reserved. */
static struct line *take_line(buckets *x, struct line *l)
{
	struct line *new;

	l->next = x->freed ? x->freed : ++x->overflow_len;
	new = next_line(x, l);
	if (x->freed)
		x->freed = new->next;
	*new = (struct line){0};
	x->touched++;
	return new;
}

/* Puts a slot at the end of the bucket; a line is reserved. */
static void append(buckets *x, struct line *l, uint32_t hash, uint32_t value)
{
	x->touched++;
	while (l->len == SLOTS) {
		l->beyond = (l->beyond | beyond_bit(hash)) & BEYOND_ALL;
		l = l->next ? next_line(x, l) : take_line(x, l);
		x->touched++;
	}
	set_slot(l, l->len, hash, value);
	l->len = (l->len + 1u) & LEN_ALL;
}

/* Writes `beyond` of the line of a bucket and of those behind it. Returns the filter of all their keys. */
static uint32_t note_beyond(buckets *x, struct line *l, uint32_t bucket)
{
	uint32_t all;

	l->beyond = l->next ? note_beyond(x, next_line(x, l), bucket) & BEYOND_ALL : 0;
	all = l->beyond;
	for (unsigned i = 0; i < l->len; i++)
		all |= beyond_bit(hash_at(l, i, bucket));
	x->touched++;
	return all;
}

/* Frees the line after l; what followed it follows l. */
static void free_next(buckets *x, struct line *l)
{
	struct line *freed = next_line(x, l);
	uint32_t number = l->next;

	l->next = freed->next;
	freed->next = x->freed;
	x->freed = number;
}

/* Moves the bucket's last slot into slot i of line l, and frees the last line if that was its only one. */
static void erase(buckets *x, uint32_t bucket, struct line *l, unsigned i)
{
	struct line *first = bucket_at(x, bucket), *last = first, *before = NULL;

	while (last->next) {
		before = last;
		last = next_line(x, last);
	}
	last->len--;
	set_slot(l, i, hash_at(last, last->len, bucket), last->values[last->len]);
	if (before && last->len == 0)
		free_next(x, before);
	note_beyond(x, first, bucket);
}

/* ── growth ── */

/* Moves the slots of a bucket that belong to the new one; those that stay move up. */
static void divide(buckets *x, uint32_t old, uint32_t new)
{
	struct line *first = bucket_at(x, old), *to = first, *l = first;
	unsigned kept = 0; /* in line `to` */

	do {
		for (unsigned i = 0, len = l->len; i < len; i++) {
			uint32_t hash = hash_at(l, i, old);

			if (bucket_of(x, hash) == new) {
				append(x, bucket_at(x, new), hash, l->values[i]);
				continue;
			}
			if (kept == SLOTS) {
				to = next_line(x, to);
				kept = 0;
			}
			set_slot(to, kept++, hash, l->values[i]);
		}
		l = next_line(x, l);
	} while (l);
	to->len = kept & LEN_ALL;
	while (to->next)
		free_next(x, to);
	note_beyond(x, first, old);
}

static uint32_t lines_of(const buckets *x, uint32_t bucket)
{
	uint32_t n = 0;

	for (const struct line *l = bucket_at(x, bucket); l; l = next_line(x, l))
		n++;
	return n;
}

/* Splits the next bucket in turn. Without memory for that, the table stays as it is, only fuller. */
static void split(buckets *x)
{
	uint32_t new = x->len, old = new - ((uint32_t)1 << x->level);

	if (new >= BUCKETS_MAX || !segments_reserve(&x->lines, (size_t) new + 1, LINE) ||
	    !reserve_overflow(x, lines_of(x, old)))
		return;
	*bucket_at(x, new) = (struct line){0}; /* to read new memory before it is written costs a second fault */
	x->len++;
	divide(x, old, new);
	if (x->len == (uint32_t)2 << x->level)
		x->level++;
	__builtin_prefetch(bucket_at(x, x->len - ((uint32_t)1 << x->level))); /* the next in turn */
}

/* Makes an empty table of so many buckets. false: out of memory. */
static bool begin(buckets *x, uint32_t len)
{
	if (!segments_reserve(&x->lines, len, LINE))
		return false;
	x->len = len;
	x->level = 31 - (unsigned)__builtin_clz(len);
	return true;
}

void buckets_expect(buckets *x, uint64_t keys)
{
	uint64_t len = (uint64_t)((double)keys / (LOAD * SLOTS)) + 1;

	if (!x->len && len > LEN_LEAST && len <= BUCKETS_MAX)
		begin(x, (uint32_t)len);
}

/* ── changes ── */

bool buckets_add(buckets *x, uint32_t key, uint32_t value)
{
	uint32_t hash = hash_of(key);

	if ((!x->len && !begin(x, LEN_LEAST)) || !reserve_overflow(x, 1))
		return false;
	append(x, bucket_at(x, bucket_of(x, hash)), hash, value);
	x->keys++;
	if ((double)x->keys > LOAD * SLOTS * x->len)
		split(x);
	return true;
}

void buckets_remove(buckets *x, uint32_t key)
{
	unsigned slot;
	struct line *l = find_line(x, key, &slot);

	if (!l)
		return;
	erase(x, bucket_of(x, hash_of(key)), l, slot);
	x->keys--;
}

size_t buckets_memory(const buckets *x)
{
	return ((size_t)x->len + x->overflow_len) * LINE;
}

void buckets_free(buckets *x)
{
	segments_free(&x->lines);
	segments_free(&x->overflow);
	*x = (buckets){0};
}
