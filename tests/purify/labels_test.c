#include <criterion/criterion.h>
#include <string.h>

#include "purify/charset.h"

static const struct { const char *label, *name; } rows[] = {
	{ "utf-8", "UTF-8" },             { "UTF8", "UTF-8" },               { "unicode-1-1-utf-8", "UTF-8" },
	{ "gb2312", "GBK" },              { "GBK", "GBK" },                  { "gb_2312-80", "GBK" },
	{ "gb18030", "gb18030" },         { "big5", "Big5" },                { "big5-hkscs", "Big5" },
	{ "latin1", "windows-1252" },     { "iso-8859-1", "windows-1252" },  { "us-ascii", "windows-1252" },
	{ "shift_jis", "Shift_JIS" },     { "sjis", "Shift_JIS" },           { "windows-31j", "Shift_JIS" },
	{ "euc-jp", "EUC-JP" },           { "ks_c_5601-1987", "EUC-KR" },    { "windows-949", "EUC-KR" },
	{ "cp1251", "windows-1251" },     { "koi8-r", "KOI8-R" },            { "iso-8859-9", "windows-1254" },
	{ "tis-620", "windows-874" },     { "utf-16", "UTF-16LE" },          { "unicodefffe", "UTF-16BE" },
	{ "hz-gb-2312", "replacement" },  { "iso-2022-kr", "replacement" },  { "x-x-big5", "Big5" },
	{ " \t\r\n\fUtf-8\f\n ", "UTF-8" },
};

Test(labels, stand_for_the_encodings_that_whatwg_lists)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *name = charset_by_label(rows[i].label, strlen(rows[i].label), NULL);

		cr_assert_not_null(name, "%s", rows[i].label);
		cr_expect_str_eq(name, rows[i].name, "%s", rows[i].label);
	}
}

Test(labels, that_whatwg_does_not_list_stand_for_nothing)
{
	static const char *const unknown[] = {"", " ", "utf-7", "utf-32", "utf", "none", "utf-8\x01", "gb 2312",
					      "utf-8 utf8", "ebcdic", "8", "-", "(null)"};

	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		cr_expect_null(charset_by_label(unknown[i], strlen(unknown[i]), NULL), "'%s'", unknown[i]);
}

Test(labels, are_not_read_past_their_length)
{
	cr_expect_str_eq(charset_by_label("gbk-and-more", 3, NULL), "GBK");
	cr_expect_null(charset_by_label("gbk", 2, NULL));
}

/* One label of each encoding, to see that ICU has the converter in the table. */
static const char *const one_of_each[] = {
	"utf-8", "windows-1252", "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "windows-1251",
	"koi8-r", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic", "windows-1250", "iso-8859-2", "iso-8859-3",
	"iso-8859-4", "iso-8859-6", "windows-1253", "iso-8859-7", "windows-1255", "iso-8859-8", "windows-1254",
	"windows-1256", "windows-1257", "windows-1258", "windows-874", "iso-8859-10", "iso-8859-13", "iso-8859-14",
	"iso-8859-15", "iso-8859-16", "macintosh", "utf-16le", "utf-16be", "x-user-defined",
};

Test(labels, all_have_a_decoder)
{
	for (size_t i = 0; i < sizeof one_of_each / sizeof *one_of_each; i++) {
		arena *a = arena_new();
		char *type = arena_printf(a, "text/html; charset=%s", one_of_each[i]);
		charset_result r = {0};

		cr_expect_eq(charset_decode((firstprint_span){"a\xff", 2}, type, a, &r), OK, "%s", one_of_each[i]);
		cr_expect_gt(r.text.len, (size_t)0, "%s", one_of_each[i]);
		arena_free(a);
	}
}
