#include "plugin/index/near.h"

/* Without branches, which would be guessed wrong: each index is written, and the next one overwrites it if it is too far. */
static inline __attribute__((always_inline)) size_t select_each(const uint64_t *fingerprints, size_t n, uint64_t from, int bits,
								uint16_t *out)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		out[found] = (uint16_t)i;
		found += __builtin_popcountll(fingerprints[i] ^ from) <= bits;
	}
	return found;
}

static size_t select_plain(const uint64_t *fingerprints, size_t n, uint64_t from, int bits, uint16_t *out)
{
	return select_each(fingerprints, n, from, bits, out);
}

#ifdef __x86_64__
#include <immintrin.h>

__attribute__((target("popcnt"))) static size_t select_popcnt(const uint64_t *fingerprints, size_t n, uint64_t from, int bits,
							      uint16_t *out)
{
	return select_each(fingerprints, n, from, bits, out);
}

__attribute__((target("avx512f,avx512vpopcntdq,popcnt"))) static size_t select_avx512(const uint64_t *fingerprints, size_t n,
										      uint64_t from, int bits, uint16_t *out)
{
	const __m512i other = _mm512_set1_epi64((long long)from), most = _mm512_set1_epi64(bits);
	size_t found = 0;

	for (size_t i = 0; i < n; i += 8) {
		__mmask8 there = (__mmask8)(n - i < 8 ? (1u << (n - i)) - 1 : 0xffu);
		__m512i eight = _mm512_maskz_loadu_epi64(there, fingerprints + i);
		__m512i distances = _mm512_popcnt_epi64(_mm512_xor_epi64(eight, other));
		unsigned near = _mm512_mask_cmple_epi64_mask(there, distances, most);

		for (; near; near &= near - 1)
			out[found++] = (uint16_t)(i + (unsigned)__builtin_ctz(near));
	}
	return found;
}
#endif

near_way *near_way_at(unsigned way)
{
	near_way *ways[4] = {select_plain};
	unsigned n = 1;

#ifdef __x86_64__
	if (__builtin_cpu_supports("popcnt"))
		ways[n++] = select_popcnt;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq"))
		ways[n++] = select_avx512;
#endif
	return way < n ? ways[way] : NULL;
}
