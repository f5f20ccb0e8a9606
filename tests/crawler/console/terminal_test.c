#include "crawler/console/terminal.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdint.h>
#include <string.h>

Test(terminal, control_characters_are_removed_from_text)
{
	static const struct {
		const char *name, *text, *expected;
	} rows[] = {
		{"plain", "Rain fell.", "Rain fell."},
		{"nothing", "", ""},
		{"no text", NULL, ""},
		{"colour", "\x1b[31mred", "[31mred"},
		{"bell inside", "a\ab", "a b"},
		{"many, one space", "a\r\n\tb", "a b"},
		{"after a space", "a \nb", "a b"},
		{"delete", "a\x7f" "b", "a b"},
		{"C1, the eight-bit escape", "a\xc2\x9b" "31mb", "a 31mb"},
		{"right-to-left override", "exe\xe2\x80\xae" "gpj", "exe gpj"},
		{"isolates", "a\xe2\x81\xa6" "b\xe2\x81\xa9" "c", "a b c"},
		{"direction marks", "a\xe2\x80\x8e" "b\xe2\x80\x8f" "c", "a b c"},
		{"Arabic letter mark", "a\xd8\x9c" "b", "a b"},
		{"line separator", "a\xe2\x80\xa8" "b", "a b"},
		{"letters beyond ASCII", "\xc3\xa9\xe9\x9b\xa8\xf0\x9f\x8c\xa7", "\xc3\xa9\xe9\x9b\xa8\xf0\x9f\x8c\xa7"},
		{"bytes that are not UTF-8", "a\xff" "b", "a?b"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[64];

		terminal_clean(rows[i].text, out, sizeof out);
		cr_expect_str_eq(out, rows[i].expected, "%s: '%s'", rows[i].name, out);
	}
}

Test(terminal, text_that_is_too_long_is_cut_between_characters)
{
	static const struct {
		const char *text;
		size_t room;
		const char *expected;
	} rows[] = {
		{"abcdefghij", 8, "abcd…"},
		{"abcdefg", 8, "abcdefg"}, /* fits exactly */
		{"abcdefgh", 8, "abcd…"},
		{"ab\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 8, "ab\xc3\xa9…"},
		{"abc\xc3\xa9\xc3\xa9\xc3\xa9", 8, "abc…"},
		{"\xf0\x9f\x8c\xa7\xf0\x9f\x8c\xa7", 8, "\xf0\x9f\x8c\xa7…"},
		{"abcdefghij", 4, "…"},
		{"abc", 4, "abc"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[16];

		memset(out, '#', sizeof out);
		terminal_clean(rows[i].text, out, rows[i].room);
		cr_expect_str_eq(out, rows[i].expected, "%s in %zu: '%s'", rows[i].text, rows[i].room, out);
		cr_expect(out[rows[i].room] == '#', "%s: past its room", rows[i].text);
	}
}

Test(terminal, numbers_have_commas)
{
	static const struct {
		int64_t n;
		const char *expected;
	} rows[] = {
		{0, "0"}, {999, "999"}, {1000, "1,000"}, {1234567, "1,234,567"}, {-123456, "-123,456"}, {-1, "-1"},
		{INT64_MAX, "9,223,372,036,854,775,807"}, {INT64_MIN, "-9,223,372,036,854,775,808"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[32];

		cr_expect_str_eq(terminal_number(rows[i].n, out), rows[i].expected, "%s", out);
	}
}

Test(terminal, counts_have_their_plural)
{
	char out[64];

	cr_expect_str_eq(terminal_count(1, "failure", out), "1 failure");
	cr_expect_str_eq(terminal_count(0, "failure", out), "0 failures");
	cr_expect_str_eq(terminal_count(1234, "page", out), "1,234 pages");
}

Test(terminal, bytes_have_units)
{
	static const struct {
		int64_t n;
		const char *expected;
	} rows[] = {
		{0, "0 bytes"}, {999, "999 bytes"}, {1000, "1.0 kB"}, {1234567, "1.2 MB"}, {5000000000, "5.0 GB"},
		{2000000000000, "2.0 TB"}, {3000000000000000, "3000.0 TB"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[32];

		cr_expect_str_eq(terminal_bytes(rows[i].n, out), rows[i].expected, "%s", out);
	}
}

Test(terminal, json_keeps_its_meaning_with_control_characters_escaped, .init = cr_redirect_stdout)
{
	terminal_put_json(strdup("{\"a\":\"\xc2\x9b" "31m \x7f \xe2\x80\xae \xc3\xa9\xe9\x9b\xa8\",\"b\":1}"));
	fflush(stdout);
	cr_expect_stdout_eq_str("{\"a\":\"\\u009b31m \\u007f \\u202e \xc3\xa9\xe9\x9b\xa8\",\"b\":1}\n");
}

Test(terminal, messages_go_to_standard_error_without_control_characters, .init = cr_redirect_stderr)
{
	terminal_say("%s: %d", "seeds\x1b[31m.txt", 12);
	fflush(stderr);
	cr_assert_stderr_eq_str("firstprint: seeds [31m.txt: 12\n");
}
