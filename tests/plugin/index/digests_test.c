#include "plugin/index/digests.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/digest.h"

static void digest_of_number(uint32_t n, uint8_t out[TEXT_DIGEST_SIZE])
{
	uint8_t whole[DIGEST_SIZE];

	digest_of(&n, sizeof n, whole);
	memcpy(out, whole, TEXT_DIGEST_SIZE);
}

static void add(digest_index *x, uint64_t id, uint32_t n)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	digest_of_number(n, digest);
	cr_assert(digests_add(x, id, digest));
}

static uint64_t find(const digest_index *x, uint32_t n)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	digest_of_number(n, digest);
	return digests_find(x, digest);
}

static bool remove_number(digest_index *x, uint64_t id, uint32_t n)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	digest_of_number(n, digest);
	return digests_remove(x, id, digest);
}

Test(digests, finds_each_of_thousands_and_no_other)
{
	digest_index x = {0};

	cr_expect_eq(find(&x, 1), 0u, "empty");
	for (uint32_t n = 1; n <= 5000; n++)
		add(&x, n, n);
	for (uint32_t n = 1; n <= 5000; n++)
		cr_assert_eq(find(&x, n), n);
	for (uint32_t n = 5001; n <= 10000; n++)
		cr_assert_eq(find(&x, n), 0u);
	cr_expect_geq(digests_memory(&x), (size_t)5000 * 32);
	digests_free(&x);
	cr_expect_eq(digests_memory(&x), (size_t)0);
}

Test(digests, names_the_lowest_id_that_is_left)
{
	digest_index x = {0};

	add(&x, 7, 1);
	add(&x, 3, 1);
	add(&x, 9, 1);
	cr_expect_eq(find(&x, 1), 3u);
	cr_expect(remove_number(&x, 3, 1));
	cr_expect_eq(find(&x, 1), 7u);
	cr_expect(remove_number(&x, 7, 1) && remove_number(&x, 9, 1));
	cr_expect_eq(find(&x, 1), 0u);
	digests_free(&x);
}

Test(digests, remove_says_when_there_is_nothing_to_remove)
{
	digest_index x = {0};

	cr_expect_not(remove_number(&x, 1, 1), "empty");
	add(&x, 1, 1);
	cr_expect_not(remove_number(&x, 2, 1), "another id");
	cr_expect_not(remove_number(&x, 1, 2), "another digest");
	cr_expect_eq(find(&x, 1), 1u);
	cr_expect(remove_number(&x, 1, 1));
	cr_expect_not(remove_number(&x, 1, 1), "a second time");
	digests_free(&x);
}

/* The first four bytes choose the bucket. */
Test(digests, tells_digests_apart_by_every_byte)
{
	uint8_t digest[TEXT_DIGEST_SIZE] = "fifteen letters";
	digest_index x = {0};

	cr_assert(digests_add(&x, 1, digest));
	for (size_t i = 0; i < TEXT_DIGEST_SIZE; i++) {
		digest[i] ^= 1;
		cr_expect_eq(digests_find(&x, digest), 0u, "byte %zu", i);
		digest[i] ^= 1;
	}
	cr_expect_eq(digests_find(&x, digest), 1u);
	digests_free(&x);
}

Test(digests, a_stored_text_is_a_duplicate_and_another_is_not_judged)
{
	uint8_t digest[TEXT_DIGEST_SIZE] = "fifteen letters";
	firstprint_verdict v = {.stage = "untouched"};
	digest_index x = {0};

	cr_assert(digests_add(&x, 7, digest));
	cr_assert(digests_add(&x, 3, digest));
	digest[0] ^= 1;
	cr_expect_not(digests_check(&x, digest, &v));
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(v.of, 0u);
	cr_expect_str_eq(v.stage, "untouched");
	digest[0] ^= 1;
	cr_expect(digests_check(&x, digest, &v));
	cr_expect_eq(v.kind, FIRSTPRINT_DUPLICATE);
	cr_expect_eq(v.of, 3u);
	cr_expect_str_eq(v.stage, "text");
	cr_expect_eq(v.score, 1.0);
	digests_free(&x);
}

Test(digests, a_page_has_the_digest_of_its_text_or_without_text_of_its_bytes)
{
	firstprint_page page = {.text = {"abc", 3}, .digest = {1, 2, 3}};
	uint8_t out[TEXT_DIGEST_SIZE], whole[DIGEST_SIZE];

	digest_of("abc", 3, whole);
	text_digest(&page, out);
	cr_expect_eq(memcmp(out, whole, TEXT_DIGEST_SIZE), 0, "text");
	page.text.len = 0;
	text_digest(&page, out);
	cr_expect_eq(memcmp(out, page.digest, TEXT_DIGEST_SIZE), 0, "bytes");
}
