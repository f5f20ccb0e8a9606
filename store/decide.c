#include "store/decide.h"

#include <inttypes.h>
#include <string.h>

#include "store/ask.h"
#include "store/cause_sql.h"
#include "store/statement.h"

/* ── decisions ── */

status store_decisions(store *st, status (*handle)(void *, const store_decision *), void *ctx)
{
	sqlite3_stmt *q = statement(st, "SELECT id, what, url, name, of_url, of_name, pattern FROM decisions ORDER BY id", "");
	store_decision d;
	status err = OK;

	while (statement_next(q, &err)) {
		err = statement_columns(q, NULL, "iTttttt", &d.id, &d.what, &d.url, &d.name, &d.of_url, &d.of_name, &d.pattern);
		if (!err)
			err = handle(ctx, &d);
	}
	return err;
}

status store_put_pattern(store *st, const char *what, const char *pattern)
{
	return statement_do(st,
			    "INSERT INTO decisions (what, pattern, at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS"
			    " (SELECT 1 FROM decisions WHERE what = ?1 AND pattern = ?2)",
			    "ttN", what, pattern);
}

status store_remove_decision(store *st, int64_t id)
{
	status err = statement_do(st, "DELETE FROM decisions WHERE id = ?", "i", id);

	return err || sqlite3_changes(st->db) ? err : ERR_MISSING;
}

status store_decision_about(store *st, uint64_t article, int64_t *out)
{
	return statement_first(
		st, NULL,
		"SELECT d.id FROM decisions d JOIN (SELECT url, name FROM pages WHERE id = ?1 UNION ALL SELECT url, name"
		" FROM drops WHERE id = ?1) a ON d.url IS a.url AND d.name IS a.name WHERE what IN ('keep', 'drop')",
		"i=i", (int64_t)article, out);
}

/* Removes earlier decisions about the article, since the last one counts. */
static status note(store *st, const char *what, const store_head *h, const store_head *of)
{
	return statement_do(st,
			    "DELETE FROM decisions WHERE what IN ('keep', 'drop') AND url IS ?2 AND name IS ?3;"
			    " INSERT INTO decisions (what, url, name, of_url, of_name, at) VALUES (?, ?, ?, ?, ?, ?)",
			    "tttttN", what, h->url, h->name, of->url, of->name);
}

/* ── aliases ── */

status store_aliases(store *st, status (*handle)(void *, uint64_t, uint64_t), void *ctx)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT d.id, d.of FROM drops d JOIN signatures s ON s.id = d.id WHERE d.filter = ? AND s.kept = 1 ORDER BY d.id",
		"t", STORE_DECISION_FILTER);
	status err = OK;

	while (statement_next(q, &err))
		err = handle(ctx, (uint64_t)sqlite3_column_int64(q, 0), (uint64_t)sqlite3_column_int64(q, 1));
	return err;
}

/* Notes in the evidence of a drop that its numbers speak of this page. If it has moved before, they speak of an earlier one. */
static status note_compared(store *st, uint64_t drop, uint64_t page)
{
	return statement_do(st,
			    "UPDATE drops SET evidence = json_insert(evidence, '$.\"" STORE_COMPARED_WITH "\"', ?) WHERE id = ?"
			    " AND json_valid(evidence)",
			    "ii", (int64_t)page, (int64_t)drop);
}

/* Makes all drops of page id drops of page `of`. Their reasons stay the same, and speak of page id. */
static status move_drops(store *st, uint64_t id, uint64_t of, arena *a)
{
	uint64_t *drops = NULL;
	size_t n = 0;
	status err = store_drops_of(st, id, a, &drops, &n);

	for (size_t i = 0; i < n && !err; i++) {
		store_reason why = {0};

		err = statement_first(st, a, "SELECT " REASON_COLUMNS " FROM drops WHERE id = ?", "i=" REASON_TYPES,
				      (int64_t)drops[i], REASON_FIELDS(&drops[i], &why));
		why.of = of;
		if (!err)
			err = store_move_drop(st, drops[i], &why);
		if (!err)
			err = note_compared(st, drops[i], id);
	}
	return err;
}

/* Tells the causes of the drops of a page again, since one of them may tell others. */
static status tell_causes(store *st, uint64_t of)
{
	return statement_do(st, CAUSES_TOLD("d.of = ?"), "i", (int64_t)of);
}

