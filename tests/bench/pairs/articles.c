#include "tests/bench/pairs/articles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "crawler/files/page_source.h"
#include "purify/purify.h"
#include "tests/random.h"

uint64_t chance_below(chance *c, uint64_t n)
{
	return next_random(&c->state) % n;
}

size_t list_len(const char *const *list)
{
	size_t n = 0;

	while (list[n])
		n++;
	return n;
}

const char *pick(const char *const *list, chance *c)
{
	return list[chance_below(c, list_len(list))];
}

/* ── patterns ── */

static int count_of(chance *c)
{
	static const int sizes[] = {9, 90, 900, 9000};
	int size = sizes[chance_below(c, 4)];

	return size / 9 + 1 + (int)chance_below(c, (uint64_t)size);
}

static const char *date_of(const struct language *l, chance *c, arena *a)
{
	time_t when = 1000000000 + (time_t)chance_below(c, 700000000);
	char text[80];
	struct tm tm;

	gmtime_r(&when, &tm);
	strftime(text, sizeof text, pick(l->dates, c), &tm);
	return arena_text(a, text, strlen(text));
}

static const char *piece(char kind, const struct language *l, const char *subject, chance *c, arena *a)
{
	switch (kind) {
	case 'N': return pick(l->nouns, c);
	case 'A': return pick(l->adjectives, c);
	case 'V': return pick(l->verbs, c);
	case 'S': return subject;
	case 'n': return arena_printf(a, "%d", count_of(c));
	case 'f': return arena_printf(a, "%d.%d", (int)chance_below(c, 40), 1 + (int)chance_below(c, 9));
	case 'd': return date_of(l, c, a);
	case 't': return arena_printf(a, "%02d:%02d", (int)chance_below(c, 24), (int)chance_below(c, 60));
	case 'v': return arena_printf(a, "%d.%d.%d", 1 + (int)chance_below(c, 9), (int)chance_below(c, 30), (int)chance_below(c, 9));
	default: return "%";
	}
}

const char *pattern_fill(const char *pattern, const struct language *l, const char *subject, chance *c, arena *a)
{
	char *text = arena_alloc(a, 4096), *at = text;

	for (; *pattern; pattern++) {
		const char *with;

		if (*pattern != '%') {
			*at++ = *pattern;
			continue;
		}
		with = piece(pattern[1], l, subject, c, a);
		at = stpcpy(at, with);
		pattern += strchr("NAVSnfdtv", pattern[1]) && pattern[1] ? 1 : 0;
	}
	*at = '\0';
	return text;
}

/* ── articles ── */

static const char *paragraph(const struct language *l, unsigned figures, chance *c, arena *a)
{
	const char *text = "";

	for (int i = 0; i < 4; i++) {
		bool has_figure = chance_below(c, 8) < figures;
		const char *s = pattern_fill(pick(has_figure ? l->figures : l->sentences, c), l, NULL, c, a);

		text = arena_printf(a, "%s%s%s", text, i ? l->space : "", s);
	}
	return text;
}

article article_made(const struct language *l, size_t paragraphs, unsigned figures, chance *c, arena *a)
{
	article x = {.language = l, .len = paragraphs};

	for (size_t i = 0; i < paragraphs; i++)
		x.paragraphs[i] = paragraph(l, figures, c, a);
	x.title = pattern_fill(strcmp(l->code, "zh") == 0 ? "%A的%N%V%N" : "%A %N %V %N", l, NULL, c, a);
	return x;
}

static const struct language *language_named(const char *code)
{
	for (size_t i = 0; i < LANGUAGES; i++)
		if (strncmp(languages[i].code, code, 2) == 0)
			return &languages[i];
	return &languages[0];
}

static bool read_article(const page_record *r, article *out, arena *a)
{
	purify_input in = {.bytes = r->content, .len = r->content_len, .form = r->is_html ? PURIFY_HTML : PURIFY_TEXT,
			   .title = r->title, .lang = r->lang};
	article x = {.title = ""};
	purified p;

	if (purify(&in, a, a, &p) || p.page.text.len < 1000)
		return false;
	x.language = language_named(p.page.lang);
	x.title = p.page.title;
	for (; x.len < p.page.paragraphs_len && x.len < PARAGRAPHS_MOST; x.len++)
		x.paragraphs[x.len] = arena_text(a, p.page.paragraphs[x.len].at, p.page.paragraphs[x.len].len);
	*out = x;
	return x.len >= 3;
}

size_t articles_read(const char *path, const article **out, arena *a)
{
	complaint why = {""};
	page_source *source;
	article *all = NULL;
	size_t n = 0, room = 0;
	page_record r;

	if (page_source_open(path, &(page_source_settings){.wait.stop_fd = -1}, &source, &why))
		exit((fprintf(stderr, "%s\n", why.text), 1));
	while (page_source_next(source, a, &r, &why) == OK) {
		all = arena_grow(a, all, n, &room, sizeof *all);
		n += read_article(&r, &all[n], a);
	}
	page_source_close(source);
	*out = all;
	return n;
}
