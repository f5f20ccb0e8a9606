/* rejudge — judges all articles of a store again, from their stored texts. The new verdicts first go into a temporary table, beside
 * the old ones, and then replace them in one transaction. */
#include <string.h>

#include "base/digest.h"
#include "store/ask.h"
#include "store/cause_sql.h"
#include "store/decide.h"
#include "store/statement.h"

/* ── reading ── */

status store_next_kept(store *st, uint64_t after, arena *a, store_kept *out)
{
	store_kept k = {0};
	const char *digest;
	status err = statement_first(
		st, a,
		"SELECT s.id, coalesce(p.url, d.url), coalesce(p.title, d.title), coalesce(p.lang, d.lang),"
		" coalesce(p.digest, d.digest), coalesce(p.name, d.name), coalesce(p.canonical, d.canonical),"
		" coalesce(coalesce(p.is_list, d.is_list) <> 0, 2) FROM signatures s" /* 2: FIRSTPRINT_UNKNOWN_KIND */
		" LEFT JOIN pages p ON p.id = s.id"
		" LEFT JOIN drops d ON d.id = s.id WHERE s.id > ? ORDER BY s.id LIMIT 1",
		"i=itTTTttn", (int64_t)after, &k.id, &k.url, &k.title, &k.lang, &digest, &k.name, &k.canonical, &k.kind);

	if (!err)
		err = digest_read(digest, k.digest);
	if (!err)
		err = store_text(st, k.id, a, &k.text);
	if (!err)
		*out = k;
	return err;
}

/* Of all articles with an id above ?1. */
#define OF_ALL(WHAT) \
	"SELECT " WHAT " FROM pages WHERE id > ?1 UNION ALL SELECT " WHAT " FROM drops WHERE id > ?1 UNION ALL SELECT " WHAT \
	" FROM past WHERE id > ?1"

status store_next_text(store *st, uint64_t after, arena *a, store_titled *out)
{
	store_titled x = {0};
	status err = statement_first(st, a, OF_ALL("id, title") " ORDER BY id LIMIT 1", "i=it", (int64_t)after, &x.id,
				     &x.title);

	if (!err)
		err = store_text(st, x.id, a, &x.text);
	if (!err)
		*out = x;
	return err;
}

status store_count_texts(store *st, uint64_t after, uint64_t *out)
{
	return statement_first(st, NULL, "SELECT count(*) FROM (" OF_ALL("1") ")", "i=i", (int64_t)after, out);
}

/* ── the new verdicts ── */

status store_rejudge(store *st)
{
	return statement_run(
		st->db,
		"PRAGMA query_only = OFF;" /* temporary tables need this in a store that is open for reading */
		"DROP TABLE IF EXISTS temp.judged; DROP TABLE IF EXISTS temp.changes;"
		"CREATE TEMP TABLE judged (id INTEGER PRIMARY KEY, of INTEGER, verdict TEXT NOT NULL, filter TEXT NOT NULL,"
		" stage TEXT, score REAL, evidence TEXT, shares TEXT, proposed_by TEXT, word TEXT, notable TEXT, signature BLOB,"
		" nearest INTEGER, is_alias INTEGER NOT NULL DEFAULT 0);"
		"CREATE TEMP TABLE changes (id INTEGER PRIMARY KEY, was TEXT, was_of INTEGER, verdict TEXT, of INTEGER)");
}

status store_put_judged(store *st, uint64_t id, const store_reason *why, bool is_alias, const firstprint_signature *sig)
{
	return statement_do(
		st,
		"INSERT OR REPLACE INTO judged (id, of, verdict, filter, stage, score, evidence, shares, proposed_by, word, notable, nearest, is_alias, signature)"
		" VALUES (?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?)",
		"iitttdtttttiib", (int64_t)id, (int64_t)why->of, why->verdict, why->filter, why->stage, why->score,
		why->evidence, why->shares, why->proposed_by, why->word, why->notable, (int64_t)why->nearest, (int64_t)is_alias,
		(const void *)sig->bytes, sig->len);
}

status store_judged_parts_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(
		statement(st,
			  "SELECT id FROM judged WHERE of = ? AND filter <> ? AND (verdict = 'contained' OR (verdict ="
			  " 'near-duplicate' AND score < ?)) ORDER BY id",
			  "itd", (int64_t)page, STORE_DECISION_FILTER, STORE_COPY_SCORE),
		a, out, len);
}

status store_judged_signature(store *st, uint64_t id, arena *a, firstprint_signature *out)
{
	return statement_first(st, a, "SELECT signature FROM judged WHERE id = ?", "i=b", (int64_t)id, out);
}

