/* spots — features of running text: short chains of words behind very common words, and what short pages need besides.
 *
 * A spot is an antecedent, a word so common that running text is full of it and menus are not, with the `chain` words
 * that follow it, each `distance` words on, without stop words:
 *
 *	"On a street in Milton, in the city's inner-west"   →   a:street:milton  the:city's:inner-west
 *
 * Theobald, Siddharth, Paepcke: SpotSigs, SIGIR 2008. Mao et al.: SizeSpotSigs, PAKDD 2011, §4, adds for short pages
 * spots behind punctuation, whole sentences (what stands between two marks) and the runs of 1 … n−1 words of a
 * sentence of n.
 *
 * Antecedents, unless a list is given: a, an, the, is (SpotSigs, and the example above); for Chinese 的 地 得 是 把 了 in
 * SPOTS_WORDS, the best of §5.2 for long pages, and 的 alone in SPOTS_ALL, the best for short ones. Texts in other languages
 * have few spots.
 *
 * The papers leave some points open. Ours: a chain goes on over the end of a sentence. A chain that the end of the text
 * cuts short is no spot. The antecedent is part of the feature, as in the papers' examples (the authors' program leaves
 * it out). A sentence lies in one paragraph, begins behind a mark or at the paragraph's start, and must end in a mark, so
 * that menu lines are none. ASCII marks count too: the paper leaves them out because HTML is full of them, but we are
 * given text (plugin/text/marked_words.h). Without them English pages would have spots only, and AF_SpotSigs would be
 * SpotSigs (F1 on Reuters 0.86 instead of 0.94).
 *
 * Two bounds keep the time linear on hostile texts: runs of words have at most SPOTS_RUN words (all runs of 1 … n−1 would
 * be n²/2), and the next word of a chain stands at most SPOTS_REACH items on. */
#ifndef PLUGIN_TEXT_SPOTS_H
#define PLUGIN_TEXT_SPOTS_H

#include "plugin/text/features.h"
#include "plugin/text/marked_words.h"

enum { SPOTS_CHAIN_MOST = 8, SPOTS_DISTANCE_MOST = 16, SPOTS_REACH = 64, SPOTS_RUN = 12, SPOTS_ANTECEDENTS_MOST = 128 };

enum spots_kind {
	SPOTS_WORDS, /* SpotSigs: spots behind stop words */
	SPOTS_ALL    /* AF_SpotSigs: spots behind stop words and marks, sentences, runs of words */
};

/* The first of the words in "the/is/的" that no text has, such as one with a capital; of 0 bytes: the list is empty; at NULL: all are
 * words. Points into the list; a is for scratch memory. */
firstprint_span antecedents_fault(const char *list, arena *a);

typedef struct spots_rule {
	size_t distance;  /* 1 to SPOTS_DISTANCE_MOST */
	size_t chain;     /* 1 to SPOTS_CHAIN_MOST */
	const char *lang; /* the page's language, for its stop words */
	/* "the/is/的": the antecedents, in normal form KC and lower case, the first SPOTS_ANTECEDENTS_MOST; NULL: those above */
	const char *antecedents;
} spots_rule;

typedef struct spots {
	uint32_t *items; /* upper halves of feature hashes, one for each occurrence */
	size_t len;
} spots;

/* Lives in a. Pure. ERR_MEMORY. */
status spots_of(const marked_words *p, enum spots_kind kind, const spots_rule *rule, const feature_key *key, arena *a,
		spots *out);

#endif
