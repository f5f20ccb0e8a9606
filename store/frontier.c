/* frontier — the URLs that were seen, their queue, and their hosts. */
#include <string.h>

#include "store/statement.h"

/* urls.state as a store_end. */
#define END_OF_STATE \
	"CASE state WHEN 'queued' THEN 0 WHEN 'page' THEN 1 WHEN 'drop' THEN 2 WHEN 'redirect' THEN 3 WHEN 'failure' THEN 4 ELSE 5 END"

static status host_id_of(store *st, const char *host, int64_t *out)
{
	status err = statement_first(st, NULL, "SELECT id FROM hosts WHERE host = ?", "t=i", host, out);

	if (err != ERR_MISSING)
		return err;
	err = statement_do(st, "INSERT INTO hosts (host) VALUES (?)", "t", host);
	*out = sqlite3_last_insert_rowid(st->db);
	return err;
}

/* What the store knows about a URL. */
struct known {
	int64_t id, host_id;
	int depth, hops, barren;
	bool is_seed, queued;
	bool skipped; /* because of its links (SKIP_LINK); another link may put it into the queue */
};

static status find_url(store *st, const char *url, struct known *k)
{
	return statement_first(st, NULL,
			       "SELECT id, host_id, depth, hops, is_seed, state = 'queued', state = 'skip' AND EXISTS (SELECT 1"
			       " FROM skips WHERE url = urls.url AND kind = 'link'), barren FROM urls WHERE url = ?",
			       "t=iinnyyyn", url, &k->id, &k->host_id, &k->depth, &k->hops, &k->is_seed, &k->queued,
			       &k->skipped, &k->barren);
}

static status put_skip_of_link(store *st, const store_sighting *s)
{
	store_skip skip = {.url = s->url, .reason = s->skip_reason, .kind = SKIP_LINK, .count = 1, .of_url = s->skip_of};

	return store_put_skip(st, &skip);
}

static status insert_url(store *st, const store_sighting *s, int64_t *host_id)
{
	status err = host_id_of(st, s->host, host_id);

	if (!err)
		err = statement_do(
			st,
			"INSERT INTO urls (url, host_id, depth, hops, is_seed, is_sitemap, via_id, state, due, barren)"
			" VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?, ?)",
			"tiiiiiitii", s->url, *host_id, (int64_t)s->depth, (int64_t)s->hops, (int64_t)s->is_seed,
			(int64_t)s->is_sitemap, s->via, s->skip_reason ? "skip" : "queued", (int64_t)!s->skip_reason,
			(int64_t)s->barren);
	return err || !s->skip_reason ? err : put_skip_of_link(st, s);
}

/* Records that a known URL is a seed, or the target of a seed's redirect. hops is 0 for a seed that the user named. */
static status make_seed(store *st, const store_sighting *s, const struct known *k)
{
	if (!s->is_seed || (k->is_seed && k->hops <= s->hops))
		return OK;
	return statement_do(st, "UPDATE urls SET is_seed = 1, hops = ? WHERE id = ?", "ii", (int64_t)s->hops, k->id);
}

/* Updates a known URL that was seen again: nearer to a seed, as a seed, or by a link that may be followed. */
static status meet_again(store *st, const store_sighting *s, const struct known *k, bool *queued)
{
	bool wanted = k->skipped && !s->skip_reason;
	int depth = wanted || s->depth < k->depth ? s->depth : k->depth;
	int barren = wanted || s->barren < k->barren ? s->barren : k->barren;
	status err = OK;

	if (depth == k->depth && barren == k->barren && !wanted)
		return OK;
	if (wanted)
		err = statement_do(st, "DELETE FROM skips WHERE url = ?", "t", s->url);
	if (!err)
		err = statement_do(st,
				   "UPDATE urls SET depth = ?1, state = iif(?2, 'queued', state), due = max(due, ?2),"
				   " barren = ?4 WHERE id = ?3",
				   "iiii", (int64_t)depth, (int64_t)wanted, k->id, (int64_t)barren);
	*queued = wanted;
	return err;
}

status store_add_url(store *st, const store_sighting *s, int64_t *host_id, bool *queued)
{
	struct known k;
	bool is_queued = false;
	int64_t host = 0;
	status err = find_url(st, s->url, &k);

	if (err == ERR_MISSING) {
		err = insert_url(st, s, &host);
		is_queued = !s->skip_reason;
	} else if (!err) {
		host = k.host_id;
		err = make_seed(st, s, &k);
		if (!err && (k.queued || k.skipped))
			err = meet_again(st, s, &k, &is_queued);
	}
	if (err)
		return err;
	if (host_id)
		*host_id = host;
	if (queued)
		*queued = is_queued;
	return OK;
}

status store_end_of(store *st, const char *url, enum store_end *out)
{
	return statement_first(st, NULL, "SELECT " END_OF_STATE " FROM urls WHERE url = ?", "t=n", url, out);
}

/* ?1: the host; ?2: the depth at most; ?3: store_which. An index has each of the places. */
#define IN_QUEUE " WHERE due = 1 AND host_id = ?1 AND refresh_last IN (3 * ?3, 3 * ?3 + 1, 3 * ?3 + 2) AND depth <= ?2"

