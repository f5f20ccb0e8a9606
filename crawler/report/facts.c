#include "crawler/report/facts.h"

#include <string.h>

#include "base/clock.h"
#include "config.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"

static const struct list {
	const char *name;
	enum store_question question;
	size_t most;
} lists[] = {
	{"causes", ASK_CAUSES, 60},          {"stages", ASK_STAGES, 100}, {"hosts", ASK_DROP_HOSTS, 200},
	{"reasons", ASK_REASONS, 50},        {"paths", ASK_FOLDERS, 200}, {"canonicals", ASK_CANONICALS, 200},
	{"supersedes", ASK_SUPERSEDES, 200},
};
enum { BARS_MOST = 101 };

/* Collects rows as objects. */
typedef struct rows {
	json_t *out;
	size_t most;
} rows;

/* Patterns are JSON, and clean (cause_pattern.h). */
static json_t *value_of(const store_value *v)
{
	json_t *patterns = v->text && strcmp(v->name, "patterns") == 0 ? json_loads(v->text, 0, NULL) : NULL;

	return patterns ? patterns : values_json(v);
}

static status put_row(void *ctx, const store_value *values, size_t n)
{
	rows *x = ctx;
	json_t *object = json_object();

	for (size_t i = 0; i < n; i++)
		json_object_set_new(object, values[i].name, value_of(&values[i]));
	if (json_array_append_new(x->out, object))
		return ERR_MEMORY;
	return json_array_size(x->out) < x->most ? OK : ERR_LIMIT;
}

static status put_list(facts *f, const struct list *l)
{
	rows x = {json_array(), l->most};
	status err = store_ask(f->from->store, l->question, put_row, &x);

	json_object_set_new(f->out, l->name, x.out);
	return err == ERR_LIMIT ? OK : err;
}

typedef struct times {
	char start[40];
	json_int_t seconds, bars[2][BARS_MOST]; /* of pages and of drops */
	size_t len;
} times;

/* Row: start, seconds, last_bar, bar, dropped, count. */
static status add_bar(void *ctx, const store_value *row, size_t n)
{
	times *x = ctx;

	(void)n;
	x->len = (size_t)row[2].integer + 1;
	if (x->len > BARS_MOST)
		return ERR_LIMIT;
	terminal_clean(row[0].text, x->start, sizeof x->start);
	x->seconds = row[1].integer;
	x->bars[row[4].integer][row[3].integer] = row[5].integer;
	return OK;
}

static status put_times(facts *f)
{
	times x = {.len = 0};
	status err = store_ask(f->from->store, ASK_TIMES, add_bar, &x);

	if (!err && x.len)
		json_object_set_new(f->out, "time",
				    json_pack("{s:s, s:I, s:o, s:o}", "from", x.start, "seconds", x.seconds, "pages",
					      values_integers(x.bars[0], x.len), "drops", values_integers(x.bars[1], x.len)));
	return err;
}

static status put_counts(facts *f)
{
	json_t *counts = NULL;
	status err = summary_counts(f->from->store, &counts);

	if (!err)
		json_object_set_new(f->out, "counts", counts);
	return err;
}

static json_t *stores_json(const source *from)
{
	json_t *all = json_array();

	for (size_t i = 0; i < (from->is_together ? from->files_len : 1); i++)
		json_array_append_new(all, terminal_path_json(from->is_together ? from->files[i] : from->file));
	return all;
}

static status put_head(facts *f)
{
	char now[CLOCK_TEXT];
	uint64_t last = 0;
	status err = store_last_id(f->from->store, &last);

	clock_text(now);
	json_object_set_new(f->out, "store", terminal_path_json(f->from->file));
	json_object_set_new(f->out, "stores", stores_json(f->from));
	json_object_set_new(f->out, "filter", values_text(f->spec));
	json_object_set_new(f->out, "version", json_string(PACKAGE_VERSION));
	json_object_set_new(f->out, "made_at", json_string(now));
	json_object_set_new(f->out, "at", json_integer((json_int_t)last));
	return err;
}

status facts_of(const source *from, size_t details, json_t *out)
{
	const char *spec = store_filter(from->store);
	facts f = {.from = from, .spec = spec ? spec : "", .details = details, .memory = arena_new(), .out = out};
	status err = f.memory ? store_begin_reading(from->store) : ERR_MEMORY;

	if (!err)
		err = put_head(&f);
	if (!err)
		err = put_counts(&f);
	for (size_t i = 0; i < sizeof lists / sizeof *lists && !err; i++)
		err = put_list(&f, &lists[i]);
	if (!err)
		err = put_times(&f);
	if (!err)
		err = facts_put_numbers(&f);
	if (!err)
		err = facts_put_groups(&f);
	store_rollback(from->store);
	arena_free(f.memory);
	return err;
}
