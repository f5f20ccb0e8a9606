/* eval — the command: measures filters on a labelled set. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/batch/batch.h"
#include "crawler/commands/commands.h"
#include "crawler/files/format.h"
#include "crawler/measure/score.h"
#include "crawler/measure/sweep.h"
#include "crawler/measure/verdicts.h"
#include "judge/session.h"
#include "crawler/console/progress.h"
#include "crawler/console/terminal.h"
#include "judge/verdict.h"

enum { CLUSTERS_FEW = 20, PAGES_A_CLUSTER = 10 }; /* fewer clusters, of more pages: kinds of pages */

/* ── one filter over the set ── */

typedef struct evaluation {
	const char *spec;
	filter *filter; /* stays open while the verdicts are used: their texts belong to it */
	batch batch;
	score score;
	truth *truth;
	int64_t key;
	const char *value; /* of the option that is swept; NULL: none is */
	bool is_of_key;    /* that option is the key */
	bool is_given;     /* verdicts were read from a file */
	size_t unread;     /* lines, if this is the first evaluation */
} evaluation;

static status open_truth(const char *file, const batch *b, truth **out, complaint *why)
{
	const char **ids = malloc((b->len + 1) * sizeof *ids);
	status err;

	if (!ids)
		return ERR_MEMORY;
	for (size_t i = 0; i < b->len; i++)
		ids[i] = b->pages[i].note.error ? NULL : b->pages[i].note.id;
	err = truth_open(file, ids, b->len, out, why);
	free(ids);
	return err || (*out)->has_lines ? err : complain(why, ERR_FORMAT, "%s: has no pair and no cluster", file);
}

/* Reads verdicts from a file; their cost is unknown. */
static status read_verdicts(const char *file, evaluation *e, complaint *why)
{
	size_t silent;
	status err = verdicts_read(file, &e->batch, &silent, why);

	if (!err && silent)
		terminal_say(silent == 1 ? "%s says nothing of %zu page: it counts as unique"
					 : "%s says nothing of %zu pages: they count as unique",
			     file, silent);
	e->batch.ms = 0;
	e->batch.held = 0;
	return err;
}

/* Pairs of a page with itself are among them. */
static void say_contradictions(const char *file, const truth *t, const batch *b)
{
	const struct truth_pair *all = t->negative.items, *first = NULL;
	size_t n = 0;

	for (size_t k = 0; k < t->negative.len; k++)
		if (truth_same(t, all[k].i, all[k].j) && n++ == 0)
			first = &all[k];
	if (n)
		terminal_say("%s: %zu pair%s labelled neg, but of one article by other lines, such as %.80s and %.80s", file, n,
			     n == 1 ? " is" : "s are", b->pages[first->i].note.id, b->pages[first->j].note.id);
}

/* Says so if a few clusters hold all pages, as kinds of pages do. */
static void say_kinds(const char *file, const truth *t, const batch *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len && !t->is_pairs; i++)
		n += truth_cluster(t, i) == i;
	if (n && n < CLUSTERS_FEW && n * PAGES_A_CLUSTER < b->len)
		terminal_say("%s: %zu cluster%s all %zu pages: the second column must name an article, and not a kind of page",
			     file, n, n == 1 ? " holds" : "s hold", b->len);
}

enum { UNREAD_SHOWN = 3 };

/* Names the first lines that could not be read; the last sentence counts them. Returns how many. */
static size_t say_unread(const batch *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		if (b->pages[i].note.error && n++ < UNREAD_SHOWN)
			line_note_say(&b->pages[i].note);
	return n;
}

static size_t judged(const batch *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += !b->pages[i].note.error;
	return n;
}

static void say_doubts(const settings *s, const truth *t, const batch *b)
{
	if (t->left_out)
		terminal_say("%s; %zu line%s left out", t->first, t->left_out, t->left_out == 1 ? " is" : "s are");
	if (t->repeated)
		terminal_say("%s: %zu page%s the id of an earlier one, of which alone the labels speak", s->operands[0],
			     t->repeated, t->repeated == 1 ? " has" : "s have");
	say_contradictions(s->operands[1], t, b);
	say_kinds(s->operands[1], t, b);
}