status store_judged_drop(store *st, uint64_t id, const store_reason *why)
{
	return statement_do(st,
			    "UPDATE judged SET of = ?1 WHERE of = ?9;"
			    " UPDATE judged SET of = ?1, verdict = ?2, filter = ?3, stage = ?4, score = ?5, evidence = iif(?6,"
			    " json_insert(?7, '$.\"" STORE_COMPARED_WITH
			    "\"', ?6), ?7), shares = NULL, proposed_by = ?8, word ="
			    " NULL, notable = NULL, is_alias = ?3 = '" STORE_DECISION_FILTER "' WHERE id = ?9",
			    "itttditti", (int64_t)why->of, why->verdict, why->filter, why->stage, why->score,
			    (int64_t)why->nearest, why->evidence, why->proposed_by, (int64_t)id);
}

/* Corrects drops of a page that became a drop itself after they were judged: they become drops of its original. */
static status follow_aliases(store *st)
{
	static const char follow[] =
		"UPDATE judged SET of = (SELECT o.of FROM judged o WHERE o.id = judged.of) WHERE verdict <> 'unique' AND"
		" (SELECT verdict IN ('duplicate', 'near-duplicate', 'contained') FROM judged o WHERE o.id = judged.of)";
	status err;

	do
		err = statement_run(st->db, follow);
	while (!err && sqlite3_changes(st->db) > 0);
	return err;
}

status store_compare_judged(store *st)
{
	status err = follow_aliases(st);

	if (err)
		return err;
	return statement_run(
		st->db,
		"INSERT INTO changes SELECT j.id, coalesce(d.verdict, CASE WHEN s.older IS NULL THEN 'unique' ELSE 'supersedes'"
		" END), coalesce(d.of, s.older), j.verdict, j.of FROM judged j LEFT JOIN drops d ON d.id = j.id"
		" LEFT JOIN supersedes s ON s.page = j.id WHERE coalesce(d.verdict, CASE WHEN s.older IS NULL THEN 'unique'"
		" ELSE 'supersedes' END) <> j.verdict OR coalesce(d.of, s.older) IS NOT j.of");
}

/* ── replacing the old verdicts ── */

/* Gives each article whose id sql returns its new verdict. Reads all ids first, since put changes the tables that sql reads. */
static status give_each(store *st, const char *sql, status (*put)(store *, uint64_t, const store_reason *))
{
	arena *a = arena_new(), *scratch = arena_new();
	uint64_t *ids = NULL;
	size_t n = 0;
	status err = a && scratch ? statement_ids(statement(st, sql, ""), a, &ids, &n) : ERR_MEMORY;

	for (size_t i = 0; i < n && !err; i++) {
		store_reason why = {0};

		arena_reset(scratch);
		err = statement_first(st, scratch, "SELECT " REASON_COLUMNS " FROM judged WHERE id = ?", "i=" REASON_TYPES,
				      (int64_t)ids[i], REASON_FIELDS(&ids[i], &why));
		if (!err)
			err = put(st, ids[i], &why);
	}
	arena_free(a);
	arena_free(scratch);
	return err;
}

/* Makes a drop a page, which keeps its id. */
static status promote(store *st, uint64_t id, const store_reason *why)
{
	return store_promote_drop(st, id, id, why);
}

#define IS_DROP "verdict IN ('duplicate', 'near-duplicate', 'contained')"

/* The order matters: first it makes all new pages, so that their drops find them; then it moves drops away from pages that become
 * drops themselves. */
status store_apply_judged(store *st)
{
	status err = statement_run(st->db, "DELETE FROM supersedes");

	if (!err)
		err = give_each(st, "SELECT id FROM judged WHERE NOT " IS_DROP " AND id IN (SELECT id FROM drops) ORDER BY id",
				promote);
	if (!err)
		err = give_each(st, "SELECT id FROM judged WHERE " IS_DROP " AND id IN (SELECT id FROM drops) ORDER BY id",
				store_move_drop);
	if (!err)
		err = give_each(st, "SELECT id FROM judged WHERE " IS_DROP " AND id IN (SELECT id FROM pages) ORDER BY id",
				store_demote_page);
	if (err)
		return err;
	return statement_run(
		st->db,
		"INSERT INTO supersedes (page, older, filter, stage, score, evidence, proposed_by, word)"
		" SELECT id, of, filter, stage, score, evidence, proposed_by, word FROM judged WHERE verdict = 'supersedes';"
		"UPDATE pages SET (stage, proposed_by, evidence, word, filter, score, shares, nearest) = (SELECT stage, proposed_by, evidence,"
		" word, filter, score, shares, nearest FROM judged WHERE id = pages.id);" CAUSES_TOLD(
			"true") ";"
				"UPDATE signatures SET kept = (SELECT NOT " IS_DROP
				" OR is_alias FROM judged j WHERE j.id = signatures.id),"
				" bytes = (SELECT signature FROM judged j WHERE j.id = signatures.id)");
}
