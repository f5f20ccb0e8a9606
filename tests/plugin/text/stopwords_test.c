#include "plugin/text/stopwords.h"

#include <criterion/criterion.h>
#include <string.h>

static bool is_stopword(const char *word, const char *lang)
{
	return stopword((firstprint_span){word, strlen(word)}, lang);
}

/* The first, last and accented words of every list: a binary search would miss them if a list were not sorted by bytes. */
static const struct { const char *lang, *words; } found[] = {
	{ "en", "a about can can't cannot i'm its the they've yourselves" },
	{ "de", "aber dass daß für können würde zwischen über" },
	{ "fr", "ai avoir mon même qu y à été être" },
	{ "es", "a esta está había más también yo" },
	{ "it", "a ad di perché più voi è" },
	{ "pt", "a ao até há não nós você vos é" },
	{ "nl", "aan ge geen u zou" },
	{ "ru", "а без еще ещё её же я" },
	{ "zh", "一个 一個 我们 的 了 这 這樣 都 里" },
};

static void expect_all(const char *lang, const char *list)
{
	for (const char *at = list; *at;) {
		size_t len = strcspn(at, " ");

		cr_expect(stopword((firstprint_span){at, len}, lang), "%s: %.*s", lang, (int)len, at);
		at += len + (at[len] == ' ');
	}
}

Test(stopwords, finds_the_first_last_and_accented_words_of_every_list)
{
	for (size_t i = 0; i < sizeof found / sizeof *found; i++)
		expect_all(found[i].lang, found[i].words);
}

Test(stopwords, are_whole_words_of_their_own_language)
{
	static const struct { const char *name, *word, *lang; bool is; } rows[] = {
		{ "word with meaning",          "crawler", "en", false },
		{ "beginning of a stop word",   "yoursel", "en", false },
		{ "stop word and more",         "thee", "en", false },
		{ "nothing",                    "", "en", false },
		{ "before the list",            "0", "en", false },
		{ "after the list",             "zz", "en", false },
		{ "german in english",          "und", "en", false },
		{ "english in german",          "the", "de", false },
		{ "english in chinese",         "the", "zh", false },
		{ "region",                     "the", "en-gb", true },
		{ "script",                     "的", "zh-hant-tw", true },
		{ "language without a list",    "the", "sv", true },
		{ "language that begins alike", "und", "den", false },
		{ "nobody knows",               "the", "", true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(is_stopword(rows[i].word, rows[i].lang), rows[i].is, "%s", rows[i].name);
}

Test(stopwords, does_not_read_past_the_span)
{
	cr_expect(stopword((firstprint_span){"theory", 3}, "en"));
	cr_expect_not(stopword((firstprint_span){"the", 2}, "en"), "th");
}
