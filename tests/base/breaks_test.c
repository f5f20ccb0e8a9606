#include "base/breaks.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ustring.h>

/* How many pieces an iterator cuts its text into. */
static unsigned pieces(UBreakIterator *breaks)
{
	unsigned n = 0;

	cr_assert_not_null(breaks);
	while (ubrk_next(breaks) != UBRK_DONE)
		n++;
	return n;
}

static unsigned words(const char *text)
{
	UErrorCode e = U_ZERO_ERROR;
	UChar wide[64];
	int32_t len;

	u_strFromUTF8(wide, 64, &len, text, -1, &e);
	return pieces(breaks_words(wide, len));
}

static unsigned sentences(const char *text, const char *lang)
{
	UErrorCode e = U_ZERO_ERROR;
	UText source = UTEXT_INITIALIZER;
	unsigned n;

	utext_openUTF8(&source, text, -1, &e);
	n = pieces(breaks_sentences(&source, lang));
	utext_close(&source);
	return n;
}

/* The semicolon ends a question in Greek, and nowhere else. */
static const char question[] = "Who came; They said no.";

Test(breaks, the_next_text_begins_anew)
{
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(words("one, two three"), 6);
		cr_assert_eq(words(""), 0);
		cr_assert_eq(words("alone"), 1);
		cr_assert_eq(sentences("Yes. No. Then?", ""), 3);
	}
}

Test(breaks, each_text_is_cut_by_the_rules_of_its_own_language)
{
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(sentences(question, "el"), 2);
		cr_assert_eq(sentences(question, "el"), 2);
		cr_assert_eq(sentences(question, ""), 1);
		cr_assert_eq(sentences(question, "en"), 1);
	}
}

Test(breaks, a_name_that_is_no_language_is_cut_by_the_rules_for_all)
{
	char name[300];

	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	cr_assert_eq(sentences(question, "el"), 2);
	cr_assert_eq(sentences(question, name), 1);
	cr_assert_eq(sentences(question, "el"), 2);
}

static void *ask(void *lang)
{
	for (unsigned i = 0; i < 200; i++)
		if (sentences(question, lang) != (strcmp(lang, "el") == 0 ? 2 : 1) || words("one, two three") != 6)
			return NULL;
	return lang;
}

Test(breaks, threads_have_iterators_of_their_own)
{
	static char greek[] = "el", english[] = "en";
	pthread_t thread[4];

	for (unsigned i = 0; i < 4; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, ask, i % 2 ? greek : english), 0);
	for (unsigned i = 0; i < 4; i++) {
		void *said = NULL;

		pthread_join(thread[i], &said);
		cr_assert_not_null(said);
	}
}
