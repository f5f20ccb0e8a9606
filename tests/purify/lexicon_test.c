#include "purify/lexicon.h"

#include <criterion/criterion.h>
#include <string.h>

enum { WARM = 1, COLD = 2 };
static const lexicon_list lists[] = {{WARM, "red yellow "}, {COLD, "blue grün red "}, {0, NULL}};
static lexicon colours = LEXICON(lists);

static const struct { const char *word; unsigned meaning; } rows[] = {
	{ "", 0 }, { " ", 0 }, { "yellow", WARM }, { "YELLow", WARM }, { "yello", 0 }, { "yellow ", 0 }, { "red yellow", 0 },
	{ "blue", COLD }, { "red", WARM | COLD }, { "grün", COLD }, { "GRün", COLD }, { "twenty-four-bytes-of-words-and-more", 0 },
};

Test(lexicon, has_the_meanings_of_all_lists_with_the_word)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(lexicon_meaning(&colours, rows[i].word, strlen(rows[i].word)), rows[i].meaning, "%s", rows[i].word);
}
