/* numbers — the distribution of the articles by the number that decides, by time and by folder. It reads all of them once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/grow.h"
#include "base/table.h"
#include "crawler/inspect/threshold.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"

enum { SHARE_BINS = 50, BARS_MOST = 100, PATHS_MOST = 200, PATH_TEXT = 300 };

typedef struct moment {
	int64_t second; /* since 1970 */
	bool dropped;
} moment;

typedef struct path {
	const char *folder, *cause;
	size_t drops;
} path;

typedef struct numbers {
	facts *facts;
	threshold lines[THRESHOLDS_MOST];
	size_t lines_len;
	json_int_t *bins[THRESHOLDS_MOST][2]; /* for pages and drops */
	moment *moments;
	size_t moments_len, moments_room;
	table places; /* of paths, by cause and folder */
	path *paths;
	size_t paths_len, paths_room;
} numbers;

/* ── histograms ── */

static size_t bins_of(const threshold *l)
{
	return l->top > 1 ? (size_t)l->top + 1 : SHARE_BINS;
}

static void count_number(numbers *x, const char *evidence, bool dropped)
{
	for (size_t i = 0; i < x->lines_len; i++) {
		const threshold *l = &x->lines[i];
		size_t bins = bins_of(l), bin;
		double value;

		if (!threshold_number(evidence, l->number, &value) || value < 0 || value > l->top)
			continue;
		bin = l->top > 1 ? (size_t)value : (size_t)(value * SHARE_BINS);
		x->bins[i][dropped][bin < bins ? bin : bins - 1]++;
	}
}

static json_t *integers_json(const json_int_t *items, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, json_integer(items[i]));
	return array;
}

static json_t *line_json(const threshold *l)
{
	return json_pack("{s:f, s:s, s:s}", "at", l->at, "option", l->option, "sign", l->sign);
}

/* Adds a histogram for each number; it may have several lines. */
static void put_histograms(numbers *x)
{
	json_t *all = json_array();

	for (size_t i = 0; i < x->lines_len; i++) {
		const threshold *l = &x->lines[i];
		json_t *lines = json_array();
		bool is_first = true;

		for (size_t j = 0; j < x->lines_len; j++)
			if (strcmp(x->lines[j].number, l->number) == 0) {
				json_array_append_new(lines, line_json(&x->lines[j]));
				is_first = is_first && j >= i;
			}
		if (is_first)
			json_array_append_new(all, json_pack("{s:s, s:f, s:o, s:o, s:o}", "number", l->number, "top", l->top,
							     "pages", integers_json(x->bins[i][0], bins_of(l)), "drops",
							     integers_json(x->bins[i][1], bins_of(l)), "lines", lines));
		else
			json_decref(lines);
	}
	json_object_set_new(x->facts->out, "histograms", all);
}

/* ── time ── */

static status count_moment(numbers *x, const char *at, bool dropped)
{
	struct tm t = {0};
	moment *all;

	/* a store may hold any text; a year that has not four digits is not a crawl time */
	if (!at || sscanf(at, "%d-%d-%dT%d:%d:%d", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min, &t.tm_sec) != 6 ||
	    t.tm_year < 1970 || t.tm_year > 9999)
		return OK;
	t.tm_year -= 1900;
	t.tm_mon -= 1;
	all = grow(x->moments, x->moments_len, &x->moments_room, sizeof *all);
	if (!all)
		return ERR_MEMORY;
	x->moments = all;
	all[x->moments_len++] = (moment){timegm(&t), dropped};
	return OK;
}

static void put_time(numbers *x)
{
	int64_t first = INT64_MAX, last = INT64_MIN, step;
	json_int_t bars[2][BARS_MOST + 1] = {{0}};
	char text[40] = "";
	time_t from;
	struct tm t;
	size_t n;

	for (size_t i = 0; i < x->moments_len; i++) {
		first = x->moments[i].second < first ? x->moments[i].second : first;
		last = x->moments[i].second > last ? x->moments[i].second : last;
	}
	if (x->moments_len == 0)
		return;
	step = (last - first) / BARS_MOST + 1;
	for (size_t i = 0; i < x->moments_len; i++)
		bars[x->moments[i].dropped][(x->moments[i].second - first) / step]++;
	from = first;
	if (gmtime_r(&from, &t))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &t);
	n = (size_t)((last - first) / step) + 1;
	json_object_set_new(x->facts->out, "time",
			    json_pack("{s:s, s:I, s:o, s:o}", "from", text, "seconds", (json_int_t)step, "pages",
				      integers_json(bars[0], n), "drops", integers_json(bars[1], n)));
}

