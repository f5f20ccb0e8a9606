/* Any reference against any base (a line each): what is accepted is normal, i.e. parsing it again changes nothing. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/web/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	arena *a = arena_new();
	char *base = arena_text(a, (const char *)bytes, len);
	char *reference = strchr(base, '\n');
	url_parts u, again;

	setlocale(LC_CTYPE, "C.UTF-8");
	if (reference)
		*reference++ = '\0';
	else
		reference = base;
	if (url_parse(base, NULL, a, &u) == OK && url_parse(reference, u.url, a, &u) == OK)
		if (url_parse(u.url, NULL, a, &again) != OK || strcmp(u.url, again.url) || strcmp(u.host, again.host))
			abort();
	arena_free(a);
	return 0;
}
