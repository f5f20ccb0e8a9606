/* bench_changes — are pages with harmless changes met, and are twins kept? Makes pairs of pages, the same ones in every run,
 * asks a filter about each pair alone, in both orders, and prints for each class how many it judges rightly.
 *
 *	tests/bench/bench_changes [-f SPEC] [-n PAIRS] [-c CLASS] [-v] [FILE...]
 *
 * The texts are made ones in four languages, and those of FILEs (JSON Lines). The labels are made by rule, that is by the
 * way in which a pair is made. -v prints each pair that is judged wrongly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>
#include <unistd.h>

#include "plugin/filter.h"
#include "purify/purify.h"
#include "tests/bench/changes/articles.h"

typedef struct page {
	const char *url, *html;
} page;

/* What a class makes its pairs of. */
typedef struct maker {
	article text;
	const struct language *l;
	chance *c;
	arena *a;
	unsigned number; /* of the pair */
} maker;

/* ── pages ── */

typedef struct sheet {
	const char *url, *title, *above, *below; /* lines above and below the text; NULL: none */
	article text;
} sheet;

static sheet sheet_of(maker *m, const article *text)
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

static page page_of(maker *m, const sheet *s)
{
	const char *body = "";

	for (size_t i = 0; i < s->text.len; i++)
		body = arena_printf(m->a, "%s%s%s</p>\n", body, s->text.paragraphs[i][0] == '<' ? "" : "<p>", s->text.paragraphs[i]);
	return (page){s->url, arena_printf(m->a, "<html lang=%s><head><title>%s</title></head><body><h1>%s</h1>\n%s\n%s%s\n</body></html>",
					   m->l->code, s->title, s->title, line(m, s->above), body, line(m, s->below))};
}

static const char *fill(maker *m, const char *const *list)
{
	return pattern_fill(pick(list, m->c), m->l, NULL, m->c, m->a);
}

/* ── harmless changes ── */