/* ── folders ── */

/* Returns "https://example.com/print/" for a URL in that folder; only the host for a URL in none. NULL: another form of URL. */
static const char *folder_of(const char *url, char out[PATH_TEXT])
{
	const char *host = url ? strstr(url, "://") : NULL;
	size_t len = host ? (size_t)(host + 3 - url) : 0;
	size_t name, end;

	if (!host)
		return NULL;
	len += strcspn(url + len, "/?#");
	name = url[len] == '/' ? strcspn(url + len + 1, "/?#") : 0;
	end = name && url[len + 1 + name] == '/' ? len + name + 2 : len;
	snprintf(out, PATH_TEXT, "%.*s", (int)(end < PATH_TEXT ? end : PATH_TEXT - 1), url);
	return out;
}

/* Adds a folder with a cause; key: both, with a space between. */
static status add_path(numbers *x, const char *key, size_t folder_len)
{
	path *all = grow(x->paths, x->paths_len, &x->paths_room, sizeof *all);
	char *copy = arena_text(x->facts->memory, key, strlen(key));

	if (all)
		x->paths = all;
	if (!all || !copy || !table_put(&x->places, key, strlen(key), x->paths_len))
		return ERR_MEMORY;
	copy[folder_len] = '\0';
	all[x->paths_len++] = (path){copy, copy + folder_len + 1, 1};
	return OK;
}

static status count_path(numbers *x, const char *url, const char *cause)
{
	char folder[PATH_TEXT], key[2 * PATH_TEXT];
	const size_t *known;

	if (!folder_of(url, folder))
		return OK;
	snprintf(key, sizeof key, "%s %s", folder, cause);
	known = table_get(&x->places, key, strlen(key));
	if (!known)
		return add_path(x, key, strlen(folder));
	x->paths[*known].drops++;
	return OK;
}

static int by_drops(const void *a, const void *b)
{
	const path *x = a, *y = b;
	int folder = strcmp(x->folder, y->folder);

	return x->drops != y->drops ? (x->drops < y->drops ? 1 : -1) : folder ? folder : strcmp(x->cause, y->cause);
}

static void put_paths(numbers *x)
{
	json_t *all = json_array();

	if (x->paths_len)
		qsort(x->paths, x->paths_len, sizeof *x->paths, by_drops);
	for (size_t i = 0; i < x->paths_len && i < PATHS_MOST; i++)
		json_array_append_new(all, json_pack("{s:o, s:o, s:I}", "folder", values_text(x->paths[i].folder), "cause",
						     values_text(x->paths[i].cause), "drops", (json_int_t)x->paths[i].drops));
	json_object_set_new(x->facts->out, "paths", all);
}

/* ── rows ── */

static status count_page(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};

	count_number(ctx, row_text(&r, "evidence"), false);
	return count_moment(ctx, row_text(&r, "fetched_at"), false);
}

static status count_drop(void *ctx, const store_value *values, size_t n)
{
	const table_row r = {values, n};
	status err = count_moment(ctx, row_text(&r, "fetched_at"), true);

	if (strcmp(row_text(&r, "verdict"), "duplicate") != 0)
		count_number(ctx, row_text(&r, "evidence"), true);
	return err ? err : count_path(ctx, row_text(&r, "url"), row_text(&r, "cause"));
}

static status prepare(numbers *x)
{
	x->lines_len = thresholds_of(x->facts->spec, x->facts->memory, x->lines);
	for (size_t i = 0; i < 2 * x->lines_len; i++) {
		json_int_t **bins = &x->bins[i / 2][i % 2];

		*bins = arena_zeros(x->facts->memory, bins_of(&x->lines[i / 2]), sizeof **bins);
		if (!*bins)
			return ERR_MEMORY;
	}
	return OK;
}

status facts_put_numbers(facts *f)
{
	numbers x = {.facts = f, .places.memory = f->memory};
	status err = prepare(&x);

	if (!err)
		err = store_ask(f->from->store, ASK_KEPT_NUMBERS, count_page, &x);
	if (!err)
		err = store_ask(f->from->store, ASK_DROPPED_NUMBERS, count_drop, &x);
	if (!err) {
		put_histograms(&x);
		put_time(&x);
		put_paths(&x);
	}
	free(x.moments);
	free(x.paths);
	return err;
}
