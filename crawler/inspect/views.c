#include "crawler/inspect/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/sentences.h"
#include "crawler/console/rows.h"

typedef struct printing printing;
typedef status printer(const printing *p, const table_row *r);

struct view {
	const char *name;
	enum store_question question;
	bool is_of_articles; /* each row has an article's id */
	printer *print;
};

/* The state while rows are printed. */
struct printing {
	const source *from;
	arena *memory; /* for one row */
	const screen *screen;
	const struct view *view;
	printer *print;
	bool *has_head; /* for CSV: was the header line printed? */
};

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

/* Are the names in the list ids of input lines? Those of rules are of parameters and segments. */
static bool names_lines(const printing *p)
{
	return p->view->question != ASK_RULES;
}

/* Does each row have the file of a store? Of several stores together, the rows of articles do, which begin with an id. */
static bool names_stores(const printing *p)
{
	return p->from->path || (p->from->is_together && p->view->is_of_articles);
}

/* Returns the store's file; NULL: there is none. */
static const char *store_of(const printing *p, const table_row *r)
{
	return source_path(p->from, row_integer(r, "id"), p->memory);
}

static status print_json(const printing *p, const table_row *r)
{
	json_t *object = row_json(r);

	if (names_lines(p))
		row_decode_names(object);
	if (names_stores(p))
		json_object_set_new(object, "store", terminal_path_json(store_of(p, r)));
	return terminal_put_row(object);
}

/* Prints the names of the columns before the first row. */
static void print_head(const printing *p, const table_row *r)
{
	if (*p->has_head)
		return;
	printf("%s", names_stores(p) ? "store," : "");
	for (size_t i = 0; i < r->n; i++)
		printf("%s%s", r->values[i].name, i + 1 < r->n ? "," : "\n");
	*p->has_head = true;
}

/* Prints them for an empty list. */
static void print_head_alone(const printing *p)
{
	char names[600];

	store_list_columns(p->from->store, p->view->question, names, sizeof names);
	printf("%s", names_stores(p) ? "store," : "");
	for (const char *c = names; *c; c++)
		if (*c != ' ')
			putchar(*c);
	putchar('\n');
	*p->has_head = true;
}

static status print_csv(const printing *p, const table_row *r)
{
	status err = OK;

	print_head(p, r);
	if (names_stores(p)) {
		const char *file = store_of(p, r);

		err = row_print_csv_text(file ? file : "");
		putchar(',');
	}
	return err ? err : row_print_csv(r, names_lines(p), p->memory);
}

/* ── for people ── */

static const char *called(const printing *p, const table_row *r)
{
	return row_called(r, "url", "name", p->memory);
}

static const char *original_called(const printing *p, const table_row *r)
{
	return row_called(r, "of_url", "of_name", p->memory);
}

/* On a terminal the URL gets three fifths of the line, or what the title leaves. */
static status print_page(const printing *p, const table_row *r)
{
	const char *full = row_text(r, "title");
	char title[SCREEN_TEXT], url[SCREEN_TEXT];
	int room = left_of(p, 25);

	screen_fit(full, 0, title);
	screen_fit(called(p, r), room - min(screen_columns(title, strlen(title)), room * 2 / 5), url);
	screen_fit(full, room - screen_columns(url, strlen(url)), title);
	printf("%6lld  %s  %s%s%s\n", (long long)row_integer(r, "id"), url, faint(p), title, plain(p));
	return OK;
}

/* Is the original in another store, which is not open? */
static bool is_of_another_store(const table_row *r)
{
	return !row_has(r, "of_url") && row_integer(r, "elsewhere") == 2;
}

static status print_drop(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], of[SCREEN_TEXT], stage[SCREEN_TEXT], cause[SCREEN_TEXT];

	printf("%6lld  %s\n", (long long)row_integer(r, "id"), screen_fit(called(p, r), left_of(p, 8), url));
	printf("        %s #%lld %s\n", sentences_relation(row_text(r, "verdict")), (long long)row_integer(r, "of"),
	       is_of_another_store(r) ? "of another store" : screen_fit(original_called(p, r), left_of(p, 32), of));
	printf("        %s%s: %s/%s, score %.3f%s\n", faint(p), screen_fit(row_text(r, "cause"), 40, cause),
	       row_text(r, "filter"), screen_fit(row_text(r, "stage"), 40, stage), row_real(r, "score"), plain(p));
	if (row_has(r, "notable"))
		printf("        notable: %s\n", screen_fit(row_text(r, "notable"), left_of(p, 17), of));
	return OK;
}

