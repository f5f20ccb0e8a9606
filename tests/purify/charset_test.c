#include "purify/charset.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unicode/ucnv.h>

/* A sentence or two, as on a page. */
#define ZH "昨夜大雨，老城的街道都成了河，广场成了湖，谁也说不清市场原来在哪里，只有教堂的钟声和每天一样，在清晨响起。这个国家的经济发展"
#define TW "昨夜大雨，老城的街道都成了河，廣場成了湖，誰也說不清市場原來在哪裡，只有教堂的鐘聲和每天一樣，在清晨響起。這個國家的經濟發展"
#define JA "昨夜は古い町に雨が降り続き、朝には通りは川になり、広場は湖になった。市場がどこにあったのか、だれにも分からなかった。"
#define RU "Всю ночь шёл дождь над старым городом, и утром улицы стали реками, а площади озёрами. Никто не мог сказать, где был рынок."
#define FR "La pluie est tombée toute la nuit sur la vieille cité, et au matin les rues étaient des rivières; où était le marché ? Après l'été, personne ne sait où est passé le pré du père, près de la forêt à côté du château, là où l'évêque rêvait."

#define BYTES(text) {text, sizeof text - 1}

static const struct row {
	const char *name;
	firstprint_span bytes;
	const char *content_type;
	const char *text, *charset, *from;
	size_t replaced;
} rows[] = {
	{ "nothing", BYTES(""), NULL, "", "UTF-8", "valid utf-8", 0 },
	{ "plain ASCII", BYTES("Rain"), NULL, "Rain", "UTF-8", "valid utf-8", 0 },
	/* Which declaration is believed. */
	{ "UTF-8 byte order mark", BYTES("\xef\xbb\xbf\xc3\xa9"), "text/html;charset=gbk", "é", "UTF-8", "bom", 0 },
	{ "UTF-16LE byte order mark", BYTES("\xff\xfe\x2d\x4e"), "text/html;charset=utf-8", "中", "UTF-16LE", "bom", 0 },
	{ "UTF-16BE byte order mark", BYTES("\xfe\xff\x4e\x2d"), NULL, "中", "UTF-16BE", "bom", 0 },
	{ "only a byte order mark", BYTES("\xff\xfe"), NULL, "", "UTF-16LE", "bom", 0 },
	{ "valid UTF-8 beats the header", BYTES("中文"), "text/html;charset=gbk", "中文", "UTF-8", "valid utf-8", 0 },
	{ "valid UTF-8 beats <meta>", BYTES("<meta charset=big5>中"), NULL, "<meta charset=big5>中", "UTF-8", "valid utf-8", 0 },
	{ "header beats <meta>", BYTES("<meta charset=big5>\xd6\xd0"), "text/html; charset=GBK",
	  "<meta charset=big5>中", "GBK", "http", 0 },
	{ "after an unknown charset in the header, <meta>", BYTES("<meta charset=gbk>\xd6\xd0"), "text/html; charset=foo",
	  "<meta charset=gbk>中", "GBK", "meta", 0 },
	{ "quotes in the header", BYTES("\xd6\xd0"), "text/html; charset=\"gb2312\"", "中", "GBK", "http", 0 },
	{ "parameter whose name ends in charset", BYTES("\xd6\xd0"), "text/html; xcharset = 'gbk' ; q=1", "中", "GBK", "http", 0 },
	{ "<meta http-equiv>",
	  BYTES("<META http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\">\xd6\xd0"), NULL,
	  "<META http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\">中", "GBK", "meta", 0 },
	{ "<meta> with quotes and slash", BYTES("<meta charset='gbk'/>\xd6\xd0"), NULL, "<meta charset='gbk'/>中", "GBK", "meta", 0 },
	{ "<meta> in a comment does not count", BYTES("<!--<meta charset=big5>--><meta charset=gbk>\xd6\xd0"), NULL,
	  "<!--<meta charset=big5>--><meta charset=gbk>中", "GBK", "meta", 0 },
	{ "<metadata> is not <meta>", BYTES("<metadata charset=big5><meta charset=gbk>\xd6\xd0"), NULL,
	  "<metadata charset=big5><meta charset=gbk>中", "GBK", "meta", 0 },
	{ "<meta> without a charset", BYTES("<meta name=charset content=x><meta charset=gbk>\xd6\xd0"), NULL,
	  "<meta name=charset content=x><meta charset=gbk>中", "GBK", "meta", 0 },
	{ "UTF-16 in <meta> means UTF-8", BYTES("<meta charset=utf-16>a"), NULL, "<meta charset=utf-16>a", "UTF-8", "meta", 0 },
	/* How each charset is decoded. */
	{ "GBK's euro", BYTES("\x80" "5 \xd6\xd0"), "x;charset=gbk", "€5 中", "GBK", "http", 0 },
	{ "GBK label, character of four bytes", BYTES("\x95\x32\x82\x36"), "x;charset=gb2312", "𠀀", "GBK", "http", 0 },
	{ "GB18030", BYTES("\xd6\xd0\x95\x32\x82\x36"), "x;charset=gb18030", "中𠀀", "gb18030", "http", 0 },
	{ "Big5", BYTES("\xa4\xa4\xa4\xe5\xba\xf4\xad\xb6"), "x;charset=big5", "中文網頁", "Big5", "http", 0 },
	{ "Shift_JIS", BYTES("\x93\xfa\x96\x7b\x8c\xea\xb1\\~"), "x;charset=shift_jis", "日本語ｱ\\~", "Shift_JIS", "http", 0 },
	{ "EUC-JP", BYTES("\xc6\xfc\xcb\xdc\xb8\xec\x8e\xb1"), "x;charset=euc-jp", "日本語ｱ", "EUC-JP", "http", 0 },
	{ "ISO-2022-JP", BYTES("\x1b$BF|K\\8l\x1b(B."), "x;charset=iso-2022-jp", "日本語.", "ISO-2022-JP", "http", 0 },
	{ "EUC-KR", BYTES("\xc7\xd1\xb1\xb9\xbe\xee"), "x;charset=euc-kr", "한국어", "EUC-KR", "http", 0 },
	{ "EUC-KR label, windows-949 letter", BYTES("\x8c\x63"), "x;charset=euc-kr", "똠", "EUC-KR", "http", 0 },
	{ "windows-1251", BYTES("\xcf\xf0\xe8\xe2\xe5\xf2"), "x;charset=windows-1251", "Привет", "windows-1251", "http", 0 },
	{ "KOI8-R", BYTES("\xf0\xd2\xc9\xd7\xc5\xd4"), "x;charset=koi8-r", "Привет", "KOI8-R", "http", 0 },
	{ "Latin-1 is windows-1252", BYTES("caf\xe9 \x93quoted\x94 \x80"), "x;charset=iso-8859-1", "café “quoted” €",
	  "windows-1252", "http", 0 },
	{ "UTF-16 by header", BYTES("a\0\x2d\x4e\x40\xd8\x00\xdc"), "x;charset=utf-16", "a中𠀀", "UTF-16LE", "http", 0 },
	/* Where ICU differs from the standard. */
	{ "ISO-8859-16", BYTES("\xaa\xba\xa4\xfe\xd5"), "x;charset=iso-8859-16", "Șș€țŐ", "ISO-8859-16", "http", 0 },
	{ "GBK's ideographic space", BYTES("\xd6\xd0\xa3\xa0\xd6\xd0"), "x;charset=gbk", "中\xe3\x80\x80中", "GBK", "http", 0 },
	{ "GB18030-2022", BYTES("\xa6\xd9\xa6\xf3\xfe\x59\xfe\xa0"), "x;charset=gb18030", "︐︙龴龻", "gb18030", "http", 0 },
	{ "Big5: a private character in ICU", BYTES("\x88\x40\xc8\x79"), "x;charset=big5", "㇀㇏", "Big5", "http", 0 },
	{ "Big5: two characters", BYTES("\x88\x62\x88\xa5"), "x;charset=big5", "Ê̄ê̌", "Big5", "http", 0 },
	{ "Big5: none in ICU", BYTES("\x8e\x69\xfe\xdd\x87\xa4"), "x;charset=big5", "箸砉龗", "Big5", "http", 0 },
	{ "KOI8-U", BYTES("\xae\xbe"), "x;charset=koi8-u", "ўЎ", "KOI8-U", "http", 0 },
	/* What cannot be decoded. */
	{ "GBK: byte that begins no character", BYTES("\xff\xd6\xd0"), "x;charset=gbk", "\xef\xbf\xbd" "中", "GBK", "http", 1 },
	{ "GBK: cut short", BYTES("\xd6\xd0\xd6"), "x;charset=gbk", "中\xef\xbf\xbd", "GBK", "http", 1 },
	{ "UTF-16: lone surrogate", BYTES("a\0\x00\xdc" "b\0"), "x;charset=utf-16le", "a\xef\xbf\xbd" "b", "UTF-16LE", "http", 1 },
	{ "UTF-16: odd byte", BYTES("\xff\xfe" "a\0b"), NULL, "a\xef\xbf\xbd", "UTF-16LE", "bom", 1 },
	{ "UTF-8: invalid byte after a byte order mark", BYTES("\xef\xbb\xbf" "a\xff" "b"), NULL, "a\xef\xbf\xbd" "b", "UTF-8", "bom", 1 },
	{ "replacement", BYTES("~{VPND~}"), "x;charset=hz-gb-2312", "\xef\xbf\xbd", "replacement", "http", 8 },
};

