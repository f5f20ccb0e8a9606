/* suffixes — finds the stored code (a sequence of symbols) that has the longest common substring with a given one: a
 * generalized suffix automaton.
 *
 *	suffixes_add(x, id, code, n)                    pages are added one by one
 *	suffixes_find(x, code, n, &holder, &held)       two answers in one pass, O(n) plus the links it follows
 *
 * |common| is the length of the longest common substring, which Guo et al. 2013, §III.B, call lcs. The answers are the
 * same as if each stored code C_j were compared with the given code C:
 *
 *	holder   the page j with the largest |common(C, C_j)|           it contains most of the newcomer
 *	held     the page j with the largest |common(C, C_j)| / |C_j|   the newcomer contains most of it
 *
 * If several pages are equal, the one with the lowest id is named.
 *
 * The automaton (Blumer et al. 1985) has one state for each class of substrings that end at the same positions. A state
 * has an edge for each symbol that can follow, and a link to the class of its longest suffix that ends at more positions.
 * Guo et al. use a suffix tree; the automaton gives the same answers with less code. Each state keeps two pages that
 * contain its substrings: the one with the lowest id, and the one with the shortest code, then the lowest id. That is
 * enough: for the holder any page with the longest common substring will do, and among the pages with one substring in
 * common, its share is largest in the shortest code.
 *
 * About 110 bytes per symbol. When a page is removed, the automaton is only built again when the next page is added,
 * which takes seconds for 100,000 pages; until then each query compares all pages. Removals are meant to be rare. */
#ifndef PLUGIN_INDEX_SUFFIXES_H
#define PLUGIN_INDEX_SUFFIXES_H

#include "plugin/index/chains.h"
#include "plugin/index/pages.h"

typedef struct suffix_automaton {
	struct suffix_state {
		uint32_t len;      /* of its longest substring */
		uint32_t link;     /* a state */
		uint32_t edges;    /* the first of the edges that leave it */
		uint32_t first;    /* entry of the page with the lowest id */
		uint32_t shortest; /* entry of the page with the shortest code */
		uint32_t marked;   /* the entry that was marked here last */
	} * states;                /* [0]: the empty substring */
	uint32_t len, room;
	struct suffix_edge {
		uint32_t from, symbol, to, next;
	} * edges; /* next: another edge that leaves the same state */
	uint32_t edges_room;
	chains lookup; /* finds an edge by from and symbol */
} suffix_automaton;

typedef struct suffix_index {
	page_table pages; /* with their codes */
	suffix_automaton automaton;
	bool is_stale; /* a page was removed since the automaton was built */
} suffix_index;        /* all zeros: empty */

typedef struct suffix_match {
	uint64_t id;     /* 0: no page has a symbol in common */
	uint32_t common; /* length of the longest common substring */
	uint32_t len;    /* of the page's code */
} suffix_match;

/* The code is borrowed until the page is removed. Ids ascend. false: out of memory, and the page is not added. */
bool suffixes_add(suffix_index *x, uint64_t id, const uint32_t *code, size_t n);
void suffixes_remove(suffix_index *x, uint64_t id); /* unknown ids: no effect */
/* false: out of memory. */
bool suffixes_find(const suffix_index *x, const uint32_t *code, size_t n, suffix_match *holder, suffix_match *held);
size_t suffixes_memory(const suffix_index *x); /* in bytes, without the borrowed codes */
void suffixes_free(suffix_index *x);

#endif
