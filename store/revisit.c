/* revisit — drops that share the text of a stored article. */
#include "store/statement.h"

status store_find_revisit(store *st, const char *url, arena *a, store_revisit *out)
{
	*out = (store_revisit){.why = {.filter = STORE_REVISIT_FILTER, .stage = STORE_REVISIT_STAGE, .evidence = "{}"}};
	return statement_first(st, a,
			       "SELECT id, id AS of, 'duplicate', 1.0 FROM pages WHERE url = ?1 UNION ALL"
			       " SELECT id, of, verdict, score FROM drops WHERE url = ?1 ORDER BY id DESC LIMIT 1",
			       "t=iiTd", url, &out->original, &out->why.of, &out->why.verdict, &out->why.score);
}

/* Adds the row of a drop with the columns of the original's row, which is in one of the two tables. */
static status copy_original(store *st, uint64_t id, const store_revisit *r, const char *url, const char *name,
			    const char *fetched_at, const packed *of)
{
	return statement_do(
		st,
		"INSERT INTO drops (id, url, name, of, of_url, verdict, filter, stage, score, evidence, text_bytes, text_delta,"
		" cause, fetched_at, title, lang, sentences, links, bytes, digest, charset, charset_from, degraded, truncated,"
		" etag, last_modified, is_list) SELECT ?1, ?2, ?3, ?4, (SELECT url FROM pages WHERE id = ?4), ?5, ?6, ?7, ?8,"
		" '{}', ?9, ?10, 'revisit', ?11, title, lang, sentences, links, bytes, digest, charset, charset_from, degraded,"
		" truncated, etag, last_modified, is_list FROM (SELECT id, " ARTICLE_COLUMNS
		" FROM pages UNION ALL SELECT id, " ARTICLE_COLUMNS " FROM drops) WHERE id = ?12",
		"itti"
		"tttd"
		"ib"
		"ti",
		(int64_t)id, url, name, (int64_t)r->why.of, r->why.verdict, r->why.filter, r->why.stage, r->why.score,
		(int64_t)of->text_len, (const void *)of->bytes.at, of->bytes.len, fetched_at, (int64_t)r->original);
}

status store_put_revisit(store *st, uint64_t id, const char *url, const char *name, const char *fetched_at,
			 const store_revisit *revisit)
{
	arena *a = arena_new();
	packed of;
	status err = a ? store_repack(st, revisit->original, revisit->why.of, a, &of) : ERR_MEMORY;

	if (!err)
		err = copy_original(st, id, revisit, url, name, fetched_at, &of);
	if (!err)
		err = statement_do(st,
				   "INSERT INTO signatures (id, kept, bytes) SELECT ?1, 0, bytes FROM signatures WHERE id = ?2",
				   "ii", (int64_t)id, (int64_t)revisit->original);
	if (!err && id >= st->next_id)
		st->next_id = id + 1;
	arena_free(a);
	return err;
}
