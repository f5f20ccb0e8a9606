#include "purify/text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>

static firstprint_span span(const char *text)
{
	return (firstprint_span){text, strlen(text)};
}

static const char *normal(const char *raw, arena *a)
{
	firstprint_span s;

	cr_assert_eq(text_normalise(span(raw), a, &s), OK);
	return arena_text(a, s.at, s.len);
}

static const struct { const char *name, *raw, *text; } forms[] = {
	{ "nothing",             "", "" },
	{ "only white space",    " \t\r\n\f ", "" },
	{ "white space at the ends", "  a b\t", "a b" },
	{ "run of white space",  "a \t\r\f b", "a b" },
	{ "run with a line break", "a  \n \t b", "a\nb" },
	{ "several line breaks", "a\n\n\nb", "a\nb" },
	{ "no-break space",      "a\u00a0\u00a0b", "a b" },
	{ "ideographic space",   "\u3000中\u3000文\u3000", "中 文" },
	{ "thin, em, line separator", "a\u2009b\u2003c\u2028d", "a b c d" },
	{ "next line",           "a\xc2\x85" "b", "a b" },
	{ "zero width space",    "a\u200bb\u200b", "ab" },
	{ "joiners and marks",   "a\u200c\u200d\u200e\u200fb", "ab" },
	{ "byte order mark",     "\ufeffa", "a" },
	{ "soft hyphen",         "co\u00adop", "coop" },
	{ "direction overrides", "a\u202a\u202eb", "ab" },
	{ "form of an emoji",    "\u2764\ufe0f \U0001f469\u200d\U0001f467", "\u2764\ufe0f \U0001f469\u200d\U0001f467" },
	{ "Persian",             "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645" },
	{ "joiners in a row",    "\u0645\u200c\u200c\u200c\u200c\u062e", "\u0645\u200c\u200c\u062e" },
	{ "joiners of no script", "p\u200cay \u200cp\u0430\u200cl 1\ufe0f", "pay p\u0430l 1" },
	{ "delete and C1 controls", "a\x7f" "b\xc2\x9f" "c", "abc" },
	{ "spaces around an invisible one", "a \u200b b", "a b" },
	{ "composes",            "e\u0301", "\u00e9" },
	{ "composes across a soft hyphen", "e\u00ad\u0301", "\u00e9" },
	{ "sorts marks",         "q\u0307\u0323", "q\u0323\u0307" },
	{ "hangul",              "\u1112\u1161\u11ab", "\ud55c" },
	{ "singletons",          "\u212b", "\u00c5" },
	{ "keeps compatibility characters", "ﬁ ＡＢ", "ﬁ ＡＢ" },
	{ "becomes longer",      "\U0001d160", "\U0001d158\U0001d165\U0001d16e" },
	{ "four bytes",          "😀 𠀀", "😀 𠀀" },
};

Test(text, normalises_to_one_form)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		arena *a = arena_new();
		const char *got = normal(forms[i].raw, a);

		cr_expect_str_eq(got, forms[i].text, "%s: %s", forms[i].name, got);
		cr_expect_str_eq(normal(got, a), got, "%s, once more", forms[i].name);
		arena_free(a);
	}
}

Test(text, normalising_again_changes_nothing_but_excess_marks)
{
	uint32_t state = 1;

	for (int n = 0; n < 2000; n++) {
		arena *a = arena_new();
		const char *raw = "", *once;

		for (int i = 0; i < 12; i++) {
			state = state * 1664525 + 1013904223;
			raw = arena_printf(a, "%s%s", raw, forms[(state >> 16) % (sizeof forms / sizeof *forms)].raw);
		}
		once = normal(raw, a);
		cr_assert_str_eq(normal(once, a), once, "%s", raw);
		arena_free(a);
	}
}

Test(text, normal_text_has_a_nul_after_it)
{
	arena *a = arena_new();
	firstprint_span s;

	cr_assert_eq(text_normalise((firstprint_span){" e\u0301 and more", 4}, a, &s), OK);
	cr_expect(s.len == 2 && s.at[2] == '\0');
	arena_free(a);
}

