/* Any bytes under any label are decoded to valid UTF-8. The first byte chooses the content type, or none. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/utf8.h>

#include "purify/charset.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const char *const types[] = {
	NULL, "text/html", "text/html; charset=gbk", "text/html; charset=gb18030", "text/html; charset=big5",
	"text/html; charset=shift_jis", "text/html; charset=euc-jp", "text/html; charset=iso-2022-jp", "text/html; charset=euc-kr",
	"text/html; charset=windows-1252", "text/html; charset=utf-16", "text/html; charset=utf-16be", "text/html; charset=x-user-defined",
	"text/html; charset=utf-8", "text/html; charset=\"koi8-r", "text/html; charset=nonsense",
};

static void expect_utf8(const char *text, size_t len)
{
	const uint8_t *bytes = (const uint8_t *)text;
	int32_t i = 0;
	UChar32 c;

	while (i < (int32_t)len) {
		U8_NEXT(bytes, i, (int32_t)len, c);
		if (c < 0)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	arena *a = arena_new();
	charset_result out;
	firstprint_span text = {(const char *)bytes + 1, len ? len - 1 : 0};

	if (len && charset_decode(text, types[bytes[0] % (sizeof types / sizeof *types)], a, &out) == OK)
		expect_utf8(out.text.at, out.text.len);
	arena_free(a);
	return 0;
}
