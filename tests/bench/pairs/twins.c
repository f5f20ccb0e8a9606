/* twins — two pages made by one form, about two things; and one whose difference is harmless. */
#include "tests/bench/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

/* A pattern whose words are drawn, but not what differs between two pages of a form: subjects, numbers, amounts, dates and times. "The
 * %A %N of %S" becomes "The old harbour of %S". */
static const char *frozen(maker *m, const char *pattern)
{
	char *copy = arena_text(m->a, pattern, strlen(pattern)), *at = copy;

	for (; *at; at++)
		if (*at == '%' && strchr("Snfdt", at[1]))
			*at = '\1';
	copy = (char *)pattern_fill(copy, m->l, NULL, m->c, m->a);
	for (at = copy; *at; at++)
		if (*at == '\1')
			*at = '%';
	return copy;
}

enum { FORM_MOST = 24 };

typedef struct form {
	const char *title;
	const char *lines[FORM_MOST];
	size_t len;
} form;

static form form_of(maker *m, const char *title, size_t plain)
{
	form f = {.title = title};

	for (size_t i = 0; i < plain; i++)
		f.lines[f.len++] = frozen(m, pick(m->l->sentences, m->c));
	return f;
}

static void insert(form *f, size_t at, const char *text)
{
	memmove(f->lines + at + 1, f->lines + at, (f->len - at) * sizeof *f->lines);
	f->lines[at] = text;
	f->len++;
}

/* Filled in: three lines a paragraph; rows of a table stay alone. */
static article filled(maker *m, const form *f, const char *subject)
{
	article x = m->text;
	const char *p = "";

	x.title = pattern_fill(f->title, m->l, subject, m->c, m->a);
	x.len = 0;
	for (size_t i = 0; i < f->len; i++) {
		const char *s = pattern_fill(f->lines[i], m->l, subject, m->c, m->a);

		p = arena_printf(m->a, "%s%s%s", p, *p ? m->l->space : "", s);
		if (i % 3 < 2 && i + 1 < f->len && s[0] != '<')
			continue;
		x.paragraphs[x.len++] = p;
		p = "";
	}
	return x;
}

