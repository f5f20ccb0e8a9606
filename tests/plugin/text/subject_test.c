#include <stdio.h>

#include "tests/plugin/text_profile.h"

#define GUIDE(town) \
	"A walk through " town " begins at the old gate, where a map shows the way to the market and back again in half a day.\n" \
	"Whoever has time stays in " town " for the evening, when the lamps along the river are lit and a band plays by the bridge."
#define BOTH \
	"The library has a function that reads a list, and one that reads a map; the list hook is older than the map hook by years."

#define FAMILY \
	"\nThe walks lag_4217 and lag_9601 use the lags of a thesis on the periods of lagged walks, which was never printed at all."

static const struct {
	const char *name, *one_url, *one_title, *one, *other_url, *other_title, *other;
	bool differ;
} rows[] = {
	{"two towns", "http://h/1", "Aldern, a walk", GUIDE("Aldern"), "http://i/2", "Bremby, a walk", GUIDE("Bremby"), true},
	{"in lower case", "http://h/1", "aldern, a walk", GUIDE("aldern"), "http://i/2", "bremby, a walk", GUIDE("bremby"), true},
	{"of two words", "http://h/1", "New Aldern: a walk", GUIDE("New Aldern"), "http://i/2", "Bremby: a walk", GUIDE("Bremby"), true},
	{"one title for both", "http://h/1", "A walk", GUIDE("Aldern"), "http://i/2", "A walk", GUIDE("Bremby"), false},
	{"no title", "http://h/1", "", GUIDE("Aldern"), "http://i/2", "Bremby", GUIDE("Bremby"), false},
	{"another headline", "http://h/1", "Where a band plays", GUIDE("Aldern"), "http://h/2", "Half a day for a market", GUIDE("Aldern"), false},
	{"sections of a site", "http://h/1", "A walk - News", GUIDE("Aldern"), "http://h/2", "A walk - Print version", GUIDE("Aldern"), false},
	{"page numbers", "http://h/1", "A walk, page 2", GUIDE("Aldern"), "http://h/2", "A walk, page 3", GUIDE("Aldern"), false},
	{"sizes", "http://h/1", "Screw M4 × 10", GUIDE("M4 × 10"), "http://i/2", "Screw M4 × 12", GUIDE("M4 × 12"), true},
	{"versions of a manual", "http://h/1", "A walk, release 14", GUIDE("14 towns"), "http://h/2", "A walk, release 15", GUIDE("Aldern") "\nThat was release 15.",
	 false},
	{"parts of names", "http://h/1", "Class multiset", GUIDE("multiset"), "http://i/2", "Class avl_multiset", GUIDE("avl_multiset"), true},
	{"joined words of one host", "http://h/1", "list_hook", BOTH, "http://h/2", "map_hook", BOTH, true},
	{"joined versions of one host", "http://h/1", "A walk v1.2", GUIDE("Town"), "http://h/2", "A walk v1.3", GUIDE("Town"), false},
	{"other joined versions", "http://h/1", "A walk 14.0.0git", GUIDE("Town"), "http://h/2", "A walk 15.0.0git", GUIDE("Town"), false},
	{"names that differ in signs", "http://h/1", "operator<", GUIDE("operator<"), "http://i/2", "operator>", GUIDE("operator>"), true},
	{"a name that has the other as its part", "http://h/count.html", "count", GUIDE("count"), "http://h/count_if.html", "count_if", GUIDE("count_if"), true},
	{"a name with the mark of its type", "http://h/1", "Drain", GUIDE("Drain<'_>"), "http://i/2", "Iter", GUIDE("Iter<'_>"), true},
	{"signs in the middle of a text", "http://h/1", "list<int>", GUIDE("list<int>"), "http://i/2", "list", GUIDE("list<int>"), false},
	{"two of a family, each of which names the other", "http://h/1", "Type lag_9601", GUIDE("lag_9601") FAMILY, "http://i/2",
	 "Type lag_4217", GUIDE("lag_4217") FAMILY, true},
	{"a name of the other text", "http://h/1", "c_map", BOTH, "http://h/2", "cc_map", BOTH " See c_map; unlike c_map it is new.", true},
	{"headlines of several words", "http://h/1", "A long walk", "A long walk\n" GUIDE("Town"), "http://h/2", "Some other day",
	 "Some other day\n" GUIDE("Town"), false},
	{"one word of a headline that the text has", "http://h/1", "Lamps", "Lamps\n" GUIDE("Town"), "http://h/2", "River",
	 "River\n" GUIDE("Town"), false},
	{"of two hosts", "http://h/1", "list_hook", BOTH, "http://i/2", "map_hook", BOTH, false},
	{"only the headline repeats it", "http://h/1", "Aldern News", "Aldern News\n" GUIDE("Town"), "http://i/2", "Bremby Post",
	 "Bremby Post\n" GUIDE("Town"), false},
	{"the name of the site below the text", "http://h/1", "A walk - The Lantern", GUIDE("Town") "\nThe Lantern", "http://i/2",
	 "A walk - Weekly Mirror", GUIDE("Town") "\nWeekly Mirror", false},
};

