#include "base/digest.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hex_of(const void *bytes, size_t len, char out[2 * DIGEST_SIZE + 1])
{
	uint8_t digest[DIGEST_SIZE];

	digest_of(bytes, len, digest);
	for (size_t i = 0; i < DIGEST_SIZE; i++)
		snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* FIPS 180-4's examples; 55, 56 and 64 bytes are where the padding changes. */
Test(digest, is_sha_256)
{
	static const struct { const char *name, *bytes, *hex; } rows[] = {
		{ "nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "one block", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};
	char hex[2 * DIGEST_SIZE + 1];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		hex_of(rows[i].bytes, strlen(rows[i].bytes), hex);
		cr_expect_str_eq(hex, rows[i].hex, "%s", rows[i].name);
	}
}

Test(digest, of_a_million_letters_is_the_published_one)
{
	enum { MILLION = 1000000 };
	char *bytes = malloc(MILLION), hex[2 * DIGEST_SIZE + 1];

	memset(bytes, 'a', MILLION);
	hex_of(bytes, MILLION, hex);
	cr_expect_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	free(bytes);
}

Test(digest, its_text_is_read_back)
{
	uint8_t digest[DIGEST_SIZE], again[DIGEST_SIZE];
	char text[DIGEST_TEXT];

	digest_of("abc", 3, digest);
	digest_text(digest, text);
	cr_expect_eq(digest_read(text, again), OK);
	cr_expect(memcmp(digest, again, DIGEST_SIZE) == 0);
	text[5] = 'x';
	cr_expect_eq(digest_read(text, again), ERR_FORMAT);
	text[5] = '\0';
	cr_expect_eq(digest_read(text, again), ERR_FORMAT);
	cr_expect_eq(digest_read(NULL, again), ERR_FORMAT);
}
