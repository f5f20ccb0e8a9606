/* suffixes — which stored row of symbols has the longest common run with this one: a generalized suffix automaton.
 *
 *	suffixes_add(x, id, code, n)                    pages come one by one
 *	suffixes_find(x, code, n, &holder, &held)       two answers in one pass, O(n) plus the links it climbs
 *
 * The answers are those that comparing with every stored code would give, to the letter; |common| is the length of
 * the longest common substring, the run without interruption that Guo et al. 2013, §III.B, call lcs:
 *
 *	holder   the page j with the largest |common(C, C_j)|           what holds most of the newcomer
 *	held     the page j with the largest |common(C, C_j)| / |C_j|   what the newcomer holds most of
 *
 * and the lowest id where several tie.
 *
 * The automaton (Blumer et al. 1985) has a state for each class of substrings that end at the same places, with an
 * edge a symbol and a link to the class of its longest suffix that ends at more places. Guo et al. use a suffix tree;
 * the automaton answers the same and is shorter to write. Each state names two pages that have its substrings: the
 * one with the lowest id and the one with the shortest code, the lower id first. That is enough: the longest run ends
 * in one state, and any page with it will do; among pages that have one run the share is largest for the shortest.
 *
 * About 110 bytes a symbol. After a removal the automaton is made anew when the next page comes, seconds for 100,000
 * pages; until then every question compares with each page. Removing is for the odd page. */
#ifndef PLUGIN_INDEX_SUFFIXES_H
#define PLUGIN_INDEX_SUFFIXES_H

#include "plugin/index/chains.h"
#include "plugin/index/pages.h"

typedef struct suffix_automaton {
	struct suffix_state {
		uint32_t len;      /* of its longest substring */
		uint32_t link;
		uint32_t edges;    /* the first that leaves it */
		uint32_t first;    /* entry of the page with the lowest id */
		uint32_t shortest; /* entry of the page with the shortest code */
		uint32_t marked;   /* the last entry that was marked here */
	} *states;                 /* [0]: the empty run */
	uint32_t len, room;
	struct suffix_edge { uint32_t from, symbol, to, next; } *edges; /* next: of the same state */
	uint32_t edges_room;
	chains lookup;             /* (from, symbol) → edge */
} suffix_automaton;

typedef struct suffix_index {
	page_table pages; /* with their codes */
	suffix_automaton automaton;
	bool is_stale;    /* a page was removed since the automaton was made */
} suffix_index; /* all zeros: empty */

typedef struct suffix_match {
	uint64_t id;     /* 0: no page has a symbol in common */
	uint32_t common; /* length of the longest common run */
	uint32_t len;    /* of the page's code */
} suffix_match;

/* The code is borrowed until the page is removed. Ids ascend. false: out of memory, as before. */
bool suffixes_add(suffix_index *x, uint64_t id, const uint32_t *code, size_t n);
void suffixes_remove(suffix_index *x, uint64_t id); /* unknown: no effect */
/* false: out of memory. */
bool suffixes_find(const suffix_index *x, const uint32_t *code, size_t n, suffix_match *holder, suffix_match *held);
size_t suffixes_memory(const suffix_index *x);
void suffixes_free(suffix_index *x);

#endif
