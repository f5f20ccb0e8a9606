/* Which words make a drop worth a look. */
#include <criterion/criterion.h>
#include <string.h>

#include "judge/notable.h"

#define BEFORE "The council of the town met last night in the old hall by the river, and the mayor of Aldern spoke first. "
#define BEHIND " After that the members went home in the rain, and the hall was locked until spring by its keeper."

static const struct { const char *what, *text, *original, *words, *lang; } rows[] = {
	{"the same", BEFORE "The lamp is safe." BEHIND, BEFORE "The lamp is safe." BEHIND, NULL, NULL},
	{"a negation", BEFORE "The lamp is not safe." BEHIND, BEFORE "The lamp is safe." BEHIND, "not", NULL},
	{"the number of something", BEFORE "It is No. 7 of ten." BEHIND, BEFORE "It is 7 of ten." BEHIND, NULL, NULL},
	{"a negation before a sentence with a number", BEFORE "Was it? No.\n7 of ten." BEHIND, BEFORE "Was it?\n7 of ten." BEHIND, "No", NULL},
	{"without it", BEFORE "The lamp is safe." BEHIND, BEFORE "The lamp is not safe." BEHIND, "\u2212not", NULL},
	{"one more of two", BEFORE "It is not old, and not safe." BEHIND, BEFORE "It is not old, and safe." BEHIND, "not", NULL},
	{"moved", "It is not old. " BEFORE BEHIND, BEFORE "It is not old." BEHIND, NULL, NULL},
	{"a short negation", BEFORE "It isn't safe." BEHIND, BEFORE "It is safe." BEHIND, "isn't", NULL},
	{"with another apostrophe", BEFORE "We don\u2019t swim." BEHIND, BEFORE "We swim." BEHIND, "don\u2019t", NULL},
	{"a correction", "Correction: " BEFORE BEHIND, BEFORE BEHIND, "Correction", NULL},
	{"retracted in capitals", "RETRACTED\n" BEFORE BEHIND, BEFORE BEHIND, "RETRACTED", NULL},
	{"another name", BEFORE "It was sold to Bremby." BEHIND, BEFORE "It was sold to Corley." BEHIND, "Bremby, \u2212Corley", NULL},
	{"a name at the start of a sentence", BEFORE "Bremby bought it." BEHIND, BEFORE "Corley bought it." BEHIND, NULL, NULL},
	{"a name that both have", BEFORE "It was sold to Aldern." BEHIND, BEFORE "It was sold." BEHIND, NULL, NULL},
	{"other words", BEFORE "The lamp is bright." BEHIND, BEFORE "The lamp is new." BEHIND, NULL, NULL},
	{"another dose", BEFORE "Adults take 50 mg once daily." BEHIND, BEFORE "Adults take 5 mg once daily." BEHIND, "50, \u22125", NULL},
	{"names in a footer", BEFORE BEHIND "\n(c) The Guides Home Code", BEFORE BEHIND, NULL, NULL},
	{"a count of readers", BEFORE BEHIND "\n37 readers", BEFORE BEHIND "\n52 readers", NULL, NULL},
	{"a date", BEFORE "It was read on 3 May 2021." BEHIND, BEFORE "It was read on 7 May 2021." BEHIND, NULL, NULL},
	{"German, whose nouns have capitals", "Der Rat der Stadt tagte gestern Abend im alten Saal am Fluss, und die Lampe brennt nun.",
	 "Der Rat der Stadt tagte gestern Abend im alten Saal am Fluss, und das Licht brennt nun.", NULL, NULL},
	{"a German negation", "Der Rat der Stadt tagte gestern nicht.", "Der Rat der Stadt tagte gestern.", "nicht", NULL},
	{"Chinese", "镇议会昨晚决定不重建游泳馆。", "镇议会昨晚决定重建游泳馆。", "不", NULL},
	{"\"in the\" in Portuguese", "A turnê começa no centro.", "A turnê começa em casa.", NULL, "pt-br"},
	{"a Portuguese negation", "A turnê não começa.", "A turnê começa.", "não", "pt"},
	{"a Spanish negation", "La gira no empieza.", "La gira empieza.", "no", "es"},
	{"a language with no words", "De tour not no nicht.", "De tour.", NULL, "nl"},
	{"an unknown language", "La gira no empieza.", "La gira empieza.", "no", ""},
	{"many", "no never without Correction retracted withdrawn recalled", "", "no, never, without, Correction, retracted, …", NULL},
	{"a new paragraph", BEFORE BEHIND "\nThen some old members withdrew their plan and will sail again every day.", BEFORE BEHIND,
	 "\"Then some old members withdrew …\"", NULL},
	{"a new paragraph with a long word", BEFORE BEHIND "\nThen some oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooold members withdrew their plan and will sail again every day.", BEFORE BEHIND,
	 "\"Then some …\"", NULL},
	{"a paragraph that is gone", BEFORE BEHIND, BEFORE BEHIND "\nThen some old members withdrew their plan and will sail again every day.", NULL, NULL},
	{"a paragraph that was edited", BEFORE "Most of these were sold." BEHIND, BEFORE BEHIND, NULL, NULL},
	{"a part of a page lacks most of its words", "The lamp is safe.", "It is not. " BEFORE BEFORE BEHIND BEHIND " The lamp is safe.", NULL, NULL},
	{"a sentence is lost", BEFORE BEHIND, BEFORE "It is not known who lit the lamps of this coast or why they went out again so soon." BEHIND, "\u2212not", NULL},
	{"nothing", "", "", NULL, NULL},
};

Test(notable, negations_corrections_names_and_figures)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_span text = {rows[i].text, strlen(rows[i].text)}, original = {rows[i].original, strlen(rows[i].original)};
		arena *a = arena_new();
		notable_memo m = {0};
		const char *words = "?";

		cr_assert_eq(notable_words(text, original, rows[i].lang ? rows[i].lang : "", &m, a, &words), OK);
		cr_expect(words == rows[i].words || (words && rows[i].words && strcmp(words, rows[i].words) == 0), "%s: %s", rows[i].what,
			  words ? words : "none");
		notable_forget(&m);
		arena_free(a);
	}
}

static const char *words_beside(const char *text, const char *original, notable_memo *m, arena *a)
{
	const char *words = NULL;

	cr_assert_eq(notable_words((firstprint_span){text, strlen(text)}, (firstprint_span){original, strlen(original)}, "en", m, a, &words), OK);
	return words ? words : "";
}

Test(notable, an_original_that_was_read_is_not_read_again)
{
	arena *a = arena_new();
	notable_memo m = {0};
	const uint64_t *read;

	cr_expect_str_eq(words_beside("The lamp is not safe.", "The lamp is safe.", &m, a), "not");
	read = m.words;
	arena_reset(a);
	cr_expect_str_eq(words_beside("The lamp is never safe.", "The lamp is safe.", &m, a), "never");
	cr_expect_eq(m.words, read);
	cr_expect_str_eq(words_beside("The lamp is safe.", "The lamp is not safe.", &m, a), "\u2212not");
	cr_expect_str_eq(words_beside("The lamp is not safe.", "The lamp is not safe.", &m, a), "");
	notable_forget(&m);
	arena_free(a);
}
