#include "crawler/inspect/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"

/* The state while rows are printed. */
typedef struct printing {
	const source *from;
	arena *memory; /* for one row */
	const screen *screen;
	const struct view *view;
	enum store_question question; /* the view's */
	bool *has_head;               /* for CSV: was the header line printed? */
} printing;

static const char *faint(const printing *p)
{
	return screen_style(p->screen, SCREEN_FAINT);
}

static const char *plain(const printing *p)
{
	return screen_style(p->screen, SCREEN_PLAIN);
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

/* Returns how many columns of a line are left after `taken` of them; no limit without a terminal. */
static int left_of(const printing *p, int taken)
{
	if (!p->screen->columns)
		return SCREEN_TEXT;
	return p->screen->columns > taken + 8 ? p->screen->columns - taken : 8;
}

/* ── for programs ── */

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

/* Does the column hold JSON? */
static bool holds_json(const store_value *v)
{
	static const char *const names[] = {"evidence", "shares", "rules"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (v->type == STORE_TEXT && strcmp(v->name, names[i]) == 0)
			return true;
	return false;
}

json_t *views_row_json(const store_value *row, size_t n)
{
	json_t *object = json_object();

	for (size_t i = 0; i < n; i++) {
		json_t *value = holds_json(&row[i]) ? json_loads(row[i].text, 0, NULL) : value_json(&row[i]);

		json_object_set_new(object, row[i].name, value ? value : json_null());
	}
	return object;
}

/* ── what articles are called ── */

static const char *const line_ids[] = {"name", "of_name"};
enum { LINE_IDS = sizeof line_ids / sizeof *line_ids };

/* The id of an input line as a value: "a" of "\"a\"". A number that is no whole one stays as it was written. */
static json_t *name_json(const char *name)
{
	json_t *value = json_loads(name, JSON_DECODE_ANY, NULL);

	if (json_is_string(value) || json_is_integer(value))
		return value;
	json_decref(value);
	return json_string(name);
}

void views_decode_names(json_t *row)
{
	for (size_t i = 0; i < LINE_IDS; i++) {
		const char *name = json_string_value(json_object_get(row, line_ids[i]));

		if (name)
			json_object_set_new(row, line_ids[i], name_json(name));
	}
}

/* Are the names in the list ids of input lines? Those of rules are of parameters and segments. */
static bool names_lines(const printing *p)
{
	return p->question != ASK_RULES;
}

static const store_value *column(const store_value *row, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(row[i].name, name) == 0)
			return &row[i];
	return NULL;
}

/* What an article is called: its URL or, without one, its name. */
static const char *called(const printing *p, const store_value *row, size_t n, const char *url, const char *name)
{
	const store_value *u = column(row, n, url), *id = column(row, n, name);

	return u && u->text && *u->text ? u->text : terminal_name(id ? id->text : NULL, p->memory);
}

/* Does each row have the file of a store? Of several stores together, the rows of articles do, which begin with an id. */
static bool names_stores(const printing *p)
{
	bool of_articles = p->question == ASK_PAGES || p->question == ASK_DROPS || p->question == ASK_GROUPS;

	return p->from->path || (p->from->is_together && of_articles);
}

/* Returns the store's file; NULL: there is none. */
static const char *store_of(const printing *p, const store_value *row)
{
	arena_reset(p->memory);
	return source_path(p->from, row[0].integer, p->memory);
}

static status print_row_json(void *ctx, const store_value *row, size_t n)
{
	const printing *p = ctx;
	json_t *object = views_row_json(row, n);

	if (names_lines(p))
		views_decode_names(object);
	if (names_stores(p))
		json_object_set_new(object, "store", terminal_path_json(store_of(p, row)));
	return terminal_put_row(object);
}

/* Prints a field by RFC 4180: quoted if it has a comma, a quote or a line feed. Removes control characters. */
static status print_csv_text(const char *text)
{
	size_t room = strlen(text) + 4;
	char *clean = malloc(room);

	if (!clean)
		return ERR_MEMORY;
	terminal_clean(text, clean, room);
	if (!strpbrk(clean, "\",\r\n")) {
		fputs(clean, stdout);
	} else {
		putchar('"');
		for (const char *c = clean; *c; c++)
			printf(*c == '"' ? "\"\"" : "%c", *c);
		putchar('"');
	}
	free(clean);
	return OK;
}

/* Is it the id of an input line? */
static bool is_line_id(const printing *p, const store_value *v)
{
	bool is_named = false;

	for (size_t i = 0; i < LINE_IDS; i++)
		is_named |= strcmp(v->name, line_ids[i]) == 0;
	return is_named && v->type == STORE_TEXT && names_lines(p);
}

static status print_csv_value(const printing *p, const store_value *v)
{
	const char *name = is_line_id(p, v) ? terminal_name(v->text, p->memory) : NULL;

	if (v->type == STORE_INTEGER)
		printf("%lld", (long long)v->integer);
	else if (v->type == STORE_REAL)
		printf("%.6g", v->real);
	return v->type == STORE_TEXT ? print_csv_text(name ? name : v->text) : OK;
}

static status print_row_csv(void *ctx, const store_value *row, size_t n)
{
	const printing *p = ctx;
	status err = OK;

	arena_reset(p->memory);
	if (!*p->has_head && names_stores(p))
		printf("store,");
	for (size_t i = 0; i < n && !*p->has_head; i++)
		printf("%s%s", row[i].name, i + 1 < n ? "," : "\n");
	*p->has_head = true;
	if (names_stores(p)) {
		const char *file = store_of(p, row);

		err = print_csv_text(file ? file : "");
		putchar(',');
	}
	for (size_t i = 0; i < n && !err; i++) {
		err = print_csv_value(p, &row[i]);
		putchar(i + 1 < n ? ',' : '\n');
	}
	return err;
}

/* ── for people ── */

/* Row: id, url, title, … On a terminal the URL gets three fifths of the line, or what the title leaves. */
static status print_page(const printing *p, const store_value *row, size_t n)
{
	char title[SCREEN_TEXT], url[SCREEN_TEXT];
	int room = left_of(p, 25);

	screen_fit(row[2].text, 0, title);
	screen_fit(called(p, row, n, "url", "name"), room - min(screen_columns(title, strlen(title)), room * 2 / 5), url);
	screen_fit(row[2].text, room - screen_columns(url, strlen(url)), title);
	printf("%6lld  %s  %s%s%s\n", (long long)row[0].integer, url, faint(p), title, plain(p));
	return OK;
}

/* Is the original in another store, which is not open? Row: …, of_url (4), …, elsewhere. */
static bool is_of_another_store(const store_value *row, size_t n)
{
	return row[4].type == STORE_NULL && row[n - 1].integer == 2;
}

/* Row: id, url, verdict, of, of_url, filter, stage, score, evidence, …, notable (15), … */
static status print_drop(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], of[SCREEN_TEXT], stage[SCREEN_TEXT];

	printf("%6lld  %s\n", (long long)row[0].integer, screen_fit(called(p, row, n, "url", "name"), left_of(p, 8), url));
	printf("        %s of #%lld %s\n", row[2].text, (long long)row[3].integer,
	       is_of_another_store(row, n) ? "of another store"
					   : screen_fit(called(p, row, n, "of_url", "of_name"), left_of(p, 32), of));
	printf("        %s%s/%s score %.3f %s%s\n", faint(p), row[5].text, screen_fit(row[6].text, 40, stage), row[7].real,
	       screen_fit(row[8].text, left_of(p, 60), of), plain(p));
	if (row[15].type == STORE_TEXT)
		printf("        notable: %s\n", screen_fit(row[15].text, left_of(p, 17), of));
	return OK;
}

