/* languages — what made articles and changes are written with, in English, Chinese, German and Russian. */
#ifndef TESTS_BENCH_PAIRS_LANGUAGES_H
#define TESTS_BENCH_PAIRS_LANGUAGES_H

enum { LANGUAGES = 4, WORDINGS_MOST = 8, WORDS_MOST = 80 };

/* Sentences and lines are patterns. In them stand for:
 *
 *	%N %A %V   a noun, an adjective, a verb          %n  a count         %f  an amount with decimals
 *	%S         the subject of the page               %d  a date          %t  a time          %v  a version
 *
 * Lists end in NULL. */
struct language {
	const char *code;
	const char *space; /* between sentences */
	const char *const *nouns, *const *adjectives, *const *verbs;
	const char *const *sentences; /* without figures */
	const char *const *figures;   /* sentences with one %n each */
	const char *const *subjects;  /* names of what a form is about */
	const char *const *about;     /* sentences with one %S each, none like another */
	const char *const *dates;     /* of strftime */
	/* What a site writes around an article. */
	const char *const *counters, *const *posted, *const *updated, *const *datelines, *const *ratings, *const *tickers,
		*const *minutes, *const *versions, *const *printed;
	const char *const *attributes; /* rows of a table, with a %n or %f each */
};

extern const struct language languages[LANGUAGES];

#endif
