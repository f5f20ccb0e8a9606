#include "plugin/text/identity.h"

#include "tests/plugin/text_profile.h"

static identity of(const char *url, const char *title_text)
{
	static const uint8_t zeros[16];
	firstprint_page page = text_profile_page(url, "en", title_text, "A line of text.");
	arena *a = arena_new();
	feature_key key;
	identity x;

	feature_key_init(&key, zeros);
	cr_assert_eq(identity_of(&page, &key, a, &x), OK);
	arena_free(a);
	return x;
}

Test(identity, pages_are_two_if_the_url_and_the_title_name_them_by_numbers)
{
	static const struct { const char *name, *url, *title, *other_url, *other_title; bool differ; } rows[] = {
		{"sizes", "http://h/spun-80-g-m2", "Spun 80 g/m2, roll of 100 m", "http://h/spun-100-g-m2", "Spun 100 g/m2, roll of 100 m", true},
		{"a letter at the end", "http://h/File_fig_14b.html", "File:fig 14b.png", "http://h/File_fig_14a.html", "File:fig 14a.png", true},
		{"zeros in front", "http://h/part-07/", "Part 7", "http://h/part-08/index.html", "Part 8", true},
		{"escapes", "http://h/a%20%31%34", "14", "http://h/a%2015", "15", true},
		{"the same number", "http://h/a-7", "Part 7", "http://h/b-7", "Part 7", false},
		{"the title alone", "http://h/a", "Part 7", "http://h/b", "Part 8", false},
		{"the URL alone", "http://h/7", "Parts", "http://h/8", "Parts", false},
		{"one page alone", "http://h/a", "Part", "http://h/part-8", "Part 8", false},
		{"versions in folders", "http://h/14/a.html", "LLVM 14: a", "http://h/15/a.html", "LLVM 15: a", false},
		{"a query", "http://h/a?id=7", "Part 7", "http://h/a?id=8", "Part 8", false},
		{"no URL", "", "Part 7", "", "Part 8", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		identity x = of(rows[i].url, rows[i].title), y = of(rows[i].other_url, rows[i].other_title);

		cr_expect_eq(identity_differs(x.numbers, x.len, y.numbers, y.len), rows[i].differ, "%s", rows[i].name);
		cr_expect_eq(identity_differs(y.numbers, y.len, x.numbers, x.len), rows[i].differ, "%s, the other way", rows[i].name);
	}
}

Test(identity, the_urls_last_segment_has_words)
{
	static const struct { const char *url; size_t words; } rows[] = {
		{"http://h/blue-enamel_teapot.html", 5}, /* blue, enamel, teapot; blue, enamel_teapot */
		{"http://h/Blue%20teapot/index.html", 2},
		{"http://h/teapots/", 1},
		{"http://h/topic-12-34", 1}, /* numbers are told apart by themselves */
		{"http://h/", 0},
		{"http://h/?teapot", 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(of(rows[i].url, "").words_len, rows[i].words, "%s: %zu", rows[i].url, of(rows[i].url, "").words_len);
	cr_expect_eq(of("http://h/vitamin-c", "Vitamin C").words_len, 2);
	cr_expect_eq(of("http://h/vitamin-c", "Vitamins").words_len, 1, "the title lacks the letter");
	cr_expect_eq(of("http://h/c-vitamin", "Vitamin C").words_len, 1, "it is not at the end");
	cr_expect_eq(of("http://h/c", "Vitamin C").words_len, 0, "it is alone");
	cr_expect_eq(of("http://h/Teapot", "").words[0], of("http://h/a/teapot.php", "").words[0]);
}

static bool has_name(const char *url, const char *name)
{
	identity x = of(url, ""), named = of(name, "");

	for (size_t i = 0; i < x.words_len; i++)
		if (x.words[i] == named.words[0])
			return true;
	return false;
}

/* Doxygen writes a colon as _1 and an underscore as __; where file names have one case, GooModel as _goo_model. */
Test(identity, the_name_of_a_class_is_that_in_its_text)
{
	cr_expect(has_name("http://h/classns_1_1GooModel-members.html", "http://h/GooModel"));
	cr_expect(has_name("http://h/classns_1_1_goo_model.html", "http://h/GooModel"));
	cr_expect(has_name("http://h/structgoo__model.html", "http://h/goo_model.html"));
	cr_expect(!has_name("http://h/ns_1_1GooModel.html", "http://h/GooModel"), "it is no class");
	cr_expect(has_name("http://h/classroom.html", "http://h/classroom.html"));
}

Test(identity, too_many_numbers_are_none)
{
	identity x = of("http://h/1-2-3-4-5-6-7-8-9-10-11-12-13", "1");

	cr_expect_eq(x.len, 0u);
}

Test(identity, the_language_of_a_url_is_a_folder_or_the_end_of_a_name)
{
	static const struct { const char *url, *language; } rows[] = {
		{"http://h/de/a.html", "de"},      {"http://h/docs/pt_BR/a/b.html", "pt_BR"}, {"http://h/fr_FR.UTF-8/a", "fr_FR.UTF-8"},
		{"http://h/a.zh-Hant.html", ""},   {"http://h/a.pt_BR.html", "pt_BR"},        {"http://h/index.ja.html", "ja"},
		{"http://h/guide_ru.html", "ru"},  {"http://h/a.html", ""},                   {"http://h/js/a.html", ""},
		{"http://h/log-in", ""},           {"http://h/de", ""},                       {"http://h/no-problem/a", ""},
		{"http://h/a.sr@latin.html", "sr@latin"}, {"http://h/a@b.html", ""},
		{"/en/a.html", "en"},              {"", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_span found = identity_language(rows[i].url);

		cr_expect(found.len == strlen(rows[i].language) && memcmp(found.at, rows[i].language, found.len) == 0, "%s: %.*s",
			  rows[i].url, (int)found.len, found.at);
	}
}
