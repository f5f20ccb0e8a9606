#include "plugin/text/roles.h"

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
	const token *t = &p->tokens->items[i];

	return is_one_of(words, p->text.at + t->from, t->len);
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

	if (x->first == l->first)
		return false;
	return is_token(p, x->first - 1, before) ||
	       (is_token(p, x->first - 1, first) && next < l->end && is_token(p, next, then));
}

/* ── the date at the start ── */

/* Is it a number with a colon, or with two marks: "08:15", "3.2.2021", "2021/02/03"? */
static bool is_date_or_time(const passage *p, const number *x)
{
	size_t marks = 0;

	for (size_t i = x->first; i < x->first + x->tokens; i++) {
		const token *t = &p->tokens->items[i];

		for (uint32_t k = t->from; k < t->from + t->len; k++) {
			if (p->text.at[k] == ':')
				return true;
			marks += strchr("./-", p->text.at[k]) != NULL && p->text.at[k];
		}
	}
	return marks >= 2;
}

/* Skips the characters between the numbers of a Chinese or Japanese date, from token i on; if there are any, sets *is_date. Returns the
 * token after them. */
static size_t skip_units(const passage *p, const line *l, size_t i, bool *is_date)
{
	static const char *const units[] = {"年", "月", "日", "号", "號", "时", "時", "分", NULL};

	for (; i < l->end && is_token(p, i, units); i++)
		*is_date = true;
	return i;
}

/* Returns how many numbers belong to a date at the start of the line, "3 March 2021" or "March 3, 2021"; 0: there is none. *end: the
 * token after it. */
static size_t written_date(const passage *p, const line *l, const number *numbers, size_t n, size_t *end)
{
	size_t day = numbers[0].first, year, month;

	if (n < 2 || numbers[0].tokens != 1 || !number_is_year(numbers[1].text) || strlen(numbers[0].text) > 2)
		return 0;
	year = numbers[1].first;
	month = day == l->first ? day + 1 : l->first;
	if (p->tokens->items[month].kind != TOKEN_WORD || p->tokens->items[month].len < 3 || day > l->first + 1 ||
	    year != l->first + 2)
		return 0;
	*end = year + numbers[1].tokens;
	return 2;
}

size_t role_stamp(const passage *p, const line *l, const number *numbers, size_t n)
{
	size_t at = l->first, i = n ? written_date(p, l, numbers, n, &at) : 0;
	bool is_date = i > 0;

	for (; i < n && numbers[i].first == at; i++) {
		is_date |= is_date_or_time(p, &numbers[i]);
		at = skip_units(p, l, at + numbers[i].tokens, &is_date);
	}
	return is_date && at < l->end ? i : 0;
}
