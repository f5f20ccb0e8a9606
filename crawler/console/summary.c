#include "crawler/console/summary.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell.h"
#include "crawler/console/rows.h"
#include "crawler/console/terminal.h"
#include "store/shared.h"

/* Adds one row of the view summary, name and value, to the object ctx: {"fetched": 1855, …}. */
static status read_summary(void *ctx, const store_value *row, size_t n)
{
	(void)n;
	return json_object_set_new(ctx, row[0].text, json_integer(row[1].integer)) ? ERR_MEMORY : OK;
}

/* Returns 0 if the summary has no such count. */
static int64_t get(const json_t *s, const char *name)
{
	return json_integer_value(json_object_get(s, name));
}

static void print_row(const char *name, int64_t value, int64_t of)
{
	char number[32];

	printf("  %-18s %9s", name, terminal_number(value, number));
	if (of > 0)
		printf("  %5.1f %%", 100.0 * (double)value / (double)of);
	printf("\n");
}

static void print_refresh(const json_t *s)
{
	static const char *const found[] = {"new", "changed", "gone", "unchanged", "unreached"};
	char number[32];
	int64_t all = 0;

	for (int i = 0; i < 5; i++)
		all += get(s, found[i]);
	if (all)
		printf("  since the last refresh:");
	for (int i = 0; i < 5 && all; i++)
		printf(" %s %s%s", terminal_number(get(s, found[i]), number), i < 4 ? found[i] : "not reached",
		       i < 4 ? "," : "\n");
	if (get(s, "to-refresh"))
		printf("  %s still to be fetched again\n", terminal_number(get(s, "to-refresh"), number));
}

static void print_counts(const json_t *s, const char *names)
{
	int64_t articles = get(s, "fetched");
	char a[64], b[64], c[32];

	print_row("articles", articles, 0);
	print_row("unique", get(s, "pages"), articles);
	print_row("exact duplicates", get(s, "duplicates"), articles);
	print_row("near-duplicates", get(s, "near-duplicates"), articles);
	if (get(s, "contained"))
		print_row("contained", get(s, "contained"), articles);
	if (get(s, "notable"))
		print_row("notable drops", get(s, "notable"), articles);
	printf("  %-18s %9s  of %s of article text\n", "saved", terminal_bytes(get(s, "saved-bytes"), a),
	       terminal_bytes(get(s, "text-bytes") + get(s, "drop-text-bytes"), b));
	if (get(s, "urls")) { /* pages of files have none in the queue */
		printf("  %s, %s, %s skipped", terminal_count(get(s, "redirects"), "redirect", a),
		       terminal_count(get(s, "failures"), "failure", b), terminal_number(get(s, "skips"), c));
		printf(", %s still queued", terminal_number(get(s, "queued"), a));
		printf(": %s in all\n", terminal_count(get(s, "urls"), "URL", a));
	}
	print_refresh(s);
	if (get(s, "saved-fetches"))
		printf("  %s fetch%s saved by learned rules (inspect %s hosts)\n", terminal_number(get(s, "saved-fetches"), a),
		       get(s, "saved-fetches") == 1 ? "" : "es", names);
}

/* Prints the store's shared index, and the store's name there, which `shared URL forget` takes. */
static void print_sharing(const store *st)
{
	const store_sharing *x = store_sharing_of(st);

	if (x->memory && x->owner)
		printf("  shares %s, as %s\n", x->memory, x->owner);
}

/* ── stages of the filter ── */

/* Row: stage, proposed_by, pages, drops. *ctx counts the rows, for the heading above the first. */
static status print_stage(void *ctx, const store_value *row, size_t n)
{
	char stage[40], by[40], kept[32], dropped[32];

	(void)n;
	if (!(*(int *)ctx)++)
		printf("\n%-20s %-20s %9s %9s\n", "decided by", "proposed by", "unique", "dropped");
	terminal_clean(row[0].text, stage, sizeof stage);
	terminal_clean(row[1].text, by, sizeof by);
	printf("  %-18s %-20s %9s %9s\n", *stage ? stage : "-", *by ? by : "-", terminal_number(row[2].integer, kept),
	       terminal_number(row[3].integer, dropped));
	return OK;
}