Test(text, is_composed_wherever_its_pieces_end)
{
	enum { LETTERS = 2000 };
	arena *a = arena_new();

	for (unsigned shift = 0; shift < 6; shift++) {
		char raw[8 + 4 * LETTERS], *to = raw;
		firstprint_span s;

		to = mempcpy(to, "xxxxxx", shift);
		for (unsigned i = 0; i < LETTERS; i++)
			to = mempcpy(to, "e\u0302\u0301", i % 5 ? 3 : 5);
		cr_assert_eq(text_normalise((firstprint_span){raw, (size_t)(to - raw)}, a, &s), OK);
		cr_assert_eq(s.len, shift + LETTERS / 5 * (4 * 2 + 3));
		for (unsigned i = 0; i < LETTERS; i++)
			cr_assert_eq(memcmp(s.at + shift + i / 5 * 11 + (i % 5 ? 3 + (i % 5 - 1) * 2 : 0), i % 5 ? "\u00ea" : "\u1ebf",
					    i % 5 ? 2 : 3), 0);
		arena_reset(a);
	}
	arena_free(a);
}

#define W1 "The lighthouse on the cape was switched on again after eleven years,"
#define W2 "and the keepers who had left it came back by the first boat in the"
#define W3 "morning, to see whether the lamp still turned as it had done before"

static const struct { const char *name, *raw, *text; } wrapped[] = {
	{ "lines of one paragraph",   "Rain fell\nall night\nlong", "Rain fell all night long" },
	{ "empty line",               "Rain fell\n\nall night", "Rain fell\nall night" },
	{ "blank line",               "Rain fell\n \t \nall night", "Rain fell\nall night" },
	{ "windows line ends",        "Rain fell\r\nall night\r\n\r\nlong", "Rain fell all night\nlong" },
	{ "indented line",            "Rain fell\n  all night", "Rain fell\nall night" },
	{ "one space is not an indent", "Rain fell\n all night", "Rain fell all night" },
	{ "indented by an ideographic space", "雨\n　夜", "雨\n夜" },
	{ "sentence ends with the line", "Rain fell.\nSnow followed.", "Rain fell.\nSnow followed." },
	{ "quotes after its end",     "He said \"rain.\"\nShe left.", "He said \"rain.\"\nShe left." },
	{ "quote and bracket after it", "(He said \"rain.\")\nSnow", "(He said \"rain.\")\nSnow" },
	{ "quote and other bracket",  "(“Rain?”)\nSnow", "(“Rain?”)\nSnow" },
	{ "white space after its end", "Rain fell. \nSnow", "Rain fell.\nSnow" },
	{ "chinese lines are joined without a space", "昨夜下\n了雨", "昨夜下了雨" },
	{ "chinese comma ends none",  "昨夜，\n下了雨", "昨夜，下了雨" },
	{ "chinese sentence ends",    "下雨了。\n下雪了！\n真的？\n是", "下雨了。\n下雪了！\n真的？\n是" },
	{ "chinese quote after its end", "「下雨了。」\n是", "「下雨了。」\n是" },
	{ "chinese before latin",     "中文\nRain", "中文 Rain" },
	{ "a date above wrapped text", "12 March 2024 | 1,234 views\n" W1 "\n" W2 "\n" W3, "12 March 2024 | 1,234 views\n" W1 " " W2 " " W3 },
	{ "the end of a paragraph",   W1 "\n" W2 "\nWest wind\n" W1 "\n" W2, W1 " " W2 " West wind\n" W1 " " W2 },
	{ "a line longer than the others", W1 "\n" W2 "\nhttp://example.com/a/very/long/path/which/nobody/would/have/wrapped/at/the/width/of/the/text/of/this\n" W3,
	  W1 " " W2 " http://example.com/a/very/long/path/which/nobody/would/have/wrapped/at/the/width/of/the/text/of/this " W3 },
	{ "a short line of a sentence", W1 "\n" W2 "\nit said a\n80 mln", W1 " " W2 " it said a 80 mln" },
	{ "lines of a song",          "Rain on the hill\nSnow on the roof and the hill\nSun on us all in the end\nand so on", "Rain on the hill\nSnow on the roof and the hill\nSun on us all in the end\nand so on" },
	{ "a paragraph a line",       "Heading\n" W1 " " W2 " " W3 " " W1, "Heading\n" W1 " " W2 " " W3 " " W1 },
	{ "a chinese date above wrapped text", "2024年5月1日\n昨天夜里山上下了很大的雨，河水漲過了橋，\n村裡的人都到高處去了，等到天亮才回來看看", "2024年5月1日\n昨天夜里山上下了很大的雨，河水漲過了橋，村裡的人都到高處去了，等到天亮才回來看看" },
	{ "a quotation",              "He wrote:\n> " W1 "\n> " W2 "\n> " W3 "\n" W1 "\n" W2, "He wrote:\n> " W1 " " W2 " " W3 "\n" W1 " " W2 },
	{ "a quotation in another",   "> " W1 "\n>> " W2 "\n> > " W3, "> " W1 " " W2 " " W3 },
	{ "items",                    W1 "\n1. one\n2. " W2 "\n" W3 "\n3) three\n" W1, W1 "\n1. one\n2. " W2 " " W3 "\n3) three\n" W1 },
	{ "a number is no item",      W1 "\n" W2 "\n" W3 "\n42. of them\n4.1 in all", W1 " " W2 " " W3 " 42. of them 4.1 in all" },
	{ "line breaks at both ends", "\n\nRain\n\n", "Rain" },
};

