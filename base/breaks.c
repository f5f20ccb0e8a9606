#include "base/breaks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct kept {
	UBreakIterator *words, *sentences;
	char *lang; /* of sentences; NULL: not known */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void close_kept(void *of_thread)
{
	struct kept *k = of_thread;

	ubrk_close(k->words);
	ubrk_close(k->sentences);
	free(k->lang);
	free(k);
}

static void make_key(void)
{
	has_key = pthread_key_create(&key, close_kept) == 0;
}

/* What the calling thread keeps. NULL: out of memory. */
static struct kept *kept_of_thread(void)
{
	struct kept *k;

	pthread_once(&once, make_key);
	k = has_key ? pthread_getspecific(key) : NULL;
	if (k || !has_key)
		return k;
	k = calloc(1, sizeof *k);
	if (k && pthread_setspecific(key, k) != 0) {
		free(k);
		return NULL;
	}
	return k;
}

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
	struct kept *k = kept_of_thread();

	if (k && !k->words)
		k->words = open_breaks(UBRK_WORD, "");
	if (!k || !k->words)
		return NULL;
	ubrk_setText(k->words, text, len, &e);
	return U_SUCCESS(e) ? k->words : NULL;
}

/* Makes the thread's iterator one for lang. */
static bool speak(struct kept *k, const char *lang)
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
	struct kept *k = kept_of_thread();

	if (!k || !speak(k, lang))
		return NULL;
	ubrk_setUText(k->sentences, text, &e);
	return U_SUCCESS(e) ? k->sentences : NULL;
}
