/* Any bytes are a page: bounded, its slices within its text. The first byte chooses form and header. */
#include <stdlib.h>

#include "purify/purify.h"

static void require(bool truth)
{
	if (!truth)
		abort();
}

static bool within(firstprint_span slice, firstprint_span text)
{
	return slice.at >= text.at && slice.at + slice.len <= text.at + text.len;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const char *const types[] = {NULL, "text/html; charset=gbk", "text/html;charset=utf-16", "x;charset=\"sjis\""};
	arena *a = arena_new();
	purify_input in = {0};
	purified p;

	if (len > 0) {
		in = (purify_input){.bytes = (const char *)bytes + 1, .len = len - 1, .form = bytes[0] & 1,
				    .content_type = types[bytes[0] >> 1 & 3]};
		require(purify(&in, a, &p) == OK);
		for (size_t i = 0; i < p.page.sentences_len; i++)
			require(within(p.page.sentences[i], p.page.text) && p.page.sentences[i].len);
		for (size_t i = 0; i < p.page.paragraphs_len; i++)
			require(within(p.page.paragraphs[i], p.page.text));
	}
	arena_free(a);
	return 0;
}
