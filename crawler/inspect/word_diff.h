/* word_diff — the changes that turn one sequence into another: E. W. Myers, An O(ND) Difference Algorithm and Its Variations,
 * Algorithmica 1986, in its linear-space form (§4b).
 *
 * The changes are as few as possible, unless the sequences are long: then runs of words that stand once in each of them are taken as
 * equal first, and a search between them that has found WORD_DIFF_COST differences takes the farthest point it has
 * reached, so n and m items never take more than about (n + m) · WORD_DIFF_COST steps. */
#ifndef CRAWLER_INSPECT_WORD_DIFF_H
#define CRAWLER_INSPECT_WORD_DIFF_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

enum { WORD_DIFF_COST = 1024 };

/* Items a to a + a_len of the first sequence were replaced by b to b + b_len of the second; one of the lengths may be 0. */
typedef struct word_change {
	size_t a, a_len, b, b_len;
} word_change;

typedef struct word_changes {
	word_change *items; /* ascending; the items between them are equal */
	size_t len;
} word_changes;

/* Compares n items of a with m items of b. *out is in arena. ERR_MEMORY. */
status word_diff(const uint64_t *a, size_t n, const uint64_t *b, size_t m, arena *arena, word_changes *out);

#endif
