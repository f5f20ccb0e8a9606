#include "plugin/text/letters.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unicode/utf8.h>

/* The letters as a text: '_' for a gap, '|' for the end of a sentence, '.' for a full stop. */
static const char *shown(const char *text, arena *a)
{
	uint8_t *out = arena_alloc(a, 1024);
	size_t len = 0;
	letters l;

	cr_assert_eq(letters_of((firstprint_span){text, strlen(text)}, a, &l), OK);
	for (size_t i = 0; i < l.len; i++) {
		uint8_t marks = l.items[i].marks;

		if (i > 0 && (marks & LETTER_GAP))
			out[len++] = marks & LETTER_STOP ? '.' : marks & LETTER_END ? '|' : '_';
		U8_APPEND_UNSAFE(out, len, l.items[i].c);
	}
	out[len] = '\0';
	return (const char *)out;
}

Test(letters, folds_letters_and_tells_gaps_from_stops_and_ends)
{
	static const struct { const char *name, *text, *shown; } rows[] = {
		{ "nothing",             "", "" },
		{ "only punctuation",    " .!?。 ", "" },
		{ "case and gaps",       "Rain -- fell,  TODAY", "rain_fell_today" },
		{ "a stop",              "Rain fell. Snow", "rain_fell.snow" },
		{ "question, shout",     "Rain? Snow! Hail", "rain|snow|hail" },
		{ "a paragraph's end",   "Title\nRain", "title|rain" },
		{ "a stop before it",    "Rain.\nSnow", "rain.snow" },
		{ "after a quote",       "\"Rain.\" Snow", "rain.snow" },
		{ "numbers and names",   "3.5 at example.com, on .NET", "3_5_at_example_com_on_net" },
		{ "an abbreviation",     "the U.S. dollar", "the_u_s.dollar" },
		{ "Chinese",             "下雨了。下雪了！冷吗？冷", "下雨了.下雪了|冷吗|冷" },
		{ "Chinese with '.'",    "用系统.Linux很好", "用系统.linux很好" },
		{ "fullwidth",           "ＡＢＣ．　１２！Ｄ", "abc.12|d" },
		{ "halfwidth stop",      "雨｡雪", "雨.雪" },
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(shown(rows[i].text, a), rows[i].shown, "%s", rows[i].name);
	arena_free(a);
}
