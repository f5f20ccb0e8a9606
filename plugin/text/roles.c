#include "plugin/text/roles.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ── references ── */

static bool is_one_of(const char *const *words, const char *at, size_t len)
{
	for (; *words; words++)
		if (strlen(*words) == len && strncasecmp(*words, at, len) == 0)
			return true;
	return false;
}

static bool is_token(const passage *p, size_t i, const char *const *words)
{
	const token *t = &p->tokens.items[i];

	return is_one_of(words, p->text.at + t->from, t->len);
}

/* Does it stand alone in brackets, as the number of a note or a source: "[70]"? */
static bool is_in_brackets(const passage *p, const number *x)
{
	const token *first = &p->tokens.items[x->first], *last = first + x->tokens - 1;
	size_t end = last->from + last->len;

	return first->from && p->text.at[first->from - 1] == '[' && end < p->text.len && p->text.at[end] == ']';
}

enum { AROUND_MOST = 128 }; /* bytes on each side of a number that are looked at; a word may be as long as the text */

/* The word around a number. */
static firstprint_span word_around(const passage *p, const number *x)
{
	const char *at = p->text.at + p->tokens.items[x->first].from, *text_end = p->text.at + p->text.len;
	const char *least = at - p->text.at > AROUND_MOST ? at - AROUND_MOST : p->text.at;
	const char *most = text_end - at > AROUND_MOST ? at + AROUND_MOST : text_end;
	const char *from = at;

	while (from > least && !isspace((unsigned char)from[-1]))
		from--;
	while (at < most && !isspace((unsigned char)*at))
		at++;
	return (firstprint_span){from, (size_t)(at - from)};
}

/* Does it belong to a path of files or an address, "/opt/rt5/bin" or "lib/python3/site": a word with two slashes, or one in front, and with
 * letters? */
static bool is_in_path(const passage *p, const number *x)
{
	firstprint_span word = word_around(p, x);
	size_t slashes = word.len && *word.at == '/';
	bool has_letters = false;

	for (size_t i = 0; i < word.len; i++) {
		slashes += word.at[i] == '/';
		has_letters |= isalpha((unsigned char)word.at[i]) != 0;
	}
	return has_letters && slashes >= 2;
}

/* Does a sign of copyright stand before it: "© 2019", "(C) 2019"? */
static bool is_copyright(const passage *p, const number *x)
{
	static const char *const signs[] = {"©", "(c)", "(C)", "copyright", "Copyright", NULL};
	const char *end = p->text.at + p->tokens.items[x->first].from;

	while (end > p->text.at && end[-1] == ' ')
		end--;
	for (const char *const *sign = signs; *sign; sign++)
		if ((size_t)(end - p->text.at) >= strlen(*sign) && memcmp(end - strlen(*sign), *sign, strlen(*sign)) == 0)
			return true;
	return false;
}

bool role_is_reference(const passage *p, const line *l, const number *x)
{
	static const char *const before[] = {"section",  "sections",  "sec",       "chapter",  "chapters", "figure",
					     "figures",  "fig",       "table",     "tables",   "page",     "pages",
					     "pp",       "footnote",  "footnotes", "appendix", "equation", "abschnitt",
					     "kapitel",  "abbildung", "abb",       "tabelle",  "seite",    "seiten",
					     "anhang",   "chapitre",  "tableau",   "annexe",   "sección",  "seccion",
					     "capítulo", "capitulo",  "figura",    "tabla",    "página",   "pagina",
					     "capitolo", "tabella",   "seção",     "tabela",   "раздел",   "Раздел",
					     "разделе",  "глава",     "Глава",     "главе",    "рисунок",  "рис",
					     "Рис",      "таблица",   "таблице",   "Таблица",  "странице", "стр",
					     NULL};
	static const char *const first[] = {"第", NULL}, *const then[] = {"章", "节", "節", "页", "頁", "图",
									  "圖", "表", "条", "條", NULL};
	size_t next = x->first + x->tokens;

	if (is_in_brackets(p, x) || is_in_path(p, x) || is_copyright(p, x))
		return true;
	if (x->first == l->first)
		return false;
	return is_token(p, x->first - 1, before) ||
	       (is_token(p, x->first - 1, first) && next < l->end && is_token(p, next, then));
}

/* ── numbers of chapters and items ── */

/* Does nothing but blanks, after a point at most, stand between a number and what follows, and is that no small letter: "4.1 Commands",
 * but not "2.5 % of them" or "1.5 cups"? */
static bool begins_heading(const char *at, const char *end)
{
	const char *from = at;

	at += at < end && *at == '.';
	while (at < end && *at == ' ')
		at++;
	return at > from && at < end && *at != '\n' && (isupper((unsigned char)*at) || *at == '/' || *at < 0);
}

/* A number as the text has it. */
static firstprint_span written(const passage *p, const number *x)
{
	const token *first = &p->tokens.items[x->first], *last = first + x->tokens - 1;

	return (firstprint_span){p->text.at + first->from, last->from + last->len - first->from};
}

/* Is it written as the number of a part of a chapter, "3.5.10"? "4.50 EUR" is a price. */
static bool is_of_chapter(const passage *p, const number *x)
{
	firstprint_span text = written(p, x);
	size_t dots = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] != '.' && !isdigit((unsigned char)text.at[i]))
			return false;
		dots += text.at[i] == '.';
	}
	return dots > 1 && begins_heading(text.at + text.len, p->text.at + p->text.len);
}

enum { ITEM_DIGITS = 4 }; /* of the number of an item, at most */

