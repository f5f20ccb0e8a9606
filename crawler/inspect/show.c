#include "crawler/inspect/show.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "crawler/console/rows.h"

typedef struct showing {
	const source *from;
	bool json;
	arena *memory;
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
	firstprint_span text;
	status err = store_text(x->from->store, (uint64_t)x->article, x->memory, &text);

	return err ? err : putchar('\n') == EOF || terminal_put_text(text.at, text.len) ? OK : ERR_MEMORY;
}

static status show_json(showing *x, const store_value *row, size_t n)
{
	json_t *object = row_json(&(table_row){row, n});
	firstprint_span body;

	row_decode_names(object);
	json_object_set_new(object, "store", terminal_path_json(source_path(x->from, x->article, x->memory)));
	if (x->article && store_text(x->from->store, (uint64_t)x->article, x->memory, &body) == OK)
		json_object_set_new(object, "text", json_stringn(body.at, body.len));
	return terminal_put_row(object);
}

/* Prints "a.db: page #12". */
static void print_head(const showing *x, const char *kind)
{
	const char *path = source_path(x->from, x->article, x->memory);

	printf("%s%s%s", path ? path : "", path ? ": " : "", kind);
	if (x->article)
		printf(" #%lld", (long long)x->article);
	printf("\n");
}

/* Row: see found_rows; the columns behind the id are fields to print. */
static status show_row(void *ctx, const store_value *row, size_t n)
{
	showing *x = ctx;

	if (strcmp(row[0].text, "way") == 0)
		return OK;
	x->found++;
	x->article = row[1].integer;
	if (x->json)
		return show_json(x, row, n);
	print_head(x, row[0].text);
	for (size_t i = 2; i < n; i++)
		print_field(&row[i]);
	return x->article ? show_text(x) : OK;
}

status show(const source *from, const char *what, bool json)
{
	showing x = {.from = from, .json = json, .memory = arena_new()};
	const found_meaning *meanings;
	size_t len = 0;
	status err = x.memory ? found_meanings(from->store, what, x.memory, &meanings, &len) : ERR_MEMORY;

	for (size_t i = 0; i < len && !err && !x.found; i++)
		err = found_rows(from->store, &meanings[i], show_row, &x);
	arena_free(x.memory);
	return err || x.found ? err : ERR_MISSING;
}
