/* outcome — writes the outcome of a fetch, in all tables. */
#include "store/statement.h"

/* The new urls.state. */
static const char *const states[] = {
	[RESULT_PAGE] = "page",       [RESULT_DROP] = "drop", [RESULT_REDIRECT] = "redirect",
	[RESULT_FAILURE] = "failure", [RESULT_SKIP] = "skip",
};

/* ── rows ── */

status store_put_skip(store *st, const store_skip *skip)
{
	static const char *const kinds[] = {"link", "fetch", "part"};

	return statement_do(st,
			    "INSERT INTO skips (url, reason, count, kind, of_url) VALUES (?, ?, ?, ?, ?)"
			    " ON CONFLICT (url, reason) DO UPDATE SET count = count + excluded.count",
			    "ttitt", skip->url, skip->reason, (int64_t)skip->count, kinds[skip->kind], skip->of_url);
}

/* Adds the row of the new outcome. The judge writes the rows of articles. */
static status put_row(store *st, const store_url *url, const store_outcome *o)
{
	store_skip skip = {.url = url->url, .reason = o->reason, .kind = SKIP_FETCH, .count = 1, .of_url = o->to_url};

	switch (o->result) {
	case RESULT_REDIRECT:
		return statement_do(st, "INSERT INTO redirects (url, to_url, status, at) VALUES (?, ?, ?, ?)", "ttiN", url->url,
				    o->to_url, (int64_t)o->http_status);
	case RESULT_FAILURE:
		return statement_do(st,
				    "INSERT INTO failures (url, reason, status, tries, at) VALUES (?, ?, nullif(?, 0), ?, ?)",
				    "ttiiN", url->url, o->reason, (int64_t)o->http_status, (int64_t)url->tries + 1);
	case RESULT_SKIP:
		return store_put_skip(st, &skip);
	default:
		return OK;
	}
}

static status remove_rows(store *st, const store_url *url)
{
	if (url->was == END_NONE)
		return OK;
	return statement_do(st,
			    "DELETE FROM redirects WHERE url = ?; DELETE FROM failures WHERE url = ?;"
			    " DELETE FROM skips WHERE url = ?",
			    "t", url->url);
}

/* ── the URL ── */

static bool was_article(const store_url *url)
{
	return url->was == END_PAGE || url->was == END_DROP;
}

/* Returns the new urls.change; NULL: it does not change. It counts only once the store was refreshed. */
static const char *change_of(const store_url *url, const store_outcome *o)
{
	if (was_article(url))
		return o->result == RESULT_FAILURE ? "gone" : "changed";
	return o->result == RESULT_PAGE || o->result == RESULT_DROP ? "new" : NULL;
}

static status end_url(store *st, const store_url *url, const store_outcome *o)
{
	status err = remove_rows(st, url);

	if (!err)
		err = put_row(st, url, o);
	if (err)
		return err;
	return statement_do(st,
			    "UPDATE urls SET state = ?1, due = 0, refresh_last = 0, change = CASE WHEN EXISTS"
			    " (SELECT 1 FROM meta WHERE name = 'refreshed') THEN coalesce(?2, change) END WHERE id = ?3",
			    "tti", states[o->result], change_of(url, o), url->id);
}

/* Takes the URL out of the queue; it keeps its outcome. */
static status keep_url(store *st, const store_url *url, const char *change)
{
	return statement_do(st, "UPDATE urls SET due = 0, refresh_last = 0, change = ? WHERE id = ?", "ti", change, url->id);
}

/* Records that the article was found unchanged now. */
static status touch_article(store *st, const store_outcome *o)
{
	return statement_do(st,
			    "UPDATE pages SET checked_at = ?, etag = ?, last_modified = ? WHERE id = ?;"
			    " UPDATE drops SET checked_at = ?, etag = ?, last_modified = ? WHERE id = ?",
			    "Ntti", o->etag, o->last_modified, (int64_t)o->article);
}

static status keep_unreached(store *st, const store_url *url, const char *reason)
{
	char change[300];

	sqlite3_snprintf(sizeof change, change, "unreached: %s", reason);
	return keep_url(st, url, change);
}

status store_conclude(store *st, const store_url *url, const store_outcome *o)
{
	status err;

	switch (o->result) {
	case RESULT_UNCHANGED:
		err = touch_article(st, o);
		return err ? err : keep_url(st, url, "unchanged");
	case RESULT_SAME:
		return keep_url(st, url, "changed");
	case RESULT_UNREACHED:
		return keep_unreached(st, url, o->reason);
	case RESULT_LEFT_OUT:
		return keep_url(st, url, NULL);
	case RESULT_RETRY:
		return statement_do(st, "UPDATE urls SET tries = ?, next_try = ? WHERE id = ?", "iii", (int64_t)url->tries + 1,
				    o->next_try, url->id);
	default:
		return end_url(st, url, o);
	}
}

/* ── counts ── */

status store_count(store *st, store_counts *out)
{
#define COUNT(NAME) "(SELECT value FROM counts WHERE name = '" NAME "')"
	return statement_first(st, NULL,
			       "SELECT " COUNT("pages") ", " COUNT("drops") ", " COUNT("queued") ", " COUNT("to-refresh"),
			       "=iiii", &out->pages, &out->drops, &out->queued, &out->to_refresh);
#undef COUNT
}