Test(charset, decodes_by_the_rules_of_the_standard_and_ours)
{
	for (const struct row *r = rows; r < rows + sizeof rows / sizeof *rows; r++) {
		arena *a = arena_new();
		charset_result got;

		cr_assert_eq(charset_decode(r->bytes, r->content_type, a, &got), OK, "%s", r->name);
		cr_expect(got.text.len == strlen(r->text) && memcmp(got.text.at, r->text, got.text.len) == 0, "%s: %.*s",
			  r->name, (int)got.text.len, got.text.at);
		cr_expect_str_eq(got.name, r->charset, "%s", r->name);
		cr_expect_str_eq(got.from, r->from, "%s", r->name);
		cr_expect_eq(got.replaced, r->replaced, "%s: %zu replaced", r->name, got.replaced);
		arena_free(a);
	}
}

/* Enough text for a detector: one sentence in one encoding, repeated many times. */
static const struct page {
	const char *name, *bytes, *content_type, *text, *charset, *from;
} pages[] = {
	{ "GBK without a label", "\xd6\xd0\xce\xc4\xcd\xf8\xd2\xb3\xa3\xac\xc4\xe3\xba\xc3\xa1\xa3", NULL, "中文网页，你好。",
	  "gb18030", "detected" },
	{ "GBK that claims to be UTF-8", "\xd6\xd0\xce\xc4\xcd\xf8\xd2\xb3\xa3\xac\xc4\xe3\xba\xc3\xa1\xa3", "x;charset=utf-8",
	  "中文网页，你好。", "gb18030", "detected" },
	{ "Shift_JIS without a label", "\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x79\x81\x5b\x83\x57\x82\xc5\x82\xb7\x81\x42", NULL,
	  "日本語のページです。", "Shift_JIS", "detected" },
	{ "EUC-KR without a label", "\xb5\xee\xb4\xeb\xc1\xf6\xb1\xe2\xb4\xc2 \xb8\xc5\xc0\xcf \xc0\xfa\xb3\xe1 \xb5\xee\xb4\xeb\xbf\xa1 \xbf\xc3\xb6\xf3. ", NULL,
	  "등대지기는 매일 저녁 등대에 올라. ", "EUC-KR", "detected" },
	{ "windows-1251 without a label", "\xcf\xf0\xe8\xe2\xe5\xf2\x2c\x20\xfd\xf2\xee \xed\xe0\xf8 \xe4\xee\xec. ", NULL,
	  "Привет, это наш дом. ", "windows-1251", "detected" },
	{ "ASCII that claims to be UTF-16", "The cafe is closed. ", "x;charset=utf-16", "The cafe is closed. ", "UTF-8", "valid utf-8" },
	{ "Latin-1 that claims to be Latin-1", "Le caf\xe9 est ferm\xe9. ", "x;charset=latin1", "Le café est fermé. ",
	  "windows-1252", "http" },
	{ "ISO-2022-JP without a label", "\x1b$BF|K\\8l\x1b(B. ", NULL, "日本語. ", "ISO-2022-JP", "detected" },
};

