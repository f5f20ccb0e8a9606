/* near — which of many fingerprints are near to one: the comparison inside the Hamming index. Its ways: 8 fingerprints at a time
 * (AVX-512), one at a time with the processor's instruction for counting bits, or plain C. All give the same answer. */
#ifndef PLUGIN_INDEX_NEAR_H
#define PLUGIN_INDEX_NEAR_H

#include <stddef.h>
#include <stdint.h>

/* Writes the indexes, ascending, of those of the n fingerprints that differ from `from` in at most bits bits. Returns how
 * many. out has room for n. */
typedef size_t near_way(const uint64_t *fingerprints, size_t n, uint64_t from, int bits, uint16_t *out);

/* The ways there are on this processor, the plain one first and the best one last. NULL: way is too high. */
near_way *near_way_at(unsigned way);

enum { NEAR_MOST = 4096 }; /* n at most */

#endif
