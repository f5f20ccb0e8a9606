/* actions — the decisions that a person makes on the page. Each opens the store for writing only while it runs. */
#include <inttypes.h>
#include <string.h>

#include "base/shell.h"
#include "crawler/inspect/labels.h"
#include "crawler/serve/answers.h"
#include "judge/drop.h"
#include "store/decide.h"

static status id_of(const request *r, const char *name, uint64_t *out, complaint *why)
{
	json_int_t id = json_integer_value(json_object_get(r->body, name));

	*out = id > 0 ? (uint64_t)id : 0;
	return *out ? OK : complain(why, ERR_USAGE, "%s must be the id of an article", name);
}

/* Answers {"said": …}, a sentence that the page shows. */
static status say(json_t *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static status say(json_t *out, const char *format, ...)
{
	va_list args;
	int set;

	va_start(args, format);
	set = json_object_set_new(out, "said", json_vsprintf(format, args));
	va_end(args);
	return set ? ERR_MEMORY : OK;
}

/* ── in the store ── */

status serving_check(const serving *s, complaint *why)
{
	return store_is_replaced(s->from.store)
		       ? complain(why, ERR_BUSY, "another file is at %s now: start firstprint serve again", s->settings->store)
		       : OK;
}

static status begin(serving *s, store **out, complaint *why)
{
	status err = serving_check(s, why);

	if (!err)
		err = store_open_existing(s->settings->store, out, why);
	return err ? err : store_begin(*out);
}

/* Commits, unless err says that something failed, and closes the store. Returns err, or what failed. */
static status end(serving *s, store *st, status err, complaint *why)
{
	if (!err)
		err = store_commit(st);
	if (err)
		store_complain(st, s->settings->store, err, why);
	store_close(st);
	return err;
}

/* Makes the article a drop of `of` or, with of 0, a page; in one transaction. Adds {"decisions": [id, …]} to out: what is decided of the
 * article and, if they change places, of the other one. */
static status decide(serving *s, uint64_t id, uint64_t of, bool changes_places, json_t *out, complaint *why)
{
	const uint64_t about[] = {id, of};
	json_t *made = json_array();
	store *st = NULL;
	status err = begin(s, &st, why);

	if (!err)
		err = of ? judge_drop(st, id, of, NULL, why) : store_undo(st, id, why);
	for (size_t i = 0; i < (changes_places ? 2 : 1) && !err; i++) {
		int64_t decision;

		err = store_decision_about(st, about[i], &decision);
		if (!err)
			json_array_append_new(made, json_integer(decision));
	}
	json_object_set_new(out, "decisions", made);
	return end(s, st, err, why);
}

/* Forgets the decisions; their effect stays until everything is judged again. */
status act_forget(serving *s, const request *r, json_t *out, complaint *why)
{
	const json_t *ids = json_object_get(r->body, "decisions"), *id;
	char word[SHELL_WORD];
	store *st = NULL;
	status err = json_array_size(ids) ? begin(s, &st, why)
					  : complain(why, ERR_USAGE, "decisions must be a list of their numbers");
	size_t i;

	json_array_foreach(ids, i, id)
	{
		err = err ? err : store_remove_decision(st, json_integer_value(id));
	}
	if (err == ERR_MISSING)
		complain(why, err, "there is no such decision any more");
	err = end(s, st, err, why);
	return err ? err
		   : say(out, "Taken back. What it has changed stays until this is run: firstprint judge %s --apply",
			 shell_word(s->settings->store, word));
}

status act_undo(serving *s, const request *r, json_t *out, complaint *why)
{
	uint64_t id;
	status err = id_of(r, "id", &id, why);

	if (!err)
		err = decide(s, id, 0, false, out, why);
	return err ? err : say(out, "#%" PRIu64 " is a page again, and will be kept whenever it is judged.", id);
}

status act_drop(serving *s, const request *r, json_t *out, complaint *why)
{
	uint64_t id, of;
	status err = id_of(r, "id", &id, why);

	if (!err)
		err = id_of(r, "of", &of, why);
	if (!err)
		err = decide(s, id, of, false, out, why);
	if (!err)
		err = store_find_original(s->from.store, id, &of); /* the original of `of`, if `of` is itself a drop */
	return err ? err : say(out, "#%" PRIu64 " is a drop of #%" PRIu64 " now.", id, of);
}

/* Makes the drop the page, and its original a drop of it. */
status act_prefer(serving *s, const request *r, json_t *out, complaint *why)
{
	uint64_t id, of = 0;
	status err = id_of(r, "id", &id, why);

	if (!err)
		err = store_find_original(s->from.store, id, &of);
	if (!err)
		err = decide(s, of, id, true, out, why);
	if (err == ERR_MISSING)
		return complain(why, err, "#%" PRIu64 " is no drop", id);
	return err ? err : say(out, "#%" PRIu64 " is the page now, and #%" PRIu64 " a drop of it.", id, of);
}

/* ── in the truth file ── */

static const char *label_of(const request *r)
{
	const char *label = json_string_value(json_object_get(r->body, "label"));

	return label && (strcmp(label, "dup") == 0 || strcmp(label, "neg") == 0 || strcmp(label, "ignore") == 0) ? label : NULL;
}

/* Gets the id of an article in the truth file. */
static status name_article(serving *s, uint64_t id, const char **out, complaint *why)
{
	store_head head;
	status err = store_head_of(s->from.store, id, s->memory, &head);

	if (err)
		return err == ERR_MISSING ? complain(why, err, "there is no article #%" PRIu64, id) : err;
	*out = labels_id(&head, s->memory);
	return *out ? OK
		    : complain(why, ERR_USAGE, "#%" PRIu64 " has neither an id nor a URL that could stand in a truth file", id);
}

/* Opens the file for each label, because somebody may edit it in between. */
static status put_pair(serving *s, const char *const names[2], const char *label, complaint *why)
{
	labels *l = NULL;
	status err = labels_open(s->settings->labels, &l, why);

	if (!err && labels_has(l, names[0], names[1]))
		err = complain(why, ERR_USAGE, "%.300s has a label for this pair already", s->settings->labels);
	if (!err)
		err = labels_put(l, names[0], names[1], label, why);
	labels_close(l);
	return err;
}

static status put_label(serving *s, uint64_t id, const char *label, complaint *why)
{
	const char *names[2] = {NULL, NULL};
	uint64_t of = 0;
	status err = store_find_original(s->from.store, id, &of);

	if (err || of == id)
		return complain(why, ERR_MISSING, "#%" PRIu64 " is no drop", id);
	err = name_article(s, of, &names[0], why);
	if (!err)
		err = name_article(s, id, &names[1], why);
	return err ? err : put_pair(s, names, label, why);
}

status act_label(serving *s, const request *r, json_t *out, complaint *why)
{
	const char *label = label_of(r);
	uint64_t id;
	status err = id_of(r, "id", &id, why);

	if (!err && !label)
		err = complain(why, ERR_USAGE, "label must be dup, neg or ignore");
	if (!err)
		err = put_label(s, id, label, why);
	return err ? err
		   : say(out, "Written to %s: #%" PRIu64 " and its original are %s.", s->settings->labels, id,
			 *label == 'd'   ? "one article"
			 : *label == 'n' ? "two articles"
					 : "neither way");
}

/* ── a dry run ── */

status act_judge(serving *s, const request *r, json_t *out, complaint *why)
{
	const char *spec = json_string_value(json_object_get(r->body, "filter"));
	status err = spec ? serving_check(s, why) : complain(why, ERR_USAGE, "judge needs a filter");

	if (!err)
		err = dry_run_start(s->dry_run, spec, why);
	return err ? err : say(out, "All articles are judged again.");
}
