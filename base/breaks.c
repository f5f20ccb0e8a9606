#include "base/breaks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/per_thread.h"

struct kept {
	UBreakIterator *words, *sentences;
	char *lang; /* of sentences; NULL: unknown */
};

static void close_kept(void *of_thread)
{
	struct kept *k = of_thread;

	ubrk_close(k->words);
	ubrk_close(k->sentences);
	free(k->lang);
	free(k);
}

static per_thread kept = PER_THREAD(close_kept);

/* NULL: out of memory. */
static UBreakIterator *open_breaks(UBreakIteratorType type, const char *lang)
{
	UErrorCode e = U_ZERO_ERROR;
	UBreakIterator *breaks = ubrk_open(type, lang, NULL, 0, &e);

	if (U_SUCCESS(e))
		return breaks;
	ubrk_close(breaks);
	return NULL;
}

UBreakIterator *breaks_words(const UChar *text, int32_t len)
{
	UErrorCode e = U_ZERO_ERROR;
	struct kept *k = per_thread_get(&kept, sizeof *k);

	if (k && !k->words)
		k->words = open_breaks(UBRK_WORD, "");
	if (!k || !k->words)
		return NULL;
	ubrk_setText(k->words, text, len, &e);
	return U_SUCCESS(e) ? k->words : NULL;
}

/* Sets the thread's iterator for sentences to one for lang. false: out of memory. */
static bool set_language(struct kept *k, const char *lang)
{
	if (k->sentences && k->lang && strcmp(k->lang, lang) == 0)
		return true;
	ubrk_close(k->sentences);
	free(k->lang);
	k->sentences = open_breaks(UBRK_SENTENCE, lang);
	k->lang = strdup(lang);
	return k->sentences != NULL;
}

UBreakIterator *breaks_sentences(UText *text, const char *lang)
{
	UErrorCode e = U_ZERO_ERROR;
	struct kept *k = per_thread_get(&kept, sizeof *k);

	if (!k || !set_language(k, lang))
		return NULL;
	ubrk_setUText(k->sentences, text, &e);
	return U_SUCCESS(e) ? k->sentences : NULL;
}
