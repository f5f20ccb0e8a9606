/* Any bytes are a robots.txt; its answers do not depend on what is behind the first 500 KiB. */
#include "crawler/web/robots.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const char *const paths[] = {"/", "/a/b.html?x=%41&y", "/private/%7euser/", "/robots.txt"};
	robots *r = robots_parse((const char *)bytes, len, "firstprint");

	for (size_t i = 0; r && i < sizeof paths / sizeof *paths; i++)
		robots_allows(r, paths[i]);
	if (!robots_allows(r, "/robots.txt"))
		abort();
	robots_free(r);
	return 0;
}
