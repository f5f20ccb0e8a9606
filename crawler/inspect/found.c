#include "crawler/inspect/found.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/rows.h"
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

/* The meanings of an argument, in the order in which they are tried. */
typedef struct meanings {
	arena *memory;
	found_meaning items[FOUND_MEANINGS];
	size_t len;
} meanings;

static void add(meanings *x, enum found_kind kind, const char *text, uint64_t id)
{
	if (x->len < FOUND_MEANINGS)
		x->items[x->len++] = (found_meaning){kind, text, id};
}

/* Adds the URL as given, then with https:// if it has no scheme, then with http://. */
static void add_urls(meanings *x, const char *what)
{
	static const char *const schemes[] = {"", "http://"}; /* "" becomes https:// */
	url_parts u;

	add(x, FOUND_URL, what, 0);
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		const char *typed = arena_printf(x->memory, "%s%s", schemes[i], what);

		if (typed && url_parse_typed(typed, x->memory, &u) == OK)
			add(x, FOUND_URL, u.url, 0);
	}
}

/* Adds a name, which the store has with no more escapes than it needs. NULL: none. */
static status add_json(meanings *x, json_t *name)
{
	char *text = name ? json_dumps(name, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	const char *kept = text ? arena_text(x->memory, text, strlen(text)) : NULL;
	status err = !name || kept ? OK : ERR_MEMORY;

	if (kept)
		add(x, FOUND_NAME, kept, 0);
	free(text);
	json_decref(name);
	return err;
}

/* Adds it as JSON, 7 or "7", if it is valid; then as a string; then "7" also as a number. */
static status add_names(meanings *x, const char *what)
{
	json_t *value = json_loads(what, JSON_DECODE_ANY, NULL);
	bool is_name = json_is_string(value) || json_is_number(value);
	status err = is_name ? add_json(x, json_incref(value)) : OK;

	if (!err)
		err = add_json(x, json_string(what));
	if (!err && json_is_string(value))
		err = add_json(x, json_loads(json_string_value(value), JSON_DECODE_ANY, NULL));
	json_decref(value);
	return err;
}

status found_meanings(store *st, const char *what, arena *a, const found_meaning **out, size_t *len)
{
	meanings *x = arena_zeros(a, 1, sizeof *x);
	uint64_t now = 0;
	int64_t id;
	status err = !x ? ERR_MEMORY : read_id(what, &id) ? store_id_now(st, (uint64_t)id, &now) : OK;

	if (err)
		return err;
	x->memory = a;
	if (now)
		add(x, FOUND_ID, NULL, now);
	if (*what != '"')
		add_urls(x, what);
	err = add_names(x, what);
	*out = x->items;
	*len = x->len;
	return err;
}

status found_rows(store *st, const found_meaning *m, store_row_handler *handle, void *ctx)
{
	static const struct {
		enum store_question first, last;
	} questions[] = {
		[FOUND_ID] = {ASK_PAGE_BY_ID, ASK_PAST_BY_ID},
		[FOUND_URL] = {ASK_WAY_BY_URL, ASK_PAST_BY_URL},
		[FOUND_NAME] = {ASK_PAGE_BY_NAME, ASK_DROP_BY_NAME},
	};
	status err = OK;

	for (enum store_question q = questions[m->kind].first; q <= questions[m->kind].last && !err; q++)
		err = m->kind == FOUND_ID ? store_ask_id(st, q, (int64_t)m->id, handle, ctx)
					  : store_ask_text(st, q, m->text, handle, ctx);
	return err;
}

/* ── articles ── */

static status find(store *st, const found_meaning *m, arena *a, uint64_t **out, size_t *len)
{
	return m->kind == FOUND_NAME ? store_all_named(st, m->text, a, out, len)
	       : m->kind == FOUND_ID ? store_all_with_id(st, m->id, a, out, len)
				     : store_all_at_url(st, m->text, a, out, len);
}

status found_all(store *st, const char *what, arena *a, uint64_t **out, size_t *len)
{
	const found_meaning *meanings;
	size_t n = 0;
	status err = found_meanings(st, what, a, &meanings, &n);

	*len = 0;
	for (size_t i = 0; i < n && !err && *len == 0; i++)
		err = find(st, &meanings[i], a, out, len);
	return err;
}

status found_article(store *st, const char *what, arena *a, store_head *out)
{
	uint64_t *ids;
	size_t len;
	status err = found_all(st, what, a, &ids, &len);

	return err ? err : len ? store_head_of(st, ids[len - 1], a, out) : ERR_MISSING;
}

typedef struct no_article {
	arena *memory;
	const char *why; /* NULL: none yet */
} no_article;

/* Handles the rows of a URL; "part" tells of its links. */
static status note_no_article(void *ctx, const store_value *values, size_t n)
{
	no_article *x = ctx;
	const table_row r = {values, n};
	const char *kind = values[0].text;

	if (strcmp(kind, "redirect") == 0)
		x->why = arena_printf(x->memory, "it redirects to %s", row_text(&r, "to_url"));
	else if (strcmp(kind, "failure") == 0)
		x->why = arena_printf(x->memory, "it could not be fetched, %s", row_text(&r, "reason"));
	else if (strcmp(kind, "skip") == 0 && strcmp(row_text(&r, "kind_of_skip"), "part") != 0)
		x->why = arena_printf(x->memory, "it was skipped, %s%s%s", row_text(&r, "reason"),
				      row_has(&r, "of_url") ? ", for " : "", row_text(&r, "of_url"));
	else if (strcmp(kind, "queued") == 0)
		x->why = "it was not fetched yet";
	return arena_exhausted(x->memory) ? ERR_MEMORY : OK;
}

/* The same URL with a slash at its end, or without one, may have the article. */
static status find_beside(store *st, const char *what, no_article *x)
{
	size_t len = strlen(what);
	bool has_slash = len && what[len - 1] == '/';
	const char *other = arena_printf(x->memory, "%.*s%s", (int)(len - has_slash), what, has_slash ? "" : "/");
	store_head head;
	status err;

	if (!strchr(what, '/'))
		return OK;
	err = other ? found_article(st, other, x->memory, &head) : ERR_MEMORY;
	if (!err && head.url)
		x->why = arena_printf(x->memory, "it is at %s", head.url);
	return err == ERR_MISSING ? OK : err;
}

status found_no_article(store *st, const char *what, arena *a, const char **out)
{
	no_article x = {.memory = a};
	const found_meaning *meanings;
	size_t n = 0;
	status err = found_meanings(st, what, a, &meanings, &n);

	for (size_t i = 0; i < n && !err && !x.why; i++)
		if (meanings[i].kind == FOUND_URL)
			err = found_rows(st, &meanings[i], note_no_article, &x);
	if (!err && !x.why)
		err = find_beside(st, what, &x);
	*out = x.why;
	return err;
}

/* Finds the articles of lines whose id is this number, 7, or else "7", and the last of them. ERR_MISSING: there is none. */
static status find_line(store *st, const char *number, arena *a, uint64_t *out, size_t *n)
{
	const char *names[] = {number, arena_printf(a, "\"%s\"", number)};
	uint64_t *ids;
	size_t len = 0;
	status err = names[1] ? OK : ERR_MEMORY;

	for (size_t i = 0; i < 2 && !err && !len; i++)
		err = store_all_named(st, names[i], a, &ids, &len);
	if (!err && len)
		*out = ids[len - 1];
	*n = len;
	return err || len ? err : ERR_MISSING;
}

status found_check_number(store *st, const char *what, complaint *why)
{
	uint64_t now = 0, line;
	size_t lines = 0;
	char all[64];
	arena *a = arena_new();
	store_head head;
	int64_t id;
	status err = a ? OK : ERR_MEMORY;

	if (!err && *what != '#' && strlen(what) < 20 && read_id(what, &id)) {
		err = store_id_now(st, (uint64_t)id, &now);
		if (!err)
			err = store_head_of(st, now, a, &head);
		if (!err)
			err = find_line(st, what, a, &line, &lines);
		snprintf(all, sizeof all, "%zu input lines, the last that", lines);
		if (!err && line != now)
			err = complain(why, ERR_USAGE,
				       "%s is the article #%s and the id of %s of #%" PRIu64 ": write '#%s' or '#%" PRIu64 "'",
				       what, what, lines > 1 ? all : "the input line", line, what, line);
	}
	arena_free(a);
	return err == ERR_MISSING ? OK : err;
}

/* ── as JSON ── */

const char *found_hint(const char *what)
{
	const char *slash = strchr(what, '/');
	size_t first = slash ? (size_t)(slash - what) : 0;
	bool has_host = memchr(what, '.', first) || memchr(what, ':', first);

	return slash && !has_host ? " (a URL has its host: example.com/a/b)" : "";
}

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

status found_now(store *st, uint64_t id, arena *a, store_head *out)
{
	status err = store_id_now(st, id, &id);

	if (!err)
		err = store_head_of(st, id, a, out);
	if (err != ERR_MISSING)
		return err;
	*out = (store_head){.id = id};
	return OK;
}

status found_compared(const source *from, json_t *drop, bool *moved)
{
	const json_t *with = json_object_get(json_object_get(drop, "evidence"), STORE_COMPARED_WITH);
	arena *a = arena_new();
	store_head head = {0};
	status err = a ? OK : ERR_MEMORY;

	*moved = json_is_integer(with);
	if (!err && *moved) {
		err = found_now(from->store, (uint64_t)json_integer_value(with), a, &head);
		json_object_set_new(drop, "of", json_integer((json_int_t)head.id));
		json_object_set_new(drop, "of_url", head.url ? json_string(head.url) : json_null());
	}
	arena_free(a);
	return err;
}
