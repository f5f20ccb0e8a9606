#include "purify/language.h"

#include <criterion/criterion.h>
#include <string.h>

#define ENGLISH "The rain fell all night and the streets of the old town were full of water in the morning. "
#define GERMAN "Der Regen fiel die ganze Nacht und die Straßen der Stadt waren nicht mehr zu sehen. "
#define FRENCH "La pluie est tombée toute la nuit et les rues de la ville sont sous les eaux. "
#define SPANISH "La lluvia que cayó en la noche y los ríos del norte inundan las calles de la ciudad. "
#define CHINESE "昨夜大雨，老城的街道都成了河，谁也说不清市场在哪里，人们只好在家里等着天亮。"
#define JAPANESE "昨夜は大雨が降り、古い町の通りは川になった。市場がどこにあったのか誰も知らない。"

static const struct { const char *name, *text, *declared[3], *lang; } rows[] = {
	{ "nothing at all",             "", {0}, "" },
	{ "declared, no text",          "", {"de"}, "de" },
	{ "declared, few letters",      "12:30 — OK", {"zh-CN"}, "zh-cn" },
	{ "declared, and it fits",      ENGLISH, {"en-GB"}, "en-gb" },
	{ "underscore",                 CHINESE, {"zh_TW"}, "zh-tw" },
	{ "script",                     CHINESE, {"zh-Hant-TW"}, "zh-hant-tw" },
	{ "region by number",           SPANISH, {"es-419"}, "es-419" },
	{ "first of a list",            GERMAN, {"de, en"}, "de" },
	{ "white space",                GERMAN, {" \tde\n"}, "de" },
	{ "first valid one",            GERMAN, {NULL, "?", "de-AT"}, "de-at" },
	{ "most trusted first",         ENGLISH, {"en", "fr"}, "en" },
	{ "english around chinese",     CHINESE CHINESE, {"en"}, "zh" },
	{ "english around chinese, then right", CHINESE, {"en", "zh-cn"}, "zh-cn" },
	{ "english around russian",     "Всю ночь шёл дождь, и улицы старого города были полны воды.", {"en"}, "ru" },
	{ "bulgarian is cyrillic too",  "Цяла нощ валя дъжд и улиците на града са пълни с вода.", {"bg"}, "bg" },
	{ "chinese around english",     ENGLISH, {"zh-cn"}, "en" },
	{ "words at the ends of lines", "Rain in the\nstreets of the\ntown was\nthe worst of\n1990", {0}, "en" },
	{ "chinese with english names", CHINESE "SQLite, PostgreSQL, MySQL", {0}, "zh" },
	{ "cantonese is han too",       CHINESE, {"yue"}, "yue" },
	{ "chinese",                    CHINESE, {0}, "zh" },
	{ "japanese by its kana",       JAPANESE, {0}, "ja" },
	{ "japanese of many kanji",     "東京都知事選挙の投票日程が発表され、開票作業は翌日午前に開始", {0}, "ja" },
	{ "japanese is not chinese",    JAPANESE, {"zh"}, "ja" },
	{ "korean",                     "밤새 비가 내려 오래된 도시의 거리가 물에 잠겼다. 시장은 어디에.", {0}, "ko" },
	{ "greek",                      "Όλη τη νύχτα έβρεχε και οι δρόμοι γέμισαν νερό.", {0}, "el" },
	{ "hebrew",                     "כל הלילה ירד גשם והרחובות של העיר העתיקה היו מלאים", {0}, "he" },
	{ "thai",                       "ฝนตกทั้งคืนและถนนในเมืองเก่าก็เต็มไปด้วยน้ำ", {0}, "th" },
	{ "english by its words",       ENGLISH, {0}, "en" },
	{ "german",                     GERMAN, {0}, "de" },
	{ "french",                     FRENCH, {0}, "fr" },
	{ "spanish",                    SPANISH, {0}, "es" },
	{ "latin letters, no words",    "Lorem ipsum dolor sit amet consectetur adipiscing elit", {0}, "" },
};

Test(language, is_the_declared_one_unless_the_script_contradicts_it)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		const char *got = language_of((firstprint_span){rows[i].text, strlen(rows[i].text)}, rows[i].declared, 3, a);

		cr_assert_not_null(got, "%s", rows[i].name);
		cr_expect_str_eq(got, rows[i].lang, "%s: %s", rows[i].name, got);
		arena_free(a);
	}
}

/* So a page that was kept with its language gets the same language again. */
Test(language, that_was_found_is_found_again_when_it_is_declared)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		firstprint_span text = {rows[i].text, strlen(rows[i].text)};

		cr_expect_str_eq(language_of(text, (const char *[]){rows[i].lang}, 1, a), rows[i].lang, "%s", rows[i].name);
		arena_free(a);
	}
}

Test(language, ignores_a_declaration_that_is_not_a_language_tag)
{
	static const char *const bad[] = {"", " ", "e", "-en", "123", "{{lang}}", "中文",
					  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		arena *a = arena_new();

		cr_expect_str_eq(language_of((firstprint_span){"", 0}, &bad[i], 1, a), "", "'%s'", bad[i]);
		arena_free(a);
	}
}
