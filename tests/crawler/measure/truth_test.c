#include "crawler/measure/truth.h"

#include <stdint.h>

#include "tests/store/scratch.h"

/* The fourth is a second page with the id of the first; the last but one could not be read. */
static const char *const ids[] = {"\"a\"", "\"b\"", "\"c\"", "\"a\"", "5", "\"caf\\u00e9\"", NULL, "\"\""};
enum { A, B, C, A2, FIVE, CAFE, NONE, EMPTY, PAGES };

TestSuite(truth, .init = scratch_make, .fini = scratch_remove);

static truth *truth_of(const char *text)
{
	complaint why = {""};
	truth *t = NULL;

	cr_assert_eq(truth_open(scratch_write("truth.tsv", text, strlen(text)), ids, PAGES, &t, &why), OK, "%s", why.text);
	return t;
}

/* The clusters: each page has the letter of the first page of its cluster: "abca". */
static const char *clusters_of(const truth *t)
{
	static char text[PAGES + 1];

	for (size_t i = 0; i < PAGES; i++) {
		size_t first = 0;

		while (!truth_same(t, i, first))
			first++;
		text[i] = (char)('a' + first);
		cr_expect_eq(truth_cluster(t, i), truth_cluster(t, first));
	}
	return text;
}

static struct {
	const char *name, *text, *clusters;
} rows[] = {
	{"no line", "", "abcdefgh"},
	{"a pair", "a\tc\n", "abadefgh"},
	{"pairs are closed to clusters", "a\tb\nc\t5\nb\tc\n", "aaadafgh"},
	{"a pair in either order, given twice, and a page with itself", "c\ta\na\tc\nb\tb\n", "abadefgh"},
	{"pairs of one page", "a\tb\na\tc\n", "aaadefgh"},
	{"a number, and a string without escapes", "5\tcafé\n", "abcdeegh"},
	{"an id that is empty", "a\t\n\tb\n", "aacdefga"},
	{"labels", "a\tb\tdup\nb\tc\t\na\t5\tignore\na\tcafé\tneg\n", "aaadefgh"},
	{"further columns", "a\tb\tdup\t0.9\tx\nb\tc\t\t0.8\n", "aaadefgh"},
	{"comments, empty lines, ends of any kind", "# a\tc\n\na\tb\r\n#\n\r\n5\tcafé", "aacdeegh"},
	{"named clusters", "a\tone\nb\ttwo\n5\tone\ncafé\ttwo\nc\tthree\n", "abcdabgh"},
	{"a name that is not UTF-8", "a\t\xff\nb\t\xff\n", "aacdefgh"},
	{"a page in two named clusters joins them", "a\tone\nb\ttwo\na\ttwo\n", "aacdefgh"},
	{"the first line decides that they are pairs", "a\tb\n5\tcafé\n", "aacdeegh"},
	{"a line for each page makes clusters, whatever their names", "a\tb\nb\tc\nc\tb\n5\tc\ncafé\tx\n\tx\n", "abadbfgf"},
	{"clusters, and pairs with a label", "a\tone\nc\tone\na\tb\tneg\n", "abadefgh"},
	{"a cluster may have the name of an id, but not in the first line", "a\tone\nb\tc\nc\tc\n", "abbdefgh"},
};

Test(truth, turns_lines_into_clusters)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		truth *t = truth_of(rows[i].text);

		cr_expect_str_eq(clusters_of(t), rows[i].clusters, "%s: %s", rows[i].name, clusters_of(t));
		truth_close(t);
	}
}

Test(truth, pairs_can_be_ignored)
{
	truth *t = truth_of("5\tc\tignore\nb\ta\tignore\ncafé\tb\tignore\na\tc\tneg\n");

	cr_expect(truth_ignores(t, C, FIVE) && truth_ignores(t, FIVE, C));
	cr_expect(truth_ignores(t, A, B) && truth_ignores(t, B, CAFE));
	cr_expect(!truth_ignores(t, A, C) && !truth_ignores(t, A, CAFE) && !truth_ignores(t, A, A));
	truth_close(t);
	t = truth_of("a\tb\n");
	cr_expect(!truth_ignores(t, A, B));
	truth_close(t);
}