static firstprint_span repeat(arena *a, const char *text)
{
	enum { TIMES = 60 };
	size_t len = strlen(text);
	char *all = arena_alloc(a, TIMES * len);

	for (size_t i = 0; i < TIMES; i++)
		memcpy(all + i * len, text, len);
	return (firstprint_span){all, TIMES * len};
}

Test(charset, is_detected_when_the_label_is_missing_or_wrong)
{
	for (const struct page *p = pages; p < pages + sizeof pages / sizeof *pages; p++) {
		arena *a = arena_new();
		firstprint_span expected = repeat(a, p->text);
		charset_result got;

		cr_assert_eq(charset_decode(repeat(a, p->bytes), p->content_type, a, &got), OK, "%s", p->name);
		cr_expect_str_eq(got.name, p->charset, "%s", p->name);
		cr_expect_str_eq(got.from, p->from, "%s", p->name);
		cr_expect(got.text.len == expected.len && memcmp(got.text.at, expected.at, expected.len) == 0, "%s", p->name);
		arena_free(a);
	}
}

Test(charset, is_looked_for_in_a_meta_of_the_first_16_kib_only)
{
	static char early[20000], late[20000];
	static const char meta[] = "<meta charset=gbk>\xd6\xd0";
	arena *a = arena_new();
	charset_result r;

	memset(early, ' ', sizeof early);
	memset(late, ' ', sizeof late);
	memcpy(early + 16384 - strlen(meta), meta, strlen(meta));
	memcpy(late + 16384, meta, strlen(meta));
	cr_assert_eq(charset_decode((firstprint_span){early, sizeof early}, NULL, a, &r), OK);
	cr_expect_str_eq(r.from, "meta");
	cr_assert_eq(charset_decode((firstprint_span){late, sizeof late}, NULL, a, &r), OK);
	cr_expect_str_neq(r.from, "meta");
	arena_free(a);
}

