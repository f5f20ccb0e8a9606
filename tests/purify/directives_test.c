#include "purify/directives.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* "noindex nofollow date|date" */
static const char *text_of(const directives *d, arena *a)
{
	return arena_printf(a, "%s%s%s", d->noindex ? "noindex " : "", d->nofollow ? "nofollow " : "", d->dates ? d->dates : "");
}

static const struct { const char *value, *text; } rows[] = {
	{ "", "" },
	{ "noindex", "noindex " },
	{ "NoFollow", "nofollow " },
	{ "none", "noindex nofollow " },
	{ "index, noindex", "noindex " },
	{ "all", "" },
	{ "noarchive, nosnippet", "" },
	{ "noindexed, xnone", "" },
	{ ",, noindex ,", "noindex " },
	{ "noimageindex,noindex;", "noindex " },
	{ "max-snippet:-1, noindex", "noindex " },
	{ "max-snippet: 20 , max-video-preview : -1,nofollow", "nofollow " },
	{ "max-image-preview:none", "" },
	{ "max-image-preview: none", "" },
	{ "max-image-preview : none, nofollow", "nofollow " },
	{ "Max-Image-Preview:LARGE, Max-Snippet:-1, NoIndex", "noindex " },
	{ "max-snippet:, noindex", "noindex " },
	{ "unavailable_after: 25 Jun 2010 15:00:00 PST", "25 Jun 2010 15:00:00 PST" },
	{ "unavailable_after:25-Jun-2010 15:00:00 EST,noindex", "noindex 25-Jun-2010 15:00:00 EST" },
	{ "noindex, unavailable_after: Friday, 25-Jun-10 15:00:00 PST, nofollow", "noindex nofollow Friday, 25-Jun-10 15:00:00 PST" },
	{ "unavailable_after: Friday, June 25, 2010, nofollow", "nofollow Friday, June 25, 2010" },
	{ "UNAVAILABLE_AFTER: 2010-06-25T15:00:00+02:00, max-snippet:5", "2010-06-25T15:00:00+02:00" },
	{ "unavailable_after: 2010-06-25; noindex", "noindex 2010-06-25" },
	{ "unavailable_after: 2010-06-25, decbot", "2010-06-25" },
	{ "unavailable_after: 2010-06-25, unavailable_after: 2011-06-25", "2010-06-25\n2011-06-25" },
	{ "unavailable_after:", "" },
	{ "unavailable_after: ,noindex", "noindex " },
	{ "unavailable_after", "" },
	{ "unavailable_after: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789", "" },
	{ "::,:noindex", "noindex " },
};

Test(directives, mean_the_same_in_a_meta_and_in_a_header)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		directives meta = {0}, header = {0};

		directives_read(&meta, rows[i].value, a);
		directives_read_header(&header, rows[i].value, "firstprint", a);
		cr_expect_str_eq(text_of(&meta, a), rows[i].text, "meta: %s", rows[i].value);
		cr_expect_str_eq(text_of(&header, a), rows[i].text, "header: %s", rows[i].value);
		arena_free(a);
	}
}

Test(directives, of_a_meta_may_have_white_space_between_them)
{
	arena *a = arena_new();
	directives d = {0};

	directives_read(&d, "noarchive\nmax-image-preview:none noindex\tunavailable_after: 25\nJun 2010", a);
	cr_expect_str_eq(text_of(&d, a), "noindex 25 Jun 2010");
	arena_free(a);
}

static const struct { const char *values, *text; } named[] = {
	{ NULL, "" },
	{ "otherbot: noindex", "" },
	{ "*: noindex, otherbot: nofollow", "noindex " },
	{ "firstprint: noindex", "noindex " },
	{ "FirstPrint/2.0 :none", "noindex nofollow " },
	{ "firstprinter: noindex, first: nofollow", "" },
	{ "otherbot: noindex, nofollow, firstprint: nofollow", "nofollow " },
	{ "googlebot: nofollow, max-snippet:-1, noindex", "" },
	{ "googlebot: unavailable_after: 2010-06-25, firstprint: max-snippet:-1, noindex", "noindex " },
	{ "firstprint: unavailable_after: 25 Jun 2010 15:00:00 PST", "25 Jun 2010 15:00:00 PST" },
	{ "nofollow, otherbot: noindex", "nofollow " },
	{ "otherbot: noindex\nnofollow", "nofollow " },
	{ "firstprint: nofollow\notherbot: noindex\nunavailable_after: 2010-06-25", "nofollow 2010-06-25" },
	{ "360bot: noindex", "" },
	{ "\n\nnoindex\n", "noindex " },
	{ "otherbot: nofollow, : noindex", "" },
};

Test(directives, of_a_header_may_be_for_one_crawler)
{
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		arena *a = arena_new();
		directives d = {0};

		directives_read_header(&d, named[i].values, "firstprint", a);
		cr_expect_str_eq(text_of(&d, a), named[i].text, "%s", named[i].values);
		arena_free(a);
	}
}

Test(directives, of_a_name_are_nobodys_without_an_agent)
{
	arena *a = arena_new();
	directives d = {0};

	directives_read_header(&d, "firstprint: noindex\nnofollow", NULL, a);
	cr_expect_str_eq(text_of(&d, a), "nofollow ");
	arena_free(a);
}

Test(directives, keep_some_dates_only)
{
	arena *a = arena_new();
	directives d = {0};

	for (int i = 0; i < 1000; i++)
		directives_read(&d, "unavailable_after: 2010-06-25", a);
	cr_expect_eq(d.dates_len, (size_t)DIRECTIVES_DATES_MOST);
	cr_expect_eq(strlen(d.dates), DIRECTIVES_DATES_MOST * sizeof "2010-06-25" - 1);
	arena_free(a);
}
