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

static unsigned sentences(const char *text, bool greek)
{
	UErrorCode e = U_ZERO_ERROR;
	UText source = UTEXT_INITIALIZER;
	unsigned n;

	utext_openUTF8(&source, text, -1, &e);
	n = pieces(breaks_sentences(&source, greek));
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
		cr_assert_eq(sentences("Yes. No. Then?", false), 3);
	}
}

Test(breaks, each_text_is_cut_by_the_rules_of_its_own_language)
{
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(sentences(question, true), 2);
		cr_assert_eq(sentences(question, true), 2);
		cr_assert_eq(sentences(question, false), 1);
	}
}

/* So no language needs an iterator of its own. */
Test(breaks, all_languages_but_greek_have_the_same_rules)
{
	static const char text[] = "Yes. No; then? \"Ja.\" z. B. nein! M. Dupont est là. (3.14 etc.) и т. д. Да. ¿Qué? 你好。再见";

	for (int32_t i = 0, n = ubrk_countAvailable(); i < n; i++) {
		UErrorCode e = U_ZERO_ERROR;
		UText source = UTEXT_INITIALIZER;
		UBreakIterator *breaks = ubrk_open(UBRK_SENTENCE, ubrk_getAvailable(i), NULL, 0, &e);

		utext_openUTF8(&source, text, -1, &e);
		ubrk_setUText(breaks, &source, &e);
		cr_expect_eq(pieces(breaks), sentences(text, strncmp(ubrk_getAvailable(i), "el", 2) == 0), "%s", ubrk_getAvailable(i));
		ubrk_close(breaks);
		utext_close(&source);
	}
}

static void *ask(void *greek)
{
	for (unsigned i = 0; i < 200; i++)
		if (sentences(question, *(bool *)greek) != (*(bool *)greek ? 2 : 1) || words("one, two three") != 6)
			return NULL;
	return greek;
}

Test(breaks, threads_have_iterators_of_their_own)
{
	static bool greek[] = {false, true};
	pthread_t thread[4];

	for (unsigned i = 0; i < 4; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, ask, &greek[i % 2]), 0);
	for (unsigned i = 0; i < 4; i++) {
		void *said = NULL;

		pthread_join(thread[i], &said);
		cr_assert_not_null(said);
	}
}