/* Takes the last part, 10, off a number such as "3.5.10". -1: it is no whole number, or too long. */
static int take_last_part(firstprint_span *text)
{
	const char *end = text->at + text->len, *at = end;
	int value = 0;

	while (at > text->at && isdigit((unsigned char)at[-1]))
		at--;
	if (at == end || end - at > ITEM_DIGITS)
		return -1;
	for (const char *c = at; c < end; c++)
		value = 10 * value + (*c - '0');
	text->len = (size_t)(at - text->at);
	return value;
}

/* Is y the number that follows x in counting: 7 and 8, 4.9 and 4.10? */
static bool counts_on(const passage *p, const number *x, const number *y)
{
	firstprint_span before_x, before_y;
	int a, b;

	if (!x || !y)
		return false;
	before_x = written(p, x);
	before_y = written(p, y);
	a = take_last_part(&before_x);
	b = take_last_part(&before_y);
	return a >= 0 && a + 1 == b && before_x.len == before_y.len && memcmp(before_x.at, before_y.at, before_x.len) == 0;
}

/* Is y the first part of x: 3.7 and 3.7.1? */
static bool begins_parts(const passage *p, const number *x, const number *y)
{
	firstprint_span whole = written(p, x), part = y ? written(p, y) : (firstprint_span){0};

	return part.len == whole.len + 2 && memcmp(part.at, whole.at, whole.len) == 0 &&
	       memcmp(part.at + whole.len, ".1", 2) == 0;
}

bool role_is_numbering(const passage *p, const number *x, const number *before, const number *behind)
{
	return is_of_chapter(p, x) || counts_on(p, before, x) || counts_on(p, x, behind) || begins_parts(p, x, behind);
}

/* ── dates and times ── */

/* Is token i, which stands behind a number, "AM", the "am" of "10am" (but not of German "um 10 am Abend"), or the "a.m." of "10 a.m."? */
static bool is_half_day(const passage *p, const line *l, size_t i)
{
	static const char *const small[] = {"am", "pm", NULL}, *const halves[] = {"a", "p", NULL}, *const other[] = {"m", NULL};
	const token *t = &p->tokens.items[i], *x = t - 1;
	const char *at = p->text.at + t->from;

	if (t->len == 2 && (at[0] == 'A' || at[0] == 'P') && at[1] == 'M')
		return true;
	return (is_token(p, i, small) && x->from + x->len == t->from) ||
	       (is_token(p, i, halves) && i + 1 < l->end && is_token(p, i + 1, other));
}

/* Does a word that follows a time stand at token i, behind a number: "10 a.m.", "0940 GMT", "10 Uhr"? */
static bool is_time_word(const passage *p, const line *l, size_t i)
{
	static const char *const words[] = {"hrs", "gmt", "utc", "est", "edt", "cet", "uhr", NULL};

	return i < l->end && (is_token(p, i, words) || is_half_day(p, l, i));
}

/* Is it a number of a Chinese or Japanese date or time? */
static bool has_unit(const passage *p, const line *l, const number *x)
{
	static const char *const units[] = {"年", "月", "日", "号", "號", "时", "時", "点", "點", "分", NULL};

	return x->first + x->tokens < l->end && is_token(p, x->first + x->tokens, units);
}

/* Is it the number of a weekday: 周二, 星期二, 礼拜二? "周 300" is none. */
static bool is_weekday(const passage *p, const line *l, const number *x)
{
	static const char *const weeks[] = {"周", "週", NULL}, *const ends[] = {"期", "拜", NULL},
				 *const begins[] = {"星", "礼", "禮", NULL};
	static const char *const days[] = {"一", "二", "三", "四", "五", "六", NULL};
	size_t before = x->first - l->first;

	return before && x->tokens == 1 && is_token(p, x->first, days) &&
	       (is_token(p, x->first - 1, weeks) ||
		(before > 1 && is_token(p, x->first - 1, ends) && is_token(p, x->first - 2, begins)));
}

static bool is_day(const number *x)
{
	return x->tokens == 1 && strlen(x->text) <= 2 && strspn(x->text, "0123456789") == strlen(x->text);
}

/* "3 March 2021", "3 de marzo de 2021", or "March 3, 2021": a day, a month and a year with nothing else between them. */
static bool is_written_date(const passage *p, const line *l, const number *day, const number *year)
{
	static const char *const of[] = {"de", "of", NULL};
	size_t words = 0;

	if (!is_day(day) || !number_is_year(year->text))
		return false;
	for (size_t i = day->first + 1; i < year->first; i++) {
		if (p->tokens.items[i].kind != TOKEN_WORD)
			return false;
		words += !is_token(p, i, of);
	}
	return words == 1 || (words == 0 && day->first > l->first && p->tokens.items[day->first - 1].kind == TOKEN_WORD);
}

/* Is y, which follows the time x, its zone: the "+0500" of "14:05:45 +0500"? */
static bool is_zone(const passage *p, const number *x, const number *y)
{
	uint32_t from = p->tokens.items[y->first].from;

	return number_is_time(x->text) && y->first == x->first + x->tokens && p->tokens.items[y->first].len == 4 && from &&
	       strchr("+-", p->text.at[from - 1]) && p->text.at[from - 1];
}

size_t role_stamp(const passage *p, const line *l, const number *numbers, size_t n)
{
	const number *x = numbers;

	if (n > 1 && (is_written_date(p, l, x, x + 1) || is_zone(p, x, x + 1)))
		return 2;
	return number_is_time(x->text) || is_time_word(p, l, x->first + x->tokens) || has_unit(p, l, x) || is_weekday(p, l, x);
}
