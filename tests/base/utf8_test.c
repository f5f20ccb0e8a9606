#include "base/utf8.h"

#include <criterion/criterion.h>
#include <string.h>

Test(utf8, a_character_is_measured)
{
	static const struct {
		const char *at;
		size_t len, is;
	} rows[] = {{"a", 1, 1},
		    {"\xc3\xa9", 2, 2},
		    {"\xc3\xa9", 1, 0},
		    {"\xe6\xa1\xa3!", 4, 3},
		    {"\xf0\x9f\x9a\xa2", 4, 4},
		    {"\xe9", 1, 0},
		    {"\xed\xa0\x80", 3, 0},
		    {"\xc0\x80", 2, 0},
		    {"\xf4\x90\x80\x80", 4, 0},
		    {"\x80", 1, 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(utf8_character(rows[i].at, rows[i].len), rows[i].is, "row %zu", i);
}

#define BYTES(s) s, sizeof s - 1

Test(utf8, a_text_is_valid_if_all_its_characters_are)
{
	static const struct {
		const char *text;
		size_t len;
		bool is, is_ascii;
	} rows[] = {{BYTES(""), true, true},
		    {BYTES("a"), true, true},
		    {BYTES("a\0"), true, true},
		    {BYTES("eighteen letters: \x7f"), true, true},
		    {BYTES("\xe4\xb8\xad"
			   "a"),
		     true, false},
		    {BYTES("eighteen letters: jos\xc3\xa9 \xe6\xa1\xa3"), true, false},
		    {BYTES("\xe4\xb8"), false, false},
		    {BYTES("a\xff"), false, false},
		    {BYTES("\xe9"), false, false},
		    {BYTES("\xed\xa0\x80"), false, false},
		    {BYTES("\xc0\x80"), false, false},
		    {BYTES("jos\xe9 et"), false, false},
		    {BYTES("eight to\xff"), false, false},
		    {BYTES("jos\xc3"), false, false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(utf8_is_valid(rows[i].text, rows[i].len), rows[i].is, "row %zu", i);
		cr_expect_eq(utf8_is_ascii(rows[i].text, rows[i].len), rows[i].is_ascii, "row %zu", i);
	}
}

Test(utf8, a_path_of_any_bytes_becomes_text)
{
	static const char *const rows[][2] = {{"", ""},
					      {"a b", "a b"},
					      {"jos\xc3\xa9/\xe6\xa1\xa3", "jos\xc3\xa9/\xe6\xa1\xa3"},
					      {"caf\xe9.db", "caf%E9.db"},
					      {"\xe6\xa1", "%E6%A1"},
					      {"\xff\xfe", "%FF%FE"}};
	arena *a = arena_new();

	cr_assert(a);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(utf8_path(rows[i][0], a), rows[i][1], "row %zu", i);
	arena_free(a);
}
