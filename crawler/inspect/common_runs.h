/* common_runs — runs of words that stand once in each of two texts, in the same order: a difference of long texts need only be searched
 * between them. */
#ifndef CRAWLER_INSPECT_COMMON_RUNS_H
#define CRAWLER_INSPECT_COMMON_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

enum { COMMON_RUN = 8 }; /* items */

typedef struct common_run {
	size_t a, b; /* where it begins in each */
} common_run;

/* Finds the longest row of such runs that ascends in both; they may overlap. *out is in arena. ERR_MEMORY. */
status common_runs(const uint64_t *a, size_t n, const uint64_t *b, size_t m, arena *arena, common_run **out, size_t *len);

#endif
