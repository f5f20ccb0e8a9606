/* Pages in every encoding that is common on the web, with a right label, a wrong one, or none. */
#include <criterion/criterion.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/faults.h"

TestSuite(fault_charset, .init = fault_open, .fini = fault_close);

#define SIMPLE "守塔人每天傍晚都要登上灯塔，把油灯一盏一盏点亮，让远处的渔船知道岸在哪里。没有人记得他从什么时候开始住在岛上，" \
	"只记得每到冬天的暴风雨之夜，那束光从来没有熄灭过。今年夏天，镇上的人们决定为他修一条新的石头小路。"
#define TRADITIONAL "守塔人每天傍晚都要登上燈塔，把油燈一盞一盞點亮，讓遠處的漁船知道岸在哪裡。沒有人記得他從什麼時候開始住在島上，" \
	"只記得每到冬天的暴風雨之夜，那束光從來沒有熄滅過。今年夏天，鎮上的人們決定為他修一條新的石頭小路。"
#define JAPANESE "灯台守は毎日夕方になると塔に登り、ランプを一つずつ灯して、遠くの漁船に岸がどこにあるかを知らせます。彼がいつから島に" \
	"住んでいるのか誰も覚えていませんが、冬の嵐の夜でもその光が消えたことは一度もありませんでした。"
#define KOREAN "등대지기는 매일 저녁 등대에 올라가 등불을 하나씩 밝혀 멀리 있는 어선에게 해안이 어디인지 알려 줍니다. 그가 언제부터 섬에" \
	" 살았는지 아무도 기억하지 못하지만, 겨울 폭풍이 치는 밤에도 그 불빛은 한 번도 꺼진 적이 없었습니다."
#define RUSSIAN "Смотритель маяка каждый вечер поднимается на башню и зажигает лампы одну за другой, чтобы далёкие рыбацкие лодки знали," \
	" где находится берег. Никто не помнит, с каких пор он живёт на острове, но свет не гас ни разу."
#define FRENCH "Le gardien du phare monte chaque soir à la tour et allume les lampes l'une après l'autre, pour que les bateaux de pêche" \
	" sachent où est la côte. Personne ne sait depuis quand il vit sur l'île, mais la lumière ne s'est jamais éteinte."

static const struct row {
	const char *name, *encoding, *mark, *header, *meta; /* encoding: the name for iconv */
	const char *text, *words, *charset, *from;          /* words: a part of the text, as it must be stored */
} rows[] = {
	/* A right label. */
	{"GBK, header", "GBK", "", "gb2312", "", SIMPLE, "每到冬天的暴风雨之夜", "GBK", "http"},
	{"GBK, meta", "GBK", "", "", "<meta charset=gbk>", SIMPLE, "每到冬天的暴风雨之夜", "GBK", "meta"},
	{"GB18030, header", "GB18030", "", "gb18030", "", SIMPLE "𠀀", "修一条新的石头小路。𠀀", "gb18030", "http"},
	{"GB18030 called gb2312", "GB18030", "", "gb2312", "", SIMPLE "𠀀", "修一条新的石头小路。𠀀", "GBK", "http"},
	{"Big5, header", "BIG5", "", "big5", "", TRADITIONAL, "每到冬天的暴風雨之夜", "Big5", "http"},
	{"Shift_JIS, old meta", "CP932", "", "", "<meta http-equiv=Content-Type content='text/html; charset=x-sjis'>", JAPANESE,
	 "冬の嵐の夜でも", "Shift_JIS", "meta"},
	{"EUC-JP, header", "EUC-JP", "", "EUC-JP", "", JAPANESE, "冬の嵐の夜でも", "EUC-JP", "http"},
	{"EUC-KR, header", "CP949", "", "ks_c_5601-1987", "", KOREAN, "겨울 폭풍이 치는 밤에도", "EUC-KR", "http"},
	{"windows-1251, header", "CP1251", "", "windows-1251", "", RUSSIAN, "Никто не помнит", "windows-1251", "http"},
	{"windows-1252 called Latin 1", "CP1252", "", "iso-8859-1", "", FRENCH " « 5 € »", "5 €", "windows-1252", "http"},
	/* A byte order mark overrides any label. */
	{"UTF-16LE, mark", "UTF-16LE", "\xff\xfe", "", "", SIMPLE, "每到冬天的暴风雨之夜", "UTF-16LE", "bom"},
	{"UTF-16BE, mark against header", "UTF-16BE", "\xfe\xff", "utf-8", "", JAPANESE, "冬の嵐の夜でも", "UTF-16BE", "bom"},
	{"UTF-8, mark against both", "UTF-8", "\xef\xbb\xbf", "gbk", "<meta charset=big5>", SIMPLE, "每到冬天的暴风雨之夜", "UTF-8", "bom"},
	/* A wrong label. */
	{"UTF-8 called GBK", "UTF-8", "", "gbk", "<meta charset=gbk>", SIMPLE, "每到冬天的暴风雨之夜", "UTF-8", "valid utf-8"},
	{"UTF-8 called Latin 1", "UTF-8", "", "iso-8859-1", "", FRENCH, "après l'autre", "UTF-8", "valid utf-8"},
	{"GBK called UTF-8", "GBK", "", "utf-8", "<meta charset=utf-8>", SIMPLE, "每到冬天的暴风雨之夜", "gb18030", "detected"},
	{"Big5 called UTF-8", "BIG5", "", "utf-8", "", TRADITIONAL, "每到冬天的暴風雨之夜", "Big5", "detected"},
	{"Shift_JIS called UTF-8", "CP932", "", "utf-8", "", JAPANESE, "冬の嵐の夜でも", "Shift_JIS", "detected"},
	{"EUC-KR called UTF-8", "CP949", "", "utf-8", "", KOREAN, "겨울 폭풍이 치는 밤에도", "EUC-KR", "detected"},
	{"windows-1251 called UTF-8", "CP1251", "", "utf-8", "", RUSSIAN, "Никто не помнит", "windows-1251", "detected"},
	{"Shift_JIS called EUC-JP", "CP932", "", "euc-jp", "", JAPANESE, "冬の嵐の夜でも", "Shift_JIS", "detected"},
	/* No label. */
	{"GBK, no label", "GBK", "", "", "", SIMPLE, "每到冬天的暴风雨之夜", "gb18030", "detected"},
	{"Big5, no label", "BIG5", "", "", "", TRADITIONAL, "每到冬天的暴風雨之夜", "Big5", "detected"},
	{"Shift_JIS, no label", "CP932", "", "", "", JAPANESE, "冬の嵐の夜でも", "Shift_JIS", "detected"},
	{"EUC-JP, no label", "EUC-JP", "", "", "", JAPANESE, "冬の嵐の夜でも", "EUC-JP", "detected"},
	{"EUC-KR, no label", "CP949", "", "", "", KOREAN, "겨울 폭풍이 치는 밤에도", "EUC-KR", "detected"},
	{"windows-1251, no label", "CP1251", "", "", "", RUSSIAN, "Никто не помнит", "windows-1251", "detected"},
	{"UTF-8, no label", "UTF-8", "", "", "", SIMPLE, "每到冬天的暴风雨之夜", "UTF-8", "valid utf-8"},
	{"a label nobody knows", "UTF-8", "", "klingon", "", FRENCH, "après l'autre", "UTF-8", "valid utf-8"},
	/* Bytes that cannot be decoded; "byte" is no encoding: the text is sent as it is. */
	{"UTF-8 with bad bytes", "byte", "", "utf-8", "", FRENCH " Un \xff octet, une s\xc3quence.", "Un � octet, une s�quence.", "UTF-8",
	 "http"},
	{"UTF-8, cut in a character", "byte", "", "utf-8", "", FRENCH " Fin \xe5\xae", "Fin �", "UTF-8", "http"},
};
enum { ROWS = sizeof rows / sizeof *rows, ROOM = 8192 };