/* is_first: nothing was said yet about these pages. */
static status evaluate(const settings *s, const char *spec, bool is_first, evaluation *out, complaint *why)
{
	uint8_t key[FILTER_KEY_SIZE] = {0};
	progress shown;
	batch_settings settings = {.stream = arguments_stream(s, -1),
				   .files = s->operands,
				   .files_len = 1,
				   .order = (enum batch_order)s->order};
	status err;

	*out = (evaluation){.spec = spec, .key = s->key, .is_given = s->verdicts != NULL};
	memcpy(key, &s->key, sizeof s->key);
	if (!is_first)
		lseek(STDIN_FILENO, 0, SEEK_SET); /* check_files */
	settings.stream.progress = &shown;
	progress_start(&shown, s->quiet, s->json);
	err = filter_open(s->verdicts ? "none" : spec, key, &out->filter, why);
	if (!err)
		err = batch_run(out->filter, &settings, &out->batch, why);
	progress_clear(&shown);
	if (!err && out->batch.len == 0)
		err = complain(why, ERR_FORMAT, "%s: has no pages", s->operands[0]);
	if (!err && s->verdicts)
		err = read_verdicts(s->verdicts, out, why);
	if (!err)
		err = open_truth(s->operands[1], &out->batch, &out->truth, why);
	if (!err && is_first) {
		say_doubts(s, out->truth, &out->batch);
		out->unread = say_unread(&out->batch);
	}
	if (!err)
		err = score_batch(&out->batch, out->truth, s->labelled, &out->score);
	if (!err && is_first && out->score.met + out->score.missed == 0)
		terminal_say("%s: no two pages are one article, so recall and F1 say nothing", s->operands[1]);
	return err;
}

/* ── printing ── */

static double per_second(const evaluation *e)
{
	return e->batch.ms > 0 ? 1000.0 * (double)judged(&e->batch) / (double)e->batch.ms : 0;
}

static size_t per_page(size_t bytes, size_t pages)
{
	return pages ? bytes / pages : 0;
}

static void print_row(const evaluation *e)
{
	const score *s = &e->score;
	char neg[40], name[300];

	snprintf(name, sizeof name, e->is_of_key ? "%.200s (key %lld)" : "%.200s", e->spec, (long long)e->key);
	snprintf(neg, sizeof neg, "%zu/%zu", s->negatives_dropped, s->negatives);
	printf("%-36s %9.3f %7.3f %7.3f %6zu %6zu %6zu %6zu %9s %6zu %9.0f %8zu\n", name, s->precision, s->recall, s->f1,
	       s->right, s->wrong, s->unlabelled, s->missed, neg, s->met_by_supersedes, per_second(e),
	       per_page(e->batch.held, e->batch.kept));
}

static size_t dropped_by(const batch *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += filter_kind_drops(b->pages[i].verdict.kind);
	return n;
}

/* A number, or the word of a switch. */
static json_t *value_json(const char *value)
{
	json_t *number = json_loads(value, JSON_DECODE_ANY, NULL);

	return number ? number : json_string(value);
}

static json_t *row_json(const evaluation *e)
{
	const score *s = &e->score;
	const struct {
		const char *name;
		size_t count;
	} counts[] = {
		{"right", s->right},
		{"wrong", s->wrong},
		{"unlabelled", s->unlabelled},
		{"met", s->met},
		{"met_by_supersedes", s->met_by_supersedes},
		{"missed", s->missed},
		{"misnamed", s->misnamed},
		{"ignored", s->ignored},
		{"neg_dropped", s->negatives_dropped},
		{"neg", s->negatives},
		{"superseded", s->superseded},
		{"superseded_wrong", s->superseded_wrong},
		{"classes", s->classes},
		{"classes_wrong", s->classes_wrong},
		{"pages", judged(&e->batch)},
		{"dropped", dropped_by(&e->batch)},
		{"milliseconds", (size_t)e->batch.ms},
		{"bytes_per_page", per_page(e->batch.held, e->batch.kept)},
		{"signature_bytes", per_page(e->batch.signature_bytes, judged(&e->batch))},
	};
	json_t *row = json_pack("{s:o, s:f, s:f, s:f, s:I}", "filter", terminal_path_json(e->spec), "precision", s->precision,
				"recall", s->recall, "f1", s->f1, "key", (json_int_t)e->key);
	bool ok = row != NULL;

	for (size_t i = 0; ok && i < sizeof counts / sizeof *counts; i++)
		ok = json_object_set_new(row, counts[i].name, json_integer((json_int_t)counts[i].count)) == 0;
	ok = ok && json_object_set_new(row, "pages_per_second", json_real(per_second(e))) == 0;
	if (ok && !e->is_given)
		ok = json_object_set_new(row, "spec", terminal_path_json(filter_spec(e->filter))) == 0;
	if (ok && (!e->value || json_object_set_new(row, "value", value_json(e->value)) == 0))
		return row;
	json_decref(row);
	return NULL;
}

