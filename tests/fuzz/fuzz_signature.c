/* A store's signatures are bytes that anybody may have written: each built-in filter refuses them or works with them. The
 * first byte chooses the filter. What it remembers it meets again, and forgets. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const char *const specs[] = {
	"cascade", "cascade:confirm=off", "cascade:clusters=3", "sentence-hash", "sentence-hash:allowed=auto,sample=16", "spotsigs",
	"spotsigs:size=0", "feature-code", "feature-code:stops=all", "length-variable", "minhash", "exact", "exact+minhash",
};

/* A copy of its own, so that a sanitizer sees a read past its end. */
static firstprint_signature copy(const uint8_t *bytes, size_t len)
{
	uint8_t *own = malloc(len ? len : 1);

	if (len)
		memcpy(own, bytes, len);
	return (firstprint_signature){own, len};
}

/* A signature without anything in it (exact's) is of a page with nothing to compare. */
static void expect_met(filter *f, const firstprint_signature *sig)
{
	firstprint_verdict v;

	if (filter_check(f, sig, &v, NULL) != OK)
		abort();
	if (v.of != 1 && v.kind != FIRSTPRINT_UNIQUE)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter *f = NULL;
	firstprint_signature sig;
	firstprint_verdict v;
	arena *a;

	if (len == 0 || filter_open(specs[bytes[0] % (sizeof specs / sizeof *specs)], zeros, &f, NULL) != OK)
		return 0;
	sig = copy(bytes + 1, len - 1);
	if (filter_check(f, &sig, &v, NULL) == OK && v.of != 0)
		abort(); /* nothing is remembered yet */
	a = arena_new();
	if (a)
		filter_finalize(f, &sig, a, &(firstprint_signature){0});
	arena_free(a);
	if (filter_add(f, 1, &sig) == OK) {
		expect_met(f, &sig);
		if (filter_remove(f, 1) != OK || (filter_check(f, &sig, &v, NULL) == OK && v.of != 0))
			abort();
	}
	free((void *)sig.bytes);
	filter_close(f);
	return 0;
}
