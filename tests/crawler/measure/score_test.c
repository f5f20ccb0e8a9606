/* Scores of a small set with its labels and made-up verdicts. */
#include "crawler/measure/score.h"

#include <criterion/criterion.h>
#include <string.h>

#include "tests/store/scratch.h"

static const char *const ids[] = {"\"a\"", "\"b\"", "\"c\"", "\"d\"", "5"};
enum { PAGES = sizeof ids / sizeof *ids };

TestSuite(score, .init = scratch_make, .fini = scratch_remove);

/* of: made-up verdicts. Page i repeats page of[i], counted from 1; 0: none; 100 more: it supersedes that page. */
static score score_by(const char *labels, bool labelled, const uint64_t of[PAGES])
{
	batch_page pages[PAGES] = {0};
	size_t order[PAGES];
	batch b = {.pages = pages, .len = PAGES, .order = order};
	complaint why = {""};
	truth *t = NULL;
	score s;

	for (size_t i = 0; i < PAGES; i++) {
		order[i] = i;
		pages[i].verdict = (firstprint_verdict){.kind = of[i] > 100 ? FIRSTPRINT_SUPERSEDES
								: of[i]     ? FIRSTPRINT_NEAR_DUPLICATE
									    : FIRSTPRINT_UNIQUE,
							.of = of[i] % 100};
	}
	cr_assert_eq(truth_open(scratch_write("truth.tsv", labels, strlen(labels)), ids, PAGES, &t, &why), OK, "%s", why.text);
	cr_assert_eq(score_batch(&b, t, labelled, &s), OK);
	truth_close(t);
	return s;
}

static score score_of(const char *labels, const uint64_t of[PAGES])
{
	return score_by(labels, false, of);
}

static struct {
	const char *name, *labels;
	uint64_t of[PAGES];
	size_t right, wrong, missed, ignored, negatives_dropped, classes, classes_wrong, misnamed;
} rows[] = {
	{"all found", "a\tb\nb\tc\n", {0, 1, 1}, 2, 0, 0, 0, 0, 3, 0, 0},
	{"one of a cluster is as good as another", "a\tb\nb\tc\n", {0, 0, 2}, 1, 0, 1, 0, 0, 3, 1, 0},
	{"the wrong one counts twice", "a\tc\n", {0, 0, 2}, 0, 1, 1, 0, 0, 4, 2, 1},
	{"a page without a duplicate", "a\tb\n", {0, 1, 0, 1}, 1, 1, 0, 0, 0, 4, 2, 0},
	{"an ignored pair counts neither way", "a\tb\na\tc\tignore\n", {0, 1, 1}, 1, 0, 0, 1, 0, 3, 0, 0},
	{"a negative pair dropped", "c\td\tneg\na\tb\n", {0, 1, 0, 3}, 1, 1, 0, 0, 1, 4, 2, 0},
	{"a negative pair superseded", "c\td\tneg\na\tb\n", {0, 101, 0, 103}, 1, 0, 0, 0, 0, 4, 2, 0},
	{"superseded and missed", "a\tb\n", {0, 105, 0, 0}, 0, 0, 1, 0, 0, 4, 2, 0},
	{"a negative pair kept", "d\tc\tneg\na\tb\n", {0, 1, 0, 0}, 1, 0, 0, 0, 0, 4, 0, 0},
	{"two drops of a third page, of which no label speaks", "b\tc\n", {0, 1, 1}, 1, 1, 0, 0, 0, 4, 2, 0},
	{"two drops of a page that is labelled as another article", "b\tc\na\td\n", {0, 1, 1}, 0, 2, 1, 0, 0, 3, 2, 0},
	{"two drops of a third page, which a label denies", "b\tc\na\tb\tneg\n", {0, 1, 1}, 0, 2, 0, 0, 1, 4, 2, 0},
	{"a negative pair dropped as a third page", "b\tc\tneg\n", {0, 1, 1}, 0, 2, 0, 0, 1, 5, 3, 0},
	{"a drop of a drop", "a\tb\nb\tc\n", {0, 1, 2}, 2, 0, 0, 0, 0, 3, 0, 0},
	{"a later page is kept", "a\tb\nb\tc\nc\td\tneg\n", {2, 0, 2}, 2, 0, 0, 0, 0, 3, 0, 0},
	{"an earlier page dropped as a later one", "a\tb\tneg\nb\ta\tneg\n", {2}, 0, 1, 0, 0, 1, 5, 2, 0},
	{"a duplicate dropped as the page of an ignored pair", "b\tc\na\tc\tignore\n", {0, 0, 1}, 0, 0, 1, 1, 0, 4, 0, 0},
	{"a class in two groups, and two classes in one", "a\tb\nc\td\n", {0, 0, 1, 2, 0}, 0, 2, 2, 0, 0, 3, 2, 1},
};

