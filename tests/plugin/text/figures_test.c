#include "tests/plugin/text_profile.h"

#define REPORT(before, rate, tons, men, behind) \
	before "The central bank of the island set its rate to " rate " percent after a long meeting on the last day of the week.\n" \
	"About " tons " tons of wool were brought to the harbour, where " men " men waited for them until the evening bell rang." behind

static figure_agreement compare(const char *lang, const char *one, const char *other)
{
	arena *a = arena_new();
	profile x = text_profile("", lang, "", one, a), y = text_profile("", lang, "", other, a);
	figure_agreement f = figures_compare(&x.figures, &y.figures);

	arena_free(a);
	return f;
}

static const struct { const char *name, *one, *other; int agree, differ; } rows[] = {
	{"the same", REPORT("", "4.25", "120", "36", ""), REPORT("", "4.25", "120", "36", ""), 3, 0},
	{"another rate", REPORT("", "4.25", "120", "36", ""), REPORT("", "5.75", "120", "36", ""), 2, 1},
	{"in words", REPORT("", "4.25", "120", "36", ""), REPORT("", "4.25", "one hundred twenty", "thirty-six", ""), 3, 0},
	{"other words", REPORT("", "4.25", "120", "36", ""), REPORT("", "4.25", "ninety", "twelve", ""), 1, 2},
	{"changed places", REPORT("", "4.25", "120", "36", ""), REPORT("", "4.25", "36", "120", ""), 1, 0},
	{"a date above", REPORT("3 May 2019, 10:30\n", "4.25", "120", "36", ""), REPORT("9 July 2020, 11:15\n", "4.25", "120", "36", ""), 3, 0},
	{"a counter below", REPORT("", "4.25", "120", "36", "\nSeen 12 times"), REPORT("", "4.25", "120", "36", "\nSeen 977 times"), 3, 0},
	{"a table below", REPORT("", "4.25", "120", "36", "\nLength 12 mm\nWidth 5 mm\nWeight 3 kg"),
	 REPORT("", "4.25", "120", "36", "\nLength 14 mm\nWidth 9 mm\nWeight 4 kg"), 3, 3},
};

Test(figures, agree_or_differ_by_their_places)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		figure_agreement f = compare("en", rows[i].one, rows[i].other);

		cr_expect(f.agree == rows[i].agree && f.differ == rows[i].differ, "%s: %d agree, %d differ", rows[i].name, f.agree, f.differ);
	}
}

Test(figures, of_three_digits_tell_that_two_stories_are_one)
{
	figure_agreement f = compare("en", "The mine sold 1,204 tons of ore for 87,300 dollars in 1986, 5 less than before.",
				     "For 87,300 dollars 1204 tons were sold in 1986, said the owners of the mine.");

	cr_expect_eq(f.shared, 2, "neither the year nor the 5");
	cr_expect_eq(f.of, 2);
}

Test(figures, the_first_that_differs_is_named)
{
	arena *a = arena_new();
	profile x = text_profile("", "en", "", REPORT("", "4.25", "120", "36", ""), a);
	profile y = text_profile("", "en", "", REPORT("", "5.75", "120", "36", ""), a);
	char word[FIRSTPRINT_WORD_SIZE];

	figures_word(&x.figures, &y.figures, word, sizeof word);
	cr_expect_str_eq(word, "4.25");
	figures_word(&x.figures, &x.figures, word, sizeof word);
	cr_expect_str_eq(word, "");
	arena_free(a);
}

Test(figures, chinese_has_places_of_characters)
{
	figure_agreement f = compare("zh", "港口的工人昨天搬运了六百吨羊毛，花了十二个小时才完成这项工作。", "港口的工人昨天搬运了600吨羊毛，花了30个小时才完成这项工作。");

	cr_expect(f.agree == 1 && f.differ == 1, "%d agree, %d differ", f.agree, f.differ);
}