Test(charset, finds_the_value_of_charset_in_a_content_type)
{
	static const struct { const char *type, *charset; } types[] = {
		{ "text/html", "" },                      { "text/html;charset=utf-8", "utf-8" },
		{ "text/html; CHARSET = \"gbk\"", "gbk" }, { "text/html; charset=gbk; x=y", "gbk" },
		{ "charset charset=big5", "big5" },        { "text/html;charset=", "" },
		{ "text/html; x=\"a;charset=utf-16\"; charset=utf-8", "utf-8" },
		{ "text/html;charset", "" },               { "", "" },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		firstprint_span s = charset_in_content_type((firstprint_span){types[i].type, strlen(types[i].type)});

		cr_expect(s.len == strlen(types[i].charset) && strncmp(s.at ? s.at : "", types[i].charset, s.len) == 0,
			  "%s: %.*s", types[i].type, (int)s.len, s.at);
	}
}

/* text: UTF-8 as long as a page; label: what a wrong header says of it in another charset. */
static const struct { const char *text, *charset, *label; } mislabelled[] = {
	{ ZH, "gb18030", "iso-8859-1" }, { ZH, "gb18030", "utf-8" }, { ZH, "gb18030", "windows-1251" }, { ZH, "gb18030", "big5" },
	{ TW, "Big5", "gb2312" }, { TW, "Big5", "iso-8859-1" }, { JA, "EUC-JP", "shift_jis" }, { JA, "Shift_JIS", "iso-8859-1" },
	{ RU, "windows-1251", "koi8-r" }, { RU, "KOI8-R", "windows-1251" }, { RU, "windows-1251", "iso-8859-1" },
	{ RU, "windows-1251", "gbk" }, { FR, "windows-1252", "gbk" }, { FR, "windows-1252", "utf-8" }, { ZH, "gb18030", "iso-8859-7" },
};

