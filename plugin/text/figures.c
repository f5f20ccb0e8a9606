#include "plugin/text/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/roles.h"

/* ── values ── */

/* Lowest bits first: is it telling (1); is it a decimal number (1); then, of such a one, its decimals (3) and its digits (27); else
 * a hash. */
enum { TELLING = 1, DECIMAL = 2, DECIMALS_SHIFT = 2, DIGITS_SHIFT = 5, DECIMALS_MOST = 7, DIGITS_MOST = (1 << 27) - 1 };
enum { TELLING_DIGITS = 3 }; /* so many are not the same by chance, if the number is no year */

static bool is_telling(const char *n)
{
	size_t digits = 0;

	for (const char *at = n; *at; at++)
		digits += *at >= '0' && *at <= '9';
	return digits >= TELLING_DIGITS && !number_is_year(n);
}

/* Reads a decimal number. false: it is none, or too long. */
static bool read_decimal(const char *n, uint32_t *digits, uint32_t *decimals)
{
	const char *point = strchr(n, '.');
	uint64_t sum = 0;

	for (const char *at = n; *at; at++) {
		if (at == point && at > n)
			continue;
		if (*at < '0' || *at > '9' || sum > DIGITS_MOST)
			return false;
		sum = sum * 10 + (uint64_t)(*at - '0');
	}
	*digits = (uint32_t)sum;
	*decimals = point ? (uint32_t)strlen(point + 1) : 0;
	return sum <= DIGITS_MOST && *decimals <= DECIMALS_MOST;
}

static uint32_t value_of(const passage *p, const number *x)
{
	uint32_t digits, decimals, telling = is_telling(x->text) ? TELLING : 0;

	if (read_decimal(x->text, &digits, &decimals))
		return digits << DIGITS_SHIFT | decimals << DECIMALS_SHIFT | DECIMAL | telling;
	return ((uint32_t)(feature_hash(p->key, x->text, strlen(x->text)) >> 32) & ~3u) | telling;
}

/* ── making ── */

/* A place and a value as one number, to be sorted; and where the figure stands. */
struct figure {
	uint64_t what;
	uint32_t token;
};

/* The figure of x, which follows `before` numbers, first of which is the line's first. 0: nothing around it tells what it is
 * about. */
static uint64_t figure_of(const passage *p, const number *x, uint64_t before, const number *first, const line *l)
{
	uint32_t around;
	uint64_t key[3] = {place_of(p, l, x->first, x->first + x->tokens, &around), before, 0};

	if (around == 0 && before == 0)
		return 0;
	if (around == 0) /* in rows of numbers only, the first one is the name of the row */
		key[2] = feature_hash(p->key, first->text, strlen(first->text));
	return feature_hash(p->key, key, sizeof key) >> 32 << 32 | value_of(p, x);
}

/* Adds the figures of a line, whose numbers are from `from` to `end`, without those of the role `stamp` in front. Returns how many. */
static size_t add_line(const passage *p, const line *l, const number *from, const number *end, size_t stamp, struct figure *to)
{
	const struct figure *first = to;
	uint64_t before = 0; /* numbers that stand right before this one */

	for (const number *x = from; x < end; x++) {
		uint64_t what;

		before = x > from && x[-1].first + x[-1].tokens == x->first ? before + 1 : 0;
		what = figure_of(p, x, before, from, l);
		if (what && x >= from + stamp && !role_is_reference(p, l, x))
			*to++ = (struct figure){what, x->first};
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

/* Removes repetitions and places with too many values, and keeps whole places only. */
static size_t cut(struct figure *items, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n;) {
		size_t end = i, from = kept;

		for (; end < n && items[end].what >> 32 == items[i].what >> 32; end++)
			if (end == i || items[end].what != items[end - 1].what)
				items[kept++] = items[end];
		if (kept - from > FIGURES_SAME_PLACE)
			kept = from;
		if (kept > FIGURES_MOST)
			return from;
		i = end;
	}
	return kept;
}

static size_t bytes_of(size_t n)
{
	return 4 + 8 * n;
}

static status write_bytes(const struct figure *items, size_t n, arena *a, firstprint_span *out, const uint32_t **at)
{
	uint32_t *bytes = arena_alloc(a, bytes_of(n)), *tokens = arena_alloc(a, (n + 1) * sizeof *tokens);

	if (!bytes || !tokens)
		return ERR_MEMORY;
	bytes[0] = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		bytes[1 + i] = (uint32_t)(items[i].what >> 32);
		bytes[1 + n + i] = (uint32_t)items[i].what;
		tokens[i] = items[i].token;
	}
	*out = (firstprint_span){(const char *)bytes, bytes_of(n)};
	*at = tokens;
	return OK;
}

