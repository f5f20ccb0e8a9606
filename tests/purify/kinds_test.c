#include "purify/kinds.h"

#include <criterion/criterion.h>

static const struct { GumboTag tag; unsigned kinds; } rows[] = {
	{ GUMBO_TAG_DIV, KIND_WITH_LINES | KIND_HOST }, { GUMBO_TAG_SECTION, KIND_HOST }, { GUMBO_TAG_LI, KIND_CLOSED_BY_ITSELF | KIND_WITH_LINES | KIND_ITEM },
	{ GUMBO_TAG_SCRIPT, KIND_CUT | KIND_SKIPPED }, { GUMBO_TAG_TITLE, KIND_RAW }, { GUMBO_TAG_TABLE, 0 },
	{ GUMBO_TAG_MATH, KIND_OTHER_RULES | KIND_SKIPPED },
	/* the first and the last of a list that has most others */
	{ GUMBO_TAG_A, KIND_CLOSED_BY_ITSELF | KIND_OF_LINES | KIND_LINK | KIND_TELLING | KIND_STRIPPED | KIND_INLINE },
	{ GUMBO_TAG_WBR, KIND_CLOSED_BY_ITSELF | KIND_VOID | KIND_OF_LINES | KIND_STRIPPED | KIND_INLINE },
	{ GUMBO_TAG_UNKNOWN, KIND_INLINE },
};

Test(kinds, are_those_of_the_lists_that_have_the_element)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(kinds_of(rows[i].tag), rows[i].kinds, "%s: %x", gumbo_normalized_tagname(rows[i].tag), kinds_of(rows[i].tag));
}
