/* spots — features of running text: short chains of words behind common ones, and what Chinese adds to them.
 *
 * A spot is an antecedent, a word so common that running text is full of it and menus are not, and the `chain` words
 * that follow it `distance` words apart, stop words passed over:
 *
 *	"On a street in Milton, in the city's inner-west"   →   a:street:milton  the:city's:inner-west
 *
 * Theobald, Siddharth, Paepcke: SpotSigs, SIGIR 2008. Mao et al.: SizeSpotSigs, PAKDD 2011, §4, adds for short pages
 * spots behind punctuation, whole sentences (what stands between two marks) and the runs of 1 … n−1 words of a
 * sentence of n.
 *
 * Antecedents: a, an, the, is (SpotSigs, and the example above); for Chinese 的 地 得 是 把 了 in SPOTS_WORDS, the best
 * of §5.2 for long pages, and 的 alone in SPOTS_ALL, the best for short ones. Texts in other languages have few spots.
 *
 * Left open by both, chosen here: words are counted over ends of sentences; a chain cut short by the end of the text is
 * no spot; the antecedent is part of the feature, as in the papers' examples (the authors' program leaves it out); a
 * sentence lies in one paragraph, begins behind a mark or at the paragraph's start and must end in a mark, so that
 * menu lines are none. Marks include ASCII ones: the paper leaves them out because HTML is full of them, and we are
 * given text (plugin/text/marked_words.h). Without them English pages would have nothing but spots, and AF would be SpotSigs
 * (F1 on Reuters 0.86 instead of 0.94).
 *
 * Two bounds keep hostile texts linear: the runs of a sentence have at most SPOTS_RUN words (all of 1 … n−1 would be
 * n²/2), and the next word of a chain stands at most SPOTS_REACH items on. */
#ifndef PLUGIN_TEXT_SPOTS_H
#define PLUGIN_TEXT_SPOTS_H

#include "plugin/text/features.h"
#include "plugin/text/marked_words.h"

enum { SPOTS_CHAIN_MOST = 8, SPOTS_DISTANCE_MOST = 16, SPOTS_REACH = 64, SPOTS_RUN = 12 };

enum spots_kind {
	SPOTS_WORDS, /* SpotSigs: behind stop words */
	SPOTS_ALL    /* AF_SpotSigs: behind stop words and marks, sentences, their runs of words */
};

typedef struct spots_rule {
	size_t distance; /* 1 to SPOTS_DISTANCE_MOST */
	size_t chain;    /* 1 to SPOTS_CHAIN_MOST */
	const char *lang; /* of the page, for its stop words */
} spots_rule;

typedef struct spots {
	uint32_t *items; /* upper halves of feature hashes, one for each occurrence */
	size_t len;
} spots;

/* Lives in a. Pure. ERR_MEMORY. */
status spots_of(const marked_words *p, enum spots_kind kind, const spots_rule *rule, const feature_key *key, arena *a,
		spots *out);

#endif
