#include "plugin/index/postings.h"

#include <criterion/criterion.h>
#include <string.h>

#include "plugin/index/pages.h"

/* The posting list of key, newest entry first, as letters: entry 0 is 'a'. */
static const char *under(const postings *x, uint32_t key, char out[64])
{
	size_t n = 0;

	for (uint32_t p = postings_first(x, key); p != CHAINS_END && n < 63; p = postings_next(x, p))
		out[n++] = (char)('a' + postings_entry(x, p));
	out[n] = '\0';
	return out;
}

static void add(postings *x, uint32_t a, uint32_t b, uint32_t entry)
{
	cr_assert(postings_add(x, (uint32_t[]){a, b}, 2, entry));
}

Test(postings, come_newest_first)
{
	postings x = {0};
	char text[64];

	for (uint32_t e = 0; e < 20; e++)
		add(&x, 7, 100 + e, e);
	cr_expect_str_eq(under(&x, 7, text), "tsrqponmlkjihgfedcba");
	cr_expect_str_eq(under(&x, 103, text), "d");
	cr_expect_str_eq(under(&x, 8, text), "");
	postings_free(&x);
}

/* After a rollback the numbers of the last entries are used again. */
Test(postings, the_number_of_a_removed_entry_can_be_used_again)
{
	postings x = {0};
	char text[64];

	for (uint32_t e = 0; e < 3; e++)
		add(&x, 7, 9, e);
	postings_remove(&x, 2);
	postings_remove(&x, 1);
	for (uint32_t e = 1; e < 4; e++)
		add(&x, 7, 8, e);
	cr_expect_str_eq(under(&x, 7, text), "dcba");
	cr_expect_str_eq(under(&x, 9, text), "a");
	for (uint32_t e = 3; e > 0; e--)
		postings_remove(&x, e);
	cr_expect_str_eq(under(&x, 7, text), "a");
	cr_expect_str_eq(under(&x, 8, text), "");
	postings_remove(&x, 0);
	postings_remove(&x, 0);
	cr_expect_str_eq(under(&x, 7, text), "");
	postings_free(&x);
}

Test(pages, the_last_ids_can_be_used_again_once_removed)
{
	page_table x = {0};

	cr_assert(pages_add(&x, 5, "a", 1) && pages_add(&x, 8, "b", 1) && pages_add(&x, 9, "c", 1));
	pages_remove(&x, pages_find(&x, 9));
	pages_remove(&x, pages_find(&x, 8));
	cr_expect_eq(pages_find(&x, 8), PAGES_NONE);
	cr_assert(pages_add(&x, 8, "d", 1));
	cr_expect_eq(pages_find(&x, 8), 1);
	cr_expect_eq(memcmp(x.entries[1].bytes, "d", 1), 0);
	cr_expect_eq(pages_find(&x, 5), 0);
	pages_free(&x);
}

Test(postings, a_page_is_added_and_removed_with_its_keys)
{
	static const uint32_t keys[] = {7, 9};
	page_table pages = {0};
	postings x = {0};

	cr_assert(postings_add_page(&x, &pages, 5, "a", 1, keys, 2));
	cr_assert(postings_add_page(&x, &pages, 8, "b", 1, keys, 1));
	cr_expect_eq(postings_entry(&x, postings_first(&x, 7)), pages_find(&pages, 8));
	cr_expect(postings_remove_page(&x, &pages, 8));
	cr_expect_not(postings_remove_page(&x, &pages, 8), "a second time");
	cr_expect_eq(pages_find(&pages, 8), PAGES_NONE);
	cr_expect_eq(postings_entry(&x, postings_first(&x, 7)), pages_find(&pages, 5));
	cr_expect_eq(postings_entry(&x, postings_first(&x, 9)), pages_find(&pages, 5));
	cr_expect(postings_remove_page(&x, &pages, 5));
	cr_expect_eq(postings_first(&x, 9), CHAINS_END);
	pages_free(&pages);
	postings_free(&x);
}