/* Adds the same row to the JSON array ctx. */
static status read_stage(void *ctx, const store_value *row, size_t n)
{
	json_t *stage = json_pack("{s:s, s:s, s:I, s:I}", "stage", row[0].text, "proposed_by", row[1].text, "pages",
				  (json_int_t)row[2].integer, "drops", (json_int_t)row[3].integer);

	(void)n;
	return json_array_append_new(ctx, stage) ? ERR_MEMORY : OK;
}

/* ── groups ── */

/* *ctx counts the rows, for the heading above the first. */
static status print_group(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	char title[80], url[160], number[32];
	arena *a = arena_new();
	const char *called = a ? row_called(&r, "best_url", "name", a) : NULL;

	if (!(*(int *)ctx)++)
		printf("\nlargest groups (an original and its reprints)\n");
	terminal_clean(row_text(&r, "title"), title, sizeof title);
	terminal_clean(called, url, sizeof url);
	arena_free(a);
	printf("  %5s  #%lld  %s\n         %s\n", terminal_number(row_integer(&r, "drops") + 1, number),
	       (long long)row_integer(&r, "id"), *title ? title : "(no title)", url);
	return OK;
}

/* Reads the last column of the last row. */
static status read_last(void *ctx, const store_value *row, size_t n)
{
	*(int64_t *)ctx = row[n - 1].integer;
	return OK;
}

/* ── what may hide articles ── */

/* Row: what, reason, count. */
static status print_skips(void *ctx, const store_value *row, size_t n)
{
	char reason[80], number[32];

	(void)n;
	if (strcmp(row[0].text, "skip") != 0)
		return OK;
	if (!(*(int *)ctx)++)
		printf("\nskipped\n");
	terminal_clean(row[1].text, reason, sizeof reason);
	printf("  %9s  %s\n", terminal_number(row[2].integer, number), reason);
	return OK;
}

enum { LIST_SHOWN = 3 }; /* rows of ASK_THREE_SUPERSEDES and of ASK_THREE_CANONICALS, at most */

/* Names the whole list behind its third row. */
static void print_others(const table_row *r, int shown, const char *list)
{
	if (shown == LIST_SHOWN && row_integer(r, "total") > LIST_SHOWN)
		printf("  the others: inspect STORE %s\n", list);
}

static status print_supersedes(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	char page[160], older[160], number[32];
	arena *a = arena_new();

	if (!(*(int *)ctx)++)
		printf(row_integer(&r, "total") == 1
			       ? "\n%s kept page contains another one, as a list or a longer version does\n"
			       : "\n%s kept pages contain another one, as a list or a longer version does\n",
		       terminal_number(row_integer(&r, "total"), number));
	terminal_clean(a ? row_called(&r, "url", "name", a) : NULL, page, sizeof page);
	terminal_clean(a ? row_called(&r, "of_url", "of_name", a) : NULL, older, sizeof older);
	arena_free(a);
	printf("         %s contains %s\n", page, older);
	print_others(&r, *(int *)ctx, "supersedes");
	return OK;
}

static status print_canonical(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	char url[160], canonical[160], missing[80], number[32];

	if (!(*(int *)ctx)++)
		printf(row_integer(&r, "total") == 1
			       ? "\n%s page names another article as its own (rel=canonical), or a URL without one; it was judged like any other\n"
			       : "\n%s pages name another article as their own (rel=canonical), or a URL without one; they were judged like any other\n",
		       terminal_number(row_integer(&r, "total"), number));
	terminal_clean(row_text(&r, "url"), url, sizeof url);
	terminal_clean(row_text(&r, "canonical"), canonical, sizeof canonical);
	terminal_clean(row_text(&r, "missing"), missing, sizeof missing);
	printf("  %s\n    names %s%s%s%s\n", url, canonical, *missing ? " (" : "", missing, *missing ? ")" : "");
	print_others(&r, *(int *)ctx, "canonicals");
	return OK;
}

enum { HINT_WIDTH = 40 };

