#include "plugin/text/marked_words.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* The words and marks of text, with '|' between them; a paragraph's end is '/'. */
static const char *cut(const char *text, arena *a)
{
	static char out[1024];
	marked_words p;

	cr_assert_eq(marked_words_of((firstprint_span){text, strlen(text)}, a, &p), OK);
	out[0] = '\0';
	for (size_t i = 0; i < p.len; i++) {
		const marked_word *x = &p.items[i];

		snprintf(out + strlen(out), sizeof out - strlen(out), "%s%.*s", i ? "|" : "",
			 x->kind == MARKED_PARAGRAPH_END ? 1 : (int)x->text.len, x->kind == MARKED_PARAGRAPH_END ? "/" : x->text.at);
	}
	return out;
}

Test(marked_words, cuts_a_text_into_words_and_marks)
{
	static const struct { const char *name, *text, *cut; } rows[] = {
		{ "nothing",                   "",                          "" },
		{ "words and a full stop",     "Rain fell.",                "rain|fell|." },
		{ "a hyphen holds together",   "the city's inner-west",     "the|city's|inner-west" },
		{ "two hyphens",               "a state-of-the-art one",    "a|state-of-the-art|one" },
		{ "a dash does not",           "rain - snow",               "rain|snow" },
		{ "a hyphen at an end",        "pre- and post-war",         "pre|and|post-war" },
		{ "a curly apostrophe",        "don’t",                     "don't" },
		{ "fullwidth letters",         "ＡＢ，ｃ",                  "ab|,|c" },
		{ "no mark inside a number",   "3.14 at 10:30, a.out",      "3.14|at|10|30|,|a.out" },
		{ "a paragraph's end",         "Home\nRain, snow",          "home|/|rain|,|snow" },
		{ "Chinese marks",             "我们的城市，下雨了。",      "我们|的|城市|,|下雨|了|." },
		{ "an ASCII mark in Chinese",  "我们的城市,下雨了",         "我们|的|城市|,|下雨|了" },
		{ "…beside a rare character",  "下雨𠮷,ab",                 "下雨|𠮷|,|ab" },
		{ "a mark after a quotation" , "“Rain.” Snow",              "rain|snow" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();

		cr_expect_str_eq(cut(rows[i].text, a), rows[i].cut, "%s: %s", rows[i].name, cut(rows[i].text, a));
		arena_free(a);
	}
}

Test(marked_words, counts_words_and_tells_scripts_apart)
{
	arena *a = arena_new();
	const char *text = "Linux 的城市";
	marked_words p;

	cr_assert_eq(marked_words_of((firstprint_span){text, strlen(text)}, a, &p), OK);
	cr_expect_eq(p.words, 3u);
	cr_expect_eq(p.items[0].kind, MARKED_WORD);
	cr_expect_eq(p.items[1].kind, MARKED_CJK_WORD);
	arena_free(a);
}

/* A word that grows in folding, and one too long to be folded. */
Test(marked_words, handles_words_that_grow_and_words_without_end)
{
	arena *a = arena_new();
	char text[3000] = "";
	marked_words p;

	for (int i = 0; i < 40; i++)
		strcat(text, "ﷺ");
	cr_assert_eq(marked_words_of((firstprint_span){text, strlen(text)}, a, &p), OK);
	memset(text, 'X', sizeof text);
	cr_assert_eq(marked_words_of((firstprint_span){text, sizeof text}, a, &p), OK);
	cr_expect_eq(p.words, 1u);
	cr_expect_eq(p.items[0].text.len, sizeof text);
	for (size_t i = 1; i < sizeof text; i += 2)
		text[i] = '-';
	cr_assert_eq(marked_words_of((firstprint_span){text, sizeof text}, a, &p), OK);
	cr_expect_eq(p.words, 1u);
	cr_expect_eq(p.items[0].text.len, sizeof text - 1);
	arena_free(a);
}
