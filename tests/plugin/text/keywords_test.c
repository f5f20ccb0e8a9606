#include "plugin/text/keywords.h"

#include <criterion/criterion.h>
#include <string.h>

static feature_key key_of_zeros(void)
{
	static const uint8_t zeros[16];
	feature_key key;

	feature_key_init(&key, zeros);
	return key;
}

/* The stems of text, joined by spaces. */
static const char *stems(arena *a, const char *text, const char *lang)
{
	const char *line = "";
	words w;

	cr_assert_eq(words_of((firstprint_span){text, strlen(text)}, a, &w), OK);
	cr_assert_eq(keywords_stem(&w, lang, a), OK);
	for (size_t i = 0; i < w.len; i++)
		line = arena_printf(a, "%s%s%.*s", line, i ? " " : "", (int)w.items[i].text.len, w.items[i].text.at);
	return line;
}

static const struct { const char *name, *lang, *text, *stems; } rows[] = {
	{ "§3.1d: orient, oriented, orientation", "en", "orient oriented orientation", "orient orient orient" },
	{ "§3.1d: run, runs",      "en", "run runs running", "run run run" },
	{ "§3.1c: stop words go",  "en", "It can be from the house of an author, by and with", "hous author" },
	{ "nothing but stop words", "en", "It is what it is.", "" },
	{ "region",                "en-gb", "the runs", "run" },
	{ "nobody knows",          "", "the runs", "run" },
	{ "german",                "de", "Die Häuser und das Haus", "haus haus" },
	{ "russian",               "ru", "книги и книга", "книг книг" },
	{ "chinese is not stemmed", "zh", "我们的北京 running", "北京 running" },
	{ "language without a stemmer", "xx", "the runs", "runs" },
	{ "numbers stay",          "en", "1990s cost 1,000", "1990s cost 1,000" },
};

Test(keywords, stems_by_language_and_drops_stop_words)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		const char *got = stems(a, rows[i].text, rows[i].lang);

		cr_expect_str_eq(got, rows[i].stems, "%s: %s", rows[i].name, got);
		arena_free(a);
	}
}

static keywords keywords_in(arena *a, const char *text, const char *lang)
{
	firstprint_page page = {.lang = lang, .text = {text, strlen(text)}};
	feature_key key = key_of_zeros();
	keywords k;

	cr_assert_eq(keywords_of(&page, &key, a, &k), OK);
	return k;
}

Test(keywords, counts_words_of_one_stem_together_in_order_of_first_occurrence)
{
	arena *a = arena_new();
	feature_key key = key_of_zeros();
	keywords k = keywords_in(a, "The dog runs. A cat is running, and the dog runs on.", "en");

	cr_assert_eq(k.len, (size_t)3);
	cr_expect_eq(k.total, (size_t)6);
	cr_expect(k.items[0].hash == feature_hash(&key, "dog", 3) && k.items[0].count == 2);
	cr_expect(k.items[1].hash == feature_hash(&key, "run", 3) && k.items[1].count == 3);
	cr_expect(k.items[2].hash == feature_hash(&key, "cat", 3) && k.items[2].count == 1);
	arena_free(a);
}

Test(keywords, of_an_empty_page_are_none)
{
	arena *a = arena_new();
	keywords k = keywords_in(a, "", "en");

	cr_expect_eq(k.len, (size_t)0);
	cr_expect_eq(k.total, (size_t)0);
	arena_free(a);
}

Test(keywords, counts_thousands_of_distinct_words_once_each)
{
	enum { N = 5000 };
	arena *a = arena_new();
	char *text = arena_alloc(a, N * 16), *at = text;
	keywords k;

	for (int i = 0; i < N; i++)
		at = stpcpy(at, arena_printf(a, "q%dx%s", i % (N / 2), " "));
	k = keywords_in(a, text, "en");
	cr_expect_eq(k.len, (size_t)N / 2);
	cr_expect_eq(k.total, (size_t)N);
	for (size_t i = 0; i < k.len; i++)
		cr_assert_eq(k.items[i].count, 2u, "keyword %zu", i);
	arena_free(a);
}
