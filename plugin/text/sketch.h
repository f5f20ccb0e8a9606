/* sketch — what is kept of a page to confirm that another is its reprint: bounded, whatever the page's length.
 *
 * A bottom-k sample of its shingles (Broder 1997; Beyer et al., On Synopses for Distinct-Value Estimation, SIGMOD
 * 2007): the k smallest hashes. Below the smaller of two samples' bounds both are complete, so that resemblance and
 * both containments are estimated from what they share there; texts of fewer than k shingles are compared exactly.
 *
 * And slots, which tell reprints from template twins: pages with the same sentences and other numbers or names are
 * different pages (rates, results, another branch of the same shop). A slot is the place of a number or name, known by
 * the two tokens before it and the one behind, in which numbers (and, for names, capitals) are masked; its value is 8
 * bits of what stands there. Where two pages share a slot, the values agree or differ. Of both kinds the slots with
 * the lowest keys are kept, so that two pages keep the same ones.
 *
 * Bytes, lowest first: distinct shingles 4, length 4, kept shingles 2, number slots 1, name slots 1, then these, four
 * bytes each: 12 + 4 · (256 + 48 + 32) = 1,356 at most. */
#ifndef PLUGIN_TEXT_SKETCH_H
#define PLUGIN_TEXT_SKETCH_H

#include "plugin/text/shingles.h"

enum {
	SKETCH_SHINGLES = 256, /* 96 do for texts of one length; a page in one of eight times its length needs these */
	SKETCH_NUMBERS = 48,
	SKETCH_NAMES = 32,
	SKETCH_VALUES_MOST = 4 /* different values of one slot */
};

/* Views into a signature's bytes, valid as long as they are. */
typedef struct sketch {
	uint32_t distinct;        /* shingles of the whole text */
	uint32_t length;          /* in half tokens: a word or number is 2, a CJK character 1 */
	const uint32_t *shingles; /* upper halves of hashes, ascending */
	size_t shingles_len;
	const uint32_t *numbers, *names; /* 24 bits of slot, 8 of value, ascending */
	size_t numbers_len, names_len;
} sketch;

/* The sketch of a text as bytes in a, aligned for sketch_read. Pure. ERR_MEMORY. */
status sketch_make(firstprint_span text, const feature_key *key, arena *a, firstprint_span *out);

/* false: the bytes are no sketch. They must be aligned to 4. */
bool sketch_read(firstprint_span bytes, sketch *out);

typedef struct sketch_likeness {
	double resemblance;         /* |A ∩ B| / |A ∪ B| */
	double contained, contains; /* |A ∩ B| / |A|, |A ∩ B| / |B| */
	double shared;              /* |A ∩ B|, in shingles */
	unsigned sampled;           /* how many of them were seen in both samples: what the estimates rest on */
} sketch_likeness;

sketch_likeness sketch_compare(const sketch *a, const sketch *b);

/* Slots two pages share: in how many the values agree, in how many they differ. */
typedef struct slot_agreement {
	int agree, differ;
} slot_agreement;

slot_agreement sketch_numbers(const sketch *a, const sketch *b);
slot_agreement sketch_names(const sketch *a, const sketch *b);

#endif
