/* inspect — the command: shows what one or several stores contain, and why. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggestion.h"
#include "crawler/commands/commands.h"
#include "crawler/console/screen.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/diff.h"
#include "crawler/inspect/explain.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/near.h"
#include "crawler/inspect/search.h"
#include "crawler/inspect/show.h"
#include "crawler/inspect/views.h"

/* A command line: the stores, WHAT to show, and the operands after it. */
typedef struct inspection {
	sources stores;
	const source *shown; /* sources for lists: all together, if they have the same shared index, else each */
	size_t shown_len;
	const char *what;
	char **operands;
	size_t operands_len;
	const settings *settings;
	screen screen;
	bool has_head; /* of a list of several stores */
} inspection;

static status show_summary(inspection *x, const source *from, complaint *why)
{
	const char *const *files = from->is_together ? x->stores.files : &x->stores.files[from - x->shown];
	size_t n = from->is_together ? x->stores.len : 1;

	(void)why;
	return x->settings->json ? summary_print_json(from->store, files, x->stores.len > 1 ? n : 0)
				 : summary_print(from->store, files, n);
}

static status complain_missing(const inspection *x, const char *what, complaint *why)
{
	arena *a = arena_new();
	const char *reason = NULL;
	char shown[300];
	status err = a ? OK : ERR_MEMORY;

	terminal_clean(what, shown, sizeof shown);
	for (size_t i = 0; i < x->shown_len && !err && !reason; i++)
		err = found_no_article(x->shown[i].store, what, a, &reason);
	if (reason)
		err = complain(why, ERR_MISSING, "%s has no article: %s", shown, reason);
	arena_free(a);
	if (err)
		return err;
	return complain(why, ERR_MISSING, "%s: no such id or URL in %s%s", shown,
			x->stores.len > 1 ? "these stores" : "this store", found_hint(what));
}

/* Writes what the list is restricted to, besides --where: the group of an article. ERR_MISSING: the store does not have that. */
static status restrict_list(const inspection *x, const source *from, char also[64], complaint *why)
{
	arena *a = arena_new();
	store_head head;
	uint64_t page = 0;
	status err = a ? found_check_number(from->store, x->operands[0], why) : ERR_MEMORY;

	if (!err)
		err = found_article(from->store, x->operands[0], a, &head);
	if (!err)
		err = store_find_original(from->store, head.id, &page);
	snprintf(also, 64, "\"group\" = %" PRIu64, page);
	arena_free(a);
	return err;
}

static status show_list(inspection *x, const source *from, complaint *why)
{
	char also[64] = "notable IS NOT NULL";
	status err = x->operands_len ? restrict_list(x, from, also, why) : OK;

	if (err)
		return err;
	if (x->shown_len > 1 && !x->settings->json && !x->settings->csv)
		printf("%s%s%s\n", screen_style(&x->screen, SCREEN_STRONG), from->file, screen_style(&x->screen, SCREEN_PLAIN));
	return views_list(from, x->what, x->settings, x->operands_len || x->settings->notable ? also : NULL, &x->screen,
			  &x->has_head, why);
}

/* ── one article ── */

static status show_article(inspection *x, const source *from, complaint *why)
{
	status err = found_check_number(from->store, x->operands[0], why);

	if (err)
		return err;
	return strcmp(x->what, "explain") == 0 ? explain(from, x->operands[0], x->settings->json, &x->screen)
					       : show(from, x->operands[0], x->settings->json);
}

/* Finds the article in the first store that has it, or with `last` in the last one. */
static status find_article(inspection *x, const char *what, bool last, arena *a, const source **from, store_head *out,
			   complaint *why)
{
	status err = ERR_MISSING;

	for (size_t i = 0; i < x->shown_len && err == ERR_MISSING; i++) {
		*from = &x->shown[last ? x->shown_len - 1 - i : i];
		err = found_check_number((*from)->store, what, why);
		if (!err)
			err = found_article((*from)->store, what, a, out);
	}
	return err == ERR_MISSING ? complain_missing(x, what, why) : err;
}

/* How many rows --limit wants. */
static int64_t most_of(const inspection *x, int64_t by_default, int64_t all)
{
	return x->settings->limit > 0 ? x->settings->limit : x->settings->limit == 0 ? all : by_default;
}

enum { NEAR_DEFAULT = 10, NEAR_MOST = 300 };

