/* groups — pages with their drops, and the details of the most informative drops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/table.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/threshold.h"
#include "crawler/report/detail.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"
#include "store/shared.h"

enum { DROPS_MOST = 100000, DETAIL_BYTES = 6000 }; /* in the list, from the groups with most bytes; of a diff, approximately */

typedef struct dropped {
	int64_t id;
	size_t group;
	double margin, score; /* margin: distance from the line; 1: unknown */
	bool is_exact, has_details;
} dropped;

typedef struct grouping {
	facts *facts;
	dropped *drops;
	size_t drops_len, drops_room;
	table deciders;   /* positions in the list, by filter and stage */
	threshold *lines; /* of the deciders; number NULL: no line */
	size_t lines_len, lines_room;
	json_t *list_groups, *list_drops, *list_deciders;
	json_t *page; /* of the current group; NULL: it is not in the store */
	size_t group; /* how many are in the list: the position of the next one */
	size_t details;
} grouping;

/* ── drops ── */

static status put_decider(grouping *x, const char *filter, const char *stage)
{
	threshold l, *all = grow(x->lines, x->lines_len, &x->lines_room, sizeof *all);
	bool has = threshold_of(x->facts->spec, filter, stage, x->facts->memory, &l);

	if (!all)
		return ERR_MEMORY;
	x->lines = all;
	all[x->lines_len++] = has ? l : (threshold){0};
	return json_array_append_new(x->list_deciders,
				     json_pack("[o, o, s?, o, s?]", values_text(filter), values_text(stage),
					       has ? l.number : NULL, has ? json_real(l.at) : json_null(), has ? l.sign : NULL))
		       ? ERR_MEMORY
		       : OK;
}

static status find_decider(grouping *x, const char *filter, const char *stage, size_t *out)
{
	char *key = arena_printf(x->facts->memory, "%s %s", filter, stage);
	const size_t *at = key ? table_put(&x->deciders, key, strlen(key), x->lines_len) : NULL;

	if (!at)
		return ERR_MEMORY;
	*out = *at;
	return *out == x->lines_len ? put_decider(x, filter, stage) : OK;
}

static json_t *number_json(const char *evidence, const char *name, double *value)
{
	return name && threshold_number(evidence, name, value) ? json_real(*value) : json_null();
}

/* Of a drop, in this order; those from "name" on are computed. */
static const char *const columns[] = {"id",      "url",     "title", "verdict", "cause",   "score",  "text_bytes",
				      "notable", "pattern", "name",  "group",   "decider", "number", "margin"};
enum { COLUMNS = sizeof columns / sizeof *columns, STORED = 9 };

static json_t *column_names(void)
{
	json_t *names = json_array();

	for (size_t i = 0; i < COLUMNS; i++)
		json_array_append_new(names, json_string(columns[i]));
	return names;
}

static status put_drop(void *ctx, const store_value *values, size_t n)
{
	grouping *x = ctx;
	const table_row r = {values, n};
	const char *evidence = row_text(&r, "evidence");
	dropped d = {.id = row_integer(&r, "id"),
		     .group = x->group,
		     .margin = 1,
		     .score = row_real(&r, "score"),
		     .is_exact = strcmp(row_text(&r, "verdict"), "duplicate") == 0};
	dropped *all;
	size_t decider = 0;
	double number;
	json_t *drop;
	status err = find_decider(x, row_text(&r, "filter"), row_text(&r, "stage"), &decider);

	if (err)
		return err;
	drop = json_array();
	for (size_t i = 0; i < STORED; i++)
		json_array_append_new(drop, values_json(row_value(&r, columns[i])));
	json_array_append_new(drop, values_text(terminal_name(row_text(&r, "name"), x->facts->memory)));
	json_array_append_new(drop, json_integer((json_int_t)d.group));
	json_array_append_new(drop, json_integer((json_int_t)decider));
	json_array_append_new(drop, number_json(evidence, x->lines[decider].number, &number));
	json_array_append_new(drop, number_json(evidence, "near-line", &d.margin));
	if (json_array_append_new(x->list_drops, drop))
		return ERR_MEMORY;
	all = grow(x->drops, x->drops_len, &x->drops_room, sizeof *all);
	if (!all)
		return ERR_MEMORY;
	x->drops = all;
	all[x->drops_len++] = d;
	return OK;
}

