#include "plugin/text/words.h"

#include <criterion/criterion.h>
#include <string.h>

/* The words of text, joined by '|', numbers in brackets. */
static const char *words_in(arena *a, const char *text)
{
	const char *line = "";
	words w;

	cr_assert_eq(words_of((firstprint_span){text, strlen(text)}, a, &w), OK);
	for (size_t i = 0; i < w.len; i++)
		line = arena_printf(a, w.items[i].is_number ? "%s%s[%.*s]" : "%s%s%.*s", line, i ? "|" : "",
				    (int)w.items[i].text.len, w.items[i].text.at);
	return line;
}

static const struct { const char *name, *text, *words; } rows[] = {
	{ "nothing",                 "", "" },
	{ "punctuation alone",       " , . — “” … !?", "" },
	{ "english",                 "The cat, the dog.", "the|cat|the|dog" },
	{ "apostrophes stay inside", "Don't stop.", "don't|stop" },
	{ "hyphens part",            "near-duplicate", "near|duplicate" },
	{ "case folds",              "STRASSE Straße", "strasse|strasse" },
	{ "fullwidth folds",         "ＡＢＣ １２", "abc|[12]" },
	{ "ligatures fold",          "ﬁnal ﬂow", "final|flow" },
	{ "numbers are flagged",     "1,250.5 of 42", "[1,250.5]|of|[42]" },
	{ "a name with a digit is a word", "h2o", "h2o" },
	{ "accents stay",            "Café", "café" },
	{ "russian",                 "Привет, Мир", "привет|мир" },
	{ "chinese by dictionary",   "我们喜欢北京。", "我们|喜欢|北京" },
	{ "japanese by dictionary",  "私は学生です", "私|は|学生|です" },
	{ "korean by spaces",        "안녕 세계", "안녕|세계" },
	{ "symbols are left out",    "a + b = ☃", "a|b" },
	{ "squared words grow",      "㌀㌀㌀㌀", "アパート|アパート|アパート|アパート" },
};

Test(words, finds_the_words_of_every_script)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();

		cr_expect_str_eq(words_in(a, rows[i].text), rows[i].words, "%s: %s", rows[i].name, words_in(a, rows[i].text));
		arena_free(a);
	}
}

Test(words, are_none_in_a_null_span)
{
	arena *a = arena_new();
	words w = {.len = 9};

	cr_assert_eq(words_of((firstprint_span){NULL, 0}, a, &w), OK);
	cr_expect_eq(w.len, (size_t)0);
	arena_free(a);
}

Test(words, refuses_a_text_too_long_for_icu)
{
	arena *a = arena_new();
	words w;

	cr_expect_eq(words_of((firstprint_span){"", (size_t)1 << 31}, a, &w), ERR_LIMIT);
	arena_free(a);
}

Test(words, does_not_read_past_the_span)
{
	arena *a = arena_new();
	words w;

	cr_assert_eq(words_of((firstprint_span){"catalogue", 3}, a, &w), OK);
	cr_assert_eq(w.len, (size_t)1);
	cr_expect_eq(w.items[0].text.len, (size_t)3);
	arena_free(a);
}
