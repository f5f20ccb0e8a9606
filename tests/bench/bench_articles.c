/* bench_articles — how well are articles found? Reads pages with their articles, lines of JSON with "type", "html" and
 * "article", from standard input, and prints precision, recall and F1 by type, averaged over pages: of words, however
 * often each occurs, without their order; and of shingles of four words, over all pages. As the WCXB benchmark and
 * scrapinghub's do.
 *
 *	zcat TRUTH.jsonl.gz | tests/bench/bench_articles */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "base/table.h"
#include "purify/purify.h"

enum { TYPES_MOST = 32 };

typedef struct words {
	firstprint_span *items;
	size_t len, room;
} words;

typedef struct type {
	const char *name;
	size_t pages;
	double precision, recall, f1;
} type;

/* Over all pages: the share of shingles that are right, wrong and missing. */
static double right, wrong, missing;

static bool is_word(UChar32 c)
{
	return c == '_' || u_isalnum(c);
}

/* text in lower case, as words that lie one behind the other, each with a blank after it. */
static words words_of(const char *text, arena *a)
{
	char *copy = arena_alloc(a, strlen(text) * 3 + 2);
	size_t at = 0, from = 0;
	words w = {0};

	for (int32_t i = 0; copy;) {
		UChar32 c;

		U8_NEXT((const uint8_t *)text, i, -1, c);
		if (c > 0 && is_word(c)) {
			c = u_tolower(c);
			U8_APPEND_UNSAFE((uint8_t *)copy, at, c);
			continue;
		}
		if (at > from) {
			w.items = arena_grow(a, w.items, w.len, &w.room, sizeof *w.items);
			w.items[w.len++] = (firstprint_span){copy + from, at - from};
			copy[at++] = ' ';
			from = at;
		}
		if (c == 0)
			break;
	}
	return w;
}

/* How many runs of n words x and y have in common, however often each occurs. */
static size_t common(const words *x, const words *y, size_t n, arena *a)
{
	table counts = {.memory = a};
	size_t both = 0;

	for (size_t i = 0; i + n <= x->len; i++) {
		const char *end = x->items[i + n - 1].at + x->items[i + n - 1].len;

		++*table_put(&counts, x->items[i].at, (size_t)(end - x->items[i].at), 0);
	}
	for (size_t i = 0; i + n <= y->len; i++) {
		const char *end = y->items[i + n - 1].at + y->items[i + n - 1].len;
		size_t *left = table_put(&counts, y->items[i].at, (size_t)(end - y->items[i].at), 0);

		both += *left > 0;
		*left -= *left > 0;
	}
	return both;
}

static void count_shingles(const words *got, const words *wanted, arena *a)
{
	size_t gots = got->len > 3 ? got->len - 3 : 0, wants = wanted->len > 3 ? wanted->len - 3 : 0;
	size_t both = common(wanted, got, 4, a), all = gots + wants - both;

	if (!all)
		return;
	right += (double)both / (double)all;
	wrong += (double)(gots - both) / (double)all;
	missing += (double)(wants - both) / (double)all;
}

static type *type_of(type *types, const char *name)
{
	type *t = types;

	while (t->name && strcmp(t->name, name) != 0)
		if (++t == types + TYPES_MOST)
			exit((fprintf(stderr, "more than %d types\n", TYPES_MOST - 1), 1));
	if (!t->name)
		t->name = strdup(name);
	return t;
}

static void add(type *t, double precision, double recall)
{
	t->pages++;
	t->precision += precision;
	t->recall += recall;
	t->f1 += precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

static void measure(const json_t *page, type *types, arena *a)
{
	const char *html = json_string_value(json_object_get(page, "html"));
	const char *article = json_string_value(json_object_get(page, "article"));
	const char *name = json_string_value(json_object_get(page, "type"));
	purify_input in = {.bytes = html, .len = html ? strlen(html) : 0, .content_type = "text/html; charset=utf-8"};
	words got, wanted;
	size_t both;
	purified p;

	if (!html || !article || purify(&in, a, a, &p))
		exit((fprintf(stderr, "a line without html or article, or one that cannot be read\n"), 1));
	got = words_of(p.page.text.at, a);
	wanted = words_of(article, a);
	both = common(&wanted, &got, 1, a);
	for (int all = 0; all < 2; all++)
		add(type_of(types, all    ? "all"
				   : name ? name
					  : "page"),
		    got.len ? (double)both / (double)got.len : 0, wanted.len ? (double)both / (double)wanted.len : 0);
	count_shingles(&got, &wanted, a);
}

int main(void)
{
	type types[TYPES_MOST + 1] = {{0}};
	arena *a = arena_new();
	json_t *page;

	while (a && (page = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
		measure(page, types, a);
		json_decref(page);
		arena_reset(a);
	}
	for (const type *t = types; t->name; t++)
		printf("%-16s %5zu pages  precision %.3f  recall %.3f  F1 %.3f\n", t->name, t->pages,
		       t->precision / (double)t->pages, t->recall / (double)t->pages, t->f1 / (double)t->pages);
	if (right > 0)
		printf("shingles of four words: precision %.3f  recall %.3f  F1 %.3f\n", right / (right + wrong),
		       right / (right + missing), 2 * right / (2 * right + wrong + missing));
	arena_free(a);
	return 0;
}
