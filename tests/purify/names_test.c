#include "purify/names.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct { const char *list; unsigned meaning; } rows[] = {
	{ "", 0 }, { "   ", 0 }, { "- _ 12", 0 }, { "wrapper", 0 }, { "adsorption", 0 }, { "acontentb", 0 },
	{ "content", NAME_CONTENT }, { "CONTENT", NAME_CONTENT }, { "post-body", NAME_CONTENT }, { "mainColumn2", NAME_CONTENT },
	{ "sidebar", MARK_NAME }, { "left_sidebar2", MARK_NAME }, { "siteSidebar", MARK_NAME }, { "x\tsidebar\n", MARK_NAME },
	{ "widget", MARK_NAME }, { "accordion", NAME_OPENS }, { "header", NAME_HEADER }, { "comment-list", MARK_COMMENTS },
	{ "figcaption", MARK_CAPTION }, { "cookie-banner", MARK_CONSENT | MARK_NAME }, { "relatedPosts", MARK_RELATED },
	{ "content sidebar", NAME_CONTENT | MARK_NAME }, { "post-comments", NAME_CONTENT | MARK_COMMENTS },
	/* of the layout */
	{ "has-sidebar", 0 }, { "hasSidebar", 0 }, { "no-sidebar", 0 }, { "with_sidebar", 0 }, { "overflow-hidden", 0 },
	{ "has-no-sidebar", 0 }, { "has-sidebar-menu", MARK_NAME }, { "hash-sidebar", MARK_NAME }, { "lg:hidden", 0 }, { "hidden lg:block", MARK_NAME },
	/* parts longer than all that are known */
	{ "abcdefghijklmnopqrstuvwxyz", 0 }, { "recommendationsrecommendations", 0 },
};

Test(names, say_what_an_element_is)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned meaning = names_meaning((firstprint_span){rows[i].list, strlen(rows[i].list)});

		cr_expect_eq(meaning, rows[i].meaning, "%s: %u", rows[i].list, meaning);
	}
	cr_expect_eq(names_meaning((firstprint_span){"=\"sidebar\"", 10}), (unsigned)MARK_NAME, "in quotes");
	cr_expect_eq(names_meaning((firstprint_span){"sidebars", 4}), 0u, "a part of one");
}
