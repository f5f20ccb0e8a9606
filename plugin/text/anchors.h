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

/* ── the code: a page as a row of symbols, longer for longer pages. Near-duplicates have long runs in common. ──
 *
 * Guo, Chen, Xin, Wang 2013, §III.A. A paragraph of length l_i is an independent extraction unit if
 *
 *	l_i ≥ L_pth   or   l_i / Σ l ≥ δ_p        Definition 1
 *
 * (The definition lists the two as if both must hold, but the text around it says "or" twice; with "and", no page with
 * several long paragraphs would have a unit.) The code is made of the page's first characters (Algorithm 2, steps 1 to 4):
 *
 *	there are units               their codes by anchors (anchors_of), one after another: Algorithm 1
 *	none, n ≥ n_th paragraphs     the first and last character of each of the first N and the last N paragraphs
 *	none, fewer paragraphs        the code by anchors of all paragraphs
 *	a code shorter than `least`   is replaced by the first 4N characters
 *
 * The paper gives no values for n_th, N and least. Ours: least = 16, a little less than the 19 and 20 symbols of the
 * codes in its Table I. The 8 symbols of its worked example are too few: among Reuters' short notes a third of what they
 * drop is right, with 16 it is 19 in 20. N = 10, since 40 characters tell apart what 20 do not. n_th = 2N, the least
 * number of paragraphs where the first N and the last N do not overlap. A character is a piece of the text:
 * a whole word in scripts that put spaces between words. Lengths are in characters without white space. The paper says
 * "all paragraphs are connected to one"; we take the first character of each paragraph, so that a heading without a
 * punctuation mark counts, and a break behind a full stop adds nothing. */

enum { ANCHOR_CODE_MOST = 4096 }; /* symbols; longer codes are cut */

typedef struct anchor_code_rule {
	int64_t anchors;    /* enum anchor_set */
	int64_t first;      /* how many characters of the page are read; 0: all */
	int64_t unit;       /* L_pth */
	double unit_share;  /* δ_p */
	int64_t paragraphs; /* n_th */
	int64_t ends;       /* N */
	int64_t least;
} anchor_code_rule;

typedef struct anchor_code {
	uint32_t *symbols;
	size_t len;
} anchor_code;

/* The code lives in a. It is shorter than `least` only if the text has fewer symbols. Pure. ERR_MEMORY. */
status anchor_code_of(const firstprint_page *page, const anchor_code_rule *rule, const feature_key *key, arena *a,
		      anchor_code *out);

#endif
