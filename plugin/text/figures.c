#include "plugin/text/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/text/roles.h"

/* ── values ── */

/* Lowest bits first: is it telling (1); is it mute (1); how many times it stood before in the text (2); an exponent of ten (5); a whole number
 * without zeros at its end (23), by which the power of ten is multiplied. The exponent HASHED: not a decimal number, but the hash of a
 * number. */
enum { TELLING = 1, MUTE = 2, BEFORE_SHIFT = 2, BEFORE_MOST = 3, EXPONENT_SHIFT = 4, EXPONENT_MASK = 31, WHOLE_SHIFT = 9 };
enum { LEAST_EXPONENT = -15, HASHED = 31, WHOLE_MOST = (1 << 23) - 1 };
enum { TELLING_DIGITS = 3 };        /* so many are not the same by chance */
static const double ROUNDED = 0.01; /* of a figure that is rounded to another */

static uint32_t whole_of(uint32_t value)
{
	return value >> WHOLE_SHIFT;
}

static int exponent_of(uint32_t value)
{
	return (int)(value >> EXPONENT_SHIFT & EXPONENT_MASK) + LEAST_EXPONENT;
}

static bool is_hashed(uint32_t value)
{
	return (value >> EXPONENT_SHIFT & EXPONENT_MASK) == HASHED;
}

/* Reads a decimal number. false: it is none, or too long. */
static bool read_decimal(const char *at, const char *end, uint32_t *whole, int *exponent)
{
	uint64_t sum = 0;
	int decimals = 0, zeros = 0;
	bool fraction = false;

	for (; at < end; at++) {
		if (*at == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (*at < '0' || *at > '9')
			return false;
		decimals += fraction;
		zeros++;
		if (*at == '0')
			continue;
		for (; zeros && sum <= WHOLE_MOST; zeros--)
			sum *= 10;
		sum += (uint64_t)(*at - '0');
		if (sum > WHOLE_MOST)
			return false;
	}
	*whole = (uint32_t)sum;
	*exponent = sum ? zeros - decimals : 0;
	return *exponent >= LEAST_EXPONENT && *exponent < LEAST_EXPONENT + HASHED;
}

static uint32_t value_of(const passage *p, const number *x, const char *at, const char *end)
{
	uint32_t whole, telling;
	size_t digits = 0;
	int exponent;

	for (const char *i = at; i < end; i++)
		digits += *i >= '0' && *i <= '9';
	telling = digits >= TELLING_DIGITS && !number_is_year(x->text) ? TELLING : 0;
	if (read_decimal(at, end, &whole, &exponent))
		return whole << WHOLE_SHIFT | (uint32_t)(exponent - LEAST_EXPONENT) << EXPONENT_SHIFT | telling;
	return ((uint32_t)(feature_hash(p->key, at, (size_t)(end - at)) >> 32) & ~0u << WHOLE_SHIFT) |
	       HASHED << EXPONENT_SHIFT | telling;
}

/* The order of values, by which two pages keep the same ones. The same figure has the same hash, and another one for each time that it
 * stands in a text. */
static uint32_t hash_of(uint32_t value)
{
	uint32_t scale = is_hashed(value) ? 3 : (uint32_t)(exponent_of(value) + 18) % 3;
	uint32_t x = whole_of(value) * 16 + (value >> BEFORE_SHIFT & BEFORE_MOST) * 4 + scale;

	x = (x ^ x >> 16) * 0x45d9f3bu;
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return x ^ x >> 16;
}

/* A decimal number divided by the power of 1,000 that leaves it in [1, 1000). */
typedef struct quantity {
	double x; /* −1: it is hashed */
	int last; /* by which power of ten its last digit counts */
} quantity;

static quantity scaled(uint32_t value)
{
	static const double powers[] = {1, 10, 100};
	quantity q = {-1, 0};

	if (is_hashed(value))
		return q;
	q.last = (exponent_of(value) + 18) % 3;
	q.x = whole_of(value) * powers[q.last];
	for (; q.x >= 1000; q.last -= 3)
		q.x /= 1000;
	return q;
}

/* Is one of them the other, rounded? Then its last digit stands two places or more before the other's. */
static bool is_rounded(quantity a, quantity b)
{
	return a.x >= 0 && b.x >= 0 && abs(a.last - b.last) >= 2 && fabs(a.x - b.x) <= ROUNDED * fmax(a.x, b.x);
}

/* ── making ── */

/* A figure, to be sorted: its hash and its value; and where it stands. */
struct figure {
	uint64_t what;
	uint32_t token;
};

static struct figure figure_of(uint32_t value, uint32_t token)
{
	return (struct figure){(uint64_t)hash_of(value) << 32 | value, token};
}

/* Adds a number with these flags: the range "52-55" is two. Returns how many. */
static size_t add_number(const passage *p, const number *x, uint32_t flags, struct figure *to)
{
	const char *end = x->text + strlen(x->text), *dash = strchr(x->text, '-');

	if (!dash || strpbrk(dash + 1, "-/"))
		dash = NULL;
	to[0] = figure_of(value_of(p, x, x->text, dash ? dash : end) | flags, x->first);
	if (dash)
		to[1] = figure_of(value_of(p, x, dash + 1, end) | flags, x->first);
	return dash ? 2 : 1;
}

static bool is_alone(const line *l, const number *x)
{
	return l->first == x->first && l->end == x->first + x->tokens;
}

/* Adds the figures of a line with these numbers; numbered: the first one only numbers it. Returns how many. */
static size_t add_line(const passage *p, const line *l, const number *from, const number *end, bool numbered, struct figure *to)
{
	const struct figure *first = to;

	for (const number *x = from; x < end;) {
		size_t stamp = role_stamp(p, l, x, (size_t)(end - x));
		bool is_mute = l->is_furniture || (x == from && numbered);

		if (!stamp && !is_alone(l, x) && !role_is_reference(p, l, x))
			to += add_number(p, x, is_mute ? MUTE : 0, to);
		x += stamp ? stamp : 1;
	}
	return (size_t)(to - first);
}

static int compare(const void *a, const void *b)
{
	const struct figure *x = a, *y = b;

	if (x->what != y->what)
		return x->what > y->what ? 1 : -1;
	return (x->token > y->token) - (x->token < y->token);
}

/* Counts how often each figure stood before. Returns how many there are without those that stood there too often. */
static size_t count_before(struct figure *items, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0, first = 0, hash = 0; i < n; i++) {
		if (i == 0 || items[i].what >> 32 != hash) {
			hash = items[i].what >> 32;
			first = i;
		}
		if (i - first <= BEFORE_MOST)
			items[kept++] = figure_of((uint32_t)items[i].what | (uint32_t)(i - first) << BEFORE_SHIFT,
						  items[i].token);
	}
	return kept;
}

