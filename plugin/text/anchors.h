/* anchors — a text as words or Chinese characters, each marked if it stands beside an anchor: the parts of feature codes.
 *
 *	系统采用的特征码提取算法是基于语法获取特征的方法。这种方法将网页内容看成字符流，以一些标点…
 *	系                                                   法  这                          流  以
 *
 * Guo, Chen, Xin, Wang: A Length-variable Feature Code Based Fuzzy Duplicates Elimination Approach for Large Scale
 * Chinese WebPages, 2013, §III.A: "certain special symbols (common punctuation marks and characters …) are defined as
 * the anchors, the characters at the left and right of these anchors are connected as a feature code".
 *
 * Two rules follow from the paper's examples only. The start of a paragraph is an anchor too (系 above). A character
 * between two anchors is taken once (架的人。 gives 架人 in its Table I). The paper lists 的 as an anchor, but its worked
 * example, above, is right only if 的 is none, and the codes of its Table I only if it is one (服的地 gives 服地). So there
 * are two sets of anchors.
 *
 * What we add: the neighbour of an anchor is the nearest letter or digit, across spaces, brackets and further anchors
 * ("…”，" is one place, not two). In scripts that put spaces between words, the neighbour is the whole word in lower case:
 * the letter beside a comma is mostly e, s, t or d, so that codes of different pages would be alike; a word says about
 * as much as a Chinese character. A mark between two letters or digits is part of the word: 3.5, 10:30, don't. */
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

/* A symbol is a character's code point or, for a word, this bit and 31 bits of the word's feature_hash. */
#define ANCHORS_WORD UINT32_C(0x80000000)

typedef struct anchored_text {
	struct anchored_piece {
		uint32_t symbol;
		bool is_beside; /* beside an anchor, or at the start of a paragraph */
	} * pieces;
	size_t len;
	struct anchored_paragraph {
		size_t from, to;   /* its pieces; at least one */
		size_t characters; /* without white space */
	} * paragraphs;            /* without those that have no piece, such as a row of stars */
	size_t paragraphs_len;
	size_t characters;
} anchored_text;

/* Reads the article's first `first` characters, and the last word to its end; 0: the whole article. The result lives in
 * a. Pure. ERR_MEMORY. */
status anchors_of(const firstprint_page *page, enum anchor_set set, size_t first, const feature_key *key, arena *a,
		  anchored_text *out);

#endif
