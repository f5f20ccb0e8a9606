/* judge — the command: how would another filter, other options or a newer version judge the articles of this store? */
#include <stdio.h>
#include <string.h>

#include "crawler/commands/commands.h"
#include "crawler/console/progress.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/change.h"
#include "judge/rejudge.h"
#include "store/ask.h"
#include "store/shared.h"

enum { SHOWN_MOST = 20 }; /* changes that the table lists; --json prints all */

/* ── what would change ── */

typedef struct comparison {
	const char *path;
	const char *spec;       /* of the new filter */
	const char *before;     /* of the store's; NULL: it has none, or it is the same */
	int64_t shown, changes; /* rows printed so far; all changes */
} comparison;

/* Prints "1 drop becomes a page", or the other words after the number. */
static void print_count(const char *before, int64_t n, const char *one, const char *more)
{
	char number[32];

	printf("%s%s %s", before, terminal_number(n, number), n == 1 ? one : more);
}

/* Row: pages, drops now; pages, drops afterwards; drops that become pages; pages that become drops; drops that repeat
 * another page; articles with another verdict. */
static status print_counts(void *ctx, const store_value *row, size_t n)
{
	comparison *t = ctx;
	char a[32], b[32], c[32], d[32];

	(void)n;
	t->changes = row[4].integer + row[5].integer + row[6].integer + row[7].integer;
	printf("%s, judged with %s\n", t->path, t->spec);
	if (t->before)
		printf("  before with %s\n", t->before);
	printf("  %-8s %12s %12s\n", "", "now", "then");
	printf("  %-8s %12s %12s\n", "pages", terminal_number(row[0].integer, a), terminal_number(row[2].integer, b));
	printf("  %-8s %12s %12s\n", "drops", terminal_number(row[1].integer, c), terminal_number(row[3].integer, d));
	print_count("  ", row[4].integer, "drop becomes a page", "drops become pages");
	print_count(", ", row[5].integer, "page becomes a drop\n", "pages become drops\n");
	print_count("  ", row[6].integer, "drop repeats another page", "drops repeat another page");
	print_count(", ", row[7].integer, "other article gets another verdict\n", "other articles get another verdict\n");
	return OK;
}

/* Writes "near-duplicate of #12" into out and returns it. */
static const char *name_verdict(const store_value *verdict, const store_value *of, char out[64])
{
	if (of->type == STORE_INTEGER)
		snprintf(out, 64, "%s %s #%lld", verdict->text, strcmp(verdict->text, "contained") == 0 ? "in" : "of",
			 (long long)of->integer);
	else
		snprintf(out, 64, "%s", verdict->text);
	return out;
}

/* Row: id, url, was, was_of, verdict, of, filter, stage, score, evidence, name. ERR_LIMIT: the table is full. */
static status print_change(void *ctx, const store_value *row, size_t n)
{
	comparison *t = ctx;
	char url[160], was[64], now[64], stage[80];

	(void)n;
	if (t->shown == SHOWN_MOST)
		return ERR_LIMIT;
	t->shown++;
	terminal_clean(row[1].text ? row[1].text : row[10].text, url, sizeof url);
	terminal_clean(row[7].text, stage, sizeof stage);
	printf("%6lld  %s\n        %s -> %s (%s/%s score %.3f)\n", (long long)row[0].integer, url,
	       name_verdict(&row[2], &row[3], was), name_verdict(&row[4], &row[5], now), row[6].text, *stage ? stage : "-",
	       row[8].real);
	return OK;
}

static status print_table(store *st, comparison *t)
{
	status err = store_ask(st, ASK_JUDGED_COUNTS, print_counts, t);

	if (!err && t->changes)
		printf("\n");
	if (!err)
		err = store_ask(st, ASK_JUDGED_CHANGES, print_change, t);
	if (t->changes > t->shown)
		printf("        and %lld more: --json prints all\n", (long long)(t->changes - t->shown));
	return err == ERR_LIMIT ? OK : err;
}

static status print_change_json(void *ctx, const store_value *row, size_t n)
{
	(void)ctx, (void)n;
	return terminal_put_row(change_json(row));
}

/* ── the command ── */

/* Works in one transaction: if the program is killed, nothing has changed. */
static status apply(store *st, const filter *f)
{
	status err = store_begin(st);

	if (!err)
		err = store_apply_judged(st);
	if (!err)
		err = store_set_filter(st, filter_spec(f), filter_files(f));
	if (!err)
		err = store_commit(st);
	if (err)
		store_rollback(st);
	return err;
}

typedef struct telling {
	progress progress;
	int64_t articles;
} telling;

static bool tell(void *ctx, uint64_t done, const char *dropped_by)
{
	telling *t = ctx;

	progress_verdict(&t->progress, dropped_by);
	progress_part(&t->progress, "judged", (int64_t)done, t->articles ? (double)done / (double)t->articles : -1);
	return true;
}

static status rejudge_and_tell(store *st, filter *f, const settings *s, const decision_patterns *patterns, complaint *why)
{
	telling t = {0};
	rejudge_settings settings = {.jobs = (int)s->jobs,
				     .memory = (size_t)s->memory,
				     .patterns = patterns,
				     .tell = tell,
				     .ctx = &t,
				     .tell_unused = terminal_say_unused};
	store_counts counts = {0};
	status err = store_count(st, &counts);

	t.articles = counts.pages + counts.drops;
	progress_start(&t.progress, s->quiet, s->json);
	if (!err)
		err = rejudge(st, f, &settings, why);
	progress_clear(&t.progress);
	return err;
}

/* For a store with a shared index, refuses --apply and otherwise warns: one store does not show what repeats pages of others. */
static status look_at_sharing(const settings *s, const store *st, complaint *why)
{
	if (!store_is_shared(st))
		return OK;
	if (s->apply)
		return complain(why, ERR_USAGE,
				"%s: it shares an index: its verdicts depend on pages of other stores, and stay as they are",
				s->operands[0]);
	terminal_say("%s shares an index: drops of pages in other stores count as pages here", s->operands[0]);
	return OK;
}

static status run(const settings *s, store *st, filter **f, complaint *why)
{
	const decision_patterns patterns = {s->prefer.items, s->prefer.len, s->never_drop.items, s->never_drop.len};
	const bool is_mute = s->apply && s->quiet; /* what would change is its answer; what has changed, a summary */
	comparison t = {.path = s->operands[0]};
	status err = rejudge_open_filter(st, s->filter, f, why);

	if (!err)
		err = rejudge_and_tell(st, *f, s, &patterns, why);
	if (err)
		return err;
	t.spec = filter_spec(*f);
	t.before = store_filter(st) && strcmp(store_filter(st), t.spec) != 0 ? store_filter(st) : NULL;
	err = s->json ? store_ask(st, ASK_JUDGED_CHANGES, print_change_json, NULL) : !is_mute ? print_table(st, &t) : OK;
	if (!err && s->apply)
		err = apply(st, *f);
	if (!err && s->apply)
		err = decisions_store(st, &patterns);
	if (!err && !s->json && !is_mute)
		printf("%s\n", s->apply ? "done: the store has the new verdicts"
					: "nothing is changed yet; --apply stores the new verdicts");
	return err;
}

int judge_command(const settings *s, complaint *why)
{
	filter *f = NULL;
	store *st = NULL;
	status err = store_open(s->operands[0], s->apply ? STORE_WRITE : STORE_READ, &st, why);

	if (!err)
		err = look_at_sharing(s, st, why);
	if (!err)
		err = run(s, st, &f, why);
	if (err)
		store_complain(st, s->operands[0], err, why);
	filter_close(f);
	store_close(st);
	return err;
}
