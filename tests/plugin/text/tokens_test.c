#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "plugin/text/tokens.h"

/* The tokens of a text with bars between them; numbers in parentheses. */
static const char *cut(const char *text, arena *a)
{
	char *out = arena_alloc(a, 4 * strlen(text) + 1), *at = out;
	feature_key key = {0};
	tokens t;

	cr_assert(out && tokens_of((firstprint_span){text, strlen(text)}, &key, a, &t) == OK);
	for (size_t i = 0; i < t.len; i++) {
		const token *x = &t.items[i];

		at += sprintf(at, x->kind == TOKEN_NUMBER ? "%s(%.*s)" : "%s%.*s", i ? "|" : "", (int)x->len, text + x->from);
	}
	*at = '\0';
	return out;
}

static const struct { const char *name, *text, *tokens; } rows[] = {
	{"words and numbers", "Rain, 1,250.5 mm at 10:30!", "Rain|(1,250.5)|mm|at|(10:30)"},
	{"letters and digits", "M4 rt5 h264", "M|(4)|rt|(5)|h|(264)"},
	{"Chinese", "下雨 3", "下|雨|(3)"},
	{"a SHA-1", "at 356a192b7913b04c54574d18c28d46e6395428ab.", "at|356a192b7913b04c54574d18c28d46e6395428ab"},
	{"a UUID", "{3f2a1b4c-4670-4e21-9c03-77a1b2c3d4e5}", "3f2a1b4c-4670-4e21-9c03-77a1b2c3d4e5"},
	{"a long word", "well-known-and-often-seen-things", "well|known|and|often|seen|things"},
	{"an order of a shop", "AX-4670-2021-BX-7", "AX|(4670-2021)|BX|(7)"},
};

Test(tokens, are_words_numbers_characters_and_codes)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();

		cr_expect_str_eq(cut(rows[i].text, a), rows[i].tokens, "%s", rows[i].name);
		arena_free(a);
	}
}

/* Also where a language has capitals of its own: Turkish, or Greek, which has no accents on them. */
Test(tokens, case_makes_no_difference)
{
	static const char *const words[][2] = {{"RAIN", "rain"},       {"ЁЖИК", "ёжик"},   {"STRASSE", "Straße"}, {"STRAẞE", "straße"},
					       {"IŞIĞIN", "ışığın"},   {"İZMİR", "izmir"}, {"İZMİR", "i̇zmi̇r"},
					       {"ΑΘΗΝΑΪΚΟΣ", "αθηναϊκός"}, {"ΠΡΩΙ", "πρωί"}};
	arena *a = arena_new();
	feature_key key = {0};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		tokens t[2];

		for (int k = 0; k < 2; k++)
			cr_assert(tokens_of((firstprint_span){words[i][k], strlen(words[i][k])}, &key, a, &t[k]) == OK);
		cr_expect(t[0].len == 1 && t[1].len == 1 && t[0].items->hash == t[1].items->hash, "%s and %s", words[i][0], words[i][1]);
	}
	arena_free(a);
}

Test(tokens, a_code_that_has_no_end_is_one)
{
	arena *a = arena_new();
	char *text = arena_zeros(a, 100001, 1);
	feature_key key = {0};
	tokens t;

	for (size_t i = 0; i < 100000; i++)
		text[i] = "a1"[i % 2];
	cr_assert(tokens_of((firstprint_span){text, 100000}, &key, a, &t) == OK);
	cr_expect(t.len == 1 && t.items[0].len == 100000, "%zu tokens", t.len);
	arena_free(a);
}
