#include "crawler/inspect/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/inspect/sentences.h"
#include "crawler/console/rows.h"

typedef struct printing printing;
typedef void printer(printing *p, const table_row *r);

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
	size_t rows, changed, same; /* same: of the changed pages, those with the same article */
	int64_t drops, not_stored;  /* of the causes */
	double share;
	bool *has_head;    /* for CSV: was the header line printed? */
	char columns[600]; /* "id, url, title" */
	status failed;
};

static const char *faint(const printing *p)
{
	return screen_style(p->screen, SCREEN_FAINT);
}

static const char *plain(const printing *p)
{
	return screen_style(p->screen, SCREEN_PLAIN);
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

static const char *store_of(const printing *p, const table_row *r)
{
	return source_path(p->from, row_integer(r, "id"), p->memory);
}

static void print_json(printing *p, const table_row *r)
{
	json_t *object = row_json(r);

	if (names_lines(p))
		row_decode_names(object);
	if (names_stores(p))
		json_object_set_new(object, "store", terminal_path_json(store_of(p, r)));
	p->failed = terminal_put_row(object);
}

static void print_head(const printing *p)
{
	if (*p->has_head)
		return;
	printf("%s", names_stores(p) ? "store," : "");
	for (const char *c = p->columns; *c; c++)
		if (*c != ' ')
			putchar(*c);
	putchar('\n');
	*p->has_head = true;
}

static void print_csv(printing *p, const table_row *r)
{
	print_head(p);
	if (names_stores(p)) {
		const char *file = store_of(p, r);

		p->failed = row_print_csv_text(file ? file : "");
		putchar(',');
	}
	if (!p->failed)
		p->failed = row_print_csv(r, names_lines(p), p->memory);
}

/* ── for people ── */

static long long number(const table_row *r, const char *name)
{
	return (long long)row_integer(r, name);
}

/* Returns a text as a part of a line, of at most so many columns; 0: all of it. This and the next ones are in the row's memory. */
static const char *fit(const printing *p, const char *text, int columns)
{
	char *out = arena_alloc(p->memory, SCREEN_TEXT);

	return out ? screen_fit(text, columns, out) : "";
}

/* A column in what is left of a line after `taken` columns. */
static const char *rest(const printing *p, const table_row *r, const char *name, int taken)
{
	return fit(p, row_text(r, name), left_of(p, taken));
}

static const char *bytes(const printing *p, const table_row *r, const char *name)
{
	char *out = arena_alloc(p->memory, 32);

	return out ? terminal_bytes(row_integer(r, name), out) : "";
}

static const char *count(const printing *p, const table_row *r, const char *name, const char *word)
{
	char *out = arena_alloc(p->memory, 64);

	return out ? terminal_count(row_integer(r, name), word, out) : "";
}

static const char *called(const printing *p, const table_row *r)
{
	return row_called(r, "url", "name", p->memory);
}

static const char *original_called(const printing *p, const table_row *r)
{
	return row_called(r, "of_url", "of_name", p->memory);
}

static int columns_of(const char *text)
{
	return screen_columns(text, strlen(text));
}

/* On a terminal the URL gets three fifths of the line, or what the title leaves. */
static void print_page(printing *p, const table_row *r)
{
	const char *title = row_text(r, "title"), *url;
	int room = left_of(p, 25), title_columns = columns_of(fit(p, title, 0));

	url = fit(p, called(p, r), room - (title_columns < room * 2 / 5 ? title_columns : room * 2 / 5));
	printf("%6lld  %s  %s%s%s\n", number(r, "id"), url, faint(p), fit(p, title, room - columns_of(url)), plain(p));
}

static void print_drop(printing *p, const table_row *r)
{
	bool is_elsewhere = !row_has(r, "of_url") && row_integer(r, "elsewhere") == 2; /* in a store that is not open */

	printf("%6lld  %s\n", number(r, "id"), fit(p, called(p, r), left_of(p, 8)));
	printf("        %s #%lld %s\n", sentences_relation(row_text(r, "verdict")), number(r, "of"),
	       is_elsewhere ? "of another store" : fit(p, original_called(p, r), left_of(p, 32)));
	printf("        %s%s: %s/%s, score %.3f%s\n", faint(p), fit(p, row_text(r, "cause"), 40), row_text(r, "filter"),
	       fit(p, row_text(r, "stage"), 40), row_real(r, "score"), plain(p));
	if (row_has(r, "notable"))
		printf("        notable: %s\n", rest(p, r, "notable", 17));
}

static void print_supersedes(printing *p, const table_row *r)
{
	printf("%6lld  %s\n", number(r, "id"), fit(p, called(p, r), left_of(p, 8)));
	printf("        contains #%lld %s\n", number(r, "of"), fit(p, original_called(p, r), left_of(p, 32)));
}

static void print_canonical(printing *p, const table_row *r)
{
	printf("%6lld  %s\n", number(r, "id"), rest(p, r, "url", 8));
	printf("        names %s  (%s)\n", rest(p, r, "canonical", 50),
	       row_has(r, "missing") ? fit(p, row_text(r, "missing"), 30) : "another article");
}

/* Prints the patterns with their drops, or else with the URLs that were not stored, and how many are elsewhere. */
static void print_patterns(const printing *p, const table_row *r)
{
	json_t *patterns = json_loads(row_text(r, "patterns"), 0, NULL), *one;
	json_int_t others = row_integer(r, row_integer(r, "drops") ? "drops" : "not_stored");
	const char *text = "";
	size_t i;

	json_array_foreach(patterns, i, one)
	{
		json_int_t drops = json_integer_value(json_object_get(one, "drops"));

		others -= drops;
		text = arena_printf(p->memory, "%s%s%s (%lld)", text ? text : "", i ? ", " : "",
				    json_string_value(json_object_get(one, "pattern")), (long long)drops);
	}
	if (text && others > 0)
		text = arena_printf(p->memory, "%s, and %lld elsewhere", text, (long long)others);
	if (i && text)
		printf("        at %s\n", fit(p, text, left_of(p, 11)));
	json_decref(patterns);
}

/* Prints the URL to cite, if it is not that of the kept page. */
static void print_best(const printing *p, const table_row *r, const char *kept)
{
	if (row_has(r, "best_url") && strcmp(row_text(r, "best_url"), row_text(r, kept)) != 0)
		printf("        to cite: %s\n", rest(p, r, "best_url", 17));
}

/* They are sorted by the first number. */
static void print_cause(printing *p, const table_row *r)
{
	long long drops = number(r, "drops"), not_stored = number(r, "not_stored");

	p->drops += drops;
	p->not_stored += not_stored;
	p->share += row_real(r, "share");
	printf("%6lld  %s%s%s", drops + not_stored, screen_style(p->screen, SCREEN_STRONG), fit(p, row_text(r, "cause"), 0),
	       plain(p));
	if (drops && not_stored)
		printf(", %s", count(p, r, "drops", "drop"));
	if (drops)
		printf(", %.1f %% of all articles, %s", 100 * row_real(r, "share"), bytes(p, r, "text_bytes"));
	if (not_stored)
		printf(", %s not stored for it", count(p, r, "not_stored", "URL"));
	printf(": %s\n", row_text(r, "means"));
	print_patterns(p, r);
	printf("        %s%s%s\n", faint(p), fit(p, called(p, r), left_of(p, 8)), plain(p));
	if (original_called(p, r))
		printf("        %sis %s%s\n", faint(p), fit(p, original_called(p, r), left_of(p, 11)), plain(p));
	print_best(p, r, "of_url");
	printf("        %s\n", row_text(r, "advice"));
}

static void print_member(printing *p, const table_row *r)
{
	printf("%6lld  %6lld  %-24s  %s\n", number(r, "group"), number(r, "id"),
	       row_has(r, "cause") ? fit(p, row_text(r, "cause"), 24) : "kept", fit(p, called(p, r), left_of(p, 42)));
}

static status print_rule(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	bool is_segment = strcmp(row_text(&r, "part"), "segment") == 0;
	char name[60], saved[32];

	(void)ctx;
	terminal_clean(row_text(&r, "name"), name, sizeof name);
	printf(is_segment ? "        rule /%s/ %s: " : "        rule ?%s= %s: ", name, row_text(&r, "state"));
	printf("%lld of %lld repeat, %s fetch%s saved, %lld of %lld samples new\n", number(&r, "repeats"), number(&r, "judged"),
	       terminal_number(row_integer(&r, "skipped"), saved), row_integer(&r, "skipped") == 1 ? "" : "es",
	       number(&r, "contrary"), number(&r, "sampled"));
	return OK;
}

/* Prints a host and its learned rules, active and withdrawn, but not those under observation. */
static void print_host(printing *p, const table_row *r)
{
	char skips[32], queued[32];

	printf("%s\n        %s (%s of HTML), %s (%s repeated), %s, %s skipped, %s queued\n", rest(p, r, "host", 0),
	       count(p, r, "pages", "page"), bytes(p, r, "page_bytes"), count(p, r, "drops", "drop"), bytes(p, r, "drop_bytes"),
	       count(p, r, "failures", "failure"), terminal_number(row_integer(r, "skips"), skips),
	       terminal_number(row_integer(r, "queued"), queued));
	p->failed = store_ask_text(p->from->store, ASK_RULES_OF_HOST, row_text(r, "host"), print_rule, NULL);
}

static void print_seed(printing *p, const table_row *r)
{
	int room = left_of(p, 14);
	const char *reason = fit(p, row_text(r, "reason"), room / 4), *to = fit(p, row_text(r, "to_url"), room * 3 / 8);

	printf("%-8s  %s%s%s%s%s\n", row_text(r, "state"),
	       fit(p, row_text(r, "url"), room - columns_of(reason) - columns_of(to)), *to ? "  to " : "", to,
	       *reason ? "  " : "", reason);
}

static void print_group(printing *p, const table_row *r)
{
	printf("%6lld  #%lld %s\n", number(r, "drops"), number(r, "id"), fit(p, called(p, r), left_of(p, 28)));
	printf("        %s%s, %s of their text%s  %s\n", faint(p), count(p, r, "drops", "drop"), bytes(p, r, "text_bytes"),
	       plain(p), rest(p, r, "title", 48));
	print_best(p, r, "url");
}

static void print_redirect(printing *p, const table_row *r)
{
	const char *end = row_text(r, "leads_to"), *reason = fit(p, row_text(r, "reason"), 30);

	printf("%s\n        %lld to %s", rest(p, r, "url", 0), number(r, "status"), rest(p, r, "to_url", 60));
	if (strcmp(end, "loop") == 0)
		printf("  (leads in a loop)");
	else if (strcmp(end, "failure") == 0)
		printf("  (leads to a failure: %s)", reason);
	putchar('\n');
}

static void print_failure(printing *p, const table_row *r)
{
	printf("%s\n        %s, %lld tr%s, %s\n", rest(p, r, "url", 0), rest(p, r, "reason", 48), number(r, "tries"),
	       number(r, "tries") == 1 ? "y" : "ies", row_text(r, "at"));
}

static void print_skip(printing *p, const table_row *r)
{
	int room = left_of(p, 10);
	const char *reason = fit(p, row_text(r, "reason"), room / 2);
	const char *of = fit(p, row_text(r, "of_url"), room - columns_of(reason));

	printf("%s\n        %s%s%s\n", rest(p, r, "url", 0), reason, *of ? ": " : "", of);
}

static void print_url(printing *p, const table_row *r)
{
	printf("%-8s  %s", row_text(r, "state"), rest(p, r, "url", 12));
	if (row_has(r, "reason"))
		printf("  (%s)", fit(p, row_text(r, "reason"), 40));
	if (row_has(r, "to_url"))
		printf("\n          to %s", rest(p, r, "to_url", 16));
	putchar('\n');
}

static void print_change(printing *p, const table_row *r)
{
	bool is_same = strcmp(row_text(r, "text"), "same") == 0;

	p->changed += strcmp(row_text(r, "change"), "changed") == 0;
	p->same += is_same;
	printf("%-10s  %s", fit(p, row_text(r, "change"), 30), rest(p, r, "url", 66));
	if (is_same)
		printf("  (its article is the same; what is around it may not be)");
	if (strcmp(row_text(r, "text"), "title") == 0)
		printf("  (its title has changed, and not its text)");
	if (row_has(r, "to_url"))
		printf("  (now a redirect to %s)", rest(p, r, "to_url", 90));
	if (row_has(r, "moved_to"))
		printf("  (now at %s)", rest(p, r, "moved_to", 90));
	if (row_has(r, "of"))
		printf("  (a drop of #%lld)", number(r, "of"));
	if (row_has(r, "reason"))
		printf("  (now skipped: %s)", fit(p, row_text(r, "reason"), 40));
	if (row_has(r, "was"))
		printf("  was #%lld until %s", number(r, "was"), row_text(r, "at"));
	putchar('\n');
}

static void print_past(printing *p, const table_row *r)
{
	printf("%6lld  %s\n", number(r, "id"), rest(p, r, "url", 8));
	printf("        %s, %s  %s%s%s\n", fit(p, row_text(r, "why"), 40), row_text(r, "at"), faint(p), rest(p, r, "title", 60),
	       plain(p));
}

static void print_rule_of_host(printing *p, const table_row *r)
{
	printf("%s\n", rest(p, r, "host", 0));
	p->failed = print_rule(NULL, r->values, r->n);
}

static void print_decision(printing *p, const table_row *r)
{
	const char *of = original_called(p, r);
	int room = left_of(p, 54);

	printf("%6lld  %-10s  %s%s%s  %s%s%s\n", number(r, "id"), row_text(r, "what"),
	       fit(p, row_has(r, "pattern") ? row_text(r, "pattern") : called(p, r), of ? room / 2 : room),
	       !of                                        ? ""
	       : strcmp(row_text(r, "what"), "keep") == 0 ? " no copy of "
							  : " of ",
	       fit(p, of, room / 2), faint(p), row_text(r, "at"), plain(p));
}

/* ── the lists ── */

static const struct view views[] = {{"pages", ASK_PAGES, true, print_page},
				    {"drops", ASK_DROPS, true, print_drop},
				    {"causes", ASK_CAUSES, false, print_cause},
				    {"groups", ASK_GROUPS, true, print_group},
				    {"members", ASK_MEMBERS, true, print_member},
				    {"hosts", ASK_HOSTS, false, print_host},
				    {"urls", ASK_URLS, false, print_url},
				    {"seeds", ASK_SEEDS, false, print_seed},
				    {"redirects", ASK_REDIRECTS, false, print_redirect},
				    {"failures", ASK_FAILURES, false, print_failure},
				    {"skips", ASK_SKIPS, false, print_skip},
				    {"changes", ASK_CHANGES, false, print_change},
				    {"past", ASK_PAST, true, print_past},
				    {"supersedes", ASK_SUPERSEDES, true, print_supersedes},
				    {"canonicals", ASK_CANONICALS, true, print_canonical},
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

/* Says what no row does: that the list is empty, how many of the changed pages have only another frame, how much all causes are. */
static void say_more(const printing *p, const settings *s, bool is_of_one)
{
	char changed[64], same[64];

	if (!p->rows)
		terminal_say("%s: no %s%s", p->from->file, p->view->name,
			     s->where     ? " for which --where is true"
			     : s->notable ? " that are notable"
			     : is_of_one  ? " of this article, which has no drops"
					  : "");
	else if (p->same)
		terminal_say("%s: %s changed, of which %s %s the same article", p->from->file,
			     terminal_count((int64_t)p->changed, "URL", changed), terminal_number((int64_t)p->same, same),
			     p->same == 1 ? "has" : "have");
	else if (p->drops || p->not_stored)
		terminal_say("%s: in all %s, %.1f %% of all articles, and %s not stored", p->from->file,
			     terminal_count(p->drops, "drop", changed), 100 * p->share,
			     terminal_count(p->not_stored, "URL", same));
}

static status print_row(void *ctx, const store_value *values, size_t n)
{
	printing *p = ctx;

	arena_reset(p->memory);
	p->rows++;
	p->print(p, &(table_row){values, n});
	return p->failed ? p->failed : arena_exhausted(p->memory) ? ERR_MEMORY : OK;
}

status views_list(const source *from, const char *name, const settings *s, const char *also, const screen *to, bool *has_head,
		  complaint *why)
{
	store_choice choice = {
		.where = s->where, .also = also, .sort = s->sort, .limit = s->limit > 0 ? s->limit : 0, .sample = s->sample};
	printing p = {.from = from, .memory = arena_new(), .screen = to, .view = find_view(name)};
	status err = p.memory ? OK : ERR_MEMORY;

	p.has_head = has_head;
	p.print = s->json ? print_json : s->csv ? print_csv : p.view->print;
	store_list_columns(from->store, p.view->question, p.columns, sizeof p.columns);
	if (!err)
		err = store_list(from->store, p.view->question, &choice, print_row, &p, why);
	if (!err && s->csv)
		print_head(&p);
	else if (!err && !s->json)
		say_more(&p, s, also != NULL);
	arena_free(p.memory);
	return err;
}