Test(truth, negative_pairs_come_once)
{
	truth *t = truth_of("c\ta\tneg\na\tb\n5\tb\tneg\na\tc\tneg\n");

	cr_assert_eq(t->negative.len, 2);
	cr_expect(t->negative.items[0].i == A && t->negative.items[0].j == C);
	cr_expect(t->negative.items[1].i == B && t->negative.items[1].j == FIVE);
	truth_close(t);
}

static struct {
	const char *name, *text, *says;
} bad[] = {
	{"one column", "a\tb\nc\n", "truth.tsv:2: expected columns"},
	{"nothing about these pages", "#\nx\ta\ny\tb\n", ":2: no page has the id 'x'"},
	{"an id with its quotes", "\"a\"\tb\n", ":1: no page has the id '\"a\"'"},
	{"unknown label", "a\tb\tmaybe\n", ":1: label 'maybe' is not dup, ignore or neg"},
	{"unknown label of an unknown page", "a\tb\na\tx\tmaybe\n", ":2: label 'maybe' is not dup, ignore or neg"},
	{"unknown label beside a cluster", "a\tb\tdup\na\tone\tduplicate\n", ":2: label 'duplicate' is not dup, ignore or neg"},
	{"a page and itself", "a\tb\na\ta\tneg\n", ":2: a page cannot be labelled neg with itself"},
};

Test(truth, a_bad_line_is_named)
{
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const char *path = scratch_write("truth.tsv", bad[i].text, strlen(bad[i].text));
		complaint why = {""};
		truth *t = NULL;

		cr_expect_eq(truth_open(path, ids, PAGES, &t, &why), ERR_FORMAT, "%s", bad[i].name);
		cr_expect(t == NULL && strstr(why.text, bad[i].says), "%s: %s", bad[i].name, why.text);
	}
}

/* Labels of a larger set will do. */
Test(truth, lines_about_other_pages_are_left_out)
{
	truth *t = truth_of("x\ta\na\tb\na\tx\tdup\n");

	cr_expect_eq(t->left_out, 2);
	cr_expect(strstr(t->first, "truth.tsv:1: no page has the id 'x'"), "%s", t->first);
	cr_expect(truth_same(t, A, B) && !truth_same(t, A, C));
	truth_close(t);
	t = truth_of("x\tone\na\tone\nb\ttwo\nc\tone\n");
	cr_expect_eq(t->left_out, 1);
	cr_expect(truth_same(t, A, C) && !truth_same(t, A, B));
	truth_close(t);
}

Test(truth, a_file_that_cannot_be_read_is_named)
{
	complaint why = {""};
	truth *t = NULL;

	cr_expect_eq(truth_open(scratch_path("none.tsv"), ids, PAGES, &t, &why), ERR_IO);
	cr_expect(strstr(why.text, "/none.tsv: cannot be read: No such file"), "%s", why.text);
	cr_expect_eq(truth_open(scratch_folder, ids, PAGES, &t, &why), ERR_IO);
	cr_expect(strstr(why.text, ": after byte 0: Is a directory"), "%s", why.text);
	truth_close(NULL);
}

/* Pairs of every page with the one ten before it: ten clusters. */
Test(truth, many_ids_stay_distinct)
{
	enum { N = 3000 };
	static char names[N][8];
	static const char *many[N];
	char *text = malloc(N * 16), *to = text;
	complaint why;
	truth *t;

	for (int i = 0; i < N; i++) {
		sprintf(names[i], "%d", i);
		many[i] = names[i];
		if (i >= 10)
			to += sprintf(to, "%d\t%d\n", i, i - 10);
	}
	cr_assert_eq(truth_open(scratch_write("truth.tsv", text, (size_t)(to - text)), many, N, &t, &why), OK);
	for (size_t i = 0; i < N; i++) {
		cr_assert(truth_same(t, i, i % 10), "%zu", i);
		cr_assert(!truth_same(t, i, (i + 1) % 10), "%zu", i);
	}
	truth_close(t);
	free(text);
}
