#include "plugin/options.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

struct state {
	int64_t bits, window, exact, unit;
	double share, weight;
	char names[FIRSTPRINT_TEXT_SIZE];
};

static const firstprint_option table[] = {
	{"bits", "help", FIRSTPRINT_INTEGER, offsetof(struct state, bits), 3, 0, 64, NULL},
	{"window", "help", FIRSTPRINT_INTEGER, offsetof(struct state, window), -1, -1, 1e15, "auto"},
	{"share", "help", FIRSTPRINT_REAL, offsetof(struct state, share), 0.5, 0, 1, NULL},
	{"weight", "help", FIRSTPRINT_REAL, offsetof(struct state, weight), -2, -2, 2, "none"},
	{"exact", "help", FIRSTPRINT_SWITCH, offsetof(struct state, exact), 1, 0, 0, NULL},
	{"unit", "help", FIRSTPRINT_CHOICE, offsetof(struct state, unit), 0, 0, 0, "word|sentence|line"},
	{"names", "help", FIRSTPRINT_TEXT, offsetof(struct state, names), 0, 0, 0, "auto"},
	{0},
};
static const firstprint_filter filter = {.name = "mine", .options = table, .state_size = sizeof(struct state)};
static const firstprint_filter bare = {.name = "bare"};

static status parse(const char *text, struct state *s, complaint *why)
{
	memset(s, 0xff, sizeof *s);
	return options_parse(&filter, text, s, why);
}

static bool same(const struct state *a, const struct state *b)
{
	return a->bits == b->bits && a->window == b->window && a->exact == b->exact && a->unit == b->unit &&
	       a->share == b->share && a->weight == b->weight && strcmp(a->names, b->names) == 0;
}

static const struct state defaults = {.bits = 3, .window = -1, .exact = 1, .unit = 0, .share = 0.5, .weight = -2, .names = "auto"};

