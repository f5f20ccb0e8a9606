#include "plugin/text/features.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const uint8_t zeros[16];
static const uint8_t other[16] = {1};

static uint64_t hash_with(const uint8_t store_key[16], const char *text)
{
	feature_key key;

	feature_key_init(&key, store_key);
	return feature_hash(&key, text, strlen(text));
}

Test(features, equal_bytes_and_keys_have_equal_hashes)
{
	cr_expect_eq(hash_with(zeros, "crawler"), hash_with(zeros, "crawler"));
	cr_expect_neq(hash_with(zeros, "crawler"), hash_with(zeros, "crawlers"));
}

/* Stored signatures and the output of eval depend on it. */
Test(features, the_key_of_all_zeros_gives_the_same_hashes_everywhere)
{
	cr_expect_eq(hash_with(zeros, "crawler"), 0x6b2ace6a7bdcd1c5, "%llx", (unsigned long long)hash_with(zeros, "crawler"));
}

/* XXH3 has different code for each of these lengths, and all of it must use the key. */
Test(features, another_key_gives_other_hashes_at_every_length)
{
	char text[600];

	memset(text, 'x', sizeof text);
	for (size_t len = 1; len < sizeof text; len++) {
		text[len] = '\0';
		cr_assert_neq(hash_with(zeros, text), hash_with(other, text), "%zu bytes", len);
		text[len] = 'x';
	}
}

Test(features, are_never_zero_not_even_of_nothing)
{
	char text[16];

	cr_expect_neq(hash_with(zeros, ""), 0u);
	for (int i = 0; i < 20000; i++) {
		snprintf(text, sizeof text, "%d", i);
		cr_assert_neq(hash_with(zeros, text), 0u, "%s", text);
	}
}