Test(text, unwraps_lines_into_paragraphs)
{
	for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
		arena *a = arena_new();
		firstprint_span s;

		cr_assert_eq(text_unwrap(span(wrapped[i].raw), a, &s), OK);
		cr_expect_str_eq(normal(arena_text(a, s.at, s.len), a), wrapped[i].text, "%s: %s", wrapped[i].name, normal(arena_text(a, s.at, s.len), a));
		arena_free(a);
	}
}

/* Joins the slices by '|', and checks that each lies inside text and after the one before. */
static const char *joined(firstprint_span text, const firstprint_span *items, size_t n, arena *a)
{
	const char *line = "", *last = text.at;

	for (size_t i = 0; i < n; i++) {
		cr_assert(items[i].at >= last && items[i].at + items[i].len <= text.at + text.len, "slice %zu", i);
		last = items[i].at + items[i].len;
		line = arena_printf(a, "%s%s%.*s", line, i ? "|" : "", (int)items[i].len, items[i].at);
	}
	return line;
}

Test(text, paragraphs_are_the_slices_between_line_breaks)
{
	static const struct { const char *text, *paragraphs; size_t n; } rows[] = {
		{ "", "", 0 }, { "a", "a", 1 }, { "a b\nc\nd", "a b|c|d", 3 }, { "中\n文", "中|文", 2 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		const firstprint_span *items;
		firstprint_span text = span(rows[i].text);
		size_t n;

		cr_assert_eq(text_paragraphs(text, a, &items, &n), OK);
		cr_expect_eq(n, rows[i].n, "%s", rows[i].text);
		cr_expect_str_eq(joined(text, items, n, a), rows[i].paragraphs);
		arena_free(a);
	}
}

static const struct { const char *name, *lang, *text, *sentences; } cut[] = {
	{ "nothing",            "en", "", "" },
	{ "english",            "en", "Rain fell. Did it? It did! Yes", "Rain fell.|Did it?|It did!|Yes" },
	{ "number with a point", "en", "It cost 3.50 and more. Much.", "It cost 3.50 and more.|Much." },
	{ "goes on in lower case", "en", "See e.g. the rain. Done.", "See e.g. the rain.|Done." },
	{ "closing quotes belong to it", "en", "“Rain.” She left.", "“Rain.”|She left." },
	{ "chinese",            "zh", "下雨了。真的？是的！好", "下雨了。|真的？|是的！|好" },
	{ "chinese in quotes",  "zh", "他说：“下雨了。”她走了。", "他说：“下雨了。”|她走了。" },
	{ "none crosses a paragraph", "en", "Rain\nfell. Snow\nfollowed.", "Rain|fell.|Snow|followed." },
	{ "unknown language",   "", "Rain fell. 下雨了。Snow.", "Rain fell.|下雨了。|Snow." },
	{ "language that does not exist", "xx-yy", "Rain. Snow.", "Rain.|Snow." },
};

Test(text, sentences_end_by_the_rules_of_the_language)
{
	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		arena *a = arena_new();
		const firstprint_span *items;
		firstprint_span text = span(cut[i].text);
		const char *got;
		size_t n;

		cr_assert_eq(text_sentences(text, cut[i].lang, a, &items, &n), OK);
		got = joined(text, items, n, a);
		cr_expect_str_eq(got, cut[i].sentences, "%s: %s", cut[i].name, got);
		arena_free(a);
	}
}

