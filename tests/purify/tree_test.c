#include "purify/tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static firstprint_span span(const char *text)
{
	return (firstprint_span){text, strlen(text)};
}

Test(tree, parses_a_page_and_leaves_no_guard)
{
	arena *a = arena_new();
	GumboNode *root = NULL;

	cr_assert_eq(tree_parse(span("<p>Rain"), NULL, a, &root), OK);
	cr_expect_eq(root->type, GUMBO_NODE_ELEMENT);
	cr_expect_eq(root->v.element.tag, GUMBO_TAG_HTML);
	cr_expect_null(arena_alloc(a, SIZE_MAX), "a guard would have jumped into a function that has returned");
	arena_free(a);
}

/* By the rules of HTML each paragraph repeats every <b> left open before it, so the tree is quadratic. */
static firstprint_span formatting_bomb(arena *a, size_t bytes)
{
	char *html = arena_alloc(a, bytes + 32);
	size_t len = 0;

	for (int n = 0; len < bytes; n++)
		len += (size_t)sprintf(html + len, "<p><b id=%d>x", n);
	return (firstprint_span){html, len};
}

Test(tree, gives_up_on_a_page_whose_tree_exceeds_the_budget)
{
	arena *a = arena_new();
	GumboNode *root = NULL;

	cr_expect_eq(tree_parse(formatting_bomb(a, 150 << 10), NULL, a, &root), ERR_LIMIT);
	cr_expect_null(root, "an output changes only on OK");
	cr_expect_leq(arena_bytes(a), (size_t)257 << 20);
	arena_reset(a);
	cr_expect_eq(tree_parse(span("<p>Rain"), NULL, a, &root), OK, "the next page is parsed as usual");
	arena_free(a);
}

Test(tree, stops_when_cancelled)
{
	arena *a = arena_new();
	atomic_bool cancel = true;
	GumboNode *root = NULL;
	firstprint_span bomb = formatting_bomb(a, 20 << 10);

	cr_expect_eq(tree_parse(bomb, &cancel, a, &root), ERR_LIMIT);
	cr_expect_lt(arena_bytes(a), (size_t)1 << 20, "stopped when it first looked at the flag");
	arena_free(a);
}
