#include <stdio.h>

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

#define RATE(rate) REPORT("", rate, "120", "36", "")

static const struct { const char *name, *one, *other; int agree, differ; } rows[] = {
	{"the same", RATE("4.25"), RATE("4.25"), 3, 0},
	{"another rate", RATE("4.25"), RATE("5.75"), 2, 1},
	{"in words", RATE("4.25"), REPORT("", "4.25", "one hundred twenty", "thirty-six", ""), 3, 0},
	{"other words", RATE("4.25"), REPORT("", "4.25", "ninety", "twelve", ""), 1, 2},
	{"a figure more", RATE("4.25"), RATE("4.25, and not 3.75,"), 3, 0},
	{"one twice in place of another", REPORT("", "4.25", "120", "36", ""), REPORT("", "4.25", "120", "120", ""), 2, 1},
	{"many times, and others behind", RATE("3, 3, 3, 3, 3, 3, 8, 8, 8, 9, 9 and 9"), RATE("3, 3, 3, 3, 3, 3, 8, 8, 8, 9, 9 and 10"), 11, 1},
	{"five times on one page", RATE("7, 7, 7, 7 and 7"), RATE("7, 7, 7 and 7"), 6, 0},
	{"rounded", RATE("1.4592"), RATE("1.46"), 2, 0},
	{"not rounded, but another", RATE("1.45"), RATE("1.46"), 2, 1},
	{"rounded too far", RATE("1.4392"), RATE("1.46"), 2, 1},
	{"in millions", RATE("11.9 million"), RATE("11,908,000"), 2, 0},
	{"in thousands of millions", RATE("1,500 million"), RATE("1.5 billion"), 3, 0},
	{"ten times as much", RATE("1.5"), RATE("15"), 2, 1},
	{"a range with another end", RATE("52-55"), RATE("52 to 57"), 3, 1},
	{"another fraction", RATE("6-3/16"), RATE("6-3/8"), 2, 1},
	{"none and whole", RATE("6"), RATE("6-3/8"), 2, 1},
	{"the value of an option", RATE("width=70"), RATE("width=87"), 2, 1},
	{"a number in an address", RATE("http://h/?id=19325"), RATE("http://h/?id=20417"), 2, 0},
	{"zero", RATE("0.0"), RATE("0.5"), 2, 1},
	{"too long to be kept as it is", RATE("9,999,999,999"), RATE("9,999,999,998"), 2, 1},
	{"another year", RATE("1975"), RATE("1987"), 2, 1},
	{"a date above", REPORT("3 May 2019, 10:30\n", "4.25", "120", "36", ""), REPORT("9 July 2020, 11:15\n", "4.25", "120", "36", ""), 3, 0},
	{"a date and a counter above", REPORT("3 May 2019, seen 812 times\n", "4.25", "120", "36", ""), REPORT("9 July 2020, seen 97 times\n", "4.25", "120", "36", ""), 3, 0},
	{"a counter below", REPORT("", "4.25", "120", "36", "\nSeen 12 times"), REPORT("", "4.25", "120", "36", "\nSeen 977 times"), 3, 0},
	{"a table below", REPORT("", "4.25", "120", "36", "\nLength 12 mm\nWidth 5 mm\nWeight 3 kg"),
	 REPORT("", "4.25", "120", "36", "\nLength 14 mm\nWidth 9 mm\nWeight 4 kg"), 3, 3},
	{"cells of a table below", REPORT("", "4.25", "120", "36", "\nLength\n12 mm\nWidth\n5 mm\nWeight\n3 kg"),
	 REPORT("", "4.25", "120", "36", "\nLength\n14 mm\nWidth\n9 mm\nWeight\n4 kg"), 3, 3},
	{"two counters and their names below", REPORT("", "4.25", "120", "36", "\nSeen\n12 times\nLiked\n4 times\nRead\nWrite"),
	 REPORT("", "4.25", "120", "36", "\nSeen\n977 times\nLiked\n9 times\nRead\nWrite"), 3, 0},
	{"a figure of one page in a line above the other", REPORT("Seen 7 times\n", "4.25", "120", "36", " Of these 5 count."), REPORT("", "4.25", "120", "36", " Of these 7 count."), 3, 0},
	{"beside notes with many numbers", REPORT("", "4.25", "7", "36", " So [1], [2], [7] and [9]."), REPORT("", "4.25", "9", "36", " So [1], [2], [7] and [9]."), 2, 1},
	{"numbers alone in their lines", REPORT("", "4.25", "120", "36", "\n1\n2\n3\n4"), REPORT("", "4.25", "120", "36", "\n5\n6\n7\n8"), 3, 0},
};

Test(figures, agree_or_stand_on_one_page_alone)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		figure_agreement f = compare("en", rows[i].one, rows[i].other), g = compare("en", rows[i].other, rows[i].one);

		cr_expect(f.agree == rows[i].agree && f.differ == rows[i].differ, "%s: %d agree, %d differ", rows[i].name, f.agree, f.differ);
		cr_expect(g.agree == f.agree && g.differ == f.differ && g.more == -f.more, "%s, in the other order", rows[i].name);
	}
}

Test(figures, a_chinese_weekday_is_none)
{
	figure_agreement days = compare("zh", "委员会周二决定投入 300 元。", "委员会星期三决定投入 300 元。");
	figure_agreement amounts = compare("zh", "他每周 300 元。", "他每周 500 元。");

	cr_expect(days.agree == 1 && days.differ == 0, "%d agree, %d differ", days.agree, days.differ);
	cr_expect(amounts.agree == 0 && amounts.differ == 1, "%d agree, %d differ", amounts.agree, amounts.differ);
}

Test(figures, amounts_have_five_digits_or_more)
{
	figure_agreement f = compare("en", RATE("4.25, 1987, 9,999, 12,500, 993,000, 2,455,000 and 21,254,054"),
				     RATE("5.75, 1987, 9,999, 12,500, 993,000, 2,455,001 and 21,254,054"));

	cr_expect(f.amounts == 4 && f.amounts_shared == 3, "%d of %d", f.amounts_shared, f.amounts);
}

/* Some of the figures are kept, the same on both pages: a page that has all but one of the other's lacks none that was not kept. */
Test(figures, of_a_long_table_do_not_differ_since_few_are_kept)
{
	char one[40000] = "", other[40000] = "";
	figure_agreement f;

	for (int i = 0; i < 600; i++) {
		sprintf(one + strlen(one), "item number %d\n", 1000 + 7 * i);
		if (i != 300)
			sprintf(other + strlen(other), "item number %d\n", 1000 + 7 * i);
	}
	f = compare("en", one, other);
	cr_expect(f.agree >= FIGURES_MOST - 1 && f.differ == 0, "%d agree, %d differ", f.agree, f.differ);
	strcat(other, "item number 77777\nitem number 77778\nitem number 77779\nitem number 77781\n");
	f = compare("en", other, one);
	cr_expect(f.differ <= 1 && f.more <= 4);
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