static bool is_wrong(const evaluation *e, size_t i)
{
	return e->score.mistakes[i] == MISTAKE_WRONG || e->score.mistakes[i] == MISTAKE_UNLABELLED;
}

static const char *mistake_text(enum mistake m)
{
	return m == MISTAKE_WRONG ? "wrong" : m == MISTAKE_UNLABELLED ? "unlabelled" : "missed";
}

/* The id of page n, counted from 1, as JSON; n 0: NULL. */
static const char *id_of(const evaluation *e, size_t n)
{
	return n ? e->batch.pages[n - 1].note.id : NULL;
}

static void print_page(const char *before, const char *id)
{
	char clean[100];

	terminal_clean(id, clean, sizeof clean);
	printf("%s%s", id ? before : "", clean);
}

static void print_mistake(const evaluation *e, size_t i)
{
	const batch_page *p = &e->batch.pages[i];
	char *evidence = verdict_evidence_json(&p->verdict), stage[40];

	terminal_clean(p->verdict.stage, stage, sizeof stage);
	printf("  %-6s", e->score.mistakes[i] == MISTAKE_UNLABELLED ? "unlab." : mistake_text(e->score.mistakes[i]));
	print_page(" ", p->note.id);
	print_page(", a copy of ", id_of(e, e->score.earlier[i]));
	printf(": %s", filter_kind_text(p->verdict.kind));
	print_page(" of ", id_of(e, p->verdict.of));
	printf(", %s/%s score %.3f %s", p->filter, stage, p->verdict.score, evidence ? evidence : "");
	printf("\n");
	free(evidence);
}

static json_t *id_json(const char *id)
{
	return id ? json_loads(id, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL) : json_null();
}

static json_t *mistake_json(const evaluation *e, size_t i)
{
	const batch_page *p = &e->batch.pages[i];
	char *evidence = verdict_evidence_json(&p->verdict);
	json_t *row = json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:s, s:f, s:o*}", "mistake", mistake_text(e->score.mistakes[i]),
				"id", id_json(p->note.id), "verdict", filter_kind_text(p->verdict.kind), "of",
				id_json(id_of(e, p->verdict.of)), "misses", id_json(id_of(e, e->score.earlier[i])), "filter",
				p->filter, "stage", p->verdict.stage ? p->verdict.stage : "", "score", p->verdict.score,
				"evidence", json_loads(evidence ? evidence : "{}", 0, NULL));

	free(evidence);
	return row;
}

/* Sorts wrongly dropped pages first, the highest score first, then missed duplicates in input order. */
static int by_weight(const void *a, const void *b, void *ctx)
{
	const evaluation *e = ctx;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	double m = is_wrong(e, x) ? e->batch.pages[x].verdict.score : -1,
	       n = is_wrong(e, y) ? e->batch.pages[y].verdict.score : -1;

	return m != n ? (m < n) - (m > n) : (x > y) - (x < y);
}

/* Prints at most `most` mistakes, the worst first. */
static status print_mistakes(const evaluation *e, const settings *s)
{
	size_t *found = malloc((e->batch.len + 1) * sizeof *found), n = 0;
	status err = found ? OK : ERR_MEMORY;

	for (size_t i = 0; found && i < e->batch.len; i++)
		if (e->score.mistakes[i] != MISTAKE_NONE)
			found[n++] = i;
	if (n)
		qsort_r(found, n, sizeof *found, by_weight, (void *)e);
	for (size_t i = 0; i < n && (int64_t)i < s->show && !err; i++) {
		if (s->json)
			err = terminal_put_row(mistake_json(e, found[i]));
		else
			print_mistake(e, found[i]);
	}
	free(found);
	return err;
}