static const struct { const char *name, *text; struct state state; } good[] = {
	{ "NULL: defaults",        NULL, {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "nothing: defaults",     "", {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "one of each kind",      "bits=5,share=0.25,exact=off,unit=line", {5, -1, 0, 2, 0.25, -2, "auto"} },
	{ "minimum",               "bits=0,share=0,weight=-2", {0, -1, 1, 0, 0, -2, "auto"} },
	{ "maximum",               "bits=64,share=1,weight=2", {64, -1, 1, 0, 1, 2, "auto"} },
	{ "word for an integer",   "window=auto", {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "number beside a word",  "window=12", {3, 12, 1, 0, 0.5, -2, "auto"} },
	{ "word for a real",       "weight=none", {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "negative real",         "weight=-1.5", {3, -1, 1, 0, 0.5, -1.5, "auto"} },
	{ "switch on",             "exact=on", {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "first choice",          "unit=word", {3, -1, 1, 0, 0.5, -2, "auto"} },
	{ "comma at the end",      "bits=1,", {1, -1, 1, 0, 0.5, -2, "auto"} },
	{ "text",                  "names=a/的/x=y:z,bits=4", {4, -1, 1, 0, 0.5, -2, "a/的/x=y:z"} },
	{ "empty text",            "names=", {3, -1, 1, 0, 0.5, -2, ""} },
};

Test(options, fills_the_fields_of_every_kind)
{
	struct state s;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		cr_expect_eq(parse(good[i].text, &s, NULL), OK, "%s", good[i].name);
		cr_expect(same(&s, &good[i].state), "%s", good[i].name);
	}
}

#define TEXT_64  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define TEXT_256 TEXT_64 TEXT_64 TEXT_64 TEXT_64

static const struct { const char *name, *text, *says; } bad[] = {
	{ "no such option",      "bit=3", "filter mine has no option 'bit'; see 'firstprint filters'" },
	{ "a comma in a number", "share=0,7", "filter mine has no option '7'; a comma ends a value, and a number has a point: 0.7" },
	{ "longer name",         "bitss=3", "'bitss'" },
	{ "upper case",          "BITS=3", "'BITS'" },
	{ "no name",             "=3", "''" },
	{ "empty between commas", "bits=1,,bits=2", "''" },
	{ "given twice",         "bits=1,share=1,bits=2", "filter mine: option bits is given twice" },
	{ "no value",            "bits", "option bits needs a value: a whole number from 0 to 64" },
	{ "empty value",         "bits=", "option bits must be a whole number from 0 to 64, not ''" },
	{ "below the minimum",   "bits=-1", "from 0 to 64, not '-1'" },
	{ "above the maximum",   "bits=65", "from 0 to 64, not '65'" },
	{ "not whole",           "bits=2.5", "not '2.5'" },
	{ "not a number",        "bits=three", "not 'three'" },
	{ "text after number",   "bits=3x", "not '3x'" },
	{ "hexadecimal",         "bits=0x10", "not '0x10'" },
	{ "space",               "bits= 3", "not ' 3'" },
	{ "infinite",            "share=inf", "not 'inf'" },
	{ "NaN",                 "share=nan", "not 'nan'" },
	{ "overflow",            "share=1e999", "not '1e999'" },
	{ "real above maximum",  "share=1.01", "a number from 0 to 1, not '1.01'" },
	{ "a word it lacks",     "bits=auto", "not 'auto'" },
	{ "half a word",         "window=aut", "auto or a whole number from -1" },
	{ "switch",              "exact=yes", "option exact must be on or off, not 'yes'" },
	{ "choice",              "unit=page", "option unit must be one of word|sentence|line, not 'page'" },
	{ "two choices",         "unit=word|line", "not 'word|line'" },
	{ "choice by number",    "unit=1", "not '1'" },
	{ "text that is no UTF-8", "names=a\xff", "option names must be a text of at most 255 bytes of UTF-8" },
	{ "text with a line feed", "names=a\nb", "option names must be" },
	{ "text with a C1 control", "names=\xc2\x9b", "option names must be" },
	{ "text from right to left", "names=\xe2\x80\xae", "option names must be" },
	{ "text of 256 bytes",   "names=" TEXT_256, "option names must be" },
	{ "too long",            "bits=0000000000000000000000000000000000000000000000000000000000000000000003", "bits" },
};

Test(options, refuses_what_is_not_in_the_table_and_says_why)
{
	struct state s;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		complaint why = {""};

		cr_expect_eq(parse(bad[i].text, &s, &why), ERR_USAGE, "%s", bad[i].name);
		cr_expect(strstr(why.text, bad[i].says), "%s: %s", bad[i].name, why.text);
	}
}

Test(options, a_filter_without_options_refuses_all)
{
	complaint why;

	cr_expect_eq(options_parse(&bare, "", NULL, NULL), OK);
	cr_expect_eq(options_parse(&bare, "bits=3", NULL, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "filter bare has no option 'bits'"), "%s", why.text);
}

Test(options, prints_every_option_in_the_order_of_the_table)
{
	buffer b = {0};

	cr_assert_eq(options_print(&filter, &defaults, &b), OK);
	cr_expect_str_eq(b.bytes, "bits=3,window=auto,share=0.5,weight=none,exact=on,unit=word,names=auto");
	buffer_free(&b);
}

Test(options, reads_back_what_it_prints)
{
	static const struct { const char *name, *text; } rows[] = {
		{ "defaults",         "" },
		{ "all others",       "bits=64,window=0,share=1,weight=2,exact=off,unit=line,names=的/x" },
		{ "middle",           "unit=sentence,share=0.1,weight=-0.001" },
		{ "large integer",    "window=123456789012345" },
		{ "many digits",      "share=0.1234567890123456" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state first, second;
		buffer b = {0};

		cr_assert_eq(parse(rows[i].text, &first, NULL), OK, "%s", rows[i].name);
		cr_assert_eq(options_print(&filter, &first, &b), OK);
		cr_expect_eq(parse(b.bytes, &second, NULL), OK, "%s: %s", rows[i].name, b.bytes);
		cr_expect(same(&first, &second), "%s: %s", rows[i].name, b.bytes);
		buffer_free(&b);
	}
}

Test(options, prints_a_value_as_a_person_writes_it)
{
	static const struct { const char *text, *printed; } rows[] = {
		{ "bits=17",        "bits=17" },   { "window=-1", "window=auto" }, { "window=1000000", "window=1000000" },
		{ "share=0.1",      "share=0.1" }, { "weight=-2", "weight=none" }, { "exact=off", "exact=off" },
		{ "unit=line",      "unit=line" }, { "names=是/了", "names=是/了" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state s;
		buffer b = {0};

		cr_assert_eq(parse(rows[i].text, &s, NULL), OK);
		cr_assert_eq(options_print(&filter, &s, &b), OK);
		cr_expect(strstr(b.bytes, rows[i].printed), "%s: %s", rows[i].text, b.bytes);
		buffer_free(&b);
	}
}

Test(options, prints_the_default_of_every_kind)
{
	static const char *const printed[] = {"3", "auto", "0.5", "none", "on", "word", "auto"};
	char text[OPTIONS_VALUE_SIZE];

	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
		options_default(&table[i], text);
		cr_expect_str_eq(text, printed[i]);
	}
}

Test(options, a_text_needs_room_and_a_short_default)
{
	static const struct { const char *name; firstprint_option text; size_t state_size; const char *says; } rows[] = {
		{ "as it should be",   {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, "auto"}, 8 + FIRSTPRINT_TEXT_SIZE, NULL },
		{ "no default",        {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, NULL}, 8 + FIRSTPRINT_TEXT_SIZE, NULL },
		{ "outside the state", {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, "auto"}, 7 + FIRSTPRINT_TEXT_SIZE, "outside the state" },
		{ "a default of 64",   {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, TEXT_64}, 8 + FIRSTPRINT_TEXT_SIZE, "too long" },
		{ "a default with ,",  {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, "a,b"}, 8 + FIRSTPRINT_TEXT_SIZE, "no SPEC can have" },
		{ "a default, no UTF-8", {"words", "help", FIRSTPRINT_TEXT, 8, 0, 0, 0, "\xff"}, 8 + FIRSTPRINT_TEXT_SIZE, "no SPEC can have" },
		{ "a kind above it",   {"words", "help", FIRSTPRINT_TEXT + 1, 8, 0, 0, 0, "auto"}, 8 + FIRSTPRINT_TEXT_SIZE, "unknown kind" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const firstprint_option options[] = {rows[i].text, {0}};
		const firstprint_filter mine = {.name = "mine", .options = options, .state_size = rows[i].state_size};
		complaint why = {""};

		cr_expect_eq(options_fault(&mine, &why) != OK, rows[i].says != NULL, "%s: %s", rows[i].name, why.text);
		cr_expect(!rows[i].says || strstr(why.text, rows[i].says), "%s: %s", rows[i].name, why.text);
	}
}
