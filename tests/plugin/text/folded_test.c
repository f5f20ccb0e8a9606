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
