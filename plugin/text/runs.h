/* runs — some of the short runs in a code (a sequence of symbols), as keys by which all codes are found that may have a common run
 * of `least` symbols or more with it; and the longest common run of two codes.
 *
 * Of the hashes of all runs of RUN_GRAM symbols, those are chosen that are the lowest within some window of
 * least − RUN_GRAM + 1 of them (winnowing: Schleimer, Wilkerson, Aiken, SIGMOD 2003). A common run of `least` symbols holds
 * such a window, and so both codes have chosen the same hash there: no such pair is missed. About 2 in 10 of the hashes
 * are chosen if `least` is 12. */
#ifndef PLUGIN_TEXT_RUNS_H
#define PLUGIN_TEXT_RUNS_H

#include <stddef.h>
#include <stdint.h>

enum { RUN_GRAM = 4 }; /* or `least`, if that is less */

/* Writes the keys under which a code of n symbols is stored and looked up, n at most, and returns how many. least ≥ 1. */
size_t runs_keys(const uint32_t *code, size_t n, size_t least, uint32_t *out);

/* The length of the longest run of symbols that both codes have: their longest common substring, which Guo et al. 2013,
 * §III.B, call lcs. row: scratch memory for m + 1 numbers. Takes n · m steps. */
uint32_t runs_longest_common(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *row);

#endif