Test(score, counts_right_wrong_and_missed)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		score s = score_of(rows[i].labels, rows[i].of);

		cr_expect_eq(s.right, rows[i].right, "%s: right %zu", rows[i].name, s.right);
		cr_expect_eq(s.wrong, rows[i].wrong, "%s: wrong %zu", rows[i].name, s.wrong);
		cr_expect_eq(s.missed, rows[i].missed, "%s: missed %zu", rows[i].name, s.missed);
		cr_expect_eq(s.ignored, rows[i].ignored, "%s: ignored %zu", rows[i].name, s.ignored);
		cr_expect_eq(s.misnamed, rows[i].misnamed, "%s: misnamed %zu", rows[i].name, s.misnamed);
		cr_expect_eq(s.classes, rows[i].classes, "%s: classes %zu", rows[i].name, s.classes);
		cr_expect_eq(s.classes_wrong, rows[i].classes_wrong, "%s: wrong classes %zu", rows[i].name, s.classes_wrong);
		cr_expect_eq(s.negatives_dropped, rows[i].negatives_dropped, "%s: neg %zu", rows[i].name, s.negatives_dropped);
		score_free(&s);
	}
}

/* d repeats a, of which no label speaks, and c repeats b, which a label denies. */
Test(score, of_labelled_pairs_alone_has_no_other_mistakes)
{
	static const uint64_t of[PAGES] = {0, 1, 2, 1};
	score s = score_by("a\tb\nb\tc\tneg\n", true, of), all = score_by("a\tb\nb\tc\tneg\n", false, of);

	cr_expect(s.right == 1 && s.wrong == 1 && s.unlabelled == 0 && s.ignored == 1, "%zu %zu %zu", s.right, s.wrong,
		  s.ignored);
	cr_expect(s.mistakes[2] == MISTAKE_WRONG && s.mistakes[3] == MISTAKE_NONE);
	cr_expect(all.wrong == 2 && all.unlabelled == 1 && all.mistakes[3] == MISTAKE_UNLABELLED, "%zu", all.wrong);
	score_free(&s);
	score_free(&all);
}

/* The file has a cluster, and says nothing of c and d. */
Test(score, of_labelled_pages_alone_leaves_out_pages_without_a_cluster)
{
	static const uint64_t of[PAGES] = {0, 1, 0, 3};
	score s = score_by("a\tx\nb\tx\n", true, of), all = score_by("a\tx\nb\tx\n", false, of);

	cr_expect(s.right == 1 && s.wrong == 0 && s.ignored == 1, "%zu %zu %zu", s.right, s.wrong, s.ignored);
	cr_expect(all.wrong == 1 && all.unlabelled == 1, "%zu %zu", all.wrong, all.unlabelled);
	score_free(&s);
	score_free(&all);
}

/* Whatever the verdicts, so that two filters can be compared. */
Test(score, recall_has_one_denominator)
{
	static const uint64_t all[][PAGES] = {{0},         {0, 1, 1, 1, 1}, {0, 0, 1, 2, 0}, {0, 0, 0, 3, 3},
					      {2, 0, 102}, {5, 5, 5, 5, 0}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		score s = score_by("a\tb\nb\t5\nc\td\na\td\tignore\n", i % 2, all[i]);

		cr_expect_eq(s.met + s.missed, 3, "%zu: %zu met, %zu missed", i, s.met, s.missed);
		score_free(&s);
	}
}

/* b supersedes its older version a, c and d supersede others: of the one a label speaks, of the other none. */
Test(score, tells_what_is_met_although_it_is_kept)
{
	static const uint64_t of[PAGES] = {0, 101, 101, 105}, drops[PAGES] = {0, 1, 102};
	score s = score_of("a\tb\na\tc\tneg\n", of), dropped = score_of("a\tb\nb\tc\n", drops);

	cr_expect(s.met == 1 && s.met_by_supersedes == 1 && s.right == 1 && s.missed == 0, "%zu %zu %zu", s.met,
		  s.met_by_supersedes, s.right);
	cr_expect(s.superseded == 2 && s.superseded_wrong == 1 && s.wrong == 0, "%zu %zu", s.superseded, s.superseded_wrong);
	cr_expect(dropped.met == 2 && dropped.met_by_supersedes == 1, "%zu %zu", dropped.met, dropped.met_by_supersedes);
	score_free(&s);
	score_free(&dropped);
}

Test(score, f1_is_the_harmonic_mean)
{
	static const uint64_t of[PAGES] = {0, 1, 0, 1};
	score s = score_of("a\tb\na\t5\n", of);

	cr_expect_float_eq(s.precision, 0.5, 1e-9);
	cr_expect_float_eq(s.recall, 0.5, 1e-9);
	cr_expect_float_eq(s.f1, 0.5, 1e-9);
	score_free(&s);
}

/* A page that is a drop of one page of its article is not in a group with another one that was kept, too. */
Test(score, pairs_of_an_article_are_together_in_one_group)
{
	static const struct {
		const char *labels;
		uint64_t of[PAGES];
		bool together[2];
	} pairs[] = {
		{"c\ta\nc\tb\n", {0, 0, 1}, {true, false}},
		{"c\ta\nc\tb\n", {0, 1, 1}, {true, true}},
		{"b\ta\nc\td\tneg\n", {0, 101, 0, 103}, {true, false}},
		{"a\tb\nc\tb\tneg\n", {0, 0, 1}, {false, true}},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		score s = score_of(pairs[i].labels, pairs[i].of);

		for (size_t k = 0; k < 2; k++)
			cr_expect_eq(s.together[k], pairs[i].together[k], "%zu: line %zu", i, k);
		score_free(&s);
	}
}