static firstprint_span encoded(const char *text, const char *charset, arena *a)
{
	size_t room = strlen(text) * 4 + 16;
	char *bytes = arena_alloc(a, room);
	UErrorCode e = U_ZERO_ERROR;
	int32_t len = ucnv_convert(charset, "UTF-8", bytes, (int32_t)room, text, -1, &e);

	cr_assert(U_SUCCESS(e), "%s", charset);
	return (firstprint_span){bytes, (size_t)len};
}

Test(charset, a_label_that_makes_garbage_loses)
{
	for (size_t i = 0; i < sizeof mislabelled / sizeof *mislabelled; i++) {
		arena *a = arena_new();
		const char *text = mislabelled[i].text, *charset = mislabelled[i].charset;
		firstprint_span bytes = encoded(text, charset, a);
		charset_result got;

		cr_assert_eq(charset_decode(bytes, arena_printf(a, "text/html; charset=%s", mislabelled[i].label), a, &got), OK);
		cr_expect(got.text.len == strlen(text) && memcmp(got.text.at, text, got.text.len) == 0, "%s as %s: %s", charset,
			  mislabelled[i].label, got.name);
		cr_expect_str_eq(got.from, "detected");
		arena_free(a);
	}
}

/* Text that has much of what garbage has, in a charset that its label says. */
Test(charset, a_label_that_makes_text_stays)
{
	static const struct { const char *text, *charset; } rows[] = {
		{ ZH, "GBK" }, { TW, "GBK" }, { TW, "Big5" }, { JA, "Shift_JIS" }, { JA, "EUC-JP" }, { RU, "KOI8-R" }, { RU, "windows-1251" },
		{ FR, "windows-1252" }, { "ПРИВЕТ ГОРОДУ И МИРУ, КОТОРЫЙ НЕ СПИТ", "windows-1251" }, { "ÀÉÈ ÇÃÕ ÊÎÔ ÜÖÄ ÄÖÜ ÉÉÉ ÀÀÀ", "windows-1252" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		firstprint_span bytes = encoded(rows[i].text, rows[i].charset, a);
		charset_result got;

		cr_assert_eq(charset_decode(bytes, arena_printf(a, "text/html; charset=%s", rows[i].charset), a, &got), OK);
		cr_expect_str_eq(got.name, rows[i].charset);
		cr_expect_str_eq(got.from, "http", "%s: %s", rows[i].charset, got.from);
		arena_free(a);
	}
}

Test(charset, utf_16_and_utf_32_are_seen_without_a_label)
{
	static const char *const charsets[] = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"};

	for (size_t i = 0; i < 4; i++)
		for (int label = 0; label < 2; label++) {
			arena *a = arena_new();
			firstprint_span bytes = encoded("<html><body><p>中文é</p></body></html>", charsets[i], a);
			charset_result got;

			cr_assert_eq(charset_decode(bytes, label ? "text/html; charset=utf-8" : NULL, a, &got), OK);
			cr_expect_str_eq(got.name, charsets[i]);
			cr_expect(strncmp(got.text.at, "<html><body><p>中文é</p>", 24) == 0, "%s: %.*s", charsets[i], (int)got.text.len, got.text.at);
			arena_free(a);
		}
}
