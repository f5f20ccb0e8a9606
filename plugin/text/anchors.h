/* anchors — a text as a row of pieces, each marked if it stands beside an anchor: what feature codes are made of.
 *
 *	系统采用的特征码提取算法是基于语法获取特征的方法。这种方法将网页内容看成字符流，以一些标点…
 *	系                                                   法  这                          流  以
 *
 * Guo, Chen, Xin, Wang: A Length-variable Feature Code Based Fuzzy Duplicates Elimination Approach for Large Scale
 * Chinese WebPages, 2013, §III.A: "certain special symbols (common punctuation marks and characters …) are defined as
 * the anchors, the characters at the left and right of these anchors are connected as a feature code".
 *
 * What the paper shows without saying it, and we do: a paragraph's start is an anchor too (系 above); a character
 * between two anchors is taken once (架的人。 gives 架人 in its Table I). Its worked example, above, needs 的 to be no
 * anchor, though the paper lists it as one; the codes of its Table I need it to be one (服的地 gives 服地). So there
 * are two sets of anchors.
 *
 * What we add: the neighbour of an anchor is the nearest character that can be read, over spaces, brackets and
 * further anchors ("…”，" is one place, not two). Where words have spaces between them the neighbour is the whole word in
 * lower case: a letter beside a comma is one of 26, mostly e, s, t or d, and the codes of different pages would be
 * alike; a word says about as much as a Chinese character. A mark between two letters or digits is part of a word:
 * 3.5, 10:30, don't. */
#ifndef PLUGIN_TEXT_ANCHORS_H
#define PLUGIN_TEXT_ANCHORS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/text/features.h"

enum anchor_set {
	ANCHORS_PUNCTUATION, /* , . ? ! ; : — and quotation marks, in any width; 、 。 */
	ANCHORS_DE           /* …and 的 */
};

/* A symbol is a character's code point, or for a word 31 bits of its feature_hash with this bit set. */
#define ANCHORS_WORD UINT32_C(0x80000000)

typedef struct anchored_text {
	struct anchored_piece {
		uint32_t symbol;
		bool is_beside; /* an anchor, or the paragraph's start */
	} *pieces;
	size_t len;
	struct anchored_paragraph {
		size_t from, to;   /* its pieces; at least one */
		size_t characters; /* white space not counted */
	} *paragraphs;             /* those without any piece, rows of stars and such, left out */
	size_t paragraphs_len;
	size_t characters;
} anchored_text;

/* The pieces of the article's first so many characters, the last word whole; 0: of all. They live in a. Pure.
 * ERR_MEMORY. */
status anchors_of(const firstprint_page *page, enum anchor_set set, size_t first, const feature_key *key, arena *a,
		  anchored_text *out);

#endif
