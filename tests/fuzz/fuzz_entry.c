/* An entry of a shared log may have been written by anybody: it is applied, or has no effect. What a replica knows adds up afterwards. The
 * bytes are an entry, or a parcel of links. */
#include <stdlib.h>
#include <string.h>

#include "cluster/replica.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

enum { STAMP = 7 };

static void apply(filter *f, firstprint_span bytes, arena *a)
{
	complaint why = {""};
	replica *r = NULL;
	uint64_t *ids;
	size_t n;

	if (replica_open(f, STAMP, "a", &r) != OK)
		return;
	for (int i = 0; i < 2; i++) /* the second time it is a repetition */
		if (replica_apply(r, bytes, NULL, a, &why) != OK)
			abort();
	if (replica_own_ids(r, a, &ids, &n) != OK || n != replica_own_pages(r))
		abort();
	for (size_t i = 0; i < n; i++)
		if (!replica_has(r, ids[i]) || ids[i] > replica_highest(r))
			abort();
	if (replica_reset(r) != OK || replica_own_pages(r))
		abort();
	replica_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	uint8_t *own = malloc(len + 1);
	firstprint_span all = {(const char *)own, len};
	arena *a = arena_new();
	filter *f = NULL;
	wire_links links;

	if (len)
		memcpy(own, bytes, len);
	if (a && filter_open("cascade", zeros, &f, NULL) == OK)
		apply(f, all, a);
	if (a)
		wire_get_links(all, a, &links);
	filter_close(f);
	arena_free(a);
	free(own);
	return 0;
}