static status print_cause(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], of[SCREEN_TEXT], cause[SCREEN_TEXT], bytes[32], number[64];
	int64_t unfetched = row_integer(r, "unfetched");

	printf("%6lld  %s%s%s", (long long)row_integer(r, "drops"), screen_style(p->screen, SCREEN_STRONG),
	       screen_fit(row_text(r, "cause"), 0, cause), plain(p));
	if (row_integer(r, "drops"))
		printf(", %.1f %% of all articles, %s", 100 * row_real(r, "share"),
		       terminal_bytes(row_integer(r, "text_bytes"), bytes));
	if (unfetched)
		printf(", %s not fetched for it", terminal_count(unfetched, "URL", number));
	printf(": %s\n", row_text(r, "means"));
	printf("        %s%s\n", faint(p), screen_fit(called(p, r), left_of(p, 8), url));
	printf("        is %s%s\n        %s\n", screen_fit(original_called(p, r), left_of(p, 11), of), plain(p),
	       row_text(r, "advice"));
	return OK;
}

static status print_member(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], why[SCREEN_TEXT];

	printf("%6lld  %6lld  %-24s  %s\n", (long long)row_integer(r, "group"), (long long)row_integer(r, "id"),
	       row_has(r, "cause") ? screen_fit(row_text(r, "cause"), 24, why) : "kept",
	       screen_fit(called(p, r), left_of(p, 42), url));
	return OK;
}

static status print_host(const printing *p, const table_row *r)
{
	char host[SCREEN_TEXT], pages[64], drops[64], failures[64], skips[32], queued[32], bytes[2][32];

	printf("%s\n        %s (%s new), %s (%s repeated), %s, %s skipped, %s queued\n",
	       screen_fit(row_text(r, "host"), left_of(p, 0), host), terminal_count(row_integer(r, "pages"), "page", pages),
	       terminal_bytes(row_integer(r, "page_bytes"), bytes[0]), terminal_count(row_integer(r, "drops"), "drop", drops),
	       terminal_bytes(row_integer(r, "drop_bytes"), bytes[1]),
	       terminal_count(row_integer(r, "failures"), "failure", failures), terminal_number(row_integer(r, "skips"), skips),
	       terminal_number(row_integer(r, "queued"), queued));
	return OK;
}

static status print_rule(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	bool is_segment = strcmp(row_text(&r, "part"), "segment") == 0;
	char name[60], saved[32];

	(void)ctx;
	terminal_clean(row_text(&r, "name"), name, sizeof name);
	printf(is_segment ? "        rule /%s/ %s: " : "        rule ?%s= %s: ", name, row_text(&r, "state"));
	printf("%lld of %lld repeat, %s fetches saved, %lld of %lld samples new\n", (long long)row_integer(&r, "repeats"),
	       (long long)row_integer(&r, "judged"), terminal_number(row_integer(&r, "skipped"), saved),
	       (long long)row_integer(&r, "contrary"), (long long)row_integer(&r, "sampled"));
	return OK;
}

/* Prints a host and its learned rules, active and withdrawn, but not those under observation. */
static status print_host_and_rules(const printing *p, const table_row *r)
{
	status err = print_host(p, r);

	return err ? err : store_ask_text(p->from->store, ASK_RULES_OF_HOST, row_text(r, "host"), print_rule, NULL);
}

static status print_seed(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT], to[SCREEN_TEXT];
	int room = left_of(p, 14);

	screen_fit(row_text(r, "reason"), room / 4, reason);
	screen_fit(row_text(r, "to_url"), room * 3 / 8, to);
	screen_fit(row_text(r, "url"), room - screen_columns(reason, strlen(reason)) - screen_columns(to, strlen(to)), url);
	printf("%-8s  %s%s%s%s%s\n", row_text(r, "state"), url, *to ? "  to " : "", to, *reason ? "  " : "", reason);
	return OK;
}

static status print_group(const printing *p, const table_row *r)
{
	const char *best = row_text(r, "best_url");
	char url[SCREEN_TEXT], bytes[32];

	printf("%6lld  #%lld %s\n", (long long)row_integer(r, "drops"), (long long)row_integer(r, "id"),
	       screen_fit(called(p, r), left_of(p, 28), url));
	printf("        %s%s of text dropped%s  %s\n", faint(p), terminal_bytes(row_integer(r, "text_bytes"), bytes), plain(p),
	       screen_fit(row_text(r, "title"), left_of(p, 40), url));
	if (strcmp(best, row_text(r, "url")) != 0)
		printf("        to cite: %s\n", screen_fit(best, left_of(p, 17), url));
	return OK;
}