/* ── the command ── */

typedef struct printed {
	size_t rows, unread; /* unread: lines of the pages */
} printed;

static status print_pairs(const evaluation *e, const settings *s, complaint *why)
{
	char name[300];

	if (!e->truth->lines_len)
		return complain(why, ERR_USAGE, "%s: has clusters and no pairs, which --pairs prints", s->operands[1]);
	terminal_clean(e->spec, name, sizeof name);
	for (size_t k = 0; k < e->truth->lines_len; k++)
		printf("%s\t%s\t%s\n", e->truth->lines[k].text, e->score.together[k] ? "together" : "apart", name);
	return OK;
}

static status print_evaluation(const evaluation *e, const settings *s, bool is_first, complaint *why)
{
	status err = OK;

	if (s->pairs)
		return print_pairs(e, s, why);
	if (is_first && !s->json)
		printf("%-36s %9s %7s %7s %6s %6s %6s %6s %9s %6s %9s %8s\n", "filter", "precision", "recall", "F1", "right",
		       "wrong", "unlab.", "missed", "neg", "super.", "pages/s", "B/page");
	if (s->json)
		err = terminal_put_row(row_json(e));
	else
		print_row(e);
	return err || !s->show ? err : print_mistakes(e, s);
}

/* value: of the option that is swept; NULL: none is. */
static status evaluate_and_print(const settings *s, const char *spec, const char *value, printed *so_far, double *f1,
				 complaint *why)
{
	evaluation e;
	status code = evaluate(s, spec, so_far->rows == 0, &e, why);

	e.value = value;
	e.is_of_key = s->sweep && strncmp(s->sweep, "key=", 4) == 0;
	so_far->unread += code ? 0 : e.unread;
	if (!code)
		code = print_evaluation(&e, s, so_far->rows++ == 0, why);
	fflush(stdout);
	*f1 = e.score.f1;
	batch_free(&e.batch);
	score_free(&e.score);
	truth_close(e.truth);
	filter_close(e.filter);
	return code;
}

/* A row for each value of an option of the filter or, for the option "key", for each key. Keys end with the mean of F1 and its
 * standard deviation: how much of a difference is chance. */
static status sweep_filter(const settings *s, const char *spec, const sweep *w, printed *so_far, complaint *why)
{
	size_t values = sweep_values(w);
	settings with = *s;
	double f1 = 0, sum = 0, squares = 0;
	status err = OK;

	for (size_t n = 0; n < values && !err; n++) {
		char value[SWEEP_VALUE], *one;

		sweep_value(w, n, value);
		one = sweep_is_keys(w) ? strdup(spec) : filter_with_option(spec, w->option, value);
		if (sweep_is_keys(w))
			with.key = strtoll(value, NULL, 10);
		err = one ? evaluate_and_print(&with, one, value, so_far, &f1, why) : ERR_MEMORY;
		free(one);
		sum += f1;
		squares += f1 * f1;
	}
	if (!err && sweep_is_keys(w)) {
		double mean = sum / (double)values, deviation = sqrt(fmax(squares / (double)values - mean * mean, 0));

		if (s->json)
			return terminal_put_row(json_pack("{s:s, s:I, s:f, s:f}", "filter", spec, "keys", (json_int_t)values,
							  "f1_mean", mean, "f1_deviation", deviation));
		printf("%s: F1 %.3f ± %.3f over %zu keys\n", spec, mean, deviation, values);
	}
	return err;
}

/* ── what is wrong before the first row ── */

static bool is_standard(const char *name)
{
	return name && strcmp(name, "-") == 0;
}

/* Standard input that cannot be read again, for the next row, becomes a file. */
static status keep_standard_input(complaint *why)
{
	char block[BUFSIZ];
	bool is_file = lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0, ok;
	FILE *f = is_file ? NULL : tmpfile();
	ssize_t n = f ? 1 : 0;

	for (ok = is_file || f; ok && n > 0;) {
		n = read(STDIN_FILENO, block, sizeof block);
		ok = n >= 0 && fwrite(block, 1, (size_t)n, f) == (size_t)n;
	}
	if (ok && f)
		ok = fflush(f) == 0 && dup2(fileno(f), STDIN_FILENO) >= 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
	if (!ok)
		complain(why, ERR_IO, "standard input cannot be kept for the next row: %s", strerror(errno));
	if (f)
		fclose(f);
	return ok ? OK : ERR_IO;
}