status store_queued(store *st, int64_t host_id, enum store_which which, int64_t now, int depth_most, arena *a, store_url *out,
		    size_t n, size_t *out_len)
{
	sqlite3_stmt *q = statement(
		st,
		"SELECT id, url, depth, hops, tries, is_seed, is_sitemap, " END_OF_STATE ","
		" (SELECT v.url FROM urls v WHERE v.id = urls.via_id), barren, refresh_last FROM urls" IN_QUEUE
		" AND next_try <= ?4 ORDER BY refresh_last, depth, id LIMIT ?5",
		"iiiii", host_id, (int64_t)depth_most, (int64_t)which, now, (int64_t)n);
	size_t len = 0;
	status err = OK;

	while (statement_next(q, &err)) {
		store_url *u = &out[len++];

		err = statement_columns(q, a, "itnnnyyntnn", &u->id, &u->url, &u->depth, &u->hops, &u->tries, &u->is_seed,
					&u->is_sitemap, &u->was, &u->via, &u->barren, &u->turn);
	}
	*out_len = len;
	return err;
}

status store_next_try(store *st, int64_t host_id, enum store_which which, int depth_most, int64_t *out)
{
	return statement_first(st, NULL, "SELECT coalesce(min(next_try), -1) FROM urls" IN_QUEUE, "iii=i", host_id,
			       (int64_t)depth_most, (int64_t)which, out);
}

status store_has_due(store *st, int64_t host_id, bool *out)
{
	return statement_first(st, NULL,
			       "SELECT EXISTS (SELECT 1 FROM urls WHERE due = 1 AND host_id = ? AND refresh_last < 3)", "i=y",
			       host_id, out);
}

status store_least_depth(store *st, int *out)
{
	return statement_first(st, NULL, "SELECT coalesce(min(depth), -1) FROM urls WHERE due = 1 AND refresh_last < 3", "=n",
			       out);
}

/* URLs with an outcome keep it: this cancels only their refresh. */
status store_skip_host(store *st, int64_t host_id, const char *reason)
{
	return statement_do(
		st,
		"INSERT INTO skips (url, reason, kind) SELECT url, ?, 'fetch' FROM urls WHERE due = 1 AND state = 'queued' AND host_id = ?"
		" ON CONFLICT (url, reason) DO NOTHING;"
		" UPDATE urls SET due = 0, change = CASE WHEN state IN ('page', 'drop') THEN 'unreached: ' || ? END,"
		" state = CASE state WHEN 'queued' THEN 'skip' ELSE state END WHERE due = 1 AND host_id = ?",
		"ti", reason, host_id);
}

#define HOSTS \
	"SELECT id, host, robots, robots_status, CAST(strftime('%s', 'now') - strftime('%s', robots_at) AS INTEGER) FROM hosts h "

/* a NULL: texts are borrowed from the row. */
static status read_host(sqlite3_stmt *q, arena *a, store_host *out)
{
	firstprint_span robots;
	int64_t http_status;
	status err = statement_columns(q, a, "iTsii", &out->id, &out->host, &robots, &http_status, &out->robots_age);

	out->robots = robots.at;
	out->robots_len = robots.len;
	out->robots_status = (long)http_status;
	return err;
}

status store_queued_hosts(store *st, status (*handle)(void *, const store_host *), void *ctx)
{
	sqlite3_stmt *q = statement(st, HOSTS "WHERE EXISTS (SELECT 1 FROM urls WHERE due = 1 AND host_id = h.id) ORDER BY id",
				    "");
	store_host host;
	status err = OK;

	while (statement_next(q, &err)) {
		err = read_host(q, NULL, &host);
		if (!err)
			err = handle(ctx, &host);
	}
	return err;
}

status store_answering_host(store *st, int64_t *out)
{
	return statement_first(st, NULL, "SELECT max(id) FROM hosts WHERE robots_status > 0", "=i", out);
}

status store_count_articles(store *st, int64_t host_id, int64_t *out)
{
	return statement_first(st, NULL, "SELECT pages + drops FROM host_counts WHERE host_id = ?", "i=i", host_id, out);
}

status store_count_queued(store *st, int64_t host_id, int64_t *out)
{
	return statement_first(st, NULL, "SELECT count(*) FROM urls WHERE host_id = ? AND due = 1", "i=i", host_id, out);
}

status store_host_of(store *st, int64_t host_id, arena *a, store_host *out)
{
	sqlite3_stmt *q = statement(st, HOSTS "WHERE id = ?", "i", host_id);
	status err = statement_row(q);

	if (!err)
		err = read_host(q, a, out);
	sqlite3_reset(q);
	return err;
}

status store_put_robots(store *st, int64_t host_id, const char *body, size_t len, long http_status)
{
	return statement_do(st, "UPDATE hosts SET robots = ?, robots_status = ?, robots_at = ? WHERE id = ?", "siNi",
			    (firstprint_span){body, len}, (int64_t)http_status, host_id);
}

status store_seeds(store *st, status (*handle)(void *, const char *), void *ctx)
{
	return statement_each_text(statement(st, "SELECT url FROM urls WHERE is_seed = 1 ORDER BY id", ""), handle, ctx);
}
