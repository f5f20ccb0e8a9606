/* recorded — reads the recorded verdict about an article that has a name. */
#include "base/digest.h"
#include "store/statement.h"

/* The index by name has the first letters of the digest, since many lines may have one name. SQLite would choose the index by URL, where
 * all pages without one are equal. "+" keeps it from replacing the digest by ?2 in substr() too, where it would then not find the
 * index. */
#define NAMED \
	" WHERE name = ?1 AND substr(digest, 1, 8) = substr(?2, 1, 8) AND +digest = ?2 AND url IS ?5 AND id > ?3 AND id < ?4"
#define NAMED_PAGES "(SELECT * FROM pages INDEXED BY pages_name" NAMED ")"
#define NAMED_DROPS "drops INDEXED BY drops_name" NAMED

#define IS_REVISIT "filter = '" STORE_REVISIT_FILTER "' AND stage = '" STORE_REVISIT_STAGE "'"

status store_recorded(store *st, const store_named *what, arena *a, uint64_t *id, store_reason *out)
{
	char digest[DIGEST_TEXT];

	*out = (store_reason){0};
	if (what->revisit_url)
		return statement_first(st, a,
				       "SELECT " REASON_COLUMNS
				       " FROM drops WHERE url = ? AND id > ? AND id < ? AND " IS_REVISIT " ORDER BY id LIMIT 1",
				       "tii=" REASON_TYPES, what->revisit_url, (int64_t)what->after, (int64_t)what->before,
				       REASON_FIELDS(id, out));
	digest_text(what->digest, digest);
	return statement_first(
		st, a,
		"SELECT id, CASE WHEN s.older IS NULL THEN 'unique' ELSE 'supersedes' END AS verdict, s.older AS of,"
		" p.score, p.filter, p.stage, p.proposed_by, p.word, p.evidence, p.shares, NULL"
		" FROM " NAMED_PAGES " p LEFT JOIN supersedes s ON s.page = p.id"
		" UNION ALL SELECT " REASON_COLUMNS " FROM " NAMED_DROPS " AND NOT (" IS_REVISIT ") ORDER BY id LIMIT 1",
		"ttiit=" REASON_TYPES, what->name, digest, (int64_t)what->after, (int64_t)what->before, what->url,
		REASON_FIELDS(id, out));
}

status store_dropped_before(store *st, const char *name, const char *url, const uint8_t digest[32], arena *a, uint64_t *id,
			    store_reason *out)
{
	char bytes[DIGEST_TEXT];
	status err = ERR_MISSING;

	digest_text(digest, bytes);
	if (name)
		err = statement_first(st, a,
				      "SELECT " REASON_COLUMNS " FROM drops INDEXED BY drops_name WHERE name = ?1"
				      " AND substr(digest, 1, 8) = substr(?2, 1, 8) AND +digest = ?2 ORDER BY id LIMIT 1",
				      "tt=" REASON_TYPES, name, bytes, REASON_FIELDS(id, out));
	if (err == ERR_MISSING && url)
		err = statement_first(st, a,
				      "SELECT " REASON_COLUMNS
				      " FROM drops INDEXED BY drops_url WHERE url = ? AND digest = ? ORDER BY id LIMIT 1",
				      "tt=" REASON_TYPES, url, bytes, REASON_FIELDS(id, out));
	return err;
}
