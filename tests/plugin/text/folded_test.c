#include "plugin/text/folded.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct { const char *name, *text, *folded; } rows[] = {
	{"case", "The Lamp WENT out", "the lamp went out"},
	{"full case folding", "Straße, STRASSE", "strasse strasse"},
	{"punctuation", "*** \"Lamp\": (out)! ***", "lamp out"},
	{"fullwidth", "Ｌａｍｐ ２", "lamp 2"},
	{"numbers stay whole", "3.5 at 10:30, 1,250", "3.5 at 10:30 1,250"},
	{"what is counted stays", "5 % of 7€ and 3$", "5 % of 7€ and 3$"},
	{"Chinese", "灯塔，亮起。", "灯塔 亮起"},
	{"nothing", " — ", ""},
};

Test(folded, leaves_letters_and_digits)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_span out;

		cr_assert_eq(folded_text((firstprint_span){rows[i].text, strlen(rows[i].text)}, a, &out), OK);
		cr_expect(out.len == strlen(rows[i].folded) && memcmp(out.at, rows[i].folded, out.len) == 0, "%s: %.*s", rows[i].name,
			  (int)out.len, out.at);
	}
	arena_free(a);
}

static const struct { const char *name, *url, *text, *left, *lang, *title; } echoes[] = {
	{"the path", "http://h/a/thing.html", "Sorry, /a/thing.html was not found.", "sorry was not found", "en", "Nothing"},
	{"its last segment", "http://h/a/thing.html", "No page thing.html here", "no page here", "en", "Nothing"},
	{"what was searched for", "http://h/s?q=old+lamp&p=2", "Nothing found for old lamp", "nothing found for", "en", "Nothing"},
	{"each time it is there", "http://h/thing", "thing thing a thing, nothing: thing", "a nothing", "en", "Nothing"},
	{"parts of words stay", "http://h/thing", "things and nothing", "things and nothing", "en", "Nothing"},
	{"short parts stay", "http://h/a", "a page", "a page", "en", "Nothing"},
	{"no URL", "", "a page", "a page", "en", "Nothing"},
	{"a month", "http://h/calendar/2024/03", "No events in March 2024.", "no events in", "en", "Nothing"},
	{"a day", "http://h/?month=3&year=2024&day=9", "Saturday, March 9, 2024: nothing", "nothing", "en", "Nothing"},
	{"a month that the URL has not", "http://h/calendar/2024/03", "No events in April", "no events in april", "en", "Nothing"},
	{"a month in German", "http://h/2024-05", "Im Mai 2024 ist nichts", "im ist nichts", "de", "Nothing"},
	{"a month in Chinese", "http://h/2024/3", "在2024年3月没有活动", "在没有活动", "zh", "Nothing"},
	{"the name of the page", "http://h/staff/anna", "Anna answers letters.", "anna answers letters", "en", "Anna - Staff"},
	{"the path, if its end is the name", "http://h/staff/anna", "Staff, Anna", "staff anna", "en", "Anna"},
	{"a page without a title", "http://h/staff/anna", "Anna answers letters.", "anna answers letters", "en", ""},
	{"a part of the title's words", "http://h/ann", "No ann here", "no here", "en", "Anna"},
	{"figures stay", "http://h/2024/03/rain", "March 2024: 12 mm", "12 mm", "en", "Nothing"},
};

Test(folded, what_repeats_the_url_can_be_taken_out)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof echoes / sizeof *echoes; i++) {
		firstprint_page page = {.url = echoes[i].url, .lang = echoes[i].lang, .title = echoes[i].title};
		firstprint_span folded, out, again;
		bool found;

		cr_assert_eq(folded_text((firstprint_span){echoes[i].text, strlen(echoes[i].text)}, a, &folded), OK);
		cr_assert_eq(folded_without_url(folded, &page, a, &out, &found), OK);
		cr_assert_eq(folded_text(out, a, &again), OK);
		cr_expect(again.len == strlen(echoes[i].left) && memcmp(again.at, echoes[i].left, again.len) == 0, "%s: %.*s", echoes[i].name,
			  (int)again.len, again.at);
		cr_expect_eq(found, strlen(echoes[i].left) < folded.len, "%s", echoes[i].name);
	}
	arena_free(a);
}
