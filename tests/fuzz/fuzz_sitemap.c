/* Any bytes are a sitemap: what it lists is bounded in number and length. */
#include "crawler/web/sitemap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static status count(void *ctx, const char *loc, bool is_sitemap)
{
	(void)is_sitemap;
	if (++*(size_t *)ctx > SITEMAP_URLS_MOST || strlen(loc) >= SITEMAP_LOC_MOST || !*loc)
		abort();
	return OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	size_t n = 0;

	if (sitemap_read((const char *)bytes, len, &(sitemap_reader){count, &n}, NULL) != OK)
		abort();
	return 0;
}