static void sort(struct figure *items, size_t n)
{
	qsort(items, n, sizeof *items, compare);
}

static size_t bytes_of(size_t n)
{
	return 4 + 4 * n;
}

static status write_bytes(const struct figure *items, size_t n, arena *a, firstprint_span *out, positions *at)
{
	uint32_t *bytes = arena_alloc(a, bytes_of(n)), *tokens = arena_alloc(a, (n + 1) * sizeof *tokens);

	if (!bytes || !tokens)
		return ERR_MEMORY;
	bytes[0] = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		bytes[1 + i] = (uint32_t)items[i].what;
		tokens[i] = items[i].token;
	}
	*out = (firstprint_span){(const char *)bytes, bytes_of(n)};
	*at = (positions){tokens, n};
	return OK;
}

/* The numbers of the lines that begin with one and go on, in their order and with NULL at both ends. NULL: out of memory. */
static const number **beginnings(const passage *p, arena *a)
{
	const number **found = arena_zeros(a, p->numbers.len + 2, sizeof(number *));
	const number *x = p->numbers.items, *end = x + p->numbers.len;
	size_t n = 1;

	for (size_t i = 0; found && i < p->lines.len; i++) {
		const line *l = &p->lines.items[i];

		if (x < end && x->first == l->first && !is_alone(l, x))
			found[n++] = x;
		while (x < end && x->first < l->end)
			x++;
	}
	return found;
}

/* Adds the figures of all lines. begun: the second of beginnings. Returns how many. */
static size_t add_lines(const passage *p, const number *const *begun, struct figure *to)
{
	const number *from = p->numbers.items, *all = from + p->numbers.len;
	size_t found = 0;

	for (size_t i = 0; i < p->lines.len; i++) {
		const line *l = &p->lines.items[i];
		bool is_begun = from == *begun && from->first == l->first;
		bool numbered = is_begun && role_is_numbering(p, from, begun[-1], begun[1]);
		const number *end = from;

		while (end < all && end->first < l->end)
			end++;
		found += add_line(p, l, from, end, numbered, to + found);
		begun += is_begun;
		from = end;
	}
	return found;
}

status figures_make(const passage *p, arena *a, firstprint_span *out, positions *at)
{
	struct figure *items = arena_alloc(a, (2 * p->numbers.len + 1) * sizeof *items);
	const number **begun = beginnings(p, a);
	size_t found;

	if (!items || !begun)
		return ERR_MEMORY;
	found = add_lines(p, begun + 1, items);
	sort(items, found);
	found = count_before(items, found);
	sort(items, found);
	return write_bytes(items, found < FIGURES_MOST ? found : FIGURES_MOST, a, out, at);
}

