#include "plugin/index/suffixes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/index/kept.h"

enum { CODE_MOST = 64, PAGES_MOST = 200 };

typedef struct row {
	uint64_t id;
	uint32_t code[CODE_MOST];
	size_t len;
} row;

static row row_of(uint64_t id, const char *letters)
{
	row r = {.id = id, .len = strlen(letters)};

	for (size_t i = 0; i < r.len; i++)
		r.code[i] = (uint32_t)letters[i];
	return r;
}

static void add(suffix_index *x, const row *r)
{
	cr_assert(suffixes_add(x, r->id, kept(r->code, sizeof r->code), r->len));
}

/* ── what the index must agree with: a comparison with every stored code ── */

static uint32_t common_run(const row *a, const row *b)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < a->len; i++)
		for (size_t j = 0; j < b->len; j++) {
			uint32_t n = 0;

			while (i + n < a->len && j + n < b->len && a->code[i + n] == b->code[j + n])
				n++;
			longest = n > longest ? n : longest;
		}
	return longest;
}

/* Ids ascend; rows with id 0 are removed ones. */
static void compare_all(const row *rows, size_t n, const row *q, suffix_match *holder, suffix_match *held)
{
	*holder = *held = (suffix_match){0};
	for (size_t i = 0; i < n; i++) {
		suffix_match m = {rows[i].id, common_run(&rows[i], q), (uint32_t)rows[i].len};

		if (!m.id || !m.common)
			continue;
		if (m.common > holder->common)
			*holder = m;
		if (!held->id || m.common * held->len > held->common * m.len)
			*held = m;
	}
}

static bool same(suffix_match a, suffix_match b)
{
	return a.id == b.id && a.common == b.common && a.len == b.len;
}

static void expect_agreement(suffix_index *x, const row *rows, size_t n, const row *q, const char *name, unsigned round)
{
	suffix_match holder, held, true_holder, true_held;

	cr_assert(suffixes_find(x, q->code, q->len, &holder, &held));
	compare_all(rows, n, q, &true_holder, &true_held);
	cr_assert(same(holder, true_holder), "%s, round %u: holder %lu with %u, should be %lu with %u", name, round,
		  holder.id, holder.common, true_holder.id, true_holder.common);
	cr_assert(same(held, true_held), "%s, round %u: held %lu with %u/%u, should be %lu with %u/%u", name, round, held.id,
		  held.common, held.len, true_held.id, true_held.common, true_held.len);
}

static row random_row(uint64_t id, unsigned letters, size_t most)
{
	row r = {.id = id, .len = 1 + (size_t)rand() % most};

	for (size_t i = 0; i < r.len; i++)
		r.code[i] = (uint32_t)rand() % letters;
	return r;
}

Test(suffixes, finds_the_page_with_the_longest_run_and_the_one_contained_most)
{
	static const struct { const char *name, *pages[4], *asked; suffix_match holder, held; } rows[] = {
		{ "no page",               { 0 },                        "abc",    {0},       {0} },
		{ "nothing in common",     { "xyz" },                    "abc",    {0},       {0} },
		{ "the same",              { "xyz", "abc" },             "abc",    {2, 3, 3}, {2, 3, 3} },
		{ "a beginning",           { "abcxyz" },                 "abc",    {1, 3, 6}, {1, 3, 6} },
		{ "an end",                { "xyzabc" },                 "abc",    {1, 3, 6}, {1, 3, 6} },
		{ "no run over a gap",     { "abxcd" },                  "abcd",   {1, 2, 5}, {1, 2, 5} },
		{ "the longest of two",    { "ab", "abc" },              "abcd",   {2, 3, 3}, {1, 2, 2} },
		{ "a tie: the lower id",   { "abx", "aby" },             "ab",     {1, 2, 3}, {1, 2, 3} },
		{ "the shorter is held",   { "xxxxabc", "abcx" },        "abc",    {1, 3, 7}, {2, 3, 4} },
		{ "a short one held, in a longer run", { "abcdefgh", "cd" }, "zabcdefz", {1, 6, 8}, {2, 2, 2} },
		{ "one symbol again and again", { "aaaa", "aaa" },       "aaaaaa", {1, 4, 4}, {1, 4, 4} },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		suffix_index x = {0};
		row asked = row_of(0, rows[i].asked);
		suffix_match holder, held;

		for (size_t p = 0; p < 4 && rows[i].pages[p]; p++) {
			row r = row_of(p + 1, rows[i].pages[p]);

			add(&x, &r);
		}
		cr_assert(suffixes_find(&x, asked.code, asked.len, &holder, &held));
		cr_expect(same(holder, rows[i].holder), "%s: holder %lu", rows[i].name, holder.id);
		cr_expect(same(held, rows[i].held), "%s: held %lu", rows[i].name, held.id);
		suffixes_free(&x);
	}
}

