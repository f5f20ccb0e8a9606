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

typedef struct group {
	int64_t id, drops, bytes;
} group;

typedef struct dropped {
	int64_t id;
	size_t group;
	double margin, score; /* margin: distance from the line; 1: unknown */
	bool is_exact, has_details;
} dropped;

typedef struct grouping {
	facts *facts;
	group *groups; /* by bytes */
	size_t groups_len, groups_room;
	dropped *drops;
	size_t drops_len, drops_room;
	table deciders;   /* positions in the list, by filter and stage */
	threshold *lines; /* of the deciders; number NULL: no line */
	size_t lines_len, lines_room;
	json_t *list_groups, *list_drops, *list_deciders;
	size_t group; /* the position of the current group */
	size_t details;
} grouping;

/* ── groups ── */

/* Row: id, drops, bytes. */
static status add_group(void *ctx, const store_value *row, size_t n)
{
	grouping *x = ctx;
	group *all = grow(x->groups, x->groups_len, &x->groups_room, sizeof *all);

	(void)n;
	if (!all)
		return ERR_MEMORY;
	x->groups = all;
	all[x->groups_len++] = (group){row[0].integer, row[1].integer, row[2].integer};
	return OK;
}

static status read_best(void *ctx, const store_value *row, size_t n)
{
	(void)n;
	*(json_t **)ctx = values_json(&row[0]);
	return OK;
}

static status put_group(grouping *x, const group *g)
{
	store_head head;
	json_t *best = NULL;
	store *st = x->facts->from->store;
	status err = store_head_of(st, (uint64_t)g->id, x->facts->memory, &head);

	if (err == ERR_MISSING && store_is_shared(st)) {
		head = (store_head){.title = "(a page of another store)"};
		err = OK;
	}
	if (!err)
		err = store_ask_id(st, ASK_BEST_URL, g->id, read_best, &best);
	if (err)
		return err;
	return json_array_append_new(x->list_groups,
				     json_pack("[I, o, o, o, o, I, I]", (json_int_t)g->id, values_text(head.url),
					       best ? best : json_null(), values_text(head.title),
					       values_text(terminal_name(head.name, x->facts->memory)), (json_int_t)g->drops,
					       (json_int_t)g->bytes))
		       ? ERR_MEMORY
		       : OK;
}

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
				     has ? json_pack("[o, o, s, f, s]", values_text(filter), values_text(stage), l.number, l.at,
						     l.sign)
					 : json_pack("[o, o, n, n, n]", values_text(filter), values_text(stage)))
		       ? ERR_MEMORY
		       : OK;
}

/* Finds the position of the filter and stage in the list of deciders, and adds them if they are new. */
static status find_decider(grouping *x, const char *filter, const char *stage, size_t *out)
{
	char *key = arena_printf(x->facts->memory, "%s %s", filter, stage);
	const size_t *place = key ? table_get(&x->deciders, key, strlen(key)) : NULL;

	if (!key)
		return ERR_MEMORY;
	if (place) {
		*out = *place;
		return OK;
	}
	*out = x->lines_len;
	return table_put(&x->deciders, key, strlen(key), *out) ? put_decider(x, filter, stage) : ERR_MEMORY;
}

static json_t *number_json(const char *evidence, const char *name, double *value)
{
	return name && threshold_number(evidence, name, value) ? json_real(*value) : json_null();
}

static status note_drop(grouping *x, const dropped *d)
{
	dropped *all = grow(x->drops, x->drops_len, &x->drops_room, sizeof *all);

	if (!all)
		return ERR_MEMORY;
	x->drops = all;
	all[x->drops_len++] = *d;
	return OK;
}

/* Of a drop, in this order; then come those that are computed. */
static const char *const drop_columns[] = {"id", "url", "title", "verdict", "cause", "score", "text_bytes", "notable", NULL};
static const char *const computed_columns[] = {"name", "group", "decider", "number", "margin", NULL};

static json_t *drop_names(void)
{
	json_t *names = values_names(drop_columns), *computed = values_names(computed_columns);

	json_array_extend(names, computed);
	json_decref(computed);
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
	size_t decider = 0;
	double number;
	json_t *drop = values_named(&r, drop_columns);
	status err = find_decider(x, row_text(&r, "filter"), row_text(&r, "stage"), &decider);

	if (err) {
		json_decref(drop);
		return err;
	}
	json_array_append_new(drop, values_text(terminal_name(row_text(&r, "name"), x->facts->memory)));
	json_array_append_new(drop, json_integer((json_int_t)d.group));
	json_array_append_new(drop, json_integer((json_int_t)decider));
	json_array_append_new(drop, number_json(evidence, x->lines[decider].number, &number));
	json_array_append_new(drop, number_json(evidence, "near-line", &d.margin));
	if (json_array_append_new(x->list_drops, drop))
		return ERR_MEMORY;
	return note_drop(x, &d);
}

/* Adds whole groups until there are enough drops; at least one. Skips groups whose pages were removed from the store meanwhile. */
static status put_all(grouping *x)
{
	status err = OK;

	for (size_t i = 0; i < x->groups_len && !err && x->drops_len < x->facts->limits->drops; i++) {
		err = put_group(x, &x->groups[i]);
		if (err == ERR_MISSING) {
			err = OK;
			continue;
		}
		if (!err)
			err = store_ask_id(x->facts->from->store, ASK_DROPS_OF, x->groups[i].id, put_drop, x);
		x->group++;
	}
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
	err = detail_of(x->facts->from, (uint64_t)d->id, x->facts->limits->detail_bytes, &detail);
	if (err == ERR_MISSING || err == ERR_FORMAT) /* one damaged text does not spoil the report */
		return OK;
	if (err)
		return err;
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
	size_t most = x->facts->limits->details;
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
	status err = store_ask(f->from->store, ASK_GROUP_SIZES, add_group, &x);

	json_object_set_new(f->out, "groups", x.list_groups);
	json_object_set_new(f->out, "drops", x.list_drops);
	json_object_set_new(f->out, "deciders", x.list_deciders);
	json_object_set_new(f->out, "drop-columns", drop_names());
	if (!err)
		err = put_all(&x);
	if (!err)
		err = put_details(&x);
	free(x.groups);
	free(x.drops);
	free(x.lines);
	return err;
}
