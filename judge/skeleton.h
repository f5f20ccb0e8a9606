/* skeleton — what a page says besides what its URL says: the words of its title and text, without
 *
 * - the words of its URL, and numbers near to one in its URL: page 6, 7 and 8 of a list;
 * - dates, years, and names of months and days of the week;
 * - words that look drawn at random, unless more than a quarter of all words do.
 *
 * Two responses of a host that differ in nothing else say the same: "There is no page /lamp/7", "No events in March 1985". Other
 * numbers are what a page is about: rates, results.
 *
 *	skeleton_of(&calendar, &page, a, &s)       what a page says
 *	skeleton_meet(responses, n, a, &answer)    what responses to URLs that cannot exist have in common
 *	skeleton_repeats(&s, &answer)              does the page say the same? */
#ifndef JUDGE_SKELETON_H
#define JUDGE_SKELETON_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* The names of months and days in the language of the last page. All zeros at first; free it with calendar_free. */
typedef struct calendar {
	char lang[16];
	uint64_t *names; /* hashes, ascending */
	size_t len, room;
} calendar;

void calendar_free(calendar *c);

typedef struct skeleton {
	uint64_t *words; /* hashes, ascending; a word that stands twice in the page stands twice here */
	uint64_t *url;   /* behind them: the words of its URL, which it may have said, too */
	size_t len, url_len;
	uint64_t
		form; /* a digest of all its words but dates, numbers near to one in its URL, and what looks drawn: the words of its URL
			* belong to it. Months without events have one form, the photos of a gallery have not */
} skeleton;

/* Makes the skeleton of a page, which needs its url, title, lang and text. Its words are in a. ERR_MEMORY. */
status skeleton_of(calendar *c, const firstprint_page *page, arena *a, skeleton *out);
/* Copies it into a. ERR_MEMORY. */
status skeleton_copy(const skeleton *s, arena *a, skeleton *out);
/* Returns one number for its words. */
uint64_t skeleton_digest(const skeleton *s);

/* What a host says to any URL. */
typedef struct skeleton_answer {
	skeleton all; /* the words that all its responses to such URLs share */
	size_t more;  /* how many others one of them has at most, such as suggestions drawn at random */
	bool is_one;  /* do they share most of their words? If not, the host has no such answer */
} skeleton_answer;

/* Makes an answer of n ≥ 1 responses. The words of out->all are in a. ERR_MEMORY. */
status skeleton_meet(const skeleton *responses, size_t n, arena *a, skeleton_answer *out);
/* Does s say all that the responses share, and not more beside it than they have? One or two words of a long answer may differ. */
bool skeleton_repeats(const skeleton *s, const skeleton_answer *answer);

#endif