static void two_pages(maker *m, const article *x, const article *y, page out[2])
{
	sheet one = sheet_of(m, x), other = sheet_of(m, y);

	if (m->number % 2)
		other.url = arena_printf(m->a, "%s/other", one.url);
	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

static const char *title_about(maker *m)
{
	return strcmp(m->l->code, "zh") == 0 ? frozen(m, "%S：%A的%N") : frozen(m, "%S: %A %N");
}

static void about(maker *m, const char *one, const char *other, int times, page out[2])
{
	form f = form_of(m, title_about(m), 10);
	article x, y;

	for (int i = 0; i < times; i++)
		insert(&f, chance_below(m->c, f.len + 1), frozen(m, m->l->about[(m->number + (unsigned)i) % 5]));
	x = filled(m, &f, one);
	y = filled(m, &f, other);
	two_pages(m, &x, &y, out);
}

static void two_subjects(maker *m, const char **one, const char **other)
{
	*one = pick(m->l->subjects, m->c);
	do
		*other = pick(m->l->subjects, m->c);
	while (*one == *other);
}

static void subject_often(maker *m, page out[2])
{
	const char *one, *other;

	two_subjects(m, &one, &other);
	about(m, one, other, 3, out);
}

static void subject_once(maker *m, page out[2])
{
	const char *one, *other;

	two_subjects(m, &one, &other);
	about(m, one, other, 1, out);
}

static const char *identifier(maker *m)
{
	static const char *const parts[] = {"list", "hook", "read", "json", "set", "map", "open", "flag", "node", "tree", "lock", "next"};
	static const char *const joins[] = {"_", "::", ".", "-", ""};
	const char *join = joins[m->number % 5];
	const char *x = parts[chance_below(m->c, 12)], *y = parts[chance_below(m->c, 12)], *z = parts[chance_below(m->c, 12)];

	return arena_printf(m->a, "%s%s%s%s%s", x, join, y, join, z);
}

static void identifiers(maker *m, page out[2])
{
	const char *one = identifier(m), *other;

	do
		other = identifier(m);
	while (strcmp(one, other) == 0);
	about(m, one, other, 3, out);
}

static void sizes(maker *m, page out[2])
{
	int x = 3 + (int)chance_below(m->c, 20), y = 4 + (int)chance_below(m->c, 90), other = y + 1 + (int)chance_below(m->c, 30);

	about(m, arena_printf(m->a, "M%d × %d", x, y), arena_printf(m->a, "M%d × %d", x, other), 2, out);
}

static const char *title_without_subject(maker *m)
{
	return strcmp(m->l->code, "zh") == 0 ? frozen(m, "%A的%N%V%N") : frozen(m, "%A %N %V %N");
}

/* n sentences with a figure each, of which `same` keep theirs. In rows: lines of a table at the end. */
static void figures(maker *m, size_t n, size_t same, bool rows, page out[2])
{
	form f = form_of(m, title_without_subject(m), 9);
	article x, y;

	for (size_t i = 0; i < n; i++) {
		const char *s = rows ? arena_printf(m->a, "<tr><td>%s</td></tr>", m->l->attributes[(i + m->number) % 8])
				     : frozen(m, m->l->figures[(i + m->number) % 8]);

		if (i < same)
			s = pattern_fill(s, m->l, NULL, m->c, m->a);
		insert(&f, rows ? f.len : chance_below(m->c, f.len + 1), s);
	}
	if (rows) {
		f.lines[f.len - n] = arena_printf(m->a, "<table>%s", f.lines[f.len - n]);
		f.lines[f.len - 1] = arena_printf(m->a, "%s</table>", f.lines[f.len - 1]);
	}
	x = filled(m, &f, NULL);
	y = filled(m, &f, NULL);
	two_pages(m, &x, &y, out);
}

static void half_of_figures(maker *m, page out[2])
{
	size_t n = 3 + m->number % 5;

	figures(m, n, n / 2, false, out);
}

static void all_figures(maker *m, page out[2]) { figures(m, 3 + m->number % 4, 0, false, out); }

static void half_of_rows(maker *m, page out[2])
{
	size_t n = 4 + m->number % 5;

	figures(m, n, n / 2, true, out);
}

static void one_of_many(maker *m, page out[2])
{
	size_t n = 6 + m->number % 3;

	figures(m, n, n - 1, m->number % 2, out);
}

/* The numbers of a text written as words. */
static const char *in_words(maker *m, const char *text)
{
	UErrorCode e = U_ZERO_ERROR;
	UNumberFormat *f = unum_open(UNUM_SPELLOUT, NULL, 0, m->l->code, NULL, &e);
	const char *out = "";

	while (*text) {
		size_t plain = strcspn(text, "0123456789"), digits = strspn(text + plain, "0123456789");
		UChar wide[200];
		char word[600] = "";
		int32_t len;

		if (digits) {
			len = unum_formatInt64(f, atoll(text + plain), wide, 200, NULL, &e);
			u_strToUTF8(word, sizeof word, NULL, wide, len, &e);
		}
		out = arena_printf(m->a, "%s%.*s%s", out, (int)plain, text, word);
		text += plain + digits;
	}
	unum_close(f);
	return out;
}

static void amounts_in_words(maker *m, page out[2])
{
	form f = form_of(m, title_without_subject(m), 9);
	article x, y;
	size_t n = 3 + m->number % 3;

	for (size_t i = 0; i < n; i++)
		insert(&f, chance_below(m->c, f.len + 1), frozen(m, m->l->figures[(i + m->number) % 8]));
	x = filled(m, &f, NULL);
	y = filled(m, &f, NULL);
	for (size_t i = 0; i < x.len; i++) {
		x.paragraphs[i] = in_words(m, x.paragraphs[i]);
		y.paragraphs[i] = in_words(m, y.paragraphs[i]);
	}
	two_pages(m, &x, &y, out);
}

const class twin_classes[] = {
	{"one figure of six or more", KEPT, one_of_many, 0, 90},
	{"subject in title and body", KEPT, subject_often, 0, 97},
	{"subject in title and once", KEPT, subject_once, 0, 97},
	{"identifiers", KEPT, identifiers, 0, 97},
	{"sizes", KEPT, sizes, 0, 97},
	{"half of three figures or more", KEPT, half_of_figures, 0, 97},
	{"all figures", KEPT, all_figures, 0, 97},
	{"half of the rows of a table", KEPT, half_of_rows, 0, 97},
	{"amounts in words", KEPT, amounts_in_words, 0, 97},
	{0},
};
