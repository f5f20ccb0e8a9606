#include "plugin/index/near.h"

#include <criterion/criterion.h>

#include "tests/random.h"

/* Each way of this processor against one distance after the other. */
Test(near, all_ways_select_the_same)
{
	uint64_t fingerprints[300], state = 5, from = next_random(&state);
	uint16_t found[300];

	for (size_t i = 0; i < 300; i++) {
		fingerprints[i] = from;
		for (uint64_t flips = next_random(&state) % 9; flips--;)
			fingerprints[i] ^= (uint64_t)1 << next_random(&state) % 64;
	}
	for (unsigned way = 0; near_way_at(way); way++)
		for (int bits = 0; bits <= 64; bits += bits < 8 ? 1 : 28)
			for (size_t n = 0; n <= 300; n += n < 20 ? 1 : 70) {
				size_t len = near_way_at(way)(fingerprints, n, from, bits, found), at = 0;

				for (size_t i = 0; i < n; i++)
					if (__builtin_popcountll(fingerprints[i] ^ from) <= bits)
						cr_assert(at < len && found[at++] == i, "way %u, bits %d", way, bits);
				cr_assert_eq(at, len, "way %u, bits %d, n %zu", way, bits, n);
			}
}
