#include "cluster/wire.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ── bytes ── */

Test(wire, a_number_has_its_lowest_byte_first_and_comes_back)
{
	wire_writer w = {0};
	wire_reader r;

	wire_put_number(&w, 3, 0x123456);
	wire_put_number(&w, 8, UINT64_MAX - 1);
	wire_put_text(&w, "text", 4);
	cr_assert_eq(w.bytes.len, (size_t)3 + 8 + 1 + 4);
	cr_expect_eq(memcmp(w.bytes.bytes, "\x56\x34\x12\xfe", 4), 0);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_expect_eq(wire_number(&r, 3), 0x123456u);
	cr_expect_eq(wire_number(&r, 8), UINT64_MAX - 1);
	cr_expect_eq(wire_text(&r).len, (size_t)4);
	cr_expect(!r.bad && wire_left(&r) == 0);
	buffer_free(&w.bytes);
}

Test(wire, behind_the_end_there_are_only_zeros)
{
	wire_reader r = wire_read("\x07\x01\x02", 3), none = wire_read(NULL, 0);

	cr_expect_eq(wire_number(&r, 1), 7u);
	cr_expect_eq(wire_number(&r, 3), 0u);
	cr_expect(r.bad);
	cr_expect_eq(wire_number(&r, 1), 0u, "bad for ever, though a byte is left");
	cr_expect_eq(wire_text(&r).len, (size_t)0);
	cr_expect_eq(wire_number(&none, 1), 0u);
	cr_expect(none.bad);
}

Test(wire, a_text_beyond_255_bytes_is_cut_off)
{
	char text[300];
	wire_writer w = {0};
	wire_reader r;

	memset(text, 'x', sizeof text);
	wire_put_text(&w, text, sizeof text);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_expect_eq(wire_text(&r).len, (size_t)255);
	cr_expect_eq(wire_left(&r), (size_t)0);
	buffer_free(&w.bytes);
}
