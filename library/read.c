/* read — reads articles from the store. */
#include <string.h>

#include "judge/near.h"
#include "library/article.h"

/* SQLite's ids are signed. */
static bool is_id(uint64_t id)
{
	return id <= INT64_MAX;
}

/* Finds the id that the article has now. ERR_MISSING: no article can have it. */
static status id_now(firstprint *fp, uint64_t id, uint64_t *now)
{
	return is_id(id) ? store_id_now(fp->session.store, id, now) : ERR_MISSING;
}

/* ── articles ── */

typedef struct reading {
	firstprint *fp;
	firstprint_article *out;
	bool found;
} reading;

static status read_row(void *ctx, const store_value *row, size_t n)
{
	reading *r = ctx;

	r->found = true;
	return article_read(r->fp, row, n, r->out);
}

static status read_head(firstprint *fp, uint64_t id, firstprint_article *out)
{
	reading r = {.fp = fp, .out = out};
	status err = store_ask_id(fp->session.store, ASK_ARTICLE, (int64_t)id, read_row, &r);

	return err || r.found ? err : ERR_MISSING;
}

static status read_text(firstprint *fp, uint64_t id, const char **text, size_t *len)
{
	firstprint_span found;
	status err = store_text(fp->session.store, id, fp->memory, &found);

	if (err)
		return err;
	*text = found.at;
	*len = found.len;
	return OK;
}

status article_stored(firstprint *fp, uint64_t id, firstprint_article *out)
{
	firstprint_article x;
	status err = read_head(fp, id, &x);

	if (!err)
		err = read_text(fp, x.id, &x.text, &x.text_len);
	if (!err)
		*out = x;
	return err;
}

int firstprint_get(firstprint *fp, uint64_t id, firstprint_article *out)
{
	status err = handle_begin_with(fp, HANDLE_READS, out);
	uint64_t now;

	if (!err)
		err = id_now(fp, id, &now);
	return handle_end(fp, err ? err : article_stored(fp, now, out));
}

/* Input files also have numbers as names. */
static status find_name(store *st, const char *name, uint64_t *out)
{
	arena *a = arena_new();
	const char *text = a ? article_name_json(name, a) : NULL;
	status err = text ? store_find_name(st, text, out) : a ? ERR_MISSING : ERR_MEMORY;

	if (err == ERR_MISSING)
		err = store_find_name(st, name, out);
	arena_free(a);
	return err;
}

int firstprint_find(firstprint *fp, const char *what, firstprint_article *out)
{
	status err = handle_begin_with(fp, HANDLE_READS, what && out);
	uint64_t id;

	if (!err)
		err = store_find_url(fp->session.store, what, &id);
	if (err == ERR_MISSING)
		err = find_name(fp->session.store, what, &id);
	return handle_end(fp, err ? err : article_stored(fp, id, out));
}

static status read_next(firstprint *fp, uint64_t after, firstprint_article *out)
{
	uint64_t id;
	status err = is_id(after) ? store_find_next(fp->session.store, after, &id) : ERR_MISSING;

	return err ? err : read_head(fp, id, out);
}

int firstprint_next(firstprint *fp, uint64_t after, firstprint_article *out)
{
	status err = handle_begin_with(fp, HANDLE_READS, out);

	return handle_end(fp, err ? err : read_next(fp, after, out));
}

int firstprint_text(firstprint *fp, uint64_t id, const char **text, size_t *len)
{
	status err = handle_begin_with(fp, HANDLE_READS, text && len);
	uint64_t now;

	if (!err)
		err = id_now(fp, id, &now);
	return handle_end(fp, err ? err : read_text(fp, now, text, len));
}

/* ── groups ── */

int firstprint_count(firstprint *fp, uint64_t *pages, uint64_t *drops)
{
	store_counts n;
	status err = handle_begin_with(fp, HANDLE_READS, pages && drops);

	if (!err)
		err = store_count(fp->session.store, &n);
	if (!err) {
		*pages = (uint64_t)n.pages;
		*drops = (uint64_t)n.drops;
	}
	return handle_end(fp, err);
}

int firstprint_drops_of(firstprint *fp, uint64_t id, const uint64_t **ids, size_t *len)
{
	uint64_t now, *found;
	status err = handle_begin_with(fp, HANDLE_READS, ids && len);

	if (!err)
		err = id_now(fp, id, &now);
	if (!err)
		err = store_drops_of(fp->session.store, now, fp->memory, &found, len);
	if (!err)
		*ids = found;
	return handle_end(fp, err);
}

/* ── neighbours ── */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static status find_near(firstprint *fp, uint64_t id, firstprint_neighbour *out, size_t len, size_t *found)
{
	store *st = fp->session.store;
	near_question q = {.of_store = st, .in = st, .file = fp->path};
	near_answer answer;
	status err = id_now(fp, id, &q.of);

	q.most = least(len ? len : 1, store_next_id(st)); /* there are fewer articles than ids */
	if (!err)
		err = near_find(&q, fp->memory, &answer, &fp->why);
	if (err)
		return err;
	*found = least(answer.len, len);
	for (size_t i = 0; i < *found; i++) {
		const near_article *x = &answer.items[i];

		out[i] = (firstprint_neighbour){x->id, x->like.resemblance, x->like.contained, x->like.contains};
	}
	return OK;
}

int firstprint_near(firstprint *fp, uint64_t id, firstprint_neighbour *out, size_t len, size_t *found)
{
	status err = handle_begin_with(fp, HANDLE_READS, found && (out || len == 0));

	return handle_end(fp, err ? err : find_near(fp, id, out, len, found));
}
