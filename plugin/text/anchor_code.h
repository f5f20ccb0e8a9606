/* anchor_code — a page as a row of symbols, longer for longer pages. Near-duplicates have long runs in common.
 *
 * Guo, Chen, Xin, Wang 2013, §III.A. A paragraph of length l_i is an independent extraction unit if
 *
 *	l_i ≥ L_pth   or   l_i / Σ l ≥ δ_p        Definition 1
 *
 * (The definition lists the two as if both must hold, but the text around it says "or" twice; with "and", no page with
 * several long paragraphs would have a unit.) The code is made of the page's first characters (Algorithm 2, steps 1 to 4):
 *
 *	there are units               their codes by anchors (plugin/text/anchors.h), one after another: Algorithm 1
 *	none, n ≥ n_th paragraphs     the first and last character of each of the first N and the last N paragraphs
 *	none, fewer paragraphs        the code by anchors of all paragraphs
 *	a code shorter than `least`   is replaced by the first 4N characters
 *
 * The paper gives no values for n_th, N and least. Ours: least = 16, a little less than the 19 and 20 symbols of the
 * codes in its Table I. The 8 symbols of its worked example are too few: among Reuters' short notes a third of what they
 * drop is right, with 16 it is 19 in 20. N = 10, since 40 characters tell apart what 20 do not. n_th = 2N, the least
 * number of paragraphs where the first N and the last N do not overlap. A character is a piece of plugin/text/anchors.h:
 * a whole word in scripts that put spaces between words. Lengths are in characters without white space. The paper says
 * "all paragraphs are connected to one"; we take the first character of each paragraph, so that a heading without a
 * punctuation mark counts, and a break behind a full stop adds nothing. */
#ifndef PLUGIN_TEXT_ANCHOR_CODE_H
#define PLUGIN_TEXT_ANCHOR_CODE_H

#include "plugin/text/anchors.h"

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