/* Does the site name them by different words? The same the other way round. */
static bool names_differ(const profile *x, const profile *y)
{
	bool differ = subject_names_differ(&x->subject, &x->sketch, &y->subject, &y->sketch);

	cr_expect_eq(subject_names_differ(&y->subject, &y->sketch, &x->subject, &x->sketch), differ);
	return differ;
}

Test(subject, a_page_is_named_by_its_url_and_its_title_or_text)
{
	static const struct {
		const char *name, *one_url, *one_title, *one, *other_url, *other_title, *other;
		bool differ;
	} named[] = {
		{"named by the URL and the title", "http://h/aldern.html", "A walk: Aldern", GUIDE("Town"), "http://h/bremby.html", "A walk: Bremby", GUIDE("Town"), true},
		{"named on two hosts", "http://h/aldern.html", "A walk: Aldern", GUIDE("Town"), "http://i/bremby.html", "A walk: Bremby", GUIDE("Town"), false},
		{"one named page", "http://h/aldern.html", "A walk: Aldern", GUIDE("Town"), "http://h/2", "A walk: Bremby", GUIDE("Town"), false},
		{"named by the URL and the text", "http://h/aldern.html", "A walk", GUIDE("Aldern"), "http://h/bremby.html", "A walk", GUIDE("Bremby"), true},
		{"on two hosts", "http://h/aldern.html", "A walk", GUIDE("Aldern"), "http://i/bremby.html", "A walk", GUIDE("Bremby"), false},
		{"by a headline", "http://h/aldern.html", "A walk", "Aldern\n" GUIDE("Town"), "http://h/bremby.html", "A walk", "Bremby\n" GUIDE("Town"), true},
		{"names that the text lacks", "http://h/aldern.html", "A walk", GUIDE("Town"), "http://h/bremby.html", "A walk", GUIDE("Town"), false},
		{"one name", "http://h/a/aldern.html", "Aldern: a walk", GUIDE("Town"), "http://h/b/aldern.html", "Aldern: another walk", GUIDE("Town"), false},
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		profile x = text_profile(named[i].one_url, "en", named[i].one_title, named[i].one, a);
		profile y = text_profile(named[i].other_url, "en", named[i].other_title, named[i].other, a);

		cr_expect_eq(names_differ(&x, &y), named[i].differ, "%s", named[i].name);
	}
	arena_free(a);
}

