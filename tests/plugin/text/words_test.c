#include "plugin/text/words.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

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

/* ── most of a text is cut without ICU, into the words that ICU finds in all of it ── */

enum { TEXT = 400 };

/* All words by ICU, each followed by '|' or, if it is a number, by '#'. */
static void ask_icu(const char *text, char *out)
{
	UErrorCode e = U_ZERO_ERROR;
	UChar raw[TEXT * 2], folded[TEXT * 4];
	int32_t len, from = 0;
	UBreakIterator *breaks;

	u_strFromUTF8(raw, TEXT * 2, &len, text, -1, &e);
	len = unorm2_normalize(unorm2_getNFKCCasefoldInstance(&e), raw, len, folded, TEXT * 4, &e);
	for (int32_t i = 0; i < len; i++)
		folded[i] = folded[i] == 0x2019 ? '\'' : folded[i];
	breaks = ubrk_open(UBRK_WORD, "", folded, len, &e);
	cr_assert(U_SUCCESS(e));
	*out = '\0';
	for (int32_t to = ubrk_next(breaks); to != UBRK_DONE; from = to, to = ubrk_next(breaks)) {
		int32_t kind = ubrk_getRuleStatus(breaks), n;

		if (kind < UBRK_WORD_NONE_LIMIT)
			continue;
		u_strToUTF8(out + strlen(out), TEXT, &n, folded + from, to - from, &e);
		strcat(out, kind < UBRK_WORD_NUMBER_LIMIT ? "#" : "|");
	}
	ubrk_close(breaks);
}

static void ask_us(const char *text, char *out)
{
	arena *a = arena_new();
	words w;

	cr_assert_eq(words_of((firstprint_span){text, strlen(text)}, a, &w), OK);
	*out = '\0';
	for (size_t i = 0; i < w.len; i++) {
		strncat(out, w.items[i].text.at, w.items[i].text.len);
		strcat(out, w.items[i].is_number ? "#" : "|");
	}
	arena_free(a);
}

static void compare(const char *text)
{
	char icu[TEXT * 8], us[TEXT * 8];

	ask_icu(text, icu);
	ask_us(text, us);
	cr_expect_str_eq(us, icu, "%s", text);
}

Test(words, are_those_of_icu)
{
	static const char *const texts[] = {"", " ", "Don't panic: 1,250.5 of 3.14.", "_ __ _1 1_ a_ _a 1a a1 a@b.c x_.y", "a.b a:b a;b 1:2 1;2 1'2 'a' a''b",
					    "e\xcc\x81t\xc3\xa9 caf\xc3\xa9-bar don\xe2\x80\x99t", "\xe4\xb8\xad\xe6\x96\x87 text \xe4\xb8\xad\xe6\x96\x87", ("a\xcc\x81 \xcc\x81" "b"),
					    "\xef\xbc\xa1\xef\xbc\xa2 \xef\xac\x81x", "1\xc2\xbd 5\xe2\x82\xac \xd9\xa1\xd9\xa2"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		compare(texts[i]);
}

/* Any neighbours: letters, digits, all marks of ASCII, white space, and some of everything else. */
Test(words, of_any_text_are_those_of_icu)
{
	static const char *const others[] = {"\xc3\xa9", "\xe2\x80\x99", "\xe2\x80\x94", "\xc2\xa0", "\xcc\x81", "\xe4\xb8\xad", "\xd0\xb6", "\xc2\xad", "\xe2\x80\x8b", "\xd7\x90", "\xe0\xb9\x84", "\xe2\x80\xa8"};

	srand(7);
	for (int n = 0; n < 30000; n++) {
		char text[TEXT] = "";

		for (int i = rand() % 24; i >= 0; i--) {
			char one[2] = {(char)(rand() % 95 + ' '), '\0'};

			strcat(text, rand() % 4 == 0 ? "a" : rand() % 5 == 0 ? "7" : rand() % 6 == 0 ? " " : rand() % 9 == 0 ? others[rand() % 12] : one);
		}
		compare(text);
	}
}