/* Prints a command and its description, on the next line if the command is long. */
static void print_hint(const char *command, const char *shows)
{
	char clean[SHELL_WORD + 100];

	terminal_clean(command, clean, sizeof clean);
	if (strlen(clean) <= HINT_WIDTH)
		printf("  %-*s %s\n", HINT_WIDTH, clean, shows);
	else
		printf("  %s\n  %*s %s\n", clean, HINT_WIDTH, "", shows);
}

static void print_inspect(const char *names, const char *what, const char *shows)
{
	char command[2 * SHELL_WORD];

	snprintf(command, sizeof command, "firstprint inspect %s %s", names, what);
	print_hint(command, shows);
}

/* Prints further commands; fewer for several stores, because not all take several. */
static status print_hints(store *st, const char *names, bool is_single)
{
	int64_t drop = 0;
	char show[40], line[SHELL_WORD + 100];
	status err = store_ask(st, ASK_FIRST_DROP, read_last, &drop);

	printf("\nlook further\n");
	print_inspect(names, "pages", "the first prints");
	print_inspect(names, "drops", "the reprints, and why");
	snprintf(show, sizeof show, "show %lld", (long long)drop);
	if (drop)
		print_inspect(names, show, "all about one of them, by id or URL");
	if (!is_single)
		return err;
	snprintf(line, sizeof line, "firstprint serve %s", names);
	print_hint(line, "all of it in a browser; report makes a file of it");
	snprintf(line, sizeof line, "sqlite3 %s .schema", names);
	print_hint(line, "everything else");
	return err;
}

status summary_counts(store *st, json_t **out)
{
	json_t *counts = json_object();
	status err = counts ? store_ask(st, ASK_SUMMARY, read_summary, counts) : ERR_MEMORY;

	if (err)
		json_decref(counts);
	*out = err ? NULL : counts;
	return err;
}

/* Writes the paths as a shell needs them: "a.db 'b c.db'"; cut if there is no room. */
static void shell_words(const char *const *paths, size_t n, char *out, size_t room)
{
	char word[SHELL_WORD];
	size_t len = 0;

	for (size_t i = 0; i < n && len < room; i++)
		len += (size_t)snprintf(out + len, room - len, "%s%s", i ? " " : "", shell_word(paths[i], word));
}

static const struct {
	enum store_question what;
	status (*print)(void *ctx, const store_value *row, size_t n);
} lists[] = {{ASK_STAGES, print_stage},
	     {ASK_LARGEST_GROUPS, print_group},
	     {ASK_REASONS, print_skips},
	     {ASK_THREE_SUPERSEDES, print_supersedes},
	     {ASK_THREE_CANONICALS, print_canonical}};

status summary_print(store *st, const char *const *paths, size_t n)
{
	char names[SHELL_WORD];
	json_t *counts;
	status err = OK;

	if (summary_counts(st, &counts))
		return ERR_IO;
	shell_words(paths, n, names, sizeof names);
	for (size_t i = 0; i < n; i++)
		printf("%s%s", paths[i], i + 1 < n ? ", " : "\n");
	print_counts(counts, names);
	if (n == 1)
		print_sharing(st);
	for (size_t i = 0; !err && i < sizeof lists / sizeof *lists; i++) {
		int rows = 0;

		err = store_ask(st, lists[i].what, lists[i].print, &rows);
	}
	if (!err)
		err = print_hints(st, names, n == 1);
	json_decref(counts);
	return err;
}

static json_t *names_json(const char *const *paths, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(all, terminal_path_json(paths[i]));
	return all;
}

status summary_print_json(store *st, const char *const *paths, size_t n)
{
	json_t *counts, *stages = json_array();
	int64_t claims = 0;
	bool whole = summary_counts(st, &counts) == OK && stages &&
		     store_ask(st, ASK_THREE_CANONICALS, read_last, &claims) == OK &&
		     json_object_set_new(counts, "canonical-claims", json_integer(claims)) == 0 &&
		     store_ask(st, ASK_STAGES, read_stage, stages) == OK && json_object_set(counts, "stages", stages) == 0 &&
		     (n == 0 || json_object_set_new(counts, n > 1 ? "stores" : "store",
						    n > 1 ? names_json(paths, n) : terminal_path_json(*paths)) == 0);

	json_decref(stages);
	if (whole)
		return terminal_put_row(counts);
	json_decref(counts);
	return ERR_IO;
}
