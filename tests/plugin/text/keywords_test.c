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

static keywords keywords_in(arena *a, const char *text, const char *lang)
{
	firstprint_page page = {.lang = lang, .text = {text, strlen(text)}};
	feature_key key = key_of_zeros();
	keywords k;

	cr_assert_eq(keywords_of(&page, &key, a, &k), OK);
	return k;
}

/* How often k has the stem of len bytes. */
static uint32_t count_of(const keywords *k, const char *stem, size_t len)
{
	feature_key key = key_of_zeros();
	uint64_t hash = feature_hash(&key, stem, len);

	for (size_t i = 0; i < k->len; i++)
		if (k->items[i].hash == hash)
			return k->items[i].count;
	return 0;
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

Test(keywords, are_stems_by_language_without_stop_words)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		keywords k = keywords_in(a, rows[i].text, rows[i].lang);
		size_t total = 0, len;

		for (const char *at = rows[i].stems; *at; at += len + strspn(at + len, " "), total++) {
			len = strcspn(at, " ");
			cr_expect_geq(count_of(&k, at, len), 1u, "%s: no %.*s", rows[i].name, (int)len, at);
		}
		cr_expect_eq(k.total, total, "%s: %zu", rows[i].name, k.total);
		arena_free(a);
	}
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

Test(keywords, are_none_on_an_empty_page)
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
