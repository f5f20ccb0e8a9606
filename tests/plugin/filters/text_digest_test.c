#include "plugin/filters/text_digest.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/digest.h"

static firstprint_signature signature(const uint8_t bytes[TEXT_DIGEST_SIZE])
{
	return (firstprint_signature){bytes, TEXT_DIGEST_SIZE};
}

Test(text_digest, tells_digests_apart_by_every_byte)
{
	_Alignas(8) uint8_t a[TEXT_DIGEST_SIZE] = "fifteen letters", b[TEXT_DIGEST_SIZE] = "fifteen letters";
	firstprint_signature new = signature(a), old = signature(b);
	firstprint_match match = {0};

	for (size_t i = 0; i < TEXT_DIGEST_SIZE; i++) {
		b[i] ^= 1;
		cr_expect_not(text_digest_matches(&new, &old, &match), "byte %zu", i);
		b[i] ^= 1;
	}
	cr_expect_eq(match.kind, FIRSTPRINT_UNIQUE);
	cr_expect(text_digest_matches(&new, &old, &match));
	cr_expect(match.kind == FIRSTPRINT_DUPLICATE && match.likeness == 1);
	cr_expect_eq(text_digest_keys(&new).items[0], text_digest_keys(&old).items[0]);
}

Test(text_digest, explains_a_duplicate_and_nothing_else)
{
	firstprint_verdict v = {.kind = FIRSTPRINT_NEAR_DUPLICATE, .stage = "untouched", .score = 0.5};

	cr_expect_not(text_digest_explains(&v));
	cr_expect(strcmp(v.stage, "untouched") == 0 && v.score == 0.5);
	v.kind = FIRSTPRINT_DUPLICATE;
	cr_expect(text_digest_explains(&v));
	cr_expect(strcmp(v.stage, "text") == 0 && v.score == 1);
}

Test(text_digest, a_page_has_the_digest_of_its_text_or_without_text_of_its_bytes)
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
