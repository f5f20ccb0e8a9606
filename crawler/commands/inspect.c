/* inspect — the command: shows what is in a store, and why. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/views.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/web/url.h"
#include "store/store.h"

/* ── show ── */

typedef struct showing {
	store *store;
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
	status err = a ? store_text(x->store, (uint64_t)x->article, a, &text) : ERR_MEMORY;

	if (!err)
		err = putchar('\n') == EOF || terminal_put_text(text.at, text.len) ? OK : ERR_MEMORY;
	arena_free(a);
	return err;
}

static status show_json(showing *x, const store_value *row, size_t n)
{
	json_t *object = views_row_json(row, n);
	arena *a = arena_new();
	firstprint_span body;
	char *text;

	if (a && x->article && store_text(x->store, (uint64_t)x->article, a, &body) == OK)
		json_object_set_new(object, "text", json_stringn(body.at, body.len));
	text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
	if (text)
		terminal_put_json(text);
	free(text);
	arena_free(a);
	json_decref(object);
	return text ? OK : ERR_MEMORY;
}

/* Row: what it is ("page", "drop", "redirect", …), the id of an article or 0, then fields to print. */
static status show_row(void *ctx, const store_value *row, size_t n)
{
	showing *x = ctx;

	x->found++;
	x->article = row[1].integer;
	if (x->json)
		return show_json(x, row, n);
	printf("%s", row[0].text);
	if (x->article)
		printf(" #%lld", (long long)x->article);
	printf("\n");
	for (size_t i = 2; i < n; i++)
		print_field(&row[i]);
	return x->article ? show_text(x) : OK;
}

static status show_id(showing *x, int64_t id)
{
	static const enum store_question questions[] = {ASK_PAGE_BY_ID, ASK_DROP_BY_ID, ASK_PAST_BY_ID};
	status err = OK;

	for (size_t i = 0; i < sizeof questions / sizeof *questions && !err; i++)
		err = store_ask_id(x->store, questions[i], id, show_row, x);
	return err;
}

/* Everything the store has for this URL, or for this id of an input line. */
static status show_url(showing *x, const char *url)
{
	static const enum store_question questions[] = {
		ASK_PAGE_BY_URL, ASK_DROP_BY_URL,  ASK_REDIRECT_BY_URL, ASK_FAILURE_BY_URL,
		ASK_SKIP_BY_URL, ASK_QUEUE_BY_URL, ASK_PAST_BY_URL,
	};
	status err = OK;

	for (size_t i = 0; i < sizeof questions / sizeof *questions && !err; i++)
		err = store_ask_text(x->store, questions[i], url, show_row, x);
	return err;
}

static status show(store *st, const char *what, bool json, complaint *why)
{
	static const char *const schemes[] = {"", "http://"}; /* "example.com/a" is looked up with https:// first */
	showing x = {.store = st, .json = json};
	char *end, shown[300];
	long long id = strtoll(what, &end, 10);
	arena *a = arena_new();
	url_parts u;
	status err = a ? OK : ERR_MEMORY;

	if (!err && *what && *end == '\0')
		err = show_id(&x, id);
	if (!err && !x.found)
		err = show_url(&x, what);
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes && !err && !x.found; i++) {
		const char *typed = arena_printf(a, "%s%s", schemes[i], what);

		if (typed && url_parse_typed(typed, a, &u) == OK)
			err = show_url(&x, u.url);
	}
	arena_free(a);
	terminal_clean(what, shown, sizeof shown);
	if (!err && !x.found)
		err = complain(why, ERR_MISSING, "%s: no such id or URL in this store", shown);
	return err;
}

static bool is_chosen(const settings *s)
{
	return s->csv || s->where || s->sort || s->limit;
}

static status run(store *st, const settings *s, complaint *why)
{
	const char *path = s->operands[0];
	const char *what = s->operands_len > 1 ? s->operands[1] : "summary";
	size_t takes = strcmp(what, "show") == 0 ? 3 : 2;

	if (s->operands_len > takes)
		return complain(why, ERR_USAGE, "inspect %s %s takes %s, not also '%s'", path, what,
				takes == 3 ? "one id or URL" : "no further operand", s->operands[takes]);
	if (is_chosen(s) && (takes == 3 || strcmp(what, "summary") == 0))
		return complain(why, ERR_USAGE, "--csv, --where, --sort and --limit are for lists, and %s is none", what);
	if (takes == 3)
		return s->operands_len == 3 ? show(st, s->operands[2], s->json, why)
					    : complain(why, ERR_USAGE, "inspect %s show needs an id or a URL", path);
	if (strcmp(what, "summary") == 0)
		return s->json ? summary_print_json(st) : summary_print(st, path);
	return views_list(st, what, s, why);
}

int inspect_command(const settings *s)
{
	complaint why = {""};
	store *st = NULL;
	status err;

	if (s->operands_len == 0) {
		terminal_say("inspect needs a store; see 'firstprint inspect --help'");
		return EXIT_USAGE;
	}
	err = store_open(s->operands[0], STORE_READ, &st, &why);
	if (!err)
		err = run(st, s, &why);
	if (err && !*why.text)
		complain(&why, err, "%s: %s", s->operands[0], st && store_error(st) ? store_error(st) : status_text(err));
	fflush(stdout);
	if (err)
		terminal_say("%s", why.text);
	store_close(st);
	return exit_code_of(err);
}
