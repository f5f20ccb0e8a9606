#include "purify/query.h"

#include <criterion/criterion.h>

static const struct { const char *name, *href, *encoding, *escaped; } rows[] = {
	{ "GBK",                "/a?q=中文&n=1#中", "GBK", "/a?q=%D6%D0%CE%C4&n=1#中" },
	{ "the path is in UTF-8", "/中?q=中", "GBK", "/中?q=%D6%D0" },
	{ "no query",           "/中#?中", "GBK", "/中#?中" },
	{ "ASCII",              "/a?q=b%20", "GBK", "/a?q=b%20" },
	{ "UTF-8",              "/a?q=中", "UTF-8", "/a?q=中" },
	{ "UTF-16",             "/a?q=中", "UTF-16LE", "/a?q=中" },
	{ "replacement",        "/a?q=中", "replacement", "/a?q=中" },
	{ "Latin",              "?q=é“", "windows-1252", "?q=%E9%93" },
	{ "a character it lacks", "?q=中&x", "windows-1252", "?q=%26%2320013%3B&x" },
	{ "beyond the BMP",     "?q=😀", "GBK", "?q=%26%23128512%3B" },
	{ "and in GB18030",     "?q=😀", "gb18030", "?q=%949%FC6" },
	{ "a second byte in ASCII", "?q=十表", "Shift_JIS", "?q=%8F\\%95\\" },
	{ "the euro in GBK",    "?q=€", "GBK", "?q=%80" },
	{ "Big5",               "?q=網頁", "Big5", "?q=%BA%F4%AD%B6" },
	{ "ISO-8859-16",        "?q=șŐ", "ISO-8859-16", "?q=%BA%D5" },
	{ "KOI8-U",             "?q=ў", "KOI8-U", "?q=%AE" },
	{ "a space of Chinese",  "?q=a\xe3\x80\x80", "GBK", "?q=a%A1%A1" },
	{ "a cell with another character", "?q=¤", "ISO-8859-16", "?q=%26%23164%3B" },
	{ "ISO-2022-JP",        "?q=Ａ", "ISO-2022-JP", "?q=%1B$B%23A%1B(B" },
	{ "two question marks", "?a?é", "windows-1252", "?a?%E9" },
};

Test(query, is_escaped_in_the_charset_of_the_page)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		const char *escaped = query_escape(rows[i].href, rows[i].encoding, a);

		cr_expect_str_eq(escaped, rows[i].escaped, "%s: %s", rows[i].name, escaped);
		arena_free(a);
	}
}
