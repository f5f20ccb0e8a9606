#include "plugin/text/numbers.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* The numbers of a text, each with a blank behind it. */
static const char *numbers_in(const char *lang, const char *text, arena *a)
{
	static const uint8_t zeros[16];
	firstprint_span span = {text, strlen(text)};
	const char *out = "";
	feature_key key;
	numbers n;
	tokens t;

	feature_key_init(&key, zeros);
	cr_assert_eq(tokens_of(span, &key, a, &t), OK);
	cr_assert_eq(numbers_of(span, &t, lang, a, &n), OK);
	for (size_t i = 0; i < n.len; i++)
		out = arena_printf(a, "%s%s ", out, n.items[i].text);
	return out;
}

static const struct { const char *name, *lang, *text, *numbers; } rows[] = {
	{"digits", "en", "6 tons and 06 tons", "6 6 "},
	{"thousands", "en", "1,250 and 1.250 and 1250", "1250 1250 1250 "},
	{"fractions", "en", "3.50 and 3,5 and 0.50", "3.5 3.5 0.5 "},
	{"both", "en", "1,250.50 and 1.250,5", "1250.5 1250.5 "},
	{"dates, times and shares are as they are written", "en", "on 31.05.2024 at 10:30, 6-3/16", "31.05.2024 10:30 6-3/16 "},
	{"digits of any script", "ar", "٦ و ６", "6 6 "},
	{"words", "en", "six of seventy men", "6 70 "},
	{"several words", "en", "nine thousand four hundred twenty-one and two hundred", "9421 200 "},
	{"one is an article or a pronoun", "en", "one of the one hundred", "100 "},
	{"a scale alone is none", "en", "some hundred of them", ""},
	{"German", "de", "zwölf von dreiundsiebzig, zwölftausenddreihundert", "12 73 12300 "},
	{"Russian", "ru", "шесть из двадцати одного", "6 "},
	{"French", "fr", "vingt-sept et six", "27 6 "},
	{"Chinese", "zh", "六台和十二台，三百二十一人", "6 12 321 "},
	{"Chinese characters that are seldom numbers", "zh", "一个千方百计的人", ""},
	{"Chinese ordinals, also the first", "zh", "第一中学和第二中学", "1 2 "},
	{"Roman", "en", "Part VI, World War II, vi and I", "6 2 "},
	{"two letters that are no Roman numeral", "en", "size XL, a CV of XI and XLV pages", "11 45 "},
	{"no language", "", "six men", "6 "},
	{"a language that nobody speaks", "qqx", "six men", "6 "},
	{"a tag with a region, in capitals", "DE-AT", "sechs Leute", "6 "},
};

Test(numbers, are_the_same_however_they_are_written)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(numbers_in(rows[i].lang, rows[i].text, a), rows[i].numbers, "%s: %s", rows[i].name,
				 numbers_in(rows[i].lang, rows[i].text, a));
	arena_free(a);
}

Test(numbers, are_bounded_whatever_the_text)
{
	arena *a = arena_new();
	char digits[500], words[5000] = "", *at = words;

	memset(digits, '7', sizeof digits);
	digits[499] = '\0';
	cr_expect_eq(strlen(numbers_in("en", digits, a)), (size_t)NUMBER_SIZE);
	for (int i = 0; i < 300; i++)
		at += sprintf(at, "nine billion ");
	cr_expect_neq(strlen(numbers_in("en", words, a)), 0u, "no sum overflows");
	arena_free(a);
}
