#include "crawler/report/facts.h"

#include "base/clock.h"
#include "config.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"

enum { HOSTS_MOST = 200, REASONS_MOST = 50, STAGES_MOST = 100 };

static json_t *value_json(const store_value *v)
{
	return v->type == STORE_TEXT      ? values_text(v->text)
	       : v->type == STORE_INTEGER ? json_integer(v->integer)
	       : v->type == STORE_REAL    ? values_real(v->real)
					  : json_null();
}

/* Collects rows as arrays of their columns. */
typedef struct rows {
	json_t *out;
	size_t most;
	const char *columns; /* which: "0125" */
} rows;

static status put_row(void *ctx, const store_value *row, size_t n)
{
	rows *r = ctx;
	json_t *values = json_array();

	for (const char *c = r->columns; *c; c++)
		if ((size_t)(*c - '0') < n)
			json_array_append_new(values, value_json(&row[*c - '0']));
	if (json_array_append_new(r->out, values))
		return ERR_MEMORY;
	return json_array_size(r->out) < r->most ? OK : ERR_LIMIT;
}

static status put_rows(facts *f, const char *name, enum store_question what, const char *columns, size_t most)
{
	rows r = {json_array(), most, columns};
	status err = store_ask(f->from->store, what, put_row, &r);

	json_object_set_new(f->out, name, r.out);
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
		err = put_rows(&f, "stages", ASK_STAGES, "0123", STAGES_MOST);
	if (!err)
		err = put_rows(&f, "hosts", ASK_DROP_HOSTS, "012", HOSTS_MOST);
	if (!err)
		err = put_rows(&f, "reasons", ASK_REASONS, "012", REASONS_MOST);
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
