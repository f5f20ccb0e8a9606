/* find — finds the article for a URL or an input's id. */
#include "store/ask.h"
#include "store/statement.h"

status store_head_of(store *st, uint64_t id, arena *a, store_head *out)
{
	*out = (store_head){.id = id};
	return statement_first(st, a,
			       "SELECT 'page', url, name, title, canonical, lang FROM pages WHERE id = ?1 UNION ALL"
			       " SELECT 'drop', url, name, title, canonical, lang FROM drops WHERE id = ?1 UNION ALL"
			       " SELECT 'past', url, NULL, title, NULL, lang FROM past WHERE id = ?1",
			       "i=TttTtT", (int64_t)id, &out->kind, &out->url, &out->name, &out->title, &out->canonical,
			       &out->lang);
}

status store_id_now(store *st, uint64_t id, uint64_t *out)
{
	return statement_first(st, NULL,
			       "WITH RECURSIVE chain (id, n) AS (SELECT ?1, 0 UNION ALL SELECT r.now, n + 1 FROM chain c"
			       " JOIN renamed r ON r.id = c.id WHERE n < 1000) SELECT id FROM chain ORDER BY n DESC LIMIT 1",
			       "i=i", (int64_t)id, out);
}

/* Lists the pages and drops for which the condition holds. */
#define ARTICLES(CONDITION) "SELECT id FROM pages WHERE " CONDITION " UNION ALL SELECT id FROM drops WHERE " CONDITION
#define LAST(CONDITION) "SELECT max(id) FROM (" ARTICLES(CONDITION) ")"

status store_find_url(store *st, const char *url, uint64_t *out)
{
	return statement_first(st, NULL, LAST("url = ?1"), "t=I", url, out);
}

status store_all_at_url(store *st, const char *url, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(
		statement(st,
			  ARTICLES("url = ?1") " UNION ALL SELECT * FROM (SELECT id FROM past WHERE url = ?1 AND NOT"
					       " EXISTS (" ARTICLES("url = ?1") ") ORDER BY id DESC LIMIT 1)"
										" ORDER BY id",
			  "t", url),
		a, out, len);
}

status store_all_with_id(store *st, uint64_t id, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, ARTICLES("id = ?1") " UNION ALL SELECT id FROM past WHERE id = ?1", "i",
				       (int64_t)id),
			     a, out, len);
}

status store_all_named(store *st, const char *name, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, ARTICLES("name = ?1") " ORDER BY id", "t", name), a, out, len);
}

status store_find_name(store *st, const char *name, uint64_t *out)
{
	return statement_first(st, NULL, LAST("name = ?1"), "t=I", name, out);
}

status store_find_article(store *st, const char *url, const char *name, uint64_t *out)
{
	return url ? statement_first(st, NULL, LAST("url = ?1 AND name IS ?2"), "tt=I", url, name, out)
		   : statement_first(st, NULL, LAST("name = ?1 AND url IS NULL"), "t=I", name, out);
}

status store_find_next(store *st, uint64_t after, uint64_t *out)
{
	return statement_first(st, NULL, "SELECT id FROM signatures WHERE id > ? ORDER BY id LIMIT 1", "i=I", (int64_t)after,
			       out);
}

status store_drop_remarks(store *st, uint64_t id, arena *a, const char **cause, const char **notable)
{
	*cause = *notable = NULL;
	return statement_first(st, a, "SELECT cause, notable FROM (SELECT 1) LEFT JOIN drops ON id = ?", "i=tt", (int64_t)id,
			       cause, notable);
}

status store_find_original(store *st, uint64_t id, uint64_t *out)
{
	*out = 0;
	return statement_first(st, NULL, "SELECT of FROM drops WHERE id = ?1 UNION ALL SELECT id FROM pages WHERE id = ?1",
			       "i=I", (int64_t)id, out);
}

status store_find_earlier(store *st, uint64_t id, uint64_t *out)
{
	return statement_first(st, NULL,
			       "SELECT * FROM (SELECT coalesce((SELECT of FROM drops WHERE id = ?1),"
			       " (SELECT max(past.id) FROM pages JOIN past USING (url) WHERE pages.id = ?1),"
			       " (SELECT max(p.id) FROM past p JOIN past q USING (url) WHERE q.id = ?1 AND p.id < ?1),"
			       " (SELECT nearest FROM pages WHERE id = ?1)) AS id) WHERE id NOT NULL",
			       "i=I", (int64_t)id, out);
}

status store_last_id(store *st, uint64_t *out)
{
	return statement_first(st, NULL,
			       "SELECT max((SELECT coalesce(max(id), 0) FROM signatures),"
			       " (SELECT coalesce(max(id), 0) FROM past))",
			       "=i", out);
}