/* ── groups ── */

/* Row: best_url, url, title, name. */
static status put_page(void *ctx, const store_value *row, size_t n)
{
	grouping *x = ctx;

	(void)n;
	x->page = json_pack("[o, o, o, o]", values_json(&row[1]), values_json(&row[0]), values_json(&row[2]),
			    values_text(terminal_name(row[3].text, x->facts->memory)));
	return x->page ? OK : ERR_MEMORY;
}

/* Row: id, drops, bytes. Adds whole groups until there are enough drops; at least one. Skips one whose page is not in the store,
 * unless it is in another one. */
static status put_group(void *ctx, const store_value *row, size_t n)
{
	grouping *x = ctx;
	store *st = x->facts->from->store;
	status err;

	(void)n;
	if (x->drops_len >= DROPS_MOST)
		return ERR_LIMIT;
	x->page = NULL;
	err = store_ask_id(st, ASK_GROUP, row[0].integer, put_page, x);
	if (!err && !x->page && !store_is_shared(st))
		return OK;
	if (!err && !x->page)
		x->page = json_pack("[n, n, s, n]", "(a page of another store)");
	if (err)
		return err;
	json_array_insert_new(x->page, 0, values_json(&row[0]));
	json_array_append_new(x->page, values_json(&row[1]));
	json_array_append_new(x->page, values_json(&row[2]));
	if (json_array_append_new(x->list_groups, x->page))
		return ERR_MEMORY;
	err = store_ask_id(st, ASK_DROPS_OF, row[0].integer, put_drop, x);
	x->group++;
	return err;
}

/* ── details ── */

static int by_interest(const void *a, const void *b)
{
	const dropped *x = a, *y = b;

	if (x->is_exact != y->is_exact)
		return x->is_exact ? 1 : -1;
	if (x->margin != y->margin)
		return x->margin < y->margin ? -1 : 1;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static status put_detail(grouping *x, json_t *details, dropped *d)
{
	json_t *detail;
	char key[24];
	status err;

	if (d->has_details || x->details == 0)
		return OK;
	detail = json_object();
	err = detail_of(x->facts->from, (uint64_t)d->id, DETAIL_BYTES, detail);
	if (err) {
		json_decref(detail);
		return err == ERR_MISSING || err == ERR_FORMAT ? OK : err; /* one damaged text does not spoil the report */
	}
	d->has_details = true;
	x->details--;
	snprintf(key, sizeof key, "%lld", (long long)d->id);
	return json_object_set_new(details, key, detail) ? ERR_MEMORY : OK;
}

static int by_group(const void *a, const void *b)
{
	const dropped *x = a, *y = b;

	return x->group != y->group ? (x->group < y->group ? -1 : 1) : by_interest(a, b);
}

/* Adds details for the most interesting drop of each group, up to half of all details; then for the most interesting of all
 * drops. */
static status put_details(grouping *x)
{
	json_t *details = json_object();
	size_t most = x->facts->details;
	status err = OK;

	json_object_set_new(x->facts->out, "details", details);
	x->details = most;
	if (x->drops_len == 0)
		return OK;
	qsort(x->drops, x->drops_len, sizeof *x->drops, by_group);
	for (size_t i = 0; i < x->drops_len && !err && x->details > most / 2; i++)
		if (i == 0 || x->drops[i].group != x->drops[i - 1].group)
			err = put_detail(x, details, &x->drops[i]);
	qsort(x->drops, x->drops_len, sizeof *x->drops, by_interest);
	for (size_t i = 0; i < x->drops_len && !err; i++)
		err = put_detail(x, details, &x->drops[i]);
	return err;
}

status facts_put_groups(facts *f)
{
	grouping x = {.facts = f,
		      .deciders.memory = f->memory,
		      .list_groups = json_array(),
		      .list_drops = json_array(),
		      .list_deciders = json_array()};
	status err = store_ask(f->from->store, ASK_GROUP_SIZES, put_group, &x);

	json_object_set_new(f->out, "groups", x.list_groups);
	json_object_set_new(f->out, "drops", x.list_drops);
	json_object_set_new(f->out, "deciders", x.list_deciders);
	json_object_set_new(f->out, "drop-columns", column_names());
	if (!err || err == ERR_LIMIT)
		err = put_details(&x);
	free(x.drops);
	free(x.lines);
	return err;
}
