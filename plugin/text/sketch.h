/* sketch — what is kept of a page to confirm that another is its near-duplicate; its size is bounded.
 *
 * First, a bottom-k sample of the page's shingles (Broder 1997; Beyer et al., On Synopses for Distinct-Value Estimation,
 * SIGMOD 2007): the k lowest hashes. A sample is complete up to its highest hash. So two samples are both complete up to
 * the lower of these bounds, and what they share up to there estimates resemblance and both containments. Texts of fewer
 * than k shingles are compared exactly.
 *
 * Second, slots. They tell near-duplicates from template twins: pages with the same sentences but other numbers or names
 * are different pages (rates, results, another branch of the same shop). A slot is the place of a number or a name. Its
 * key is made of the two tokens before and the one behind, with numbers masked, and names too around a name; its value is
 * 8 bits of the hash of what stands there. Where two pages have the same slot, the values agree or differ. Of each kind,
 * the slots with the lowest keys are kept, so that two pages keep the same ones.
 *
 * Bytes, lowest first: distinct shingles 4, length 4, kept shingles 2, number slots 1, name slots 1, then these, four
 * bytes each: 12 + 4 · (256 + 48 + 32) = 1,356 at most. */
#ifndef PLUGIN_TEXT_SKETCH_H
#define PLUGIN_TEXT_SKETCH_H

#include "plugin/text/shingles.h"

enum {
	SKETCH_SHINGLES = 256, /* 96 are enough for texts of equal length; a page inside one eight times as long needs these */
	SKETCH_NUMBERS = 48,
	SKETCH_NAMES = 32,
	SKETCH_VALUES_MOST = 4 /* different values of one slot */
};

/* Views into a signature's bytes; valid as long as these are. */
typedef struct sketch {
	uint32_t distinct;        /* shingles of the whole text */
	uint32_t length;          /* in half tokens: a word or a number is 2, a Chinese or Japanese character 1 */
	const uint32_t *shingles; /* upper halves of hashes, ascending */
	size_t shingles_len;
	const uint32_t *numbers, *names; /* 24 bits of slot, 8 of value, ascending */
	size_t numbers_len, names_len;
} sketch;

/* Makes the sketch of a text, as bytes in a that sketch_read can read. Pure. ERR_MEMORY. */
status sketch_make(firstprint_span text, const feature_key *key, arena *a, firstprint_span *out);

/* Reads a sketch. false: the bytes are none. They must be aligned to 4. */
bool sketch_read(firstprint_span bytes, sketch *out);

typedef struct sketch_likeness {
	double resemblance;         /* |A ∩ B| / |A ∪ B| */
	double contained, contains; /* |A ∩ B| / |A|, |A ∩ B| / |B| */
	double shared;              /* |A ∩ B|, in shingles */
	unsigned sampled;           /* how many shared hashes were seen: the estimates rest on these */
} sketch_likeness;

sketch_likeness sketch_compare(const sketch *a, const sketch *b);

/* Of the slots that two pages share: in how many the values agree, and in how many they differ. */
typedef struct slot_agreement {
	int agree, differ;
} slot_agreement;

slot_agreement sketch_numbers(const sketch *a, const sketch *b);
slot_agreement sketch_names(const sketch *a, const sketch *b);

#endif
