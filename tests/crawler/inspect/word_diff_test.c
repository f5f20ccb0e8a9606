/* A diff turns one sequence into the other, with as few changes as can be. */
#include <criterion/criterion.h>
#include <string.h>

#include "crawler/inspect/word_diff.h"
#include "tests/random.h"

static arena *memory;

static void make(void)
{
	memory = arena_new();
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(word_diff, .init = make, .fini = drop);

static uint64_t state = 7;

static unsigned random_below(unsigned n)
{
	return (unsigned)(next_random(&state) % n);
}

/* How many items are in both, by the table of the textbook. */
static size_t longest_common(const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
	size_t table[64][64] = {{0}};

	for (size_t i = 1; i <= n; i++)
		for (size_t j = 1; j <= m; j++)
			table[i][j] = a[i - 1] == b[j - 1]                ? table[i - 1][j - 1] + 1
				      : table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
									  : table[i][j - 1];
	return table[n][m];
}

/* Between the changes all is equal; returns how many items are. */
static size_t check(const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
	size_t x = 0, y = 0, same = 0;
	word_changes changes;

	cr_assert_eq(word_diff(a, n, b, m, memory, &changes), OK);
	for (size_t i = 0; i <= changes.len; i++) {
		word_change c = i < changes.len ? changes.items[i] : (word_change){.a = n, .b = m};

		cr_assert_eq(c.a - x, c.b - y);
		cr_assert(i == changes.len || c.a_len + c.b_len > 0);
		same += c.a - x;
		for (; x < c.a; x++, y++)
			cr_assert_eq(a[x], b[y]);
		x += c.a_len;
		y += c.b_len;
	}
	cr_assert_eq(x, n);
	cr_assert_eq(y, m);
	return same;
}

Test(word_diff, has_as_few_changes_as_can_be)
{
	uint64_t a[40], b[40];

	for (int round = 0; round < 3000; round++) {
		size_t n = random_below(40), m = random_below(40);
		unsigned letters = 1 + random_below(6);

		for (size_t i = 0; i < n; i++)
			a[i] = random_below(letters);
		for (size_t i = 0; i < m; i++)
			b[i] = random_below(letters);
		cr_assert_eq(check(a, n, b, m), longest_common(a, n, b, m), "round %d", round);
		arena_reset(memory);
	}
}

/* Two long texts without a word in common, and then with one in eight: the search gives up early, and still tells the truth. */
Test(word_diff, is_true_where_it_is_too_long_to_be_best)
{
	enum { N = 60000 };
	uint64_t *a = arena_alloc(memory, N * sizeof *a), *b = arena_alloc(memory, N * sizeof *b);

	for (size_t i = 0; i < N; i++) {
		a[i] = i;
		b[i] = N + i;
	}
	cr_expect_eq(check(a, N, b, N), 0);
	for (size_t i = 0; i < N; i += 8)
		b[i] = a[i];
	cr_expect_gt(check(a, N, b, N), N / 16);
}

/* A part of a text as long as forty of it: what stands in both is found wherever it stands, and though most words are frequent ones. */
Test(word_diff, finds_a_part_of_a_long_text)
{
	enum { N = 60000, PART = 1500 };
	uint64_t *a = arena_alloc(memory, N * sizeof *a), *b = arena_alloc(memory, PART * sizeof *b);

	for (size_t i = 0; i < N; i++)
		a[i] = random_below(200);
	for (size_t i = 0; i < PART; i++)
		b[i] = a[N / 2 + i];
	cr_expect_eq(check(a, N, b, PART), PART);
	b[PART / 2] = 777;
	cr_expect_eq(check(a, N, b, PART), PART - 1);
}