/* One wording, filled in twice; every third pair has it on one page only. */
static void two_lines(maker *m, const char *const *list, const char **one, const char **other)
{
	const char *wording = list[m->number % 97 % ({ size_t n = 0; while (list[n]) n++; n; })];

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

/* Some characters that begin a word. */
static bool is_gap(const char *at)
{
	return *at == ' ';
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
		if (*at && !is_gap(at))
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

/* ── twins: a form, filled in twice ── */

/* A pattern whose words are drawn, with what follows '@' left in it: "The old %S of the harbour". */
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

/* n sentences with a figure each, of which `same` keep theirs. In rows: lines of a table at the end. */
static void figures(maker *m, size_t n, size_t same, bool rows, bool words, page out[2])
{
	form f = form_of(m, "", 9);
	form g;
	article x, y;

	f.title = strcmp(m->l->code, "zh") == 0 ? frozen(m, "%A的%N%V%N") : frozen(m, "%A %N %V %N");
	for (size_t i = 0; i < n; i++) {
		const char *s = rows ? arena_printf(m->a, "<tr><td>%s</td></tr>", m->l->attributes[(i + m->number) % 8])
				     : frozen(m, m->l->figures[(i + m->number) % 8]);

		if (i < same || words)
			s = words && i >= same ? s : pattern_fill(s, m->l, NULL, m->c, m->a);
		insert(&f, rows ? f.len : chance_below(m->c, f.len + 1), s);
	}
	if (rows) {
		f.lines[f.len - n] = arena_printf(m->a, "<table>%s", f.lines[f.len - n]);
		f.lines[f.len - 1] = arena_printf(m->a, "%s</table>", f.lines[f.len - 1]);
	}
	g = f;
	x = filled(m, &f, NULL);
	y = filled(m, &g, NULL);
	y.title = x.title;
	two_pages(m, &x, &y, out);
}

static void half_of_figures(maker *m, page out[2])
{
	size_t n = 3 + m->number % 5;

	figures(m, n, n / 2, false, false, out);
}

static void all_figures(maker *m, page out[2]) { figures(m, 3 + m->number % 4, 0, false, false, out); }
static void half_of_rows(maker *m, page out[2])
{
	size_t n = 4 + m->number % 5;

	figures(m, n, n / 2, true, false, out);
}

static void one_of_many(maker *m, page out[2])
{
	size_t n = 6 + m->number % 3;

	figures(m, n, n - 1, m->number % 2, false, out);
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
	form f = form_of(m, "", 9);
	article x, y;
	size_t n = 3 + m->number % 3;

	f.title = strcmp(m->l->code, "zh") == 0 ? frozen(m, "%A的%N%V%N") : frozen(m, "%A %N %V %N");
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

/* ── one text inside another ── */

static article joined(maker *m, const article *x, size_t paragraphs)
{
	article y = *x;
	article more = article_made(m->l, 1, 1, m->c, m->a);

	while (y.len < PARAGRAPHS_MOST && paragraphs--) {
		more = article_made(m->l, 1, 1, m->c, m->a);
		y.paragraphs[y.len++] = more.paragraphs[0];
	}
	return y;
}

/* The text first `part` paragraphs, in one `times` as long. */
static void inside(maker *m, size_t part, size_t times, page out[2])
{
	article small = m->text, big;
	size_t len = 0, before;

	small.len = 0;
	while (small.len < m->text.len && (small.len < part || len < (strcmp(m->l->code, "ru") ? 900 : 1800)))
		len += strlen(small.paragraphs[small.len++]);
	big = small;
	big.title = article_made(m->l, 1, 0, m->c, m->a).title;
	big.len = 0;
	before = chance_below(m->c, times);
	for (size_t i = 0; i < times; i++) {
		const char *p = "";

		for (size_t k = 0; k < small.len && i == before; k++)
			big.paragraphs[big.len++] = small.paragraphs[k];
		while (strlen(p) < len && i != before)
			p = arena_printf(m->a, "%s%s%s", p, *p ? "</p><p>" : "", article_made(m->l, 1, 1, m->c, m->a).paragraphs[0]);
		if (i != before)
			big.paragraphs[big.len++] = p;
	}
	out[0] = page_of(m, &(sheet){.url = "http://a.test/1", .title = small.title, .text = small});
	out[1] = page_of(m, &(sheet){.url = "http://b.test/1", .title = big.title, .text = big});
}

static void inside_4(maker *m, page out[2]) { inside(m, 3, 4, out); }
static void inside_16(maker *m, page out[2]) { inside(m, 3, 16, out); }
static void inside_32(maker *m, page out[2]) { inside(m, 3, 32, out); }

/* The text, and the text with half as much again. */
static void half_as_much(maker *m, page out[2])
{
	article more = joined(m, &m->text, m->text.len / 2 + 1);

	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &more);

	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

/* ── classes ── */

enum wanted { MET, KEPT, NO_LOSS };

static const struct class {
	const char *name;
	enum wanted wanted;
	void (*make)(maker *m, page out[2]);
	unsigned figures; /* of eight sentences of a made article */
} classes[] = {
	{"counter below, no figures", MET, counter_below, 0},
	{"counter below", MET, counter_below, 2},
	{"counter above, no figures", MET, counter_above, 0},
	{"date above, no figures", MET, date_above, 0},
	{"date above", MET, date_above, 2},
	{"updated below, no figures", MET, updated_below, 0},
	{"updated below", MET, updated_below, 2},
	{"dateline, no figures", MET, dateline, 0},
	{"dateline", MET, dateline, 2},
	{"rating", MET, rating, 1},
	{"ticker", MET, ticker, 0},
	{"reading time", MET, minutes, 0},
	{"version and licence", MET, versions, 0},
	{"all around, no figures", MET, all_around, 0},
	{"headline, 2 % edited", MET, headline, 1},
	{"print, page, section", MET, printed, 1},
	{"8 % of words edited", MET, edited_words, 1},
	{"case and marks of short texts", MET, short_text, 0},
	{"one figure of six or more", MET, one_of_many, 0},
	{"inside one 4 times as long", MET, inside_4, 1},
	{"inside one 16 times as long", MET, inside_16, 1},
	{"inside one 32 times as long", MET, inside_32, 1},
	{"half as much again", NO_LOSS, half_as_much, 1},
	{"subject in title and body", KEPT, subject_often, 0},
	{"subject in title and once", KEPT, subject_once, 0},
	{"identifiers", KEPT, identifiers, 0},
	{"sizes", KEPT, sizes, 0},
	{"half of three figures or more", KEPT, half_of_figures, 0},
	{"all figures", KEPT, all_figures, 0},
	{"half of the rows of a table", KEPT, half_of_rows, 0},
	{"amounts in words", KEPT, amounts_in_words, 0},
};

/* ── judging ── */

static firstprint_signature sign(filter *f, const page *p, arena *a)
{
	purify_input in = {.bytes = p->html, .len = strlen(p->html), .url = p->url, .content_type = "text/html; charset=utf-8"};
	firstprint_signature sig, settled;
	purified x;

	if (purify(&in, a, &x) || filter_sign(f, &x.page, a, &sig) || filter_settle(f, &sig, a, &settled))
		exit((fprintf(stderr, "a page cannot be signed\n"), 1));
	return settled;
}

/* What the filter says to `second` when it has `first`. */
static firstprint_verdict verdict_of(filter *f, const page *first, const page *second, arena *a)
{
	firstprint_signature x = sign(f, first, a), y;
	firstprint_verdict v = {0};

	if (filter_remember(f, 1, &x))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	y = sign(f, second, a);
	if (filter_check(f, &y, &v, NULL) || filter_forget(f, 1))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	return v;
}

static bool is_right(enum wanted wanted, enum firstprint_kind kind, bool longer)
{
	if (wanted == MET)
		return kind != FIRSTPRINT_UNIQUE;
	if (wanted == KEPT)
		return !filter_kind_drops(kind);
	return !longer || !filter_kind_drops(kind);
}

typedef struct tally {
	size_t right, asked;
} tally;

static void explain(const page pages[2], int turn, const firstprint_verdict *v)
{
	printf("  %d: %s by %s", turn, filter_kind_text(v->kind), v->stage ? v->stage : "-");
	for (size_t k = 0; k < v->evidence_len; k++)
		printf(" %s=%.2f", v->evidence[k].name, v->evidence[k].value);
	printf(" %s\n", v->word);
	if (turn == 0)
		printf("%s\n%s\n", pages[0].html, pages[1].html);
}

static void ask(filter *f, const struct class *class, maker *m, tally *t, bool verbose)
{
	page pages[2];

	class->make(m, pages);
	for (int turn = 0; turn < 2; turn++) {
		firstprint_verdict v = verdict_of(f, &pages[turn], &pages[!turn], m->a);
		bool right = is_right(class->wanted, v.kind, turn == 0);

		t->asked++;
		t->right += right;
		if (verbose && !right)
			explain(pages, turn, &v);
	}
}

/* ── streams: pages in a row, as a crawl meets them ── */

enum { STREAM = 60 };

/* Lines that a site has on every page: about so many sentences, in lines of one to three. */
static const char *shell(maker *m, int sentences)
{
	const char *out = "";

	for (int i = 0; i < sentences;) {
		const char *text = "";
		int n = 1 + (int)chance_below(m->c, 3);

		for (int k = 0; k < n; k++)
			text = arena_printf(m->a, "%s%s%s", text, k ? m->l->space : "", fill(m, m->l->sentences));
		out = arena_printf(m->a, "%s<p>%s</p>\n", out, text);
		i += n;
	}
	return out;
}

static page shelled(maker *m, const char *host, int number, const article *x, const char *above, const char *below)
{
	const char *body = "";

	for (size_t i = 0; i < x->len; i++)
		body = arena_printf(m->a, "%s<p>%s</p>\n", body, x->paragraphs[i]);
	return (page){host ? arena_printf(m->a, "http://%s.test/%d", host, number) : "",
		      arena_printf(m->a, "<html lang=%s><head><title>%s</title></head><body>%s%s%s</body></html>", m->l->code, x->title, above,
				   body, below)};
}

static enum firstprint_kind judge(filter *f, uint64_t id, const page *p, arena *a)
{
	firstprint_signature sig = sign(f, p, a);
	firstprint_verdict v = {0};

	if (filter_check(f, &sig, &v, NULL) || (!filter_kind_drops(v.kind) && filter_remember(f, id, &sig)))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	return v.kind;
}

static void forget_all(filter *f, uint64_t last)
{
	while (last)
		if (filter_forget(f, last--))
			exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
}

/* Articles on one site's page, then their reprints on another site's. */
static void shells(filter *f, maker *m, tally t[2])
{
	const char *parts[4] = {shell(m, 4), shell(m, 8), shell(m, 5), shell(m, 6)};
	article x[STREAM];

	for (int i = 0; i < STREAM; i++) {
		x[i] = article_made(m->l, 3 + chance_below(m->c, 4), 1, m->c, m->a);
		page p = shelled(m, "one", i, &x[i], parts[0], parts[1]);

		t[0].asked++;
		t[0].right += judge(f, (uint64_t)i + 1, &p, m->a) == FIRSTPRINT_UNIQUE;
	}
	for (int i = 0; i < STREAM; i++) {
		page p = shelled(m, "other", i, &x[i], parts[2], parts[3]);

		t[1].asked++;
		t[1].right += judge(f, STREAM + (uint64_t)i + 1, &p, m->a) != FIRSTPRINT_UNIQUE;
	}
	forget_all(f, 2 * STREAM);
}

/* Pages of 200 shared and 90 or 130 words of their own; on one host, or without a URL; all of one title. */
static void notices(filter *f, maker *m, bool hosted, tally t[2])
{
	const char *notice = shell(m, 14);

	for (int i = 0; i < 300; i++) {
		article x = article_made(m->l, i % 2 ? 2 : 3, 1, m->c, m->a);
		page p;

		x.title = "";
		p = shelled(m, hosted ? "one" : NULL, i, &x, "", notice);
		t[0].asked++;
		t[0].right += judge(f, (uint64_t)i + 1, &p, m->a) == FIRSTPRINT_UNIQUE;
	}
	forget_all(f, 300);
}

static void measure_streams(filter *f)
{
	static const char *const names[] = {"articles on one site's page", "reprints on another's page", "notices, one host", "notices, no URL"};
	tally t[4][LANGUAGES] = {0};
	arena *a = arena_new();

	for (size_t l = 0; l < LANGUAGES; l++)
		for (unsigned i = 0; i < 3; i++) {
			chance c = {i + l * 104729};
			maker m = {.c = &c, .a = a, .number = i, .l = &languages[l]};
			tally both[2] = {0};

			shells(f, &m, both);
			t[0][l].right += both[0].right, t[0][l].asked += both[0].asked;
			t[1][l].right += both[1].right, t[1][l].asked += both[1].asked;
			if (i == 0) {
				notices(f, &m, true, &t[2][l]);
				notices(f, &m, false, &t[3][l]);
			}
			arena_reset(a);
		}
	for (int i = 0; i < 4; i++) {
		printf("%-32s", names[i]);
		for (size_t l = 0; l < LANGUAGES; l++)
			printf(" %6.1f", 100.0 * (double)t[i][l].right / (double)t[i][l].asked);
		printf("\n");
	}
	arena_free(a);
}

typedef struct options {
	const char *spec, *only;
	unsigned pairs;
	bool verbose;
} options;

static void measure_class(filter *f, const struct class *class, const options *o, const article *read, size_t read_len)
{
	arena *a = arena_new();
	tally all = {0, 0};

	printf("%-32s", class->name);
	for (size_t l = 0; l < LANGUAGES + (read_len > 0); l++) {
		tally t = {0, 0};

		for (unsigned i = 0; i < o->pairs; i++) {
			chance c = {i * 7919 + l * 104729 + (uint64_t)(class - classes) * 1299709};
			maker m = {.c = &c, .a = a, .number = i};

			m.text = l < LANGUAGES ? article_made(&languages[l], 4 + i % 5, class->figures, &c, a)
					       : read[i * 31 % read_len];
			m.l = m.text.language;
			ask(f, class, &m, &t, o->verbose);
			arena_reset(a);
		}
		printf(" %6.1f", 100.0 * (double)t.right / (double)t.asked);
		all.right += t.right;
		all.asked += t.asked;
	}
	printf("\n");
	arena_free(a);
}

int main(int argc, char **argv)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	options o = {.spec = "cascade", .pairs = 150};
	arena *texts = arena_new();
	article *read = NULL;
	size_t read_len = 0;
	complaint why = {""};
	filter *f;

	for (int c; (c = getopt(argc, argv, "f:n:c:v")) != -1;) {
		if (c == 'f')
			o.spec = optarg;
		else if (c == 'n')
			o.pairs = (unsigned)atoi(optarg);
		else if (c == 'c')
			o.only = optarg;
		else if (c == 'v')
			o.verbose = true;
		else
			return 2;
	}
	if (filter_open(o.spec, zeros, &f, &why))
		return fprintf(stderr, "%s\n", why.text), 2;
	if (optind < argc)
		read_len = articles_read(argv[optind], &read, texts);
	printf("%-32s     en     zh     de     ru%s\n", o.spec, read_len ? "   file" : "");
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (!o.only || strstr(classes[i].name, o.only))
			measure_class(f, &classes[i], &o, read, read_len);
	if (!o.only)
		measure_streams(f);
	filter_close(f);
	arena_free(texts);
	return 0;
}