static status show_near(inspection *x, complaint *why)
{
	int64_t most = most_of(x, NEAR_DEFAULT, NEAR_MOST);
	arena *a = arena_new();
	const source *of = x->shown;
	store_head head;
	status err = a ? OK : ERR_MEMORY;

	if (most > NEAR_MOST)
		err = complain(why, ERR_USAGE, "inspect near finds at most %d articles", NEAR_MOST);
	if (!err)
		err = find_article(x, x->operands[0], false, a, &of, &head, why);
	for (size_t i = 0; i < x->stores.len && !err; i++)
		err = near_print(of, &head, &x->stores.each[i], most, x->settings->json, &x->screen, why);
	arena_free(a);
	return err;
}

/* ── two articles ── */

/* With one operand, finds the article to compare it with: the original of a drop, the earlier article at its URL, or the
 * page that a kept one was compared with. */
static status find_first(const source *of, const store_head *head, arena *a, store_head *out, complaint *why)
{
	uint64_t id;
	bool is_past = head->kind && strcmp(head->kind, "past") == 0;
	status err = store_find_earlier(of->store, head->id, &id);

	if (err == ERR_MISSING)
		return complain(why, ERR_USAGE,
				"#%" PRIu64
				" is a %s, and its URL had no earlier one: name the article to compare it with, or use show",
				head->id, is_past ? "past article" : head->kind);
	if (!err)
		err = store_head_of(of->store, id, a, out);
	return err != ERR_MISSING
		       ? err
		       : complain(why, err, "#%" PRIu64 " repeats #%" PRIu64 ", a page of another store: name that store, too",
				  head->id, id);
}

/* Searches for the first of two operands from the first store on, and for the second from the last store back: with two crawls of
 * one site, `diff URL URL` compares the page in one with the page in the other. */
static status find_both(inspection *x, arena *a, const source *from[2], store_head heads[2], complaint *why)
{
	status err;

	if (x->operands_len == 2) {
		err = find_article(x, x->operands[0], false, a, &from[0], &heads[0], why);
		return err ? err : find_article(x, x->operands[1], true, a, &from[1], &heads[1], why);
	}
	err = find_article(x, x->operands[0], false, a, &from[1], &heads[1], why);
	from[0] = from[1];
	return err ? err : find_first(from[1], &heads[1], a, &heads[0], why);
}

static status show_diff(inspection *x, complaint *why)
{
	const settings *s = x->settings;
	arena *a = arena_new();
	const source *from[2] = {x->shown, x->shown};
	store_head heads[2] = {{0}};
	diff d;
	status err = a ? find_both(x, a, from, heads, why) : ERR_MEMORY;

	if (!err)
		err = diff_of(from[0], &heads[0], from[1], &heads[1], a, &d);
	if (!err)
		err = diff_print(&d, s->json ? DIFF_JSON : s->side_by_side ? DIFF_SIDE_BY_SIDE : DIFF_INLINE, &x->screen, a);
	arena_free(a);
	return err;
}

/* ── words ── */

enum { SEARCH_DEFAULT = 20 };

static status show_search(inspection *x, complaint *why)
{
	search_words words = {x->operands, x->operands_len};
	int64_t most = most_of(x, SEARCH_DEFAULT, INT64_MAX - 1);
	status err = OK;

	for (size_t i = 0; i < x->stores.len && !err; i++)
		err = search_print(&x->stores.each[i], &words, most, x->settings->json, &x->screen, why);
	return err;
}

/* ── the command line ── */

/* The values of WHAT, besides lists. */
static const struct action {
	const char *name;
	size_t least, most; /* operands */
	const char *takes;
	bool has_limit;
	status (*each)(inspection *x, const source *from, complaint *why); /* shows what one source has; ERR_MISSING: nothing */
	status (*all)(inspection *x, complaint *why);                      /* if each is NULL: what all have */
} actions[] = {
	{"summary", 0, 0, "no further operand", false, show_summary, NULL},
	{"show", 1, 1, "one id or URL", false, show_article, NULL},
	{"diff", 1, 2, "one or two ids or URLs", false, NULL, show_diff},
	{"explain", 1, 1, "one id or URL", false, show_article, NULL},
	{"near", 1, 1, "one id or URL", true, NULL, show_near},
	{"search", 1, SIZE_MAX, "words", true, NULL, show_search},
};
static const struct action list_action = {NULL, 0, 0, "no further operand", true, show_list, NULL};
static const struct action members_action = {NULL, 0,         1,   "at most one id or URL, of an article of one group",
					     true, show_list, NULL};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const struct action *find_action(const char *name)
{
	for (size_t i = 0; i < ACTIONS; i++)
		if (strcmp(name, actions[i].name) == 0)
			return &actions[i];
	return strcmp(name, "members") == 0 ? &members_action : views_has(name) ? &list_action : NULL;
}

