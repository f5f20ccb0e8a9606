/* harmless — what a site writes around an article, and small edits. */
#include "tests/bench/pairs/pairs.h"

#include <string.h>
#include <unicode/ustring.h>

sheet sheet_of(maker *m, const article *text)
{
	static unsigned host;

	return (sheet){.url = arena_printf(m->a, "http://host%u.test/%u", ++host % 7919, m->number), .title = text->title, .text = *text};
}

/* Sites mark up the same thing in many ways. */
static const char *line(maker *m, const char *text)
{
	static const char *const forms[] = {"<p>%s</p>", "<div>%s</div>", "<p><em>%s</em></p>", "<div><span>%s</span></div>",
					    "<ul><li>%s</li></ul>"};

	return text ? arena_printf(m->a, forms[m->number % 5], text) : "";
}

page page_of(maker *m, const sheet *s)
{
	const char *body = "";

	for (size_t i = 0; i < s->text.len; i++)
		body = arena_printf(m->a, "%s%s%s</p>\n", body, s->text.paragraphs[i][0] == '<' ? "" : "<p>", s->text.paragraphs[i]);
	return (page){s->url, arena_printf(m->a, "<html lang=%s><head><title>%s</title></head><body><h1>%s</h1>\n%s\n%s%s\n</body></html>",
					   m->l->code, s->title, s->title, line(m, s->above), body, line(m, s->below))};
}

const char *fill(maker *m, const char *const *list)
{
	return pattern_fill(pick(list, m->c), m->l, NULL, m->c, m->a);
}

/* ── lines around the article ── */

/* One wording, filled in twice; every third pair has it on one page only. */
static void two_lines(maker *m, const char *const *list, const char **one, const char **other)
{
	const char *wording = list[m->number % 97 % list_len(list)];

	*one = m->number % 3 ? pattern_fill(wording, m->l, NULL, m->c, m->a) : NULL;
	*other = pattern_fill(wording, m->l, NULL, m->c, m->a);
}

static void around(maker *m, const char *const *list, bool above, page out[2])
{
	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &m->text);

	if (above)
		two_lines(m, list, &one.above, &other.above);
	else
		two_lines(m, list, &one.below, &other.below);
	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

static void counter_below(maker *m, page out[2]) { around(m, m->l->counters, false, out); }
static void counter_above(maker *m, page out[2]) { around(m, m->l->counters, true, out); }
static void date_above(maker *m, page out[2]) { around(m, m->l->posted, true, out); }
static void updated_below(maker *m, page out[2]) { around(m, m->l->updated, false, out); }
static void dateline(maker *m, page out[2]) { around(m, m->l->datelines, true, out); }
static void rating(maker *m, page out[2]) { around(m, m->l->ratings, false, out); }
static void ticker(maker *m, page out[2]) { around(m, m->l->tickers, true, out); }
static void minutes(maker *m, page out[2]) { around(m, m->l->minutes, true, out); }
static void versions(maker *m, page out[2]) { around(m, m->l->versions, false, out); }

/* A date above, and a counter and a date below. */
static void all_around(maker *m, page out[2])
{
	sheet s[2] = {sheet_of(m, &m->text), sheet_of(m, &m->text)};

	for (int i = 0; i < 2; i++) {
		s[i].above = arena_printf(m->a, "%s", fill(m, m->l->posted));
		s[i].below = arena_printf(m->a, "%s</div><div>%s", fill(m, m->l->counters), fill(m, m->l->updated));
		out[i] = page_of(m, &s[i]);
	}
}

/* Replaces so many of a thousand words (of Chinese: characters) of the text by others of it. */
static const char *edited(maker *m, const char *text, unsigned permille)
{
	const char *out = "";

	if (strcmp(m->l->code, "zh") == 0) {
		char *copy = arena_text(m->a, text, strlen(text));

		for (size_t i = 0; copy[i];) {
			size_t len = (copy[i] & 0x80) == 0 ? 1 : (copy[i] & 0xe0) == 0xc0 ? 2 : (copy[i] & 0xf0) == 0xe0 ? 3 : 4;

			if (len == 3 && (unsigned char)copy[i] >= 0xe4 && chance_below(m->c, 1000) < permille)
				memcpy(copy + i, pick(m->l->nouns, m->c), 3);
			i += len;
		}
		return copy;
	}
	for (const char *from = text, *at = text;; at++) {
		if (*at && *at != ' ')
			continue;
		out = chance_below(m->c, 1000) < permille ? arena_printf(m->a, "%s%s", out, pick(m->l->nouns, m->c))
							   : arena_printf(m->a, "%s%.*s", out, (int)(at - from), from);
		if (!*at)
			return out;
		out = arena_printf(m->a, "%s ", out);
		from = at + 1;
	}
}

