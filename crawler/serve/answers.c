/* answers — queries about the store. They change nothing. */
#include "crawler/serve/answers.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/console/rows.h"
#include "crawler/console/summary.h"
#include "crawler/inspect/explain.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/near.h"
#include "crawler/inspect/search.h"
#include "crawler/report/detail.h"

enum { DIFF_BYTES = 200000, NEAR_MOST = 10, FOUND_MOST = 30, WORDS_MOST = 64, DECISIONS_MOST = 1000 };

status answer_state(serving *s, const request *r, json_t *out, complaint *why)
{
	json_t *counts = NULL;
	uint64_t last = 0;
	status err = summary_counts(s->from.store, &counts);

	(void)r, (void)why;
	json_object_set_new(out, "counts", counts);
	if (!err)
		err = store_last_id(s->from.store, &last);
	json_object_set_new(out, "at", json_integer((json_int_t)last));
	return err;
}

static status number_of(const request *r, const char *name, uint64_t *out, complaint *why)
{
	const char *text = r->parameter(r, name);
	char *end;

	*out = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
	return *out && !*end && *out <= INT64_MAX ? OK : complain(why, ERR_USAGE, "%s must be the id of an article", name);
}

status answer_detail(serving *s, const request *r, json_t *out, complaint *why)
{
	uint64_t id;
	status err = number_of(r, "id", &id, why);

	if (!err)
		err = detail_of(&s->from, id, DIFF_BYTES, out);
	return err == ERR_MISSING ? complain(why, err, "#%llu is no drop", (unsigned long long)id) : err;
}

status answer_diff(serving *s, const request *r, json_t *out, complaint *why)
{
	uint64_t a, b;
	status err = number_of(r, "a", &a, why);

	if (!err)
		err = number_of(r, "b", &b, why);
	if (!err)
		err = detail_diff(&s->from, a, b, DIFF_BYTES, out);
	return err == ERR_MISSING ? complain(why, err, "there is no such article") : err;
}

/* ── one article ── */

/* Adds similar articles from the full-text index. Without one it adds nothing: reading all texts would take too long. */
static status put_near(serving *s, uint64_t id, json_t *out, complaint *why)
{
	near_question q = {.of_store = s->from.store,
			   .of = id,
			   .in = s->from.store,
			   .file = s->from.file,
			   .most = NEAR_MOST,
			   .needs_index = true};
	near_answer found = {0};
	json_t *near = json_array();
	store_head head;
	status err = near_find(&q, s->memory, &found, why);

	for (size_t i = 0; i < found.len && !err; i++) {
		err = store_head_of(s->from.store, found.items[i].id, s->memory, &head);
		if (!err)
			json_array_append_new(near, near_json(&s->from, &found.items[i], &head));
	}
	json_object_set_new(out, "near", near);
	json_object_set_new(out, "has_index", json_boolean(found.has_index));
	return err == ERR_MISSING ? OK : err;
}

status answer_explain(serving *s, const request *r, json_t *out, complaint *why)
{
	const char *what = r->parameter(r, "what");
	store_head head;
	status err;

	if (!what || !*what)
		return complain(why, ERR_USAGE, "explain needs an id or a URL");
	err = explain_read(&s->from, what, out);
	if (!err && found_article(s->from.store, what, s->memory, &head) == OK) {
		json_object_set_new(out, "id", json_integer((json_int_t)head.id));
		err = put_near(s, head.id, out, why);
	}
	return err == ERR_MISSING ? complain(why, err, "the store has not seen it") : err;
}

/* ── words ── */

typedef struct finding {
	serving *serving;
	json_t *found;
} finding;

static status put_found(void *ctx, uint64_t id)
{
	finding *f = ctx;
	store_head head;
	status err = store_head_of(f->serving->from.store, id, f->serving->memory, &head);

	if (err)
		return err == ERR_MISSING ? OK : err;
	return json_array_append_new(f->found, found_json(&f->serving->from, &head)) ? ERR_MEMORY : OK;
}

/* Splits the text into words, in place; a quoted phrase is one word. */
static size_t split(char *text, char *words[WORDS_MOST])
{
	size_t n = 0;

	while (n < WORDS_MOST) {
		bool is_quoted;

		text += strspn(text, " \t\"");
		if (!*text)
			break;
		is_quoted = text[-1] == '"';
		words[n++] = text;
		text += strcspn(text, is_quoted ? "\"" : " \t");
		if (*text)
			*text++ = '\0';
	}
	return n;
}

status answer_search(serving *s, const request *r, json_t *out, complaint *why)
{
	const char *typed = r->parameter(r, "words");
	char *words[WORDS_MOST];
	finding f = {s, json_array()};
	char *text = arena_printf(s->memory, " %s", typed ? typed : "");
	search_words asked = {words, text ? split(text + 1, words) : 0};
	uint64_t unseen = 0;
	status err = text ? search_find(&s->from, &asked, FOUND_MOST, put_found, &f, &unseen, why) : ERR_MEMORY;

	json_object_set_new(out, "found", f.found);
	json_object_set_new(out, "unseen", json_integer((json_int_t)unseen));
	return err;
}

static status put_decision(void *ctx, const store_value *values, size_t n)
{
	json_t *row = row_json(&(table_row){values, n});

	if (row)
		row_decode_names(row);
	return json_array_append_new(ctx, row) ? ERR_MEMORY : OK;
}

/* The newest first. */
status answer_decisions(serving *s, const request *r, json_t *out, complaint *why)
{
	const store_choice newest = {.sort = "-id", .limit = DECISIONS_MOST};
	json_t *all = json_array();

	(void)r;
	json_object_set_new(out, "decisions", all);
	return store_list(s->from.store, ASK_DECISIONS, &newest, put_decision, all, why);
}

status answer_judge(serving *s, const request *r, json_t *out, complaint *why)
{
	(void)r, (void)why;
	return json_object_update_new(out, dry_run_look(s->dry_run)) ? ERR_MEMORY : OK;
}
