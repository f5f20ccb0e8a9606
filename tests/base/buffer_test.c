#include "base/buffer.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

Test(buffer, joins_its_pieces_into_a_c_string)
{
	buffer b = {0};

	cr_assert(buffer_append_text(&b, "first"));
	cr_assert(buffer_append(&b, "print and more", 5));
	cr_expect_str_eq(b.bytes, "firstprint");
	cr_expect_eq(b.len, (size_t)10);
	buffer_free(&b);
}

Test(buffer, keeps_every_byte_while_it_grows)
{
	buffer b = {0};

	for (int i = 0; i < 10000; i++) {
		unsigned char byte = (unsigned char)(i % 251);

		cr_assert(buffer_append(&b, &byte, 1));
		cr_assert_eq(b.bytes[b.len], '\0', "no NUL behind byte %d", i);
		cr_assert_lt(b.len, b.room);
	}
	for (int i = 0; i < 10000; i++)
		cr_assert_eq((unsigned char)b.bytes[i], i % 251, "byte %d", i);
	buffer_free(&b);
}

Test(buffer, takes_nuls_as_bytes_and_nothing_as_an_empty_text)
{
	buffer b = {0};

	cr_assert(buffer_append(&b, NULL, 0));
	cr_expect_str_eq(b.bytes, "");
	cr_assert(buffer_append(&b, "a\0b", 3));
	cr_expect_eq(b.len, (size_t)3);
	cr_expect_eq(memcmp(b.bytes, "a\0b\0", 4), 0);
	buffer_free(&b);
}

Test(buffer, clear_keeps_the_memory)
{
	buffer b = {0};

	buffer_clear(&b);
	cr_expect_null(b.bytes);
	buffer_append_text(&b, "gone");
	const char *place = b.bytes;
	buffer_clear(&b);
	cr_expect_eq(b.len, (size_t)0);
	cr_expect_str_eq(b.bytes, "");
	buffer_append_text(&b, "new");
	cr_expect_eq(b.bytes, place);
	buffer_free(&b);
}

Test(buffer, refuses_more_than_memory_can_hold_and_stays_as_it_was)
{
	buffer b = {0};

	buffer_append_text(&b, "kept");
	cr_expect_not(buffer_append(&b, "x", SIZE_MAX));
	cr_expect_not(buffer_append(&b, "x", SIZE_MAX / 4));
	cr_expect_str_eq(b.bytes, "kept");
	cr_expect_eq(b.len, (size_t)4);
	buffer_free(&b);
}

Test(buffer, free_leaves_all_zeros)
{
	buffer b = {0};

	buffer_append_text(&b, "text");
	buffer_free(&b);
	cr_expect_null(b.bytes);
	cr_expect_eq(b.len + b.room, (size_t)0);
	buffer_free(&b);
	buffer_free(NULL);
}
