#include "base/sorted.h"

#include <stdlib.h>
#include <string.h>

/* A number may lie in a signature's bytes, which are not aligned. So it is copied. */
int sorted_compare_u32(const void *a, const void *b)
{
	uint32_t x, y;

	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return (x > y) - (x < y);
}

int sorted_compare_u64(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return (x > y) - (x < y);
}

size_t sorted_distinct_u32(uint32_t *items, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(items, n, sizeof *items, sorted_compare_u32);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || items[i] != items[kept - 1])
			items[kept++] = items[i];
	return kept;
}

size_t sorted_distinct_u64(uint64_t *items, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(items, n, sizeof *items, sorted_compare_u64);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || items[i] != items[kept - 1])
			items[kept++] = items[i];
	return kept;
}

size_t sorted_lower_bound_u32(const uint32_t *items, size_t n, uint64_t value)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (items[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t sorted_shared_u32(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t both = 0;

	for (size_t i = 0, j = 0; i < n && j < m;) {
		uint32_t x = a[i], y = b[j];

		both += x == y;
		i += x <= y;
		j += y <= x;
	}
	return both;
}