/* Writes the page in its encoding; returns its length. */
static size_t encode(const struct row *r, char *out)
{
	char text[ROOM], *from = text, *to = out + strlen(r->mark);
	size_t len = (size_t)snprintf(text, sizeof text, "<title>x</title>%s<p>%s", r->meta, r->text), room = ROOM - 16;
	iconv_t converter;

	strcpy(out, r->mark);
	if (strcmp(r->encoding, "byte") == 0) {
		memcpy(out, text, len);
		return len;
	}
	converter = iconv_open(r->encoding, "UTF-8");
	cr_assert(converter != (iconv_t)-1, "%s", r->encoding);
	cr_assert(iconv(converter, &from, &len, &to, &room) != (size_t)-1, "%s: %s", r->name, from);
	iconv_close(converter);
	return (size_t)(to - out);
}

static bool send_row(const hostile_call *c)
{
	const struct row *r = &rows[atoi(strrchr(c->path, '/') + 1)];
	char body[ROOM];
	size_t len = encode(r, body);

	return hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html%s%s\r\nContent-Length: %zu\r\n\r\n",
			     *r->header ? "; charset=" : "", r->header, len) &&
	       hostile_send(c->fd, body, len);
}

Test(fault_charset, every_page_is_decoded_correctly_and_says_how_its_charset_was_known)
{
	static const hostile_route routes[] = {{"/row/*", send_row, NULL}, {0}};
	hostile *h = hostile_start(routes);
	char seeds[4096] = "", sql[256];

	for (size_t i = 0; i < ROWS; i++)
		sprintf(seeds + strlen(seeds), " %s%zu", hostile_url(h, "/row/"), i);
	cr_expect_eq(fault_crawl("-f none %s", seeds), 0, "%s", harness_output());
	for (size_t i = 0; i < ROWS; i++) {
		snprintf(sql, sizeof sql, "SELECT charset || ', ' || charset_from || ': ' || text FROM pages WHERE url LIKE '%%/row/%zu'", i);
		const char *got = fault_text(sql);
		char charset[100];

		snprintf(charset, sizeof charset, "%s, %s: ", rows[i].charset, rows[i].from);
		cr_expect(strncmp(got, charset, strlen(charset)) == 0, "%s: %s", rows[i].name, got);
		cr_expect(strstr(got, rows[i].words), "%s: %s", rows[i].name, got);
	}
}