Test(subject, lists_are_named_by_what_they_list)
{
	static const enum firstprint_page_kind kinds[] = {FIRSTPRINT_PAGE, FIRSTPRINT_LIST, FIRSTPRINT_UNKNOWN_KIND};
	firstprint_page one = text_profile_page("http://h/tag/aldern", "en", "Posts about Aldern", GUIDE("Town"));
	firstprint_page other = text_profile_page("http://h/tag/bremby", "en", "Posts about Bremby", GUIDE("Town"));
	arena *a = arena_new();

	for (size_t i = 0; i < 3; i++) {
		profile x, y;

		one.kind = kinds[i];
		x = text_profile_of(&one, a);
		y = text_profile_of(&other, a);
		cr_expect_eq(names_differ(&x, &y), i == 0, "kind %zu", i);
	}
	arena_free(a);
}

static bool headlines_differ(const char *one_url, const char *one_title, const char *other_url, const char *other_title, arena *a)
{
	profile x = text_profile(one_url, "en", one_title, arena_printf(a, "%.*s\n%s", (int)strcspn(one_title, "-"), one_title, GUIDE("Town")), a);
	profile y = text_profile(other_url, "en", other_title, arena_printf(a, "%.*s\n%s", (int)strcspn(other_title, "-"), other_title, GUIDE("Town")), a);

	return subject_headlines_differ(&x.subject, &y.subject);
}

Test(subject, headlines_of_one_host_differ_in_two_words)
{
	arena *a = arena_new();

	cr_expect(headlines_differ("http://h/1", "Moved: green lamp - Board", "http://h/2", "Moved: old river - Board", a));
	cr_expect_not(headlines_differ("http://h/1", "Moved: lamp - Board", "http://h/2", "Moved: old river - Board", a), "one word");
	cr_expect_not(headlines_differ("http://h/1", "Moved: green lamp - Board", "http://h/2", "Moved: green lamp - Print", a), "the same");
	cr_expect_not(headlines_differ("http://h/1", "Moved: green lamp", "http://i/2", "Moved: old river", a), "two hosts");
	arena_free(a);
}

/* A text without a URL and a title, of two paragraphs. */
static profile of_text(const char *text, arena *a)
{
	size_t first = strcspn(text, "\n");
	const firstprint_span paragraphs[] = {{text, first}, {text + first + 1, strlen(text) - first - 1}};
	firstprint_page page = text_profile_page("", "", "", text);

	page.paragraphs = paragraphs;
	page.paragraphs_len = 2;
	return text_profile_of(&page, a);
}

/* Texts of a corpus have no URLs. */
Test(subject, a_headline_is_the_title_of_a_text)
{
	static const struct { const char *one, *other; bool differ; } rows[] = {
		{"Aldern\n" GUIDE("Aldern"), "Bremby\n" GUIDE("Bremby"), true},
		{"阿尔登\n" GUIDE("阿尔登"), "布伦比\n" GUIDE("布伦比"), true},
		{"In Aldern.\n" GUIDE("Aldern"), "In Bremby.\n" GUIDE("Bremby"), false},
		{"在阿尔登。\n" GUIDE("阿尔登"), "在布伦比。\n" GUIDE("布伦比"), false},
		{GUIDE("Aldern"), GUIDE("Bremby"), false},
		{"2 April 2013, 09:10 read 812 times\n" GUIDE("Aldern"), "25 Nov 2022, 17:45 read 40317 times\n" GUIDE("Aldern"), false},
		{"2013年4月2日 浏览 812 次\n" GUIDE("Aldern"), "2022年11月25日 浏览 40317 次\n" GUIDE("Aldern"), false},
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		profile x = of_text(rows[i].one, a), y = of_text(rows[i].other, a);

		cr_expect_eq(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch) > 0, rows[i].differ, "row %zu", i);
	}
	arena_free(a);
}

static bool one_word_differs(const char *one_url, const char *one_title, const char *one, const char *other_url, const char *other_title,
			     const char *other)
{
	arena *a = arena_new();
	profile x = text_profile(one_url, "en", one_title, one, a), y = text_profile(other_url, "en", other_title, other, a);
	bool differs = subject_one_word_differs(&x.subject, &y.subject);

	cr_expect_eq(subject_one_word_differs(&y.subject, &x.subject), differs);
	arena_free(a);
	return differs;
}