void figures_mark_site(char *bytes, size_t i)
{
	bytes[4 + 4 * i] |= MUTE;
}

size_t figures_read(firstprint_span bytes, figures *out)
{
	const uint32_t *at = (const uint32_t *)(const void *)bytes.at;
	size_t size;

	if (bytes.len < 4 || *at > FIGURES_MOST)
		return 0;
	size = bytes_of(*at);
	if (bytes.len < size)
		return 0;
	*out = (figures){at + 1, *at};
	return size;
}

/* Did the figure not stand before in its text? */
static bool is_first(uint32_t value)
{
	return !(value >> BEFORE_SHIFT & BEFORE_MOST);
}

size_t figures_telling(const figures *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->len; i++)
		n += f->values[i] & TELLING && is_first(f->values[i]);
	return n;
}

/* ── comparison ── */

/* What is left of a figure if it need not be told where it stands and whether it is long. */
static uint64_t key_of(uint32_t value)
{
	return (uint64_t)hash_of(value) << 32 | whole_of(value);
}

static bool has_rounded(const quantity *all, size_t n, quantity x)
{
	for (size_t i = 0; i < n; i++)
		if (is_rounded(all[i], x))
			return true;
	return false;
}

typedef struct own_figures {
	int own, shared;
	int unseen, telling, telling_shared; /* each figure once: of its own; telling ones, and those of them that are shared */
	int amounts, amounts_shared;         /* the same for amounts */
	uint32_t first;                      /* of its own; 0: there is none */
} own_figures;

/* Is it an amount of five digits or more, which two reports have in common only if one was written after the other? */
static bool is_amount(uint32_t value)
{
	uint32_t least = 10000;

	for (int i = exponent_of(value); i > 0 && least > 100; i--)
		least /= 10;
	return value & TELLING && (is_hashed(value) || (exponent_of(value) >= 0 && whole_of(value) >= least));
}

static void count(own_figures *sum, uint32_t value, bool is_shared, bool is_own)
{
	bool is_telling = is_first(value) && value & TELLING;

	if (is_own && !sum->own)
		sum->first = value;
	sum->shared += is_shared;
	sum->own += is_own;
	sum->unseen += is_own && is_first(value);
	sum->telling += is_telling;
	sum->telling_shared += is_telling && is_shared;
	sum->amounts += is_telling && is_amount(value);
	sum->amounts_shared += is_telling && is_amount(value) && is_shared;
}

/* Counts the figures of a that b lacks, or has, too. Of a page with many figures only some are kept: then b is known to lack only those
 * that it would have kept. */
static own_figures own_of(const figures *a, const figures *b)
{
	uint64_t bound = b->len < FIGURES_MOST ? UINT64_MAX : key_of(b->values[b->len - 1]);
	quantity theirs[FIGURES_MOST];
	own_figures sum = {0};

	for (size_t i = 0; i < b->len; i++)
		theirs[i] = scaled(b->values[i]);
	for (size_t i = 0, j = 0; i < a->len; i++) {
		uint64_t key = key_of(a->values[i]);
		bool has;

		if (a->values[i] & MUTE)
			continue;
		while (j < b->len && key_of(b->values[j]) < key)
			j++;
		has = j < b->len && key_of(b->values[j]) == key;
		count(&sum, a->values[i], has, !has && key <= bound && !has_rounded(theirs, b->len, scaled(a->values[i])));
	}
	return sum;
}

figure_agreement figures_compare(const figures *a, const figures *b)
{
	own_figures x = own_of(a, b), y = own_of(b, a);

	return (figure_agreement){
		.agree = x.shared < y.shared ? x.shared : y.shared,
		.differ = x.own < y.own ? x.own : y.own,
		.lacked = x.own < y.own ? y.own : x.own,
		.more = x.unseen - y.unseen,
		.shared = x.telling_shared,
		.of = x.telling < y.telling ? x.telling : y.telling,
		.amounts = x.amounts < y.amounts ? x.amounts : y.amounts,
		.amounts_shared = x.amounts_shared,
	};
}

void figures_word(const figures *a, const figures *b, char *word, size_t size)
{
	own_figures x = own_of(a, b);

	*word = '\0';
	if (x.own && !is_hashed(x.first))
		snprintf(word, size, "%.*f", exponent_of(x.first) < 0 ? -exponent_of(x.first) : 0,
			 whole_of(x.first) * pow(10, exponent_of(x.first)));
}
