#include "crawler/commands/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/commands/suggestion.h"
#include "crawler/console/terminal.h"

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

/* Is it a column whose text is JSON? */
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

static status print_row_json(void *ctx, const store_value *row, size_t n)
{
	json_t *object = views_row_json(row, n);
	char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));

	(void)ctx;
	if (text)
		terminal_put_json(text);
	free(text);
	json_decref(object);
	return text ? OK : ERR_MEMORY;
}

/* RFC 4180: in quotes if a comma, a quote or a line feed is in it. Control characters are removed. */
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

static status print_csv_value(const store_value *v)
{
	if (v->type == STORE_INTEGER)
		printf("%lld", (long long)v->integer);
	else if (v->type == STORE_REAL)
		printf("%.6g", v->real);
	return v->type == STORE_TEXT ? print_csv_text(v->text) : OK;
}

/* *ctx: was the line with the names printed? */
static status print_row_csv(void *ctx, const store_value *row, size_t n)
{
	bool *has_head = ctx;
	status err = OK;

	for (size_t i = 0; i < n && !*has_head; i++)
		printf("%s%s", row[i].name, i + 1 < n ? "," : "\n");
	*has_head = true;
	for (size_t i = 0; i < n && !err; i++) {
		err = print_csv_value(&row[i]);
		putchar(i + 1 < n ? ',' : '\n');
	}
	return err;
}

/* ── for people ── */

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

/* Row: id, url, title, drops, text_bytes. */
static status print_group(void *ctx, const store_value *row, size_t n)
{
	char title[60], url[200], bytes[32];

	(void)ctx, (void)n;
	terminal_clean(row[2].text, title, sizeof title);
	terminal_clean(row[1].text, url, sizeof url);
	printf("%6lld  #%lld %s  %s\n        %s of text dropped\n", (long long)row[3].integer, (long long)row[0].integer, url,
	       title, terminal_bytes(row[4].integer, bytes));
	return OK;
}

/* Row: url, reason, status, tries, at. */
static status print_failure(void *ctx, const store_value *row, size_t n)
{
	char url[200], reason[200];

	(void)ctx, (void)n;
	terminal_clean(row[0].text, url, sizeof url);
	terminal_clean(row[1].text, reason, sizeof reason);
	printf("%s\n        %s, %lld tries, %s\n", url, reason, (long long)row[3].integer, row[4].text);
	return OK;
}

/* Row: url, reason, kind, count, of_url. */
static status print_skip(void *ctx, const store_value *row, size_t n)
{
	char url[200], reason[200], of[200];

	(void)ctx, (void)n;
	terminal_clean(row[0].text, url, sizeof url);
	terminal_clean(row[1].text, reason, sizeof reason);
	terminal_clean(row[4].text, of, sizeof of);
	printf("%s\n        %s%s%s\n", url, reason, *of ? ": " : "", of);
	return OK;
}

/* Row: url, change, state, was, at. */
static status print_change(void *ctx, const store_value *row, size_t n)
{
	char url[200], change[200];

	(void)ctx, (void)n;
	terminal_clean(row[0].text, url, sizeof url);
	terminal_clean(row[1].text, change, sizeof change);
	printf("%-10s  %s", change, url);
	if (row[3].type == STORE_INTEGER)
		printf("  was #%lld until %s", (long long)row[3].integer, row[4].text);
	putchar('\n');
	return OK;
}

/* Row: host, and those of print_rule. */
static status print_rule_of_host(void *ctx, const store_value *row, size_t n)
{
	char host[100];

	terminal_clean(row[0].text, host, sizeof host);
	printf("%s\n", host);
	return print_rule(ctx, row + 1, n - 1);
}

/* ── the lists ── */

static const struct view {
	const char *name;
	enum store_question question;
	store_row_handler *print; /* ctx is the store */
} views[] = {{"pages", ASK_PAGES, print_page},        {"drops", ASK_DROPS, print_drop},
	     {"groups", ASK_GROUPS, print_group},     {"hosts", ASK_HOSTS, print_host_and_rules},
	     {"seeds", ASK_SEEDS, print_seed},        {"failures", ASK_FAILURES, print_failure},
	     {"skips", ASK_SKIPS, print_skip},        {"changes", ASK_CHANGES, print_change},
	     {"rules", ASK_RULES, print_rule_of_host}};

enum { VIEWS = sizeof views / sizeof *views };

void views_names(const char *between, char out[VIEWS_NAMES])
{
	size_t len = 0;

	for (int i = 0; i < VIEWS && len < VIEWS_NAMES; i++)
		len += (size_t)snprintf(out + len, VIEWS_NAMES - len, "%s%s", i ? between : "", views[i].name);
}

static status complain_no_view(const char *name, complaint *why)
{
	suggestion s = {.wrong = name};
	char names[VIEWS_NAMES];

	suggestion_consider(&s, "summary");
	suggestion_consider(&s, "show");
	for (int i = 0; i < VIEWS; i++)
		suggestion_consider(&s, views[i].name);
	views_names(", ", names);
	return complain(why, ERR_USAGE, "inspect takes summary, %s or show ID|URL, not '%s'%s%s%s", names, name,
			s.best ? "; did you mean " : "", s.best ? s.best : "", s.best ? "?" : "");
}

status views_list(store *st, const char *name, const settings *s, complaint *why)
{
	store_choice choice = {.where = s->where, .sort = s->sort, .limit = s->limit};
	bool has_head = false;

	for (int i = 0; i < VIEWS; i++)
		if (strcmp(name, views[i].name) == 0)
			return store_list(st, views[i].question, &choice,
					  s->json  ? print_row_json
					  : s->csv ? print_row_csv
						   : views[i].print,
					  s->csv ? (void *)&has_head : st, why);
	return complain_no_view(name, why);
}
