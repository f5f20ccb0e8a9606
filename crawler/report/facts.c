#include "crawler/report/facts.h"

#include "base/clock.h"
#include "config.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/causes.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"

enum { HOSTS_MOST = 200, REASONS_MOST = 50, STAGES_MOST = 100, CAUSES_MOST = 60 };

/* Collects rows as objects. */
typedef struct rows {
	json_t *out;
	size_t most;
	arena *memory;
} rows;

static status put_object(rows *x, json_t *object)
{
	if (json_array_append_new(x->out, object))
		return ERR_MEMORY;
	return json_array_size(x->out) < x->most ? OK : ERR_LIMIT;
}

static status put_row(void *ctx, const store_value *values, size_t n)
{
	json_t *object = json_object();

	for (size_t i = 0; i < n; i++)
		json_object_set_new(object, values[i].name, values_json(&values[i]));
	return put_object(ctx, object);
}

static status put_cause(void *ctx, const store_value *values, size_t n)
{
	rows *x = ctx;
	const table_row r = {values, n};
	causes_advice advice;

	causes_advise(&r, x->memory, &advice);
	return put_object(x, json_pack("{s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "cause", values_text(row_text(&r, "cause")),
				       "drops", (json_int_t)row_integer(&r, "drops"), "bytes",
				       (json_int_t)row_integer(&r, "text_bytes"), "example",
				       (json_int_t)row_integer(&r, "example"), "url",
				       values_text(row_called(&r, "url", "name", x->memory)), "of",
				       values_text(row_called(&r, "of_url", "of_name", x->memory)), "is",
				       values_text(advice.is), "does", values_text(advice.does)));
}

static status put_rows(facts *f, const char *name, enum store_question what, store_row_handler *put, size_t most)
{
	rows x = {json_array(), most, f->memory};
	status err = store_ask(f->from->store, what, put, &x);

	json_object_set_new(f->out, name, x.out);
	return err == ERR_LIMIT ? OK : err;
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

status facts_of(const source *from, const facts_limits *limits, json_t **out)
{
	const char *spec = store_filter(from->store);
	facts f = {.from = from, .spec = spec ? spec : "", .limits = limits, .memory = arena_new(), .out = json_object()};
	status err = f.memory && f.out ? store_begin_reading(from->store) : ERR_MEMORY;

	if (!err)
		err = put_head(&f);
	if (!err)
		err = put_counts(&f);
	if (!err)
		err = put_rows(&f, "causes", ASK_CAUSES, put_cause, CAUSES_MOST);
	if (!err)
		err = put_rows(&f, "stages", ASK_STAGES, put_row, STAGES_MOST);
	if (!err)
		err = put_rows(&f, "hosts", ASK_DROP_HOSTS, put_row, HOSTS_MOST);
	if (!err)
		err = put_rows(&f, "reasons", ASK_REASONS, put_row, REASONS_MOST);
	if (!err)
		err = facts_put_numbers(&f);
	if (!err)
		err = facts_put_groups(&f);
	store_rollback(from->store);
	arena_free(f.memory);
	if (err)
		json_decref(f.out);
	else
		*out = f.out;
	return err;
}
