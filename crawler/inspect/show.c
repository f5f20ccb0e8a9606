#include "crawler/inspect/show.h"

#include <jansson.h>
#include <stdio.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "crawler/console/rows.h"

typedef struct showing {
	const source *from;
	bool json;
	int found;
	int64_t article; /* id of the page or drop in the row shown last; 0: the row has none */
} showing;

static void print_field(const store_value *v)
{
	char clean[1000];

	if (v->type == STORE_NULL)
		return;
	printf("  %-14s ", v->name);
	if (v->type == STORE_INTEGER)
		printf("%lld\n", (long long)v->integer);
	else if (v->type == STORE_REAL)
		printf("%.4g\n", v->real);
	else
		printf("%s\n", (terminal_clean(v->text, clean, sizeof clean), clean));
}

static status show_text(showing *x)
{
	arena *a = arena_new();
	firstprint_span text;
	status err = a ? store_text(x->from->store, (uint64_t)x->article, a, &text) : ERR_MEMORY;

	if (!err)
		err = putchar('\n') == EOF || terminal_put_text(text.at, text.len) ? OK : ERR_MEMORY;
	arena_free(a);
	return err;
}

static status show_json(showing *x, const store_value *row, size_t n)
{
	json_t *object = row_json(&(table_row){row, n});
	arena *a = arena_new();
	firstprint_span body;

	row_decode_names(object);
	if (a)
		json_object_set_new(object, "store", terminal_path_json(source_path(x->from, x->article, a)));
	if (a && x->article && store_text(x->from->store, (uint64_t)x->article, a, &body) == OK)
		json_object_set_new(object, "text", json_stringn(body.at, body.len));
	arena_free(a);
	return terminal_put_row(object);
}

/* Prints "a.db: page #12". */
static void print_head(const showing *x, const char *kind)
{
	arena *a = arena_new();
	const char *path = a ? source_path(x->from, x->article, a) : NULL;

	printf("%s%s%s", path ? path : "", path ? ": " : "", kind);
	if (x->article)
		printf(" #%lld", (long long)x->article);
	printf("\n");
	arena_free(a);
}

/* Row: the kind ("page", "drop", "redirect", …), the id of an article or 0, then fields to print. */
static status show_row(void *ctx, const store_value *row, size_t n)
{
	showing *x = ctx;

	x->found++;
	x->article = row[1].integer;
	if (x->json)
		return show_json(x, row, n);
	print_head(x, row[0].text);
	for (size_t i = 2; i < n; i++)
		print_field(&row[i]);
	return x->article ? show_text(x) : OK;
}

/* Prints everything the store has for this meaning. */
static status show_meaning(void *ctx, enum found_kind kind, const char *text, int64_t id, bool *found)
{
	static const enum store_question by_id[] = {ASK_PAGE_BY_ID, ASK_DROP_BY_ID, ASK_PAST_BY_ID},
					 by_url[] = {ASK_PAGE_BY_URL, ASK_DROP_BY_URL,  ASK_REDIRECT_BY_URL, ASK_FAILURE_BY_URL,
						     ASK_SKIP_BY_URL, ASK_QUEUE_BY_URL, ASK_PAST_BY_URL},
					 by_name[] = {ASK_PAGE_BY_NAME, ASK_DROP_BY_NAME};
	static const struct {
		const enum store_question *items;
		size_t len;
	} questions[] = {
		[FOUND_ID] = {by_id, sizeof by_id / sizeof *by_id},
		[FOUND_URL] = {by_url, sizeof by_url / sizeof *by_url},
		[FOUND_NAME] = {by_name, sizeof by_name / sizeof *by_name},
	};
	showing *x = ctx;
	status err = OK;

	for (size_t i = 0; i < questions[kind].len && !err; i++)
		err = kind == FOUND_ID ? store_ask_id(x->from->store, questions[kind].items[i], id, show_row, x)
				       : store_ask_text(x->from->store, questions[kind].items[i], text, show_row, x);
	*found = x->found > 0;
	return err;
}

status show(const source *from, const char *what, bool json)
{
	showing x = {.from = from, .json = json};
	status err = found_meanings(from->store, what, show_meaning, &x);

	return err || x.found ? err : ERR_MISSING;
}
