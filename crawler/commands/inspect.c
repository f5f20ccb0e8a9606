/* inspect — the command: shows what is in a store, and why. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "crawler/commands/commands.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/web/url.h"
#include "store/store.h"

static json_t *value_json(const store_value *v)
{
	switch (v->type) {
	case STORE_INTEGER:
		return json_integer(v->integer);
	case STORE_REAL:
		return json_real(v->real);
	case STORE_TEXT:
		return json_string(v->text);
	default:
		return json_null();
	}
}

/* Is it a column whose text is JSON? */
static bool holds_json(const store_value *v)
{
	static const char *const names[] = {"evidence", "shares", "rules"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (v->type == STORE_TEXT && strcmp(v->name, names[i]) == 0)
			return true;
	return false;
}

/* A row as an object. Columns that hold JSON become values, not strings. */
static json_t *row_json(const store_value *row, size_t n)
{
	json_t *object = json_object();

	for (size_t i = 0; i < n; i++) {
		json_t *value = holds_json(&row[i]) ? json_loads(row[i].text, 0, NULL) : value_json(&row[i]);

		json_object_set_new(object, row[i].name, value ? value : json_null());
	}
	return object;
}

static status print_row_json(void *ctx, const store_value *row, size_t n)
{
	json_t *object = row_json(row, n);
	char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));

	(void)ctx;
	if (text)
		terminal_put_json(text);
	free(text);
	json_decref(object);
	return text ? OK : ERR_MEMORY;
}

/* Row: id, url, title, … */
static status print_page(void *ctx, const store_value *row, size_t n)
{
	char title[60], url[200];

	(void)ctx, (void)n;
	terminal_clean(row[2].text, title, sizeof title);
	terminal_clean(row[1].text, url, sizeof url);
	printf("%6lld  %s  %s\n", (long long)row[0].integer, url, title);
	return OK;
}

/* Row: id, url, verdict, of, of_url, filter, stage, score, evidence, … */
static status print_drop(void *ctx, const store_value *row, size_t n)
{
	char url[200], of[200], stage[40];

	(void)ctx, (void)n;
	terminal_clean(row[1].text, url, sizeof url);
	terminal_clean(row[4].text, of, sizeof of);
	terminal_clean(row[6].text, stage, sizeof stage);
	printf("%6lld  %s\n        %s of #%lld %s\n        %s/%s score %.3f %s\n", (long long)row[0].integer, url, row[2].text,
	       (long long)row[3].integer, of, row[5].text, stage, row[7].real, row[8].text);
	return OK;
}

/* Row: host, pages, drops, failures, skips, queued, page_bytes, drop_bytes, robots_status. */
static status print_host(void *ctx, const store_value *row, size_t n)
{
	char host[100], numbers[7][32];

	(void)ctx, (void)n;
	terminal_clean(row[0].text, host, sizeof host);
	for (int i = 0; i < 5; i++)
		terminal_number(row[i + 1].integer, numbers[i]);
	printf("%s\n        %s pages (%s new), %s drops (%s repeated), %s failures, %s skipped, %s queued\n", host, numbers[0],
	       terminal_bytes(row[6].integer, numbers[5]), numbers[1], terminal_bytes(row[7].integer, numbers[6]), numbers[2],
	       numbers[3], numbers[4]);
	return OK;
}

/* Row: part, name, state, judged, repeats, sampled, contrary, skipped. */
static status print_rule(void *ctx, const store_value *row, size_t n)
{
	bool is_segment = strcmp(row[0].text, "segment") == 0;
	char name[60], saved[32];

	(void)ctx, (void)n;
	terminal_clean(row[1].text, name, sizeof name);
	printf(is_segment ? "        rule /%s/ %s: " : "        rule ?%s= %s: ", name, row[2].text);
	printf("%lld of %lld repeat, %s fetches saved, %lld of %lld samples new\n", (long long)row[4].integer,
	       (long long)row[3].integer, terminal_number(row[7].integer, saved), (long long)row[6].integer,
	       (long long)row[5].integer);
	return OK;
}

/* A host and its learned rules, active and withdrawn; ctx is the store. Rules that are still watched are not shown. */
static status print_host_and_rules(void *ctx, const store_value *row, size_t n)
{
	status err = print_host(NULL, row, n);

	return err ? err : store_ask_text(ctx, ASK_RULES_OF_HOST, row[0].text, print_rule, NULL);
}

/* Row: url, state, reason, to_url, … */
static status print_seed(void *ctx, const store_value *row, size_t n)
{
	char url[200], reason[200], to[200];

	(void)ctx, (void)n;
	terminal_clean(row[0].text, url, sizeof url);
	terminal_clean(row[2].text, reason, sizeof reason);
	terminal_clean(row[3].text, to, sizeof to);
	printf("%-8s  %s%s%s%s%s\n", row[1].text, url, *to ? "  to " : "", to, *reason ? "  " : "", reason);
	return OK;
}

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

/* Prints one paragraph, cleaned for a terminal. out is scratch space of room bytes. */
static status print_paragraph(const char *at, size_t len, char *out, size_t room)
{
	char *raw = strndup(at, len);

	if (!raw)
		return ERR_MEMORY;
	terminal_clean(raw, out, room);
	printf("%s\n", out);
	free(raw);
	return OK;
}

/* Prints the article's text, one paragraph per line. */
static status print_text(firstprint_span text)
{
	const char *end = text.at + text.len;
	char *line = malloc(text.len + 4);
	status err = line ? OK : ERR_MEMORY;

	printf("\n");
	for (const char *at = text.at; !err && at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((stop ? stop : end) - at);

		err = print_paragraph(at, len, line, text.len + 4);
		at += len + 1;
	}
	free(line);
	return err;
}

static status show_text(showing *x)
{
	arena *a = arena_new();
	firstprint_span text;
	status err = a ? store_text(x->store, (uint64_t)x->article, a, &text) : ERR_MEMORY;

	if (!err)
		err = print_text(text);
	arena_free(a);
	return err;
}

static status show_json(showing *x, const store_value *row, size_t n)
{
	json_t *object = row_json(row, n);
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

static status run(store *st, const settings *s, complaint *why)
{
	const char *path = s->operands[0];
	const char *what = s->operands_len > 1 ? s->operands[1] : "summary";

	if (strcmp(what, "show") == 0) {
		if (s->operands_len != 3)
			return complain(why, ERR_USAGE, "inspect %s show needs an id or a URL", path);
		return show(st, s->operands[2], s->json, why);
	}
	if (s->operands_len > 2)
		return complain(why, ERR_USAGE, "inspect %s %s takes no further operand, not '%s'", path, what, s->operands[2]);
	if (strcmp(what, "summary") == 0)
		return s->json ? summary_print_json(st) : summary_print(st, path);
	if (strcmp(what, "pages") == 0)
		return store_ask(st, ASK_PAGES, s->json ? print_row_json : print_page, NULL);
	if (strcmp(what, "drops") == 0)
		return store_ask(st, ASK_DROPS, s->json ? print_row_json : print_drop, NULL);
	if (strcmp(what, "hosts") == 0)
		return store_ask(st, ASK_HOSTS, s->json ? print_row_json : print_host_and_rules, st);
	if (strcmp(what, "seeds") == 0)
		return store_ask(st, ASK_SEEDS, s->json ? print_row_json : print_seed, NULL);
	return complain(why, ERR_USAGE, "inspect takes summary, pages, drops, hosts, seeds or show ID|URL, not '%s'", what);
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