/* All sentences by ICU, of the whole text at once, each between bars. */
static const char *ask_icu(firstprint_span text, const char *lang, arena *a)
{
	UErrorCode e = U_ZERO_ERROR;
	UText source = UTEXT_INITIALIZER;
	UBreakIterator *breaks = ubrk_open(UBRK_SENTENCE, lang, NULL, 0, &e);
	firstprint_span items[200];
	size_t n = 0;

	utext_openUTF8(&source, text.at, (int64_t)text.len, &e);
	ubrk_setUText(breaks, &source, &e);
	cr_assert(U_SUCCESS(e));
	for (int32_t from = 0, to; (to = ubrk_next(breaks)) != UBRK_DONE; from = to) {
		int32_t end = to;

		while (end > from && strchr(" \n", text.at[end - 1]))
			end--;
		if (end > from)
			items[n++] = (firstprint_span){text.at + from, (size_t)(end - from)};
	}
	ubrk_close(breaks);
	utext_close(&source);
	return joined(text, items, n, a);
}

/* Lines of ASCII are cut without ICU, wherever letters, digits and marks stand. */
Test(text, sentences_are_those_of_icu)
{
	static const char *const often[] = {". ", ".", " ", "\n", "a", "B", "7", "!", "? ", "\"", ") ", "\xc3\xa9", "\xe2\x80\x9d", "\xe4\xb8\x8b\xe3\x80\x82"};
	static const char *const langs[] = {"", "en", "el", "zh"};

	srand(5);
	for (int n = 0; n < 30000; n++) {
		arena *a = arena_new();
		const firstprint_span *items;
		char raw[400] = "";
		size_t len;

		for (int i = rand() % 30; i >= 0; i--) {
			char one[2] = {(char)(rand() % 95 + ' '), '\0'};

			strcat(raw, rand() % 3 ? often[rand() % (n % 2 ? 11 : 14)] : one);
		}
		cr_assert_eq(text_sentences(span(raw), langs[n % 4], a, &items, &len), OK);
		cr_expect_str_eq(joined(span(raw), items, len, a), ask_icu(span(raw), langs[n % 4], a), "%s: %s", langs[n % 4], raw);
		arena_free(a);
	}
}

/* Sorting marks takes time quadratic in their number; a letter keeps thirty of them. */
Test(text, marks_on_one_letter_are_bounded)
{
	enum { MARKS = 20000 };
	arena *a = arena_new();
	char *raw = arena_alloc(a, 4 * MARKS + 2), *at = raw;
	firstprint_span out;

	*at++ = 'x';
	for (int i = 0; i < 2 * MARKS; i++)
		at = stpcpy(at, i < MARKS ? "\xcc\x81" : "\xcc\x96");
	cr_assert_eq(text_normalise((firstprint_span){raw, (size_t)(at - raw)}, a, &out), OK);
	cr_expect_eq(out.len, 1 + 30 * 2);
	arena_free(a);
}

#define R "\xef\xbf\xbd"

Test(text, is_unreadable_if_most_of_it_is_replaced)
{
	static const struct { const char *text; bool is; } rows[] = {
		{ "", false }, { " \n ", false }, { R, true }, { "a" R, false }, { "a" R R, true }, { "ab" R R, false }, { "a b\n" R " " R " " R, true },
		{ "\xe9\x9b\xa8" R, false }, { "\xe9\x9b\xa8" R R, true }, { "\xef\xbf\xbc\xef\xbf\xbc", false }, { "The rain" R, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(text_is_unreadable((firstprint_span){rows[i].text, strlen(rows[i].text)}), rows[i].is, "%s", rows[i].text);
}
