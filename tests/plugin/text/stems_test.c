#include "plugin/text/stems.h"

#include <criterion/criterion.h>
#include <string.h>

static arena *memory;

static void make(void)
{
	memory = arena_new();
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(stems, .init = make, .fini = drop);

/* The stem; NULL: a stop word. All words get the same hash, so that they take the same slot from each other. */
static const char *stem(const char *text, const char *lang)
{
	word w = {.text = {text, strlen(text)}};
	bool stops;
	stems s;

	stems_open(&s, lang);
	cr_assert(stems_find(&s, &w, 17, memory, &stops));
	stems_close(&s);
	return stops ? NULL : arena_text(memory, w.text.at, w.text.len);
}

Test(stems, are_those_of_the_pages_language)
{
	for (int round = 0; round < 3; round++) { /* the second time, they are remembered */
		cr_expect_str_eq(stem("orientation", "en"), "orient");
		cr_expect_str_eq(stem("orientation", "en"), "orient");
		cr_expect_str_eq(stem("orientation", "en-gb"), "orient");
		cr_expect_str_eq(stem("orientation", ""), "orient");
		cr_expect_str_eq(stem("häuser", "de"), "haus");
		cr_expect_str_eq(stem("häuser", "en"), "häuser");
		cr_expect_str_eq(stem("orientation", "xx"), "orientation", "no stemmer");
		cr_expect_str_eq(stem("orientation", "long-name"), "orientation");
		cr_expect_str_eq(stem("orientation", "longer"), "orientation");
		cr_expect(stem("die", "de") == NULL && stem("die", "de") == NULL, "a stop word there");
		cr_expect(stem("die", "en") != NULL, "but not here");
		cr_expect(stem("the", "") == NULL && stem("the", "en-us") == NULL);
	}
}

/* Longer than a slot, and longer than what is stemmed. */
Test(stems, long_words_are_stemmed_but_not_remembered)
{
	char word[80];

	for (int round = 0; round < 2; round++) {
		cr_expect_str_eq(stem("counterdemonstrationally-orientations", "en"), "counterdemonstrationally-orient");
		memset(word, 'a', sizeof word);
		strcpy(word + 70, "ations");
		cr_expect_str_eq(stem(word, "en"), word);
	}
}

Test(stems, a_number_is_its_own_stem)
{
	word w = {.text = {"runs", 4}, .is_number = true};
	bool stops;
	stems s;

	stems_open(&s, "en");
	for (int round = 0; round < 2; round++) {
		cr_expect(stems_find(&s, &w, 17, memory, &stops) && !stops && w.text.len == 4);
		cr_expect_str_eq(stem("runs", "en"), "run");
	}
	stems_close(&s);
}
