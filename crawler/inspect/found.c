#include "crawler/inspect/found.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"
#include "crawler/web/url.h"

/* Parses 12 or #12. */
static bool read_id(const char *what, int64_t *out)
{
	char *end;

	what += *what == '#';
	errno = 0;
	*out = strtoll(what, &end, 10);
	return *what >= '0' && *what <= '9' && *end == '\0' && errno == 0;
}

/* Tries the URL as given, then with https:// if it has no scheme, then with http://. */
static status try_urls(const char *what, found_try *try, void *ctx, bool *found)
{
	static const char *const schemes[] = {"", "http://"}; /* "" becomes https:// */
	arena *a = arena_new();
	status err = a ? try(ctx, FOUND_URL, what, 0, found) : ERR_MEMORY;
	url_parts u;

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes && !err && !*found; i++) {
		const char *typed = arena_printf(a, "%s%s", schemes[i], what);

		if (typed && url_parse_typed(typed, a, &u) == OK)
			err = try(ctx, FOUND_URL, u.url, 0, found);
	}
	arena_free(a);
	return err;
}

/* \u00E9 → \u00e9. */
static void lower_escapes(char *text)
{
	for (; *text; text += *text == '\\' && text[1] ? 2 : 1)
		if (text[0] == '\\' && text[1] == 'u')
			for (int i = 2; i < 6 && text[i]; i++)
				text[i] = (char)tolower((unsigned char)text[i]);
}

/* Tries the name unescaped and escaped. The store has names as the input wrote them, and many programs escape non-ASCII
 * characters. */
static status try_json(json_t *name, found_try *try, void *ctx, bool *found)
{
	static const struct {
		size_t flags;
		bool lower;
	} ways[] = {{0, false}, {JSON_ENSURE_ASCII, true}, {JSON_ENSURE_ASCII, false}, {JSON_ESCAPE_SLASH, false}};
	status err = OK;

	for (size_t i = 0; name && i < sizeof ways / sizeof *ways && !err && !*found; i++) {
		char *text = json_dumps(name, JSON_ENCODE_ANY | JSON_COMPACT | ways[i].flags);

		if (text && ways[i].lower)
			lower_escapes(text);
		err = text ? try(ctx, FOUND_NAME, text, 0, found) : ERR_MEMORY;
		free(text);
	}
	json_decref(name);
	return err;
}

/* Tries it as JSON, 7 or "7", if it is valid; then as a string; then "7" also as a number. */
static status try_names(const char *what, found_try *try, void *ctx, bool *found)
{
	json_t *value = json_loads(what, JSON_DECODE_ANY, NULL);
	bool is_name = json_is_string(value) || json_is_number(value);
	status err = is_name ? try_json(json_incref(value), try, ctx, found) : OK;

	if (!err && !*found)
		err = try_json(json_string(what), try, ctx, found);
	if (!err && !*found && json_is_string(value))
		err = try_json(json_loads(json_string_value(value), JSON_DECODE_ANY, NULL), try, ctx, found);
	json_decref(value);
	return err;
}

status found_meanings(store *st, const char *what, found_try *try, void *ctx)
{
	bool found = false;
	uint64_t now = 0;
	int64_t id;
	status err = read_id(what, &id) ? store_id_now(st, (uint64_t)id, &now) : OK;

	if (!err && now)
		err = try(ctx, FOUND_ID, NULL, (int64_t)now, &found);

	if (!err && !found && *what != '"')
		err = try_urls(what, try, ctx, &found);
	if (!err && !found)
		err = try_names(what, try, ctx, &found);
	return err;
}

/* Finds the article whose input id is this number or this text. *out stays as it is if there is none. */
static status find_named(store *st, const char *number, uint64_t *out)
{
	char text[40];
	status err = store_find_name(st, number, out);

	if (err != ERR_MISSING)
		return err;
	snprintf(text, sizeof text, "\"%s\"", number);
	err = store_find_name(st, text, out);
	return err == ERR_MISSING ? OK : err;
}

status found_check_number(store *st, const char *what, complaint *why)
{
	uint64_t now = 0, named = 0;
	arena *a = arena_new();
	store_head head;
	int64_t id;
	status err = a ? OK : ERR_MEMORY;

	if (!err && *what != '#' && strlen(what) < 20 && read_id(what, &id)) {
		err = store_id_now(st, (uint64_t)id, &now);
		if (!err)
			err = store_head_of(st, now, a, &head);
		if (!err)
			err = find_named(st, what, &named);
		if (!err && named && named != now)
			err = complain(why, ERR_USAGE,
				       "%s is the article #%s and the id of the input line of #%" PRIu64
				       ": write '#%s' or '\"%s\"'",
				       what, what, named, what, what);
	}
	arena_free(a);
	return err == ERR_MISSING ? OK : err;
}

/* ── one article ── */

struct search {
	store *store;
	arena *memory;
	store_head head;
};

static status try_article(void *ctx, enum found_kind kind, const char *text, int64_t id, bool *found)
{
	struct search *x = ctx;
	uint64_t article = (uint64_t)id;
	status err = kind == FOUND_ID ? OK : (kind == FOUND_URL ? store_find_url : store_find_name)(x->store, text, &article);

	if (err == ERR_MISSING && kind == FOUND_URL)
		err = store_find_past(x->store, text, &article);
	if (!err)
		err = store_head_of(x->store, article, x->memory, &x->head);
	*found = err == OK;
	return err == ERR_MISSING ? OK : err;
}

status found_article(store *st, const char *what, arena *a, store_head *out)
{
	struct search x = {.store = st, .memory = a};
	status err = found_meanings(st, what, try_article, &x);

	*out = x.head;
	return err || x.head.kind ? err : ERR_MISSING;
}

/* ── all articles ── */

struct all {
	store *store;
	arena *memory;
	uint64_t *ids;
	size_t len;
};

static status try_all(void *ctx, enum found_kind kind, const char *text, int64_t id, bool *found)
{
	struct all *x = ctx;
	store_head head;
	status err;

	if (kind != FOUND_ID) {
		err = (kind == FOUND_URL ? store_all_at_url : store_all_named)(x->store, text, x->memory, &x->ids, &x->len);
		*found = !err && x->len > 0;
		return err;
	}
	err = store_head_of(x->store, (uint64_t)id, x->memory, &head);
	*found = !err;
	if (err)
		return err == ERR_MISSING ? OK : err;
	x->ids = arena_alloc(x->memory, sizeof *x->ids);
	if (!x->ids)
		return ERR_MEMORY;
	x->ids[0] = (uint64_t)id;
	x->len = 1;
	return OK;
}

status found_all(store *st, const char *what, arena *a, uint64_t **out, size_t *len)
{
	struct all x = {.store = st, .memory = a};
	status err = found_meanings(st, what, try_all, &x);

	*out = x.ids;
	*len = x.len;
	return err;
}

/* ── as JSON ── */

json_t *found_json(const source *from, const store_head *head)
{
	json_t *row = json_pack("{s:I, s:s, s:s?, s:s?}", "id", (json_int_t)head->id, "kind", head->kind, "url", head->url,
				"title", head->title);

	if (head->name)
		json_object_set_new(row, "name", json_loads(head->name, JSON_DECODE_ANY, NULL));
	if (from->path)
		json_object_set_new(row, "store", terminal_path_json(from->path));
	return row;
}
