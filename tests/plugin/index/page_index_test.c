#include "plugin/index/page_index.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static const firstprint_stage stages[] = {
	{.name = "shared", .compared = 20},
	{.name = "clusters", .how = FIRSTPRINT_CLUSTERS, .clusters = 2, .width = 2},
	{.name = "near", .how = FIRSTPRINT_NEAR, .bits = 2, .window = 1},
};
enum { SHARED, CLUSTERS, NEAR, STAGES, PAGES = 300 };

/* The keys of page i: 100 to 103 are those of even pages, 200 to 203 of odd ones; its number is its fingerprint. */
typedef struct made {
	uint64_t shared[5], words[2], fingerprint;
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
} made;

static void make(made *m, uint32_t i)
{
	*m = (made){.words = {i % 2 ? 9 : 4, i % 2 ? 10 : 5}, .fingerprint = (uint64_t)i << 40};
	for (uint64_t k = 0; k < 4; k++)
		m->shared[k] = (i % 2 ? 200 : 100) + k;
	m->shared[4] = 1000 + i / 3;
	m->keys[SHARED] = (firstprint_keys){.items = m->shared, .stored = 5, .asked = 5, .hits = 5};
	m->keys[CLUSTERS] = (firstprint_keys){.items = m->words, .stored = 2, .asked = 2};
	m->keys[NEAR] = (firstprint_keys){.items = &m->fingerprint, .stored = 1, .asked = 1, .number = i / 100};
}

static status add(page_index *x, uint32_t i)
{
	made m;

	make(&m, i);
	return page_index_add(x, i + 1, &(firstprint_signature){(const uint8_t *)"s", 1}, false, m.keys);
}

static void drop(page_index *x, uint32_t i)
{
	made m;

	make(&m, i);
	page_index_remove(x, pages_find(&x->pages, i + 1), m.keys);
}

/* Which pages a stage finds for page i, by entry. Returns how many. */
static size_t find(const page_index *x, size_t stage, uint32_t i, bool is_found[PAGES])
{
	struct candidate out[CANDIDATES_MAX];
	candidates *c = candidates_new();
	size_t n;
	made m;

	make(&m, i);
	cr_assert(page_index_find(x, stage, m.keys, c, out, &n));
	for (size_t k = 0; k < PAGES; k++)
		is_found[k] = false;
	for (size_t k = 0; k < n; k++)
		is_found[out[k].entry] = true;
	candidates_free(c);
	return n;
}

/* Pages of one cluster, whose numbers differ in two bits at most. */
static bool are_near(uint32_t i, uint32_t j)
{
	return i % 2 == j % 2 && __builtin_popcount(i ^ j) <= 2 && abs((int)(i / 100) - (int)(j / 100)) <= 1;
}

static void expect_near_pages(const page_index *x, const bool gone[PAGES])
{
	bool is_found[PAGES];

	for (uint32_t i = 0; i < PAGES; i += 7) {
		find(x, NEAR, i, is_found);
		for (uint32_t j = 0; j < PAGES; j++)
			cr_assert_eq(is_found[j], are_near(i, j) && !gone[j], "page %u for page %u", j, i);
	}
}

Test(page_index, finds_pages_in_each_stage_until_they_are_removed)
{
	bool gone[PAGES] = {false}, is_found[PAGES];
	page_index x;

	page_index_open(&x, stages, STAGES);
	for (uint32_t i = 0; i < PAGES; i++)
		cr_assert_eq(add(&x, i), OK);
	expect_near_pages(&x, gone);
	cr_expect_eq(find(&x, SHARED, 30, is_found), 2u, "five shared keys");
	cr_expect(is_found[30] && is_found[32]);
	for (uint32_t i = 2; i < PAGES; i += 10) {
		drop(&x, i);
		gone[i] = true;
	}
	cr_assert(kmodes_refresh(&x.clusters));
	expect_near_pages(&x, gone);
	cr_expect_eq(find(&x, SHARED, 30, is_found), 1u);
	cr_expect(is_found[30]);
	page_index_free(&x);
}

Test(page_index, of_equally_near_pages_the_newest_are_taken)
{
	static const firstprint_stage near = {.name = "near", .how = FIRSTPRINT_NEAR, .bits = 2, .window = 1, .compared = 2};
	const uint64_t fingerprint = 7;
	const firstprint_keys k = {.items = &fingerprint, .stored = 1, .asked = 1};
	struct candidate out[CANDIDATES_MAX];
	candidates *c = candidates_new();
	page_index x;
	size_t n;

	page_index_open(&x, &near, 1);
	for (uint64_t id = 1; id <= 5; id++)
		cr_assert_eq(page_index_add(&x, id, &(firstprint_signature){(const uint8_t *)"s", 1}, false, &k), OK);
	cr_assert(page_index_find(&x, 0, &k, c, out, &n));
	cr_expect(n == 2 && out[0].entry == pages_find(&x.pages, 5) && out[1].entry == pages_find(&x.pages, 4));
	candidates_free(c);
	page_index_free(&x);
}

Test(page_index, counts_up_to_a_bound)
{
	static const firstprint_stage counted = {.name = "lines", .how = FIRSTPRINT_COUNTED};
	const uint64_t keys[] = {7, 8, 9, UINT64_C(0x100000007)};
	uint32_t counts[4];
	page_index x;

	page_index_open(&x, &counted, 1);
	for (uint64_t id = 1; id <= 5; id++) {
		firstprint_keys k = {.items = keys, .stored = id <= 2 ? 2 : 1};

		cr_assert_eq(page_index_add(&x, id, &(firstprint_signature){(const uint8_t *)"s", 1}, false, &k), OK);
	}
	page_index_count(&x, 0, keys, 4, 3, counts);
	cr_expect(counts[0] == 3 && counts[1] == 2 && counts[2] == 0);
	cr_expect_eq(counts[3], 3u, "only the lower half of a key counts");
	page_index_free(&x);
}

Test(page_index, a_page_that_cannot_be_numbered_leaves_nothing_behind)
{
	bool is_found[PAGES];
	page_index x;

	page_index_open(&x, stages, STAGES);
	cr_assert_eq(add(&x, 0), OK);
	x.pages.len = PAGES_MAX;
	cr_expect_eq(add(&x, 2), ERR_LIMIT);
	x.pages.len = 1;
	cr_expect_eq(find(&x, SHARED, 2, is_found), 1u);
	cr_expect(is_found[0]);
	page_index_free(&x);
}
