#include "tests/library/texts.h"

Test(purified, takes_the_article_and_what_stands_around_it)
{
	static const char html[] = "<html lang=en><head><title>Lamp</title><link rel=canonical href=/lamp>"
				   "<meta name=robots content='noindex'></head><body><nav><a href=/a>A</a> <a href=b?c=d>B</a></nav>"
				   "<article><p>The lamp of the lighthouse was lit at dusk, and it burned until the fog had gone away.</p></article>";
	firstprint_source page = {.bytes = html, .len = sizeof html - 1};
	firstprint_purified *x = NULL;

	cr_assert(firstprint_purify(&page, &x) == FIRSTPRINT_DONE);
	cr_expect_str_eq(x->title, "Lamp");
	cr_expect_str_eq(x->lang, "en");
	cr_expect_str_eq(x->text, "The lamp of the lighthouse was lit at dusk, and it burned until the fog had gone away.");
	cr_expect(x->text_len == strlen(x->text));
	cr_expect_str_eq(x->canonical, "/lamp");
	cr_expect(x->noindex == 1 && x->nofollow == 0 && !x->degraded && x->charset);
	cr_assert(x->links_len == 2);
	cr_expect_str_eq(x->links[0], "/a");
	cr_expect_str_eq(x->links[1], "b?c=d");
	firstprint_purified_free(x);
}

Test(purified, of_nothing_is_empty)
{
	firstprint_source page = {0};
	firstprint_purified *x = NULL;

	cr_assert(firstprint_purify(&page, &x) == FIRSTPRINT_DONE);
	cr_expect_str_empty(x->text);
	cr_expect(!x->title && !x->canonical && x->text_len == 0 && x->links_len == 0);
	firstprint_purified_free(x);
	firstprint_purified_free(NULL);
}

Test(purified, refuses_what_is_no_page)
{
	firstprint_source page = {.bytes = NULL, .len = 3};
	firstprint_purified *x = NULL;

	cr_expect(firstprint_purify(&page, &x) == FIRSTPRINT_MISUSE && !x);
	page = (firstprint_source){.bytes = "x", .len = ((size_t)1 << 30) + 1};
	cr_expect(firstprint_purify(&page, &x) == FIRSTPRINT_TOO_LARGE && !x);
	page = (firstprint_source){.bytes = "\x89PNG\r\n\x1a\n", .len = 8};
	cr_expect(firstprint_purify(&page, &x) == FIRSTPRINT_MISUSE && !x);
	cr_expect_str_eq(firstprint_purify_error(), "the bytes are no page: content is png");
	page = (firstprint_source){.bytes = "x", .len = 1};
	cr_assert(firstprint_purify(&page, &x) == FIRSTPRINT_DONE);
	cr_expect_str_empty(firstprint_purify_error());
	firstprint_purified_free(x);
}

Test(purified, names_the_bound_that_a_page_exceeds)
{
	enum { DEEP = 3000 };
	char *html = malloc(DEEP * 5 + 100);
	firstprint_source page = {.bytes = html};
	firstprint_purified *x = NULL;

	for (int i = 0; i < DEEP; i++)
		memcpy(html + (size_t)i * 5, "<div>", 5);
	strcpy(html + (size_t)DEEP * 5, "<p>What is left of it.");
	page.len = strlen(html);
	cr_assert(firstprint_purify(&page, &x) == FIRSTPRINT_DONE);
	cr_expect_str_eq(x->degraded, "depth");
	cr_expect_str_eq(x->text, "What is left of it.");
	firstprint_purified_free(x);
	free(html);
}
