#include "plugin/text/runs.h"

#include <string.h>

/* The hash of the run of `gram` symbols that begins here: the last steps of MurmurHash3, for each symbol. */
static uint32_t hash_of(const uint32_t *symbols, size_t gram)
{
	uint64_t h = gram;

	for (size_t i = 0; i < gram; i++) {
		h = (h ^ symbols[i]) * UINT64_C(0xff51afd7ed558ccd);
		h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
		h ^= h >> 33;
	}
	return (uint32_t)h;
}

/* Where the lowest of hashes[from] to hashes[to − 1] is; of equal ones the last, which is in most windows to come. */
static size_t lowest_in(const uint32_t *hashes, size_t from, size_t to)
{
	size_t at = from;

	for (size_t i = from; i < to; i++)
		if (hashes[i] <= hashes[at])
			at = i;
	return at;
}

/* The chosen hashes are written over the others: never more than there are windows so far. */
size_t runs_keys(const uint32_t *code, size_t n, size_t least, uint32_t *out)
{
	size_t gram = least < RUN_GRAM ? least : RUN_GRAM, window = least - gram + 1;
	size_t hashes = n < gram ? 0 : n - gram + 1, kept = 0, last = SIZE_MAX;

	for (size_t i = 0; i < hashes; i++)
		out[i] = hash_of(code + i, gram);
	for (size_t from = 0; from < hashes && (from == 0 || from + window <= hashes); from++) {
		size_t to = from + window < hashes ? from + window : hashes;
		size_t lowest = last != SIZE_MAX && last >= from && out[to - 1] > out[last] ? last : lowest_in(out, from, to);

		if (lowest == last)
			continue;
		last = lowest;
		out[kept++] = out[lowest];
	}
	return kept;
}

uint32_t runs_longest_common(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *row)
{
	uint32_t longest = 0;

	/* row[j + 1]: the length of the common run that ends with a[i] and b[j] */
	memset(row, 0, (m + 1) * sizeof *row);
	for (size_t i = 0; i < n; i++)
		for (size_t j = m; j-- > 0;) {
			row[j + 1] = a[i] == b[j] ? row[j] + 1 : 0;
			longest = row[j + 1] > longest ? row[j + 1] : longest;
		}
	return longest;
}