/* Does the file look like pages, and not like labels? */
static bool has_pages(const char *file)
{
	const input_wait wait = {.stop_fd = -1};
	const char *what, *at;
	input *in = NULL;
	enum format is = is_standard(file) || input_open(file, &wait, &in, &(complaint){""}) ? FORMAT_OTHER
											     : format_of(in, file, &what);
	bool has = is < FORMAT_TEXT && input_head(in, 1, &at) > 0 && strchr("{[<Wf", *at);

	input_close(in);
	return has;
}

static status check_files(const settings *s, bool has_rows, complaint *why)
{
	int standard = is_standard(s->operands[0]) + is_standard(s->operands[1]) + is_standard(s->verdicts);

	if (standard > 1)
		return complain(why, ERR_USAGE, "only one of PAGES, TRUTH and --verdicts can be standard input");
	if (has_pages(s->operands[1]))
		return complain(why, ERR_USAGE, "%s: pages, and no labels: eval takes PAGES, then TRUTH", s->operands[1]);
	return standard && has_rows ? keep_standard_input(why) : OK;
}

static status check_keys(const settings *s, const sweep *w, complaint *why)
{
	if (w->words[0] || w->from < 0 || w->from != floor(w->from) || w->step != floor(w->step))
		return complain(why, ERR_USAGE, "--sweep key=A..B: keys are whole numbers from 0 on");
	return s->key ? complain(why, ERR_USAGE, "--sweep key=A..B takes the place of --key") : OK;
}

/* Has each filter the option, and takes it the values? Asked before the first row. */
static status check_sweep(const settings *s, const char *const *specs, size_t n, const sweep *w, complaint *why)
{
	size_t values = sweep_values(w);
	status err = sweep_is_keys(w) ? check_keys(s, w, why) : OK;

	for (size_t i = 0; i < values * n && !sweep_is_keys(w) && !err; i++) {
		char value[SWEEP_VALUE], *spec;
		session one = {0};

		sweep_value(w, i % values, value);
		spec = filter_with_option(specs[i / values], w->option, value);
		err = spec ? session_open_signing(spec, NULL, &one, why) : ERR_MEMORY;
		session_close(&one);
		free(spec);
	}
	return err;
}

int eval_command(const settings *s, complaint *why)
{
	static const char *const standard[] = {SESSION_FILTER_DEFAULT};
	const char *const *specs = s->filters.len ? s->filters.items : standard;
	size_t n = s->filters.len ? s->filters.len : 1;
	printed so_far = {0};
	double f1;
	sweep w = {0};
	status err = s->sweep ? sweep_parse(s->sweep, &w, why) : OK;

	if (!err && s->verdicts && (s->sweep || s->filters.len))
		return complain(why, ERR_USAGE, "--verdicts takes the place of --filter and --sweep");
	if (!err && s->pairs && (s->sweep || s->show || s->json))
		return complain(why, ERR_USAGE, "--pairs takes no %s", s->sweep ? "--sweep" : s->show ? "--show" : "--json");
	if (!err)
		err = check_files(s, s->sweep || n > 1, why);
	if (!err && s->verdicts)
		err = evaluate_and_print(s, s->verdicts, NULL, &so_far, &f1, why);
	else if (!err && s->sweep)
		err = check_sweep(s, specs, n, &w, why);
	for (size_t i = 0; i < n && !err && !s->verdicts; i++)
		err = s->sweep ? sweep_filter(s, specs[i], &w, &so_far, why)
			       : evaluate_and_print(s, specs[i], NULL, &so_far, &f1, why);
	return err || !so_far.unread
		       ? err
		       : complain(why, ERR_IO, "%s: %zu line%s could not be read and %s not counted", s->operands[0],
				  so_far.unread, so_far.unread == 1 ? "" : "s", so_far.unread == 1 ? "is" : "are");
}
