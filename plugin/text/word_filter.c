#include "plugin/text/word_filter.h"

#include <string.h>

#include "base/sorted.h"
#include "plugin/text/title.h"

enum { HASHES = 5, BITS = 9, BITS_LEAST = 5 }; /* bits for a word */

static uint32_t bit_of(uint16_t word, int k, size_t bytes)
{
	uint32_t hash = (word + 1u) * 0x9e3779b1u; /* odd factors: all bits of the word move the upper ones */

	hash = (hash ^ hash >> 15) * (0x85ebca6bu + 2u * (uint32_t)k);
	return (uint32_t)((uint64_t)hash * (bytes * 8) >> 32);
}

bool word_filter_has(const uint8_t *filter, size_t bytes, uint16_t word)
{
	for (int k = 0; k < HASHES; k++)
		if (!(filter[bit_of(word, k, bytes) / 8] >> bit_of(word, k, bytes) % 8 & 1))
			return false;
	return true;
}

size_t word_filter_make(uint32_t *words, size_t n, size_t most, uint8_t *filter)
{
	size_t distinct = sorted_distinct_u32(words, n), bytes = (distinct * BITS / 8 + 7) / 8 * 8;

	if (distinct * BITS_LEAST > most * 8)
		return 0;
	bytes = bytes < most ? bytes : most;
	memset(filter, 0, bytes);
	for (size_t i = 0; i < distinct; i++)
		for (int k = 0; k < HASHES; k++) {
			uint32_t bit = bit_of(title_word_hash(words[i]), k, bytes);

			filter[bit / 8] |= (uint8_t)(1 << bit % 8);
		}
	return bytes;
}