status store_make_alias(store *st, uint64_t id, const store_reason *why)
{
	arena *a = arena_new();
	status err = a ? move_drops(st, id, why->of, a) : ERR_MEMORY;

	if (!err)
		err = store_demote_page(st, id, why);
	if (!err)
		err = tell_causes(st, why->of);
	arena_free(a);
	return err;
}

/* ── what a person decides ── */

static status head_of(store *st, uint64_t id, arena *a, store_head *out, complaint *why)
{
	status err = store_head_of(st, id, a, out);

	return err == ERR_MISSING ? complain(why, err, "there is no article #%" PRIu64, id) : err;
}

status store_undo(store *st, uint64_t id, complaint *why)
{
	static const store_reason decided = {.filter = STORE_DECISION_FILTER, .stage = "keep", .evidence = "{}"};
	arena *a = arena_new();
	store_head h, original = {0};
	uint64_t of = 0;
	status err = a ? head_of(st, id, a, &h, why) : ERR_MEMORY;

	if (!err && strcmp(h.kind, "drop") != 0)
		err = complain(why, ERR_USAGE, "#%" PRIu64 " is %s, and only drops can be taken back", id,
			       strcmp(h.kind, "past") == 0 ? "an article of the past" : "a page");
	if (!err)
		err = store_find_original(st, id, &of);
	if (!err)
		err = store_head_of(st, of, a, &original);
	if (!err || err == ERR_MISSING) /* the original is in another store */
		err = note(st, "keep", &h, &original);
	if (!err)
		err = store_promote_drop(st, id, id, &decided);
	if (!err)
		err = tell_causes(st, of);
	arena_free(a);
	return err;
}

status store_texts_are_equal(store *st, uint64_t a, uint64_t b, bool *are)
{
	arena *memory = arena_new();
	firstprint_span one = {0}, other = {0};
	status err = memory ? store_text(st, a, memory, &one) : ERR_MEMORY;

	if (!err)
		err = store_text(st, b, memory, &other);
	*are = !err && one.len == other.len && memcmp(one.at, other.at, one.len) == 0;
	arena_free(memory);
	return err == ERR_MISSING ? OK : err;
}

status store_decided_drop(store *st, uint64_t id, uint64_t of, store_reason *out)
{
	bool are_equal;
	status err = store_texts_are_equal(st, id, of, &are_equal);

	*out = (store_reason){.of = of,
			      .verdict = are_equal ? "duplicate" : "near-duplicate",
			      .filter = STORE_DECISION_FILTER,
			      .stage = "drop",
			      .score = 1,
			      .evidence = "{}"};
	return err;
}

static status drop(store *st, const store_head *h, const store_head *of, complaint *why)
{
	store_reason decided;
	status err;

	if (store_is_shared(st))
		return complain(why, ERR_USAGE,
				"the store shares an index: other stores may have drops of #%" PRIu64
				", which cannot become a drop itself",
				h->id);
	if (h->id == of->id)
		return complain(why, ERR_USAGE, "#%" PRIu64 " would be a drop of itself", h->id);
	if (strcmp(h->kind, "past") == 0)
		return complain(why, ERR_USAGE, "#%" PRIu64 " is an article of the past", h->id);
	err = note(st, "drop", h, of);
	if (!err)
		err = store_decided_drop(st, h->id, of->id, &decided);
	if (err)
		return err;
	if (strcmp(h->kind, "page") == 0)
		return store_make_alias(st, h->id, &decided);
	err = store_move_drop(st, h->id, &decided);
	return err ? err : store_remember_drop(st, h->id);
}

status store_drop(store *st, uint64_t id, uint64_t of, complaint *why)
{
	arena *a = arena_new();
	store_head h, original;
	uint64_t page = 0;
	status err = a ? head_of(st, id, a, &h, why) : ERR_MEMORY;

	if (!err) {
		err = store_find_original(st, of, &page);
		if (err == ERR_MISSING)
			err = complain(why, ERR_USAGE,
				       "#%" PRIu64 " is no page and no drop, but an article of the past, or none", of);
	}
	if (!err)
		err = head_of(st, page, a, &original, why);
	if (!err)
		err = drop(st, &h, &original, why);
	arena_free(a);
	return err;
}
