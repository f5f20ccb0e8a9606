/* answers — queries about the store. They change nothing. */
#include "crawler/serve/answers.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/console/summary.h"
#include "crawler/inspect/explain.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/near.h"
#include "crawler/inspect/search.h"
#include "crawler/report/detail.h"

enum { DIFF_BYTES = 200000, NEAR_MOST = 10, FOUND_MOST = 30, WORDS_MOST = 64 };

status answer_state(serving *s, const request *r, json_t **out, complaint *why)
{
	json_t *counts = NULL;
	uint64_t last = 0;
	status err = summary_counts(s->from.store, &counts);

	(void)r, (void)why;
	if (!err)
		err = store_last_id(s->from.store, &last);
	if (err)
		json_decref(counts);
	else
		*out = json_pack("{s:I, s:o}", "at", (json_int_t)last, "counts", counts);
	return err;
}

/* Reads a parameter as a number. ERR_USAGE: it is not one. */
static status number_of(const request *r, const char *name, uint64_t *out, complaint *why)
{
	const char *text = r->parameter(r, name);
	char *end;

	*out = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
	return *out && !*end && *out <= INT64_MAX ? OK : complain(why, ERR_USAGE, "%s must be the id of an article", name);
}

status answer_detail(serving *s, const request *r, json_t **out, complaint *why)
{
	uint64_t id;
	status err = number_of(r, "id", &id, why);

	if (!err)
		err = detail_of(&s->from, id, DIFF_BYTES, out);
	return err == ERR_MISSING ? complain(why, err, "#%llu is no drop", (unsigned long long)id) : err;
}

status answer_diff(serving *s, const request *r, json_t **out, complaint *why)
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
static status put_near(serving *s, uint64_t id, json_t *to, arena *a, complaint *why)
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
	status err = near_find(&q, a, &found, why);

	for (size_t i = 0; i < found.len && !err; i++) {
		err = store_head_of(s->from.store, found.items[i].id, a, &head);
		if (!err)
			json_array_append_new(near, near_json(&s->from, &found.items[i], &head));
	}
	json_object_set_new(to, "near", near);
	json_object_set_new(to, "has_index", json_boolean(found.has_index));
	return err == ERR_MISSING ? OK : err;
}

status answer_explain(serving *s, const request *r, json_t **out, complaint *why)
{
	const char *what = r->parameter(r, "what");
	arena *a = arena_new();
	json_t *said = NULL;
	store_head head;
	status err = !a ? ERR_MEMORY : what && *what ? explain_read(&s->from, what, &said) : ERR_USAGE;

	if (!err && found_article(s->from.store, what, a, &head) == OK) {
		json_object_set_new(said, "id", json_integer((json_int_t)head.id));
		err = put_near(s, head.id, said, a, why);
	}
	arena_free(a);
	if (err)
		json_decref(said);
	else
		*out = said;
	return err == ERR_MISSING ? complain(why, err, "the store has not seen it")
	       : err == ERR_USAGE ? complain(why, err, "explain needs an id or a URL")
				  : err;
}

/* ── words ── */

typedef struct finding {
	serving *serving;
	arena *memory;
	json_t *found;
} finding;

static status put_found(void *ctx, uint64_t id)
{
	finding *f = ctx;
	store_head head;
	status err = store_head_of(f->serving->from.store, id, f->memory, &head);

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

status answer_search(serving *s, const request *r, json_t **out, complaint *why)
{
	const char *typed = r->parameter(r, "words");
	char *words[WORDS_MOST];
	finding f = {.serving = s, .memory = arena_new(), .found = json_array()};
	char *text = f.memory ? arena_printf(f.memory, " %s", typed ? typed : "") : NULL;
	search_words asked = {words, text ? split(text + 1, words) : 0};
	uint64_t unseen = 0;
	status err = text && f.found ? search_find(&s->from, &asked, FOUND_MOST, put_found, &f, &unseen, why) : ERR_MEMORY;

	arena_free(f.memory);
	if (err)
		json_decref(f.found);
	else
		*out = json_pack("{s:o, s:I}", "found", f.found, "unseen", (json_int_t)unseen);
	return err;
}

status answer_judge(serving *s, const request *r, json_t **out, complaint *why)
{
	(void)r, (void)why;
	*out = dry_run_look(s->dry_run);
	return *out ? OK : ERR_MEMORY;
}