static const struct { const char *name; unsigned letters; size_t most; } alphabets[] = {
	{ "one letter",      1, 12 },
	{ "two letters",     2, 20 },
	{ "three letters",   3, 40 },
	{ "eight letters",   8, 60 },
	{ "sixty letters",  60, 60 },
};
enum { ALPHABETS = sizeof alphabets / sizeof *alphabets };

Test(suffixes, agrees_with_comparing_every_code)
{
	srand(1);
	for (size_t a = 0; a < ALPHABETS; a++) {
		static row rows[PAGES_MOST];
		suffix_index x = {0};

		for (unsigned i = 0; i < PAGES_MOST; i++) {
			row q = random_row(0, alphabets[a].letters, alphabets[a].most);

			expect_agreement(&x, rows, i, &q, alphabets[a].name, i);
			rows[i] = random_row(i + 1, alphabets[a].letters, alphabets[a].most);
			add(&x, &rows[i]);
		}
		suffixes_free(&x);
	}
}

/* One page in three is removed again, often the last one, whose id is then used a second time. */
Test(suffixes, agrees_with_comparing_every_code_while_pages_come_and_go)
{
	srand(2);
	for (size_t a = 0; a < ALPHABETS; a++) {
		static row rows[PAGES_MOST];
		suffix_index x = {0};
		size_t n = 0;

		for (unsigned round = 0; round < 400 && n < PAGES_MOST; round++) {
			row q = random_row(0, alphabets[a].letters, alphabets[a].most);
			size_t gone = rand() % 2 ? n - (n > 0) : (size_t)rand() % (n + 1);

			if (n && gone < n && rand() % 3 == 0) {
				suffixes_remove(&x, rows[gone].id);
				rows[gone].id = 0;
				n -= gone == n - 1;
			} else {
				rows[n] = random_row(n + 1, alphabets[a].letters, alphabets[a].most);
				add(&x, &rows[n++]);
			}
			expect_agreement(&x, rows, n, &q, alphabets[a].name, round);
		}
		suffixes_free(&x);
	}
}

Test(suffixes, removing_an_unknown_page_changes_nothing)
{
	suffix_index x = {0};
	row r = row_of(3, "abc");

	suffixes_remove(&x, 3);
	add(&x, &r);
	suffixes_remove(&x, 4);
	expect_agreement(&x, &r, 1, &r, "unknown", 0);
	suffixes_remove(&x, 3);
	suffixes_remove(&x, 3);
	expect_agreement(&x, NULL, 0, &r, "removed", 0);
	suffixes_free(&x);
}

Test(suffixes, takes_about_a_hundred_bytes_per_symbol_and_frees_them)
{
	suffix_index x = {0};
	size_t symbols = 0;

	srand(3);
	for (uint64_t id = 1; id <= 4000; id++) {
		row r = random_row(id, 3000, CODE_MOST);

		add(&x, &r);
		symbols += r.len;
	}
	cr_expect_lt(suffixes_memory(&x) / symbols, (size_t)150, "%zu", suffixes_memory(&x) / symbols);
	cr_expect_gt(suffixes_memory(&x) / symbols, (size_t)40, "%zu", suffixes_memory(&x) / symbols);
	suffixes_free(&x);
	cr_expect_eq(suffixes_memory(&x), (size_t)0);
}
