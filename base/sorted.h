/* sorted — sets and bags of numbers, as arrays in ascending order: hashes of shingles, sentences, words. */
#ifndef BASE_SORTED_H
#define BASE_SORTED_H

#include <stddef.h>
#include <stdint.h>

/* Comparison functions for qsort and bsearch. */
int sorted_compare_u32(const void *a, const void *b);
int sorted_compare_u64(const void *a, const void *b);

/* Sorts n items. */
void sorted_u64(uint64_t *items, size_t n);
/* Sorts n items and removes repetitions. Returns the new length. */
size_t sorted_distinct_u32(uint32_t *items, size_t n);
size_t sorted_distinct_u64(uint64_t *items, size_t n);

/* Returns the lower bound: the number of items below value, which is also the index of the first that is not. value may exceed 32
 * bits. O(log n). */
size_t sorted_lower_bound_u32(const uint32_t *items, size_t n, uint64_t value);
size_t sorted_lower_bound_u64(const uint64_t *items, size_t n, uint64_t value);

/* Returns the number of values that are in both sets. */
size_t sorted_shared_u32(const uint32_t *a, size_t n, const uint32_t *b, size_t m);
size_t sorted_shared_u64(const uint64_t *a, size_t n, const uint64_t *b, size_t m);

#endif
