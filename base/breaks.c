#include "base/breaks.h"

#include <stdlib.h>

#include "base/per_thread.h"

struct kept {
	UBreakIterator *words, *sentences, *greek;
};

static void close_kept(void *of_thread)
{
	struct kept *k = of_thread;

	ubrk_close(k->words);
	ubrk_close(k->sentences);
	ubrk_close(k->greek);
	free(k);
}

static per_thread kept = PER_THREAD(close_kept);

/* Returns the iterator that is kept at `breaks`, after opening it at the first call. NULL: out of memory. */
static UBreakIterator *kept_at(UBreakIterator **breaks, UBreakIteratorType type, const char *lang)
{
	UErrorCode e = U_ZERO_ERROR;

	if (!*breaks)
		*breaks = ubrk_open(type, lang, NULL, 0, &e);
	if (U_FAILURE(e)) {
		ubrk_close(*breaks);
		*breaks = NULL;
	}
	return *breaks;
}

UBreakIterator *breaks_words(const UChar *text, int32_t len)
{
	UErrorCode e = U_ZERO_ERROR;
	struct kept *k = per_thread_get(&kept, sizeof *k);
	UBreakIterator *words = k ? kept_at(&k->words, UBRK_WORD, "") : NULL;

	if (words)
		ubrk_setText(words, text, len, &e);
	return U_SUCCESS(e) ? words : NULL;
}

UBreakIterator *breaks_sentences(UText *text, bool greek)
{
	UErrorCode e = U_ZERO_ERROR;
	struct kept *k = per_thread_get(&kept, sizeof *k);
	UBreakIterator **at = !k ? NULL : greek ? &k->greek : &k->sentences;
	UBreakIterator *sentences = at ? kept_at(at, UBRK_SENTENCE, greek ? "el" : "") : NULL;

	if (sentences)
		ubrk_setUText(sentences, text, &e);
	return U_SUCCESS(e) ? sentences : NULL;
}