/* Row: host, pages, drops, failures, skips, queued, page_bytes, drop_bytes, robots_status. */
static status print_host(const printing *p, const store_value *row, size_t n)
{
	static const char *const words[] = {"page", "drop", "failure"};
	char host[SCREEN_TEXT], numbers[7][64];

	(void)n;
	for (int i = 0; i < 3; i++)
		terminal_count(row[i + 1].integer, words[i], numbers[i]);
	for (int i = 3; i < 5; i++)
		terminal_number(row[i + 1].integer, numbers[i]);
	printf("%s\n        %s (%s new), %s (%s repeated), %s, %s skipped, %s queued\n",
	       screen_fit(row[0].text, left_of(p, 0), host), numbers[0], terminal_bytes(row[6].integer, numbers[5]), numbers[1],
	       terminal_bytes(row[7].integer, numbers[6]), numbers[2], numbers[3], numbers[4]);
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

/* Prints a host and its learned rules, active and withdrawn, but not those under observation. */
static status print_host_and_rules(const printing *p, const store_value *row, size_t n)
{
	status err = print_host(p, row, n);

	return err ? err : store_ask_text(p->from->store, ASK_RULES_OF_HOST, row[0].text, print_rule, NULL);
}

/* Row: url, state, reason, to_url, … */
static status print_seed(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT], to[SCREEN_TEXT];
	int room = left_of(p, 14);

	(void)n;
	screen_fit(row[2].text, room / 4, reason);
	screen_fit(row[3].text, room * 3 / 8, to);
	screen_fit(row[0].text, room - screen_columns(reason, strlen(reason)) - screen_columns(to, strlen(to)), url);
	printf("%-8s  %s%s%s%s%s\n", row[1].text, url, *to ? "  to " : "", to, *reason ? "  " : "", reason);
	return OK;
}

/* Row: id, url, title, drops, text_bytes, name. */
static status print_group(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], bytes[32];

	printf("%6lld  #%lld %s\n", (long long)row[3].integer, (long long)row[0].integer,
	       screen_fit(called(p, row, n, "url", "name"), left_of(p, 28), url));
	printf("        %s%s of text dropped%s  %s\n", faint(p), terminal_bytes(row[4].integer, bytes), plain(p),
	       screen_fit(row[2].text, left_of(p, 40), url));
	return OK;
}

/* Row: url, reason, status, tries, at. */
static status print_failure(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT];

	(void)n;
	printf("%s\n        %s, %lld tries, %s\n", screen_fit(row[0].text, left_of(p, 0), url),
	       screen_fit(row[1].text, left_of(p, 48), reason), (long long)row[3].integer, row[4].text);
	return OK;
}