status figures_make(const passage *p, const numbers *n, const lines *l, arena *a, firstprint_span *out, const uint32_t **at)
{
	struct figure *items = arena_alloc(a, (n->len + 1) * sizeof *items);
	size_t found = 0, first = 0; /* first: the line of running text */

	if (!items)
		return ERR_MEMORY;
	while (first < l->len && l->items[first].is_margin)
		first++;
	for (size_t i = 0, k = 0; i < l->len; i++) {
		size_t from = k;

		while (k < n->len && n->items[k].first < l->items[i].end)
			k++;
		if (!l->items[i].is_furniture)
			found += add_line(p, &l->items[i], n->items + from, n->items + k,
					  i == first ? role_stamp(p, &l->items[i], n->items + from, k - from) : 0,
					  items + found);
	}
	qsort(items, found, sizeof *items, compare);
	return write_bytes(items, cut(items, found), a, out, at);
}

size_t figures_copy(const figures *x, const bool *leave_out, char *to)
{
	uint32_t *bytes = (uint32_t *)(void *)to, n = 0, at = 0;

	for (size_t i = 0; i < x->len; i++)
		if (!leave_out[i])
			bytes[1 + n++] = x->places[i];
	for (size_t i = 0; i < x->len; i++)
		if (!leave_out[i])
			bytes[1 + n + at++] = x->values[i];
	bytes[0] = n;
	return bytes_of(n);
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
	*out = (figures){at + 1, at + 1 + *at, *at};
	return size;
}

/* ── comparison ── */

static size_t place_end(const figures *x, size_t from)
{
	size_t end = from;

	while (end < x->len && x->places[end] == x->places[from])
		end++;
	return end;
}

static bool has_value(const figures *x, uint32_t value)
{
	for (size_t i = 0; i < x->len; i++)
		if (x->values[i] == value)
			return true;
	return false;
}

/* The first value at this place of a that b has nowhere; 0: there is none. */
static uint32_t own_value(const figures *a, size_t from, size_t end, const figures *b)
{
	for (size_t i = from; i < end; i++)
		if (!has_value(b, a->values[i]))
			return a->values[i];
	return 0;
}

/* How many telling values there are; shared: which b has, too. A value that stands twice counts once. */
static size_t telling(const figures *a, const figures *b, int *shared)
{
	size_t n = 0;

	*shared = 0;
	for (size_t i = 0; i < a->len; i++) {
		bool seen = !(a->values[i] & TELLING);

		for (size_t k = 0; k < i && !seen; k++)
			seen = a->values[k] == a->values[i];
		n += !seen;
		*shared += !seen && has_value(b, a->values[i]);
	}
	return n;
}

/* A place that both pages have. */
struct meeting {
	size_t a, a_end, b, b_end;
};

/* The next one, from m->a and m->b on. false: there is no more. */
static bool next_meeting(const figures *a, const figures *b, struct meeting *m)
{
	for (size_t i = m->a_end, j = m->b_end; i < a->len && j < b->len;) {
		if (a->places[i] == b->places[j]) {
			*m = (struct meeting){i, place_end(a, i), j, place_end(b, j)};
			return true;
		}
		if (a->places[i] < b->places[j])
			i = place_end(a, i);
		else
			j = place_end(b, j);
	}
	return false;
}

figure_agreement figures_compare(const figures *a, const figures *b)
{
	struct meeting m = {0, 0, 0, 0};
	figure_agreement sum = {0};
	size_t of_a, of_b;

	while (next_meeting(a, b, &m)) {
		size_t n = m.a_end - m.a, k = m.b_end - m.b, least = n < k ? n : k;
		size_t both = sorted_shared_u32(a->values + m.a, n, b->values + m.b, k);

		sum.agree += (int)both;
		if (both < least && (own_value(a, m.a, m.a_end, b) || own_value(b, m.b, m.b_end, a)))
			sum.differ += (int)(least - both);
	}
	of_b = telling(b, a, &sum.shared);
	of_a = telling(a, b, &sum.shared);
	sum.of = (int)(of_a < of_b ? of_a : of_b);
	return sum;
}

/* Writes a decimal value as text. */
static void write_value(uint32_t value, char *out, size_t size)
{
	uint32_t digits = value >> DIGITS_SHIFT, decimals = value >> DECIMALS_SHIFT & DECIMALS_MOST, scale = 1;

	for (uint32_t i = 0; i < decimals; i++)
		scale *= 10;
	if (decimals)
		snprintf(out, size, "%u.%0*u", digits / scale, (int)decimals, digits % scale);
	else
		snprintf(out, size, "%u", digits);
}

void figures_word(const figures *a, const figures *b, char *word, size_t size)
{
	struct meeting m = {0, 0, 0, 0};

	*word = '\0';
	while (!*word && next_meeting(a, b, &m)) {
		uint32_t own = own_value(a, m.a, m.a_end, b);

		if (own & DECIMAL)
			write_value(own, word, size);
	}
}
