/* likeness — how much of two texts is the same: their distinct runs of three words (Broder's resemblance and containment), of all
 * of the text, exactly. Filters compare samples; this is for looking at a few pages. */
#ifndef JUDGE_LIKENESS_H
#define JUDGE_LIKENESS_H

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

typedef struct runs {
	uint64_t *items; /* hashes, ascending and distinct */
	size_t len;
} runs;

/* Runs of three words, of four characters where the text is Chinese or Japanese, or of one if it is that short; in a.
 * ERR_MEMORY. */
status runs_of(firstprint_span text, const feature_key *key, arena *a, runs *out);

/* The words of an index (store/fulltext.h) for the lowest of these runs, LIKENESS_RUNS at most, with `between` between two of them;
 * in a. NULL: out of memory. Two texts of resemblance r have about r · LIKENESS_RUNS of them in common. */
enum { LIKENESS_RUNS = 24 };
char *runs_words(const runs *r, const char *between, arena *a);

typedef struct likeness {
	double resemblance;         /* |A ∩ B| / |A ∪ B|; 0 if one has none */
	double contained, contains; /* |A ∩ B| / |A|, |A ∩ B| / |B| */
} likeness;

likeness likeness_of(const runs *a, const runs *b);

#endif