/* Row: url, reason, kind, count, of_url. */
static status print_skip(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT], of[SCREEN_TEXT];
	int room = left_of(p, 10);

	(void)n;
	screen_fit(row[1].text, room / 2, reason);
	screen_fit(row[4].text, room - screen_columns(reason, strlen(reason)), of);
	printf("%s\n        %s%s%s\n", screen_fit(row[0].text, left_of(p, 0), url), reason, *of ? ": " : "", of);
	return OK;
}

/* Row: url, change, state, was, at. */
static status print_change(const printing *p, const store_value *row, size_t n)
{
	char url[SCREEN_TEXT], change[SCREEN_TEXT];

	(void)n;
	printf("%-10s  %s", screen_fit(row[1].text, 30, change), screen_fit(row[0].text, left_of(p, 66), url));
	if (row[3].type == STORE_INTEGER)
		printf("  was #%lld until %s", (long long)row[3].integer, row[4].text);
	putchar('\n');
	return OK;
}

/* Row: host, and the columns of print_rule. */
static status print_rule_of_host(const printing *p, const store_value *row, size_t n)
{
	char host[SCREEN_TEXT];

	printf("%s\n", screen_fit(row[0].text, left_of(p, 0), host));
	return print_rule(NULL, row + 1, n - 1);
}

/* Row: id, what, url, name, of_url, of_name, pattern, at. */
static status print_decision(const printing *p, const store_value *row, size_t n)
{
	const char *article = called(p, row, n, "url", "name"), *of = called(p, row, n, "of_url", "of_name");
	char first[SCREEN_TEXT], second[SCREEN_TEXT];
	int room = left_of(p, 46);

	screen_fit(row[6].text ? row[6].text : article, of ? room / 2 : room, first);
	screen_fit(of, room / 2, second);
	printf("%6lld  %-10s  %s%s%s  %s%s%s\n", (long long)row[0].integer, row[1].text, first, of ? " of " : "", second,
	       faint(p), row[7].text, plain(p));
	return OK;
}

/* ── the lists ── */

static const struct view {
	const char *name;
	enum store_question question;
	status (*print)(const printing *p, const store_value *row, size_t n);
} views[] = {{"pages", ASK_PAGES, print_page},         {"drops", ASK_DROPS, print_drop},
	     {"groups", ASK_GROUPS, print_group},      {"hosts", ASK_HOSTS, print_host_and_rules},
	     {"seeds", ASK_SEEDS, print_seed},         {"failures", ASK_FAILURES, print_failure},
	     {"skips", ASK_SKIPS, print_skip},         {"changes", ASK_CHANGES, print_change},
	     {"rules", ASK_RULES, print_rule_of_host}, {"decisions", ASK_DECISIONS, print_decision}};

enum { VIEWS = sizeof views / sizeof *views };

void views_names(const char *between, char out[VIEWS_NAMES])
{
	size_t len = 0;

	for (int i = 0; i < VIEWS && len < VIEWS_NAMES; i++)
		len += (size_t)snprintf(out + len, VIEWS_NAMES - len, "%s%s", i ? between : "", views[i].name);
}

const char *views_name(size_t i)
{
	return i < VIEWS ? views[i].name : NULL;
}

static const struct view *find_view(const char *name)
{
	for (int i = 0; i < VIEWS; i++)
		if (strcmp(name, views[i].name) == 0)
			return &views[i];
	return NULL;
}

bool views_has(const char *name)
{
	return find_view(name) != NULL;
}

static status print_row(void *ctx, const store_value *row, size_t n)
{
	printing *p = ctx;

	arena_reset(p->memory);
	return p->view->print(p, row, n);
}

/* Prints the header line even of an empty list. */
static void print_head_alone(const printing *p)
{
	char names[600];

	store_list_columns(p->from->store, p->question, names, sizeof names);
	printf("%s", names_stores(p) ? "store," : "");
	for (const char *c = names; *c; c++)
		if (*c != ' ')
			putchar(*c);
	putchar('\n');
	*p->has_head = true;
}

status views_list(const source *from, const char *name, const settings *s, const screen *to, bool *has_head, complaint *why)
{
	store_choice choice = {.where = s->where, .sort = s->sort, .limit = s->limit, .sample = s->sample};
	printing p = {.from = from, .memory = arena_new(), .screen = to, .view = find_view(name)};
	arena *a = arena_new();
	status err = p.memory && a ? OK : ERR_MEMORY;

	p.has_head = has_head;
	p.question = p.view->question;
	if (!err && s->notable) {
		choice.where = arena_printf(a, "notable IS NOT NULL AND (%s)", s->where ? s->where : "1");
		err = choice.where ? OK : ERR_MEMORY;
	}
	if (!err)
		err = store_list(from->store, p.question, &choice,
				 s->json  ? print_row_json
				 : s->csv ? print_row_csv
					  : print_row,
				 &p, why);
	if (!err && s->csv && !*has_head)
		print_head_alone(&p);
	arena_free(p.memory);
	arena_free(a);
	return err;
}
