/* anchor_code — a page as a short row of symbols whose length goes with the page's: near pages have long common runs.
 *
 * Guo, Chen, Xin, Wang 2013, §III.A. A paragraph of length l_i is an independent extraction unit if
 *
 *	l_i ≥ L_pth   or   l_i / Σ l ≥ δ_p        Definition 1
 *
 * (the definition lists the two as if both had to hold, the text around it says "or" twice; with "and", no page of
 * several long paragraphs would have a unit). Of the page's first characters (Algorithm 2, steps 1 to 4):
 *
 *	units                         their codes by anchors (plugin/text/anchors.h), one after another: Algorithm 1
 *	no unit, n ≥ n_th paragraphs  the first and last character of each of the first N and the last N paragraphs
 *	no unit, fewer                the code by anchors of all paragraphs
 *	a code of fewer than `least`  the first 4N characters instead
 *
 * The paper gives no n_th, N or least. Ours: least = 16, a little less than the 19 and 20 symbols of the codes in its
 * Table I; the 8 of its worked example are too few (of what they drop among Reuters' notes a third is right, with 16
 * nineteen in twenty are). N = 10, since 40 characters tell apart what 20 do not. n_th = 2N, the fewest from which N
 * and N can be taken without overlap. A character is a piece of plugin/text/anchors.h, thus a word where words have
 * spaces between them; lengths of paragraphs and of the text are in characters, white space not counted. "All
 * paragraphs are connected to one": ours takes the first character of each, so that a heading without a mark counts
 * and a break after a full stop does not. */
#ifndef PLUGIN_TEXT_ANCHOR_CODE_H
#define PLUGIN_TEXT_ANCHOR_CODE_H

#include "plugin/text/anchors.h"

enum { ANCHOR_CODE_MOST = 4096 }; /* symbols; longer codes are cut */

typedef struct anchor_code_rule {
	int64_t anchors;    /* enum anchor_set */
	int64_t first;      /* characters of the page that are looked at; 0: all */
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

/* The code lives in a. It has fewer than least symbols only if the text has. Pure. ERR_MEMORY. */
status anchor_code_of(const firstprint_page *page, const anchor_code_rule *rule, const feature_key *key, arena *a,
		       anchor_code *out);

#endif
