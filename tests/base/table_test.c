#include "base/table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static table t;

static void make(void)
{
	t = (table){.memory = arena_new()};
	cr_assert(t.memory != NULL);
}

static void drop(void)
{
	arena_free(t.memory);
}

TestSuite(table, .init = make, .fini = drop);

static size_t put(const char *key, size_t number)
{
	size_t *at = table_put(&t, key, strlen(key), number);

	cr_assert(at != NULL);
	return *at;
}

/* −1: nothing. */
static long get(const char *key)
{
	const size_t *at = table_get(&t, key, strlen(key));

	return at ? (long)*at : -1;
}

Test(table, a_key_keeps_its_first_number)
{
	cr_expect_eq(put("a", 1), 1);
	cr_expect_eq(put("b", 0), 0);
	cr_expect_eq(put("a", 2), 1);
	cr_expect(get("a") == 1 && get("b") == 0 && get("c") == -1);
	cr_expect_eq(t.len, 2);
}

Test(table, one_that_is_empty_has_nothing)
{
	cr_expect_eq(get("a"), -1);
	cr_expect_eq(get(""), -1);
}

Test(table, a_number_may_be_changed)
{
	*table_put(&t, "a", 1, 1) += 5;
	cr_expect_eq(get("a"), 6);
}

static const struct {
	const char *bytes;
	size_t len;
} keys[] = {{"", 0}, {"\0", 1}, {"\0\0", 2}, {"a", 1}, {"a\0", 2}, {"a\0b", 3}, {"a\0c", 3}, {"\xff", 1}, {"ab", 2}, {"abc", 3}};
enum { KEYS = sizeof keys / sizeof *keys };

Test(table, keys_are_any_bytes)
{
	for (size_t i = 0; i < KEYS; i++)
		cr_expect_eq(*table_put(&t, keys[i].bytes, keys[i].len, i), i, "key %zu", i);
	for (size_t i = 0; i < KEYS; i++)
		cr_expect_eq(*table_get(&t, keys[i].bytes, keys[i].len), i, "key %zu", i);
}

Test(table, many_stay_distinct_while_it_grows)
{
	enum { N = 20000 };
	char key[32];

	for (size_t i = 0; i < N; i++) {
		cr_assert_eq(put(arena_printf(t.memory, "http://a/%zu", i * 7919), i), i);
		cr_assert_leq(t.len * 2, t.room);
		sprintf(key, "http://a/%zu", i / 2 * 7919);
		cr_assert_eq(put(key, N), i / 2);
	}
	cr_expect_eq(t.len, N);
	for (size_t i = 0; i < 2 * N; i++) {
		sprintf(key, "http://a/%zu", i * 7919);
		cr_assert_eq(get(key), i < N ? (long)i : -1, "%zu", i);
	}
}

Test(table, each_has_a_seed_of_its_own)
{
	table other = {.memory = t.memory};

	put("a", 1);
	table_put(&other, "a", 1, 1);
	cr_expect_neq(t.seed, other.seed);
}
