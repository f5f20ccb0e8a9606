#include "plugin/text/simhash.h"

uint64_t simhash(const keyword *items, size_t n)
{
	int64_t v[64] = {0};
	uint64_t fingerprint = 0;

	for (size_t k = 0; k < n; k++)
		for (int i = 0; i < 64; i++)
			v[i] += (items[k].hash >> i & 1) ? (int64_t)items[k].count : -(int64_t)items[k].count;
	for (int i = 0; i < 64; i++)
		fingerprint |= (uint64_t)(v[i] > 0) << i;
	return fingerprint;
}
