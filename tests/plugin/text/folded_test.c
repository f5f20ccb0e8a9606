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

static const struct { const char *name, *url, *text, *left; } echoes[] = {
	{"the path", "http://h/a/thing.html", "Sorry, /a/thing.html was not found.", "sorry was not found"},
	{"its last segment", "http://h/a/thing.html", "No page thing.html here", "no page here"},
	{"what was searched for", "http://h/s?q=old+lamp&p=2", "Nothing found for old lamp", "nothing found for"},
	{"parts of words stay", "http://h/thing", "things and nothing", "things and nothing"},
	{"short parts stay", "http://h/a", "a page", "a page"},
	{"no URL", "", "a page", "a page"},
};

Test(folded, what_repeats_the_url_can_be_taken_out)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof echoes / sizeof *echoes; i++) {
		firstprint_span folded, out, again;
		bool found;

		cr_assert_eq(folded_text((firstprint_span){echoes[i].text, strlen(echoes[i].text)}, a, &folded), OK);
		cr_assert_eq(folded_without_url(folded, echoes[i].url, a, &out, &found), OK);
		cr_assert_eq(folded_text(out, a, &again), OK);
		cr_expect(again.len == strlen(echoes[i].left) && memcmp(again.at, echoes[i].left, again.len) == 0, "%s: %.*s", echoes[i].name,
			  (int)again.len, again.at);
		cr_expect_eq(found, strlen(echoes[i].left) < folded.len, "%s", echoes[i].name);
	}
	arena_free(a);
}