Test(subject, titles_of_one_host_differ_in_one_word)
{
	cr_expect(one_word_differs("http://h/aldern.html", "A walk: Aldern", GUIDE("Aldern"), "http://h/bremby.html", "A walk: Bremby", GUIDE("Bremby")));
	cr_expect(one_word_differs("http://h/aldern", "Aldern", "Aldern\n" GUIDE("Town"), "http://h/bremby", "Bremby", GUIDE("Town") "\nBremby"));
	cr_expect(one_word_differs("http://h/walk-b", "Walk B", GUIDE("B"), "http://h/walk-c", "Walk C", GUIDE("C")), "a letter at the end");
	cr_expect_not(one_word_differs("http://h/b-walk", "Walk B", GUIDE("B"), "http://h/c-walk", "Walk C", GUIDE("C")), "a letter before a word");
	cr_expect_not(one_word_differs("http://h/aldern", "Old Aldern", GUIDE("Aldern"), "http://h/bremby", "Lost Bremby", GUIDE("Bremby")), "two words");
	cr_expect_not(one_word_differs("http://h/aldern", "Aldern", GUIDE("Town"), "http://h/bremby", "Bremby", GUIDE("Town")), "the texts lack it");
	cr_expect_not(one_word_differs("http://h/1", "Aldern", GUIDE("Aldern"), "http://h/2", "Bremby", GUIDE("Bremby")), "the URLs lack it");
	cr_expect_not(one_word_differs("http://h/aldern", "Aldern", GUIDE("Aldern"), "http://i/bremby", "Bremby", GUIDE("Bremby")), "two hosts");
	cr_expect_not(one_word_differs("http://h/aldern", "Aldern", GUIDE("Aldern"), "http://h/x-aldern", "Aldern: walks", GUIDE("Aldern")), "one lacks none");
}

static bool siblings(const char *one_url, const char *one_title, const char *other_url, const char *other_title, enum firstprint_page_kind kind)
{
	firstprint_page one = text_profile_page(one_url, "en", one_title, GUIDE("Town"));
	firstprint_page other = text_profile_page(other_url, "en", other_title, GUIDE("Town"));
	arena *a = arena_new();
	profile x, y;
	bool are;

	one.kind = other.kind = kind;
	x = text_profile_of(&one, a);
	y = text_profile_of(&other, a);
	are = subject_are_siblings(&x.subject, &y.subject);
	arena_free(a);
	return are;
}

Test(subject, siblings_have_other_last_segments_on_one_host)
{
	cr_expect(siblings("http://h/photos/page/2/", "Photos", "http://h/photos/page/3/index.html", "Photos", FIRSTPRINT_PAGE));
	cr_expect(siblings("http://h/photos/", "Photos", "http://h/photos/page/3/", "Photos", FIRSTPRINT_LIST));
	cr_expect_not(siblings("http://h/tag/sails", "Sails", "http://h/tag/oars", "Oars", FIRSTPRINT_LIST), "lists are named by their titles");
	cr_expect(siblings("http://h/sails", "Sails", "http://h/oars", "Oars", FIRSTPRINT_PAGE));
	cr_expect_not(siblings("http://h/v1/sails.html", "Sails", "http://h/v2/sails/", "Sails", FIRSTPRINT_PAGE), "one name");
	cr_expect_not(siblings("http://h/Berg,_Anna.html", "A", "http://h/Anna_Berg", "A", FIRSTPRINT_PAGE), "in another order");
	cr_expect_not(siblings("http://h/sails", "Sails", "http://i/oars", "Oars", FIRSTPRINT_PAGE), "two hosts");
}

/* One hash in 256 begins with a byte of zeros, which says that there is no site. */
Test(subject, every_host_is_a_site)
{
	arena *a = arena_new();

	for (int i = 0; i < 2000; i++)
		cr_expect_neq(text_profile(arena_printf(a, "http://h%d.example/", i), "en", "Sails", GUIDE("Town"), a).subject.site, 0, "host %d", i);
	cr_expect_eq(text_profile("", "en", "Sails", GUIDE("Town"), a).subject.site, 0);
	arena_free(a);
}