bool inspect_shows(const char *name)
{
	return find_action(name);
}

static status complain_no_action(const char *name, complaint *why)
{
	suggestion s = {.wrong = name};
	char names[VIEWS_NAMES];
	const char *view;

	for (size_t i = 0; i < ACTIONS; i++)
		suggestion_consider(&s, actions[i].name);
	for (size_t i = 0; (view = views_name(i)) != NULL; i++)
		suggestion_consider(&s, view);
	views_names(", ", names);
	return complain(
		why, ERR_USAGE,
		"inspect takes stores, then summary, %s, show, diff, explain, near or search; '%s' is none of these, and no file%s%s%s",
		names, name, s.best ? "; did you mean " : "", s.best ? s.best : "", s.best ? "?" : "");
}

static status check_operands(const inspection *x, const struct action *a, complaint *why)
{
	const settings *s = x->settings;
	bool chooses = s->csv || s->where || s->sort || s->sample;

	if (x->operands_len < a->least)
		return complain(why, ERR_USAGE, "inspect %s needs %s", x->what, a->takes);
	if (x->operands_len > a->most)
		return complain(why, ERR_USAGE, "inspect %s takes %s, not also '%s'", x->what, a->takes, x->operands[a->most]);
	if (s->notable && strcmp(x->what, "drops") != 0)
		return complain(why, ERR_USAGE, "--notable is for drops, not for %s", x->what);
	if (a->name && chooses)
		return complain(why, ERR_USAGE, "--csv, --where, --sort and --sample are for lists, and %s is none", x->what);
	if (s->limit >= 0 && !a->has_limit)
		return complain(why, ERR_USAGE, "--limit is for lists, near and search, and %s is none", x->what);
	if (s->side_by_side && (!a->name || strcmp(a->name, "diff") != 0))
		return complain(why, ERR_USAGE, "--side-by-side is for diff");
	return OK;
}

/* Splits the operands: stores up to WHAT, and the rest. */
static status read_operands(inspection *x, complaint *why)
{
	const settings *s = x->settings;
	const struct action *action;
	size_t n = 1;
	status err;

	if (find_action(s->operands[0]) && access(s->operands[0], F_OK) != 0)
		return complain(why, ERR_USAGE, "inspect takes the store first: firstprint inspect %s %s",
				s->operands_len > 1 ? s->operands[1] : "STORE", s->operands[0]);
	while (n < s->operands_len && !find_action(s->operands[n]) && access(s->operands[n], F_OK) == 0)
		n++;
	x->what = n < s->operands_len ? s->operands[n] : "summary";
	x->operands = s->operands + n + 1;
	x->operands_len = n < s->operands_len ? s->operands_len - n - 1 : 0;
	action = find_action(x->what);
	err = action ? check_operands(x, action, why) : complain_no_action(x->what, why);
	return err ? err : sources_open((const char *const *)s->operands, n, &x->stores, why);
}

static status run_action(inspection *x, const struct action *a, complaint *why)
{
	size_t shown = 0;
	status err = OK;

	if (!a->each)
		return a->all(x, why);
	for (size_t i = 0; i < x->shown_len && !err; i++) {
		err = a->each(x, &x->shown[i], why);
		shown += err == OK;
		if (err == ERR_MISSING && x->operands_len)
			err = OK;
	}
	return err || shown || !x->operands_len ? err : complain_missing(x, x->operands[0], why);
}

static status run(inspection *x, complaint *why)
{
	status err = read_operands(x, why);
	bool is_one = x->stores.together.store;

	if (err)
		return err;
	x->shown = is_one ? &x->stores.together : x->stores.each;
	x->shown_len = is_one ? 1 : x->stores.len;
	if (!x->settings->no_pager)
		screen_page(&x->screen);
	err = run_action(x, find_action(x->what), why);
	screen_close(&x->screen);
	return err;
}

int inspect_command(const settings *s, complaint *why)
{
	inspection x = {.settings = s, .screen = screen_open()};
	status err = run(&x, why);

	if (err)
		sources_complain(&x.stores, err, why);
	sources_close(&x.stores);
	return err;
}
