#include "plugin/index/digests.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/digest.h"
#include "tests/plugin/index/kept.h"

static void digest_of_number(uint32_t n, uint8_t out[TEXT_DIGEST_SIZE])
{
	uint8_t whole[DIGEST_SIZE];

	digest_of(&n, sizeof n, whole);
	memcpy(out, whole, TEXT_DIGEST_SIZE);
}

/* Adds a page with the signature: these bytes, which stay. */
static uint32_t add_bytes(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE])
{
	firstprint_signature sig = {kept(digest, TEXT_DIGEST_SIZE), TEXT_DIGEST_SIZE};
	uint32_t entry = PAGES_NONE;

	cr_assert_eq(digests_add(x, id, &sig, &entry), FIRSTPRINT_OK);
	return entry;
}

static uint32_t add(digest_index *x, uint64_t id, uint32_t n)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	digest_of_number(n, digest);
	return add_bytes(x, id, digest);
}

static uint64_t find(const digest_index *x, uint32_t n)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	digest_of_number(n, digest);
	return digests_find(x, digest);
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
	uint32_t entries[200];
	digest_index x = {0};

	for (uint32_t i = 0; i < 200; i++)
		entries[i] = add(&x, 3 + i, 1);
	for (uint32_t i = 0; i < 200; i++) {
		cr_assert_eq(find(&x, 1), 3 + i);
		digests_remove(&x, entries[i]);
	}
	cr_expect_eq(find(&x, 1), 0u);
	cr_expect_eq(x.pages.len, 0u);
	digests_free(&x);
}

/* Two texts whose digests begin with the same four bytes have one posting list. */
Test(digests, are_compared_as_a_whole)
{
	uint8_t a[TEXT_DIGEST_SIZE] = "same, one", b[TEXT_DIGEST_SIZE] = "same, two";
	digest_index x = {0};
	uint32_t first = add_bytes(&x, 1, a);

	add_bytes(&x, 2, b);
	cr_expect_eq(digests_find(&x, b), 2u);
	digests_remove(&x, first);
	cr_expect_eq(digests_find(&x, a), 0u);
	cr_expect_eq(digests_find(&x, b), 2u);
	digests_free(&x);
}

Test(digests, more_pages_than_can_be_numbered_are_refused)
{
	firstprint_signature sig = {(const uint8_t *)"fifteen letters", TEXT_DIGEST_SIZE};
	digest_index x = {.pages = {.len = PAGES_MAX}};
	uint32_t entry;

	cr_expect_eq(digests_add(&x, 1, &sig, &entry), FIRSTPRINT_FULL);
	cr_expect_eq(digests_find(&x, sig.bytes), 0u);
}

/* The first four bytes choose the bucket. */
Test(digests, tells_digests_apart_by_every_byte)
{
	uint8_t digest[TEXT_DIGEST_SIZE] = "fifteen letters";
	digest_index x = {0};

	add_bytes(&x, 1, digest);
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
	digest_index x = {.exact = 1};

	add_bytes(&x, 3, digest);
	add_bytes(&x, 7, digest);
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
	x.exact = 0;
	cr_expect_not(digests_check(&x, digest, &v), "the option is off");
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
