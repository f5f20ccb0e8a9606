/* likeness — how much two texts have in common, by all their distinct runs of three words (Broder's resemblance and
 * containment). It is exact, and meant for a few pages; filters compare samples. */
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

/* Hashes the runs of a text, in a: of three words, of four characters if the text is Chinese or Japanese, or of one word if the
 * text has fewer than three. ERR_MEMORY. */
status runs_of(firstprint_span text, const feature_key *key, arena *a, runs *out);

/* Returns the words of an index (store/fulltext.h) for the lowest of these hashes, at most LIKENESS_RUNS, separated by
 * `between`; in a. NULL: out of memory. Two texts of resemblance r have about r · LIKENESS_RUNS of these words in common. */
enum { LIKENESS_RUNS = 24 };
char *runs_words(const runs *r, const char *between, arena *a);

typedef struct likeness {
	double resemblance;         /* |A ∩ B| / |A ∪ B|; 0 if one has none */
	double contained, contains; /* |A ∩ B| / |A|, |A ∩ B| / |B| */
} likeness;

likeness likeness_of(const runs *a, const runs *b);

/* ── the few of many articles that are most similar to one ── */

/* The number of articles from an index (store/fulltext.h) to compare. */
enum { NEAREST_COMPARED = 300 };

typedef struct near_article {
	uint64_t id;
	likeness like; /* contained: how much of the article `of` is in this one */
} near_article;

typedef struct nearest {
	near_article *items; /* by resemblance, the highest first; room for most + 1 */
	size_t len, most;    /* most ≥ 1 */
} nearest;

/* Inserts x in order, if its resemblance is above 0; the last one may fall out. */
void nearest_add(nearest *n, const near_article *x);

#endif
