/* Any bytes are a page, and an X-Robots-Tag. Its slices lie within its text, and its kept text makes the same page again. The
 * first byte chooses the form and the content type. */
#include <stdlib.h>
#include <string.h>

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

static bool same_slice(firstprint_span x, firstprint_span x_text, firstprint_span y, firstprint_span y_text)
{
	return x.at - x_text.at == y.at - y_text.at && x.len == y.len;
}

static void check_slices(const firstprint_page *page)
{
	for (size_t i = 0; i < page->sentences_len; i++)
		require(within(page->sentences[i], page->text) && page->sentences[i].len);
	for (size_t i = 0; i < page->paragraphs_len; i++)
		require(within(page->paragraphs[i], page->text));
}

static void check_kept(const firstprint_page *page, arena *a)
{
	purify_input in = {.bytes = page->text.at, .len = page->text.len, .form = PURIFY_KEPT, .title = page->title,
			   .lang = page->lang};
	purified p;

	require(purify(&in, a, a, &p) == OK);
	require(p.page.text.len == page->text.len && memcmp(p.page.text.at, page->text.at, page->text.len) == 0);
	require(strcmp(p.page.title, page->title) == 0 && strcmp(p.page.lang, page->lang) == 0);
	require(p.page.paragraphs_len == page->paragraphs_len && p.page.sentences_len == page->sentences_len);
	for (size_t i = 0; i < page->paragraphs_len; i++)
		require(same_slice(p.page.paragraphs[i], p.page.text, page->paragraphs[i], page->text));
	for (size_t i = 0; i < page->sentences_len; i++)
		require(same_slice(p.page.sentences[i], p.page.text, page->sentences[i], page->text));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const char *const types[] = {NULL, "text/html; charset=gbk", "text/html;charset=utf-16", "x;charset=\"sjis\""};
	arena *a = arena_new();
	purify_input in = {0};
	purified p;
	status s;

	if (len > 0) {
		in = (purify_input){.bytes = (const char *)bytes + 1, .len = len - 1,
				    .form = bytes[0] & 8 ? PURIFY_KEPT : bytes[0] & 1 ? PURIFY_TEXT : PURIFY_HTML,
				    .content_type = types[bytes[0] >> 1 & 3], .agent = "firstprint",
				    .robots_tag = arena_text(a, (const char *)bytes + 1, len - 1)};
		s = purify(&in, a, a, &p);
		require(s == OK || (s == ERR_FORMAT && in.form == PURIFY_KEPT));
		if (!s) {
			check_slices(&p.page);
			check_kept(&p.page, a);
		}
	}
	arena_free(a);
	return 0;
}