static article edit(maker *m, unsigned permille)
{
	article x = m->text;

	for (size_t i = 0; i < x.len; i++)
		x.paragraphs[i] = edited(m, x.paragraphs[i], permille);
	return x;
}

/* Two headlines of words of the article; words edited. */
static void headline(maker *m, page out[2])
{
	article changed = edit(m, 20);
	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &changed);
	const char *p = m->text.paragraphs[chance_below(m->c, m->text.len)];
	size_t len = strcspn(p, ".,，。；;:：");

	other.url = m->number % 2 ? other.url : arena_printf(m->a, "%s/edited", one.url);
	other.title = arena_printf(m->a, "%.*s", (int)(len ? len : strlen(p)), p);
	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

static void printed(maker *m, page out[2])
{
	article changed = edit(m, 5);
	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &changed);

	other.url = m->number % 2 ? other.url : arena_printf(m->a, "%s?print", one.url);
	one.title = arena_printf(m->a, "%s - %s", one.title, fill(m, m->l->printed));
	other.title = m->number % 3 ? arena_printf(m->a, "%s | %s", other.title, fill(m, m->l->printed))
				    : arena_printf(m->a, "%s: %s", fill(m, m->l->printed), other.title);
	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

static void edited_words(maker *m, page out[2])
{
	article changed = edit(m, 80);
	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &changed);

	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

static const char *upper(maker *m, const char *text)
{
	UErrorCode e = U_ZERO_ERROR;
	int32_t room = (int32_t)strlen(text) * 2 + 8, len;
	UChar *raw = arena_alloc(m->a, (size_t)room * 2), *big = arena_alloc(m->a, (size_t)room * 2);
	char *out = arena_alloc(m->a, (size_t)room * 3);

	u_strFromUTF8(raw, room, &len, text, -1, &e);
	len = u_strToUpper(big, room, raw, len, "", &e);
	u_strToUTF8(out, room * 3, NULL, big, len, &e);
	return out;
}

/* A short text in capitals, with asterisks, or without its full stop. */
static void short_text(maker *m, page out[2])
{
	const char *s = fill(m, m->l->sentences);
	article x = m->text, y = m->text;

	x.len = y.len = 1;
	x.paragraphs[0] = s;
	y.paragraphs[0] = m->number % 3 == 0   ? upper(m, s)
			  : m->number % 3 == 1 ? arena_printf(m->a, "*** %s ***", s)
					       : arena_printf(m->a, "<b>%.*s</b>", (int)strlen(s) - (m->l->space[0] ? 1 : 3), s);
	x.title = y.title = "";
	out[0] = page_of(m, &(sheet){.url = "http://a.test/1", .title = "", .text = x});
	out[1] = page_of(m, &(sheet){.url = "http://b.test/1", .title = "", .text = y});
}

const class harmless_classes[] = {
	{"counter below, no figures", MET, counter_below, 0, 95},
	{"counter below", MET, counter_below, 2, 95},
	{"counter above, no figures", MET, counter_above, 0, 95},
	{"date above, no figures", MET, date_above, 0, 95},
	{"date above", MET, date_above, 2, 95},
	{"updated below, no figures", MET, updated_below, 0, 95},
	{"updated below", MET, updated_below, 2, 95},
	{"dateline, no figures", MET, dateline, 0, 95},
	{"dateline", MET, dateline, 2, 95},
	{"rating", MET, rating, 1, 95},
	{"ticker", MET, ticker, 0, 95},
	{"reading time", MET, minutes, 0, 95},
	{"version and licence", MET, versions, 0, 95},
	{"all around, no figures", MET, all_around, 0, 95},
	{"headline, 2 % edited", MET, headline, 1, 95},
	{"print, page, section", MET, printed, 1, 95},
	{"8 % of words edited", MET, edited_words, 1, 80},
	{"case and marks of short texts", MET, short_text, 0, 95},
	{0},
};