Test(subject, differs_if_what_the_titles_name_stands_in_the_texts)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		profile x = text_profile(rows[i].one_url, "en", rows[i].one_title, rows[i].one, a);
		profile y = text_profile(rows[i].other_url, "en", rows[i].other_title, rows[i].other, a);

		cr_expect_eq(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch) > 0, rows[i].differ, "%s", rows[i].name);
		cr_expect_eq(subject_differs(&y.subject, &y.sketch, &x.subject, &x.sketch) > 0, rows[i].differ, "%s, turned", rows[i].name);
	}
	arena_free(a);
}

Test(subject, is_told_in_scripts_without_spaces)
{
	arena *a = arena_new();
	profile x = text_profile("", "zh", "青州市：一日游", "青州市的老城门是散步的起点，游客可以在那里看到去市场的路线图。晚上留在青州市的人可以听到桥边的乐队演奏。", a);
	profile y = text_profile("", "zh", "莱阳县：一日游", "莱阳县的老城门是散步的起点，游客可以在那里看到去市场的路线图。晚上留在莱阳县的人可以听到桥边的乐队演奏。", a);

	cr_expect_gt(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch), 0);
	arena_free(a);
}

/* A page of a manual that is not translated yet: its title and the names of other chapters are, its text is not. */
Test(subject, titles_in_two_languages_are_not_compared)
{
	static const struct { const char *url, *lang; bool differ; } others[] = {
		{"http://h/a.html", "nl-BE", true},
		{"http://h/a.html", "sv-FI", false},
		{"http://h/b.html", "sv-FI", true},
		{"http://h/a.sv.html", "nl", false},
		{"http://h/sv/a.html", "nl", false},
		{"http://h/sv/b.html", "nl", true},
		{"http://h/nl/a.html", "nl", true},
	};
	arena *a = arena_new();
	profile x = text_profile("http://h/a.html", "nl", "Aldern", GUIDE("Aldern"), a);

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		profile y = text_profile(others[i].url, others[i].lang, "Bremby", GUIDE("Bremby"), a);

		cr_expect_eq(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch) > 0, others[i].differ, "row %zu", i);
	}
	arena_free(a);
}

/* A text with thousands of different words has no filter; the shingles around the title's words are asked for. */
Test(subject, of_long_texts_is_found_by_witnesses)
{
	arena *a = arena_new();
	char *shared = arena_zeros(a, 40000, 1), *at = shared;
	profile x, y, z;

	for (int i = 0; i < 3000; i++)
		at += sprintf(at, "w%c%c%c ", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26);
	for (int k = 0; k < 40; k++)
		at += sprintf(at, "%s%c%c", k ? " " : "", 'a' + k % 26, 'a' + k / 26);
	x = text_profile("", "en", "On anchors", arena_printf(a, "%s\n%s", shared, "The anchors hold anchors by anchors and no anchors drift from "
			 "anchors where anchors lie near anchors, so that anchors of iron outlast anchors of stone and anchors of wood."), a);
	y = text_profile("", "en", "On lanterns", arena_printf(a, "%s\n%s", shared, "Our lanterns burn lanterns like lanterns do when lanterns are "
			 "cleaned, lanterns of glass give lanterns more light than lanterns of horn, yet lanterns cost money."), a);
	z = text_profile("", "en", "On lanterns", arena_printf(a, "%s", x.subject.words_len ? shared : ""), a);
	cr_expect_eq(x.subject.filter_len, 0u);
	cr_expect_gt(x.subject.witnesses_len, 0u);
	cr_expect_gt(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch), 0);
	cr_expect_eq(subject_differs(&x.subject, &x.sketch, &z.subject, &z.sketch), 0, "z's text does not name lanterns");
	arena_free(a);
}
