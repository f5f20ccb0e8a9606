/* sketch — a sample of a page's shingles, and in which section of the text each stands; to tell how much of one page is in
 * another, and whether what is not there is spread over the text or stands in one piece.
 *
 * A bottom-k sample (Broder 1997; Beyer et al., On Synopses for Distinct-Value Estimation, SIGMOD 2007): the k lowest
 * hashes. A sample is complete up to its highest hash. So two samples are both complete up to the lower of these bounds, and
 * what they share up to there estimates resemblance and both containments. Texts of at most k shingles are compared
 * exactly. k is 256, and in long texts a fifth of the shingles, but no more than 4,096, so that a hundred words are found inside
 * 40,000.
 *
 * Shingles in lines that are the site's own (site_lines.h) are in no section, and do not count: in a comparison, neither those
 * of the one page nor those of the other.
 *
 * Bytes, lowest first: distinct shingles 4, length 4, own length 4, kept shingles 2, own shingles among them 2; the shingles,
 * 4 each, ascending; their sections, half a byte each; filled up to 4. */
#ifndef PLUGIN_TEXT_SKETCH_H
#define PLUGIN_TEXT_SKETCH_H

#include "plugin/text/shingles.h"

enum {
	SKETCH_WORDS = 3,      /* of a shingle */
	SKETCH_SHINGLES = 256, /* kept of a text that has so many */
	SKETCH_SHARE = 5,      /* of a longer one: one in so many */
	SKETCH_MAX = 4096,     /* and no more than these */
	SKETCH_SECTIONS = 15,  /* a text is cut into so many sections of equal length */
	SKETCH_SITE = 15,      /* the section of what is the site's own */
	SKETCH_BYTES_MOST = 16 + 4 * SKETCH_MAX + SKETCH_MAX / 2
};

/* Views into a signature's bytes; valid as long as these are. */
typedef struct sketch {
	uint32_t distinct;        /* shingles of the whole text */
	uint32_t length;          /* in half words: a word or a number is 2, a Chinese or Japanese character 1 */
	uint32_t own_length;      /* the same, without the site's own lines */
	const uint32_t *shingles; /* upper halves of hashes, ascending */
	const uint8_t *sections;  /* that of shingle i: sketch_section */
	size_t shingles_len, own_len;
} sketch;

/* The section of shingle i, from 0 to SKETCH_SECTIONS − 1, or SKETCH_SITE. */
static inline unsigned sketch_section(const sketch *s, size_t i)
{
	return s->sections[i / 2] >> i % 2 * 4 & 15;
}

/* Makes the sketch of a text, as bytes in a that sketch_read can read. *at, in a: the token with which each kept shingle begins. Pure.
 * ERR_MEMORY. */
status sketch_make(const tokens *t, const feature_key *key, arena *a, firstprint_span *out, positions *at);
/* Puts shingle i of the bytes in SKETCH_SITE. */
void sketch_mark_site(char *bytes, size_t i);
void sketch_set_own_length(char *bytes, uint32_t own_length);

/* Reads a sketch from the front of the bytes, which are aligned to 4, and returns how many bytes it takes; 0: they are none. */
size_t sketch_read(firstprint_span bytes, sketch *out);

typedef struct sketch_likeness {
	double resemblance;         /* |A ∩ B| / |A ∪ B| */
	double contained, contains; /* |A ∩ B| / |A|, |A ∩ B| / |B| */
	/* What these two are at least, in 49 of 50 samples of this size: the lower end of Wilson's interval, with z = 2. Of whole texts the
	 * same. */
	double contained_least, contains_least;
	unsigned sampled; /* how many shared hashes were seen: the estimates rest on these */
} sketch_likeness;

sketch_likeness sketch_compare(const sketch *a, const sketch *b);

/* Which share of a's text is its own: not in b, and in pieces rather than in words that were replaced here and there. In
 * [0, 1]. A section counts by how much less of it is in b than is usual in this pair: of the usual share u, s is left, and if
 * words are replaced one by one, ∛(s/u) of these. So a new paragraph counts as a whole, an edit that goes through all of the
 * text does not count. */
double sketch_novelty(const sketch *a, const sketch *b);

/* Is hash in the sample: 1; is it not: 0; −1: it is above what the sample is complete up to. */
int sketch_has(const sketch *s, uint32_t hash);

/* Copies the shingles that are not the site's own: the lowest `least`, and of the others those up to `below`. Returns how many. out
 * has room for shingles_len: own_len may be wrong in bytes from elsewhere. */
size_t sketch_own(const sketch *s, size_t least, uint32_t below, uint64_t *out);

#endif
