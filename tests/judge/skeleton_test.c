#include "judge/skeleton.h"

#include <criterion/criterion.h>
#include <string.h>

static arena *a;
static calendar names;

static void make(void)
{
	a = arena_new();
	cr_assert(a != NULL);
}

static void drop(void)
{
	calendar_free(&names);
	arena_free(a);
}

TestSuite(skeleton, .init = make, .fini = drop);

static skeleton of(const char *url, const char *lang, const char *text)
{
	firstprint_page page = {.url = url, .title = "Harbour", .lang = lang, .text = {text, strlen(text)}};
	skeleton s;

	cr_assert(skeleton_of(&names, &page, a, &s) == OK);
	return s;
}

static bool same(const char *url_a, const char *text_a, const char *url_b, const char *text_b, const char *lang)
{
	skeleton x = of(url_a, lang, text_a), y = of(url_b, lang, text_b);

	return skeleton_digest(&x) == skeleton_digest(&y);
}

Test(skeleton, what_a_page_says_of_its_url_and_of_dates_makes_no_difference)
{
	cr_expect(same("http://a/lamp/7", "There is no page /lamp/7.", "http://a/oars", "There is no page /oars.", "en"));
	cr_expect(same("http://a/caf%C3%A9", "There is no café here.", "http://a/tea", "There is no tea here.", "en"),
		  "decoded");
	cr_expect(same("http://a/?q=red+barge", "Nothing for red or barge", "http://a/?q=oars", "Nothing for or oars", "en"),
		  "each word of a query");
	cr_expect(same("http://a/c?m=3", "Nothing in March 1985. See April", "http://a/c?m=4", "Nothing in April 1985. See May",
		       "en"));
	cr_expect(same("http://a/c?m=3", "Nichts im März, Montag", "http://a/c?m=4", "Nichts im Dezember, Freitag", "de"));
	cr_expect(same("http://a/1", "This is the reference 7f3a", "http://a/2", "This is the reference kqzvbwtrh", "en"),
		  "drawn words");
	cr_expect(same("http://a/l?p=7", "Nothing more. Pages 6 7 8", "http://a/l?p=19", "Nothing more. Pages 18 19 20", "en"));
	cr_expect(same("http://a/1", "Nothing on 2024-03-05 at 10:30", "http://a/2", "Nothing on 5/4/2023 at 9:12", "en"));
	cr_expect(same("http://a/cal/2026/05", "Calendar 2026/5. Nothing", "http://a/cal/2026/04", "Calendar 2026/4. Nothing", "en"));
	cr_expect(same("http://a/cal/2026/05", "Calendar 2026-05. Nothing", "http://a/cal/2025/12", "Calendar 2025-12. Nothing", "en"));
	cr_expect_not(same("http://a/2026/05", "A match: 5/4", "http://a/2026/06", "A match: 7/1", "en"), "in another order");
	cr_expect_not(same("http://a/r/1", "The rate is 1.0812", "http://a/r/2", "The rate is 1.0799", "en"), "a figure");
	cr_expect_not(same("http://a/r/1", "A match: 2-1", "http://a/r/2", "A match: 0-3", "en"));
	cr_expect_not(same("http://a/1", "h2o and co2", "http://a/2", "ch4 and nh3", "en"), "all words look drawn");
	cr_expect_not(same("http://a/1", "A photo of a barge", "http://a/2", "A photo of an oar", "en"));
	cr_expect_not(same("http://a/1", "Nichts im März", "http://a/2", "Nichts im Dezember", "en"), "another language");
}

#define SORRY "Sorry, what you are looking for is not in our harbour. Perhaps you like "

#define DELIVERY \
	"We send lamps to all harbours on this coast within three days, and to others by the next boat; whoever does not like a lamp sends it" \
	" back within a month, and has the money by the next boat, too, unless it is broken or was lit for more than a night."

static bool repeats(const char *first, const char *second, const char *url, const char *text)
{
	skeleton responses[] = {of("http://a/x1", "en", first), of("http://a/x2", "en", second)}, s = of(url, "en", text);
	skeleton_answer answer;

	cr_assert(skeleton_meet(responses, 2, a, &answer) == OK);
	return skeleton_repeats(&s, &answer);
}

Test(skeleton, a_page_repeats_an_answer_if_it_differs_no_more_than_two_answers_do)
{
	cr_expect(repeats("Sorry", "Sorry", "http://a/b", "Sorry"));
	cr_expect_not(repeats("Sorry", "Sorry", "http://a/b", "Sorry, no boat"), "the answers are the same, this one is not");
	cr_expect(repeats(SORRY, SORRY, "http://a/b", SORRY "barges"), "one word of a long answer");
	cr_expect(repeats(SORRY "oars", SORRY "two rafts", "http://a/b", SORRY "a barge"));
	cr_expect_not(repeats(SORRY "oars", SORRY "two rafts", "http://a/b", "A barge is a boat with a flat bottom"));
	cr_expect_not(repeats("This lamp is not in our shop. " DELIVERY, "This lamp is not in our shop. " DELIVERY,
			      "http://a/b", "Brass lamp, 37 euros, in stock. " DELIVERY),
		      "what all pages of a shop say gives no room for a product");
	cr_expect_not(repeats(SORRY "oars", SORRY "two rafts", "http://a/b",
			      SORRY "a barge. It has a flat bottom and no keel, and is towed by a horse, a mule or a tug"));
	cr_expect(repeats("There are no boats here", "There are no boats here", "http://a/boats", "There are no boats here"),
		  "a word of the answer may be in the URL");
	cr_expect_not(repeats("A barge has a flat bottom", "A tug tows the other ships", "http://a/b", "A raft"),
		      "two articles are no answer");
}

Test(skeleton, the_form_of_a_page_has_the_words_of_its_url)
{
	skeleton march = of("http://a/c?y=1985&m=3", "en", "No events in March 1985"),
		 may = of("http://a/c?y=1984&m=5", "en", "No events in May 1984");
	skeleton lamp = of("http://a/photo/lamp", "en", "Photo of a lamp"),
		 oar = of("http://a/photo/oar", "en", "Photo of a oar");

	cr_expect_eq(march.form, may.form, "months");
	cr_expect_neq(lamp.form, oar.form, "photos of a gallery");
	cr_expect_eq(skeleton_digest(&lamp), skeleton_digest(&oar));
}

Test(skeleton, a_copy_stands_alone)
{
	skeleton s = of("http://a/lamp", "en", "A lamp and oars"), copy;

	arena *other = arena_new();

	cr_assert(other && skeleton_copy(&s, other, &copy) == OK);
	arena_reset(a);
	s = of("http://a/lamp", "en", "A lamp and oars");
	cr_expect_eq(skeleton_digest(&s), skeleton_digest(&copy));
	cr_expect_eq(copy.url_len, 1);
	cr_expect_eq(copy.url[0], s.url[0]);
	arena_free(other);
}