static status print_failure(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT];

	printf("%s\n        %s, %lld tries, %s\n", screen_fit(row_text(r, "url"), left_of(p, 0), url),
	       screen_fit(row_text(r, "reason"), left_of(p, 48), reason), (long long)row_integer(r, "tries"),
	       row_text(r, "at"));
	return OK;
}

static status print_skip(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], reason[SCREEN_TEXT], of[SCREEN_TEXT];
	int room = left_of(p, 10);

	screen_fit(row_text(r, "reason"), room / 2, reason);
	screen_fit(row_text(r, "of_url"), room - screen_columns(reason, strlen(reason)), of);
	printf("%s\n        %s%s%s\n", screen_fit(row_text(r, "url"), left_of(p, 0), url), reason, *of ? ": " : "", of);
	return OK;
}

static status print_change(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], change[SCREEN_TEXT];

	printf("%-10s  %s", screen_fit(row_text(r, "change"), 30, change), screen_fit(row_text(r, "url"), left_of(p, 66), url));
	if (strcmp(row_text(r, "text"), "same") == 0)
		printf("  (its article is the same)");
	if (row_has(r, "was"))
		printf("  was #%lld until %s", (long long)row_integer(r, "was"), row_text(r, "at"));
	putchar('\n');
	return OK;
}

static status print_past(const printing *p, const table_row *r)
{
	char url[SCREEN_TEXT], why[SCREEN_TEXT], title[SCREEN_TEXT];

	printf("%6lld  %s\n", (long long)row_integer(r, "id"), screen_fit(row_text(r, "url"), left_of(p, 8), url));
	printf("        %s, %s  %s%s%s\n", screen_fit(row_text(r, "why"), 40, why), row_text(r, "at"), faint(p),
	       screen_fit(row_text(r, "title"), left_of(p, 60), title), plain(p));
	return OK;
}

static status print_rule_of_host(const printing *p, const table_row *r)
{
	char host[SCREEN_TEXT];

	printf("%s\n", screen_fit(row_text(r, "host"), left_of(p, 0), host));
	return print_rule(NULL, r->values, r->n);
}

static status print_decision(const printing *p, const table_row *r)
{
	const char *of = original_called(p, r);
	char first[SCREEN_TEXT], second[SCREEN_TEXT];
	int room = left_of(p, 46);

	screen_fit(row_has(r, "pattern") ? row_text(r, "pattern") : called(p, r), of ? room / 2 : room, first);
	screen_fit(of, room / 2, second);
	printf("%6lld  %-10s  %s%s%s  %s%s%s\n", (long long)row_integer(r, "id"), row_text(r, "what"), first, of ? " of " : "",
	       second, faint(p), row_text(r, "at"), plain(p));
	return OK;
}

/* ── the lists ── */

static const struct view views[] = {{"pages", ASK_PAGES, true, print_page},
				    {"drops", ASK_DROPS, true, print_drop},
				    {"causes", ASK_CAUSES, false, print_cause},
				    {"groups", ASK_GROUPS, true, print_group},
				    {"members", ASK_MEMBERS, true, print_member},
				    {"hosts", ASK_HOSTS, false, print_host_and_rules},
				    {"seeds", ASK_SEEDS, false, print_seed},
				    {"failures", ASK_FAILURES, false, print_failure},
				    {"skips", ASK_SKIPS, false, print_skip},
				    {"changes", ASK_CHANGES, false, print_change},
				    {"past", ASK_PAST, true, print_past},
				    {"rules", ASK_RULES, false, print_rule_of_host},
				    {"decisions", ASK_DECISIONS, false, print_decision}};

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

static status print_row(void *ctx, const store_value *values, size_t n)
{
	const printing *p = ctx;
	const table_row r = {values, n};

	arena_reset(p->memory);
	return p->print(p, &r);
}

status views_list(const source *from, const char *name, const settings *s, const screen *to, bool *has_head, complaint *why)
{
	store_choice choice = {.where = s->where, .sort = s->sort, .limit = s->limit, .sample = s->sample};
	printing p = {.from = from, .memory = arena_new(), .screen = to, .view = find_view(name)};
	status err = p.memory ? OK : ERR_MEMORY;

	p.has_head = has_head;
	p.print = s->json ? print_json : s->csv ? print_csv : p.view->print;
	choice.also = s->notable ? "notable IS NOT NULL" : NULL;
	if (!err)
		err = store_list(from->store, p.view->question, &choice, print_row, &p, why);
	if (!err && s->csv && !*has_head)
		print_head_alone(&p);
	arena_free(p.memory);
	return err;
}
