/* archive — writes responses to a WARC file, with --warc. */
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

status archive_open(crawl *c, const char *agent, complaint *why)
{
	const settings *s = c->settings;
	warc_plan plan = {.path = s->warc, .software = agent, .most = (uint64_t)s->warc_size, .appends = true};
	warc_found found = {0};
	status err = s->warc ? warc_archive_open(&plan, &c->warc, &found, why) : OK;

	if (!err && found.cut)
		terminal_say("%s: an incomplete record at its end is removed, %llu bytes", found.file,
			     (unsigned long long)found.cut);
	return err ? err : store_begin_archive(c->session.store, s->warc, found.is_new, &c->archived_since);
}

status archive_end(crawl *c, complaint *why)
{
	unsigned files;

	return c->warc ? warc_archive_end(c->warc, &files, why) : OK;
}

/* Sets the fields that every exchange has. */
static warc_exchange exchange_of(const visit *v)
{
	const fetch_result *r = &v->fetched;

	return (warc_exchange){.url = v->url.url,
			       .date = v->fetched_at,
			       .address = r->address,
			       .request_head = r->request_head,
			       .response_head = r->response_head,
			       .via = v->url.via,
			       .verdict = v->log,
			       .elapsed_ms = r->elapsed_ms,
			       .truncated = r->truncated                                ? "length"
					    : r->body_ignored                           ? "unspecified"
					    : r->outcome == FETCH_FAILED && r->body.len ? "disconnect"
											: NULL};
}

/* Sets the body as received: raw if it had a coding, otherwise `decoded`. */
static void set_body(warc_exchange *x, const visit *v, const char *decoded, size_t len)
{
	const buffer *raw = &v->fetched.raw;

	x->body = raw->len ? raw->bytes : decoded;
	x->body_len = raw->len ? raw->len : len;
}

/* Makes the record a revisit if the file already has the same bytes: those of a page, or of this URL before a refresh, that were
 * fetched since the file was begun, in this run or an earlier one. A page comes first, since a revisit should not refer to another. */
static status find_identical(crawl *c, const visit *v, const job *j, warc_exchange *x, arena *a)
{
	status err = store_same_page(c->session.store, v->url.url, c->archived_since, a, &x->same_url, &x->same_date);

	if (err != ERR_MISSING)
		return err;
	if (v->known.article >= c->archived_since && visit_is_unchanged(v, j)) {
		x->same_url = v->url.url;
		x->same_date = v->known.fetched_at;
	}
	return OK;
}

/* Writes a response that went through the workers. */
static status archive_page(crawl *c, const visit *v, const job *j, warc_exchange x)
{
	arena *a;
	status err;

	set_body(&x, v, j->input.bytes, j->input.len);
	if (v->fetched.raw.len) /* the same page may have been compressed differently */
		return warc_archive_put(c->warc, &x, c->why);
	x.digest = j->result.page.digest;
	a = arena_new();
	err = a ? find_identical(c, v, j, &x, a) : ERR_MEMORY;
	if (!err)
		err = warc_archive_put(c->warc, &x, c->why);
	arena_free(a);
	return err;
}

static status archive_response(crawl *c, const visit *v, warc_exchange x)
{
	set_body(&x, v, v->fetched.body.bytes, v->fetched.body.len);
	if (v->fetched.outcome == FETCH_UNCHANGED && v->known.article) {
		x.not_modified = true;
		x.same_url = v->url.url;
		x.same_date = v->known.fetched_at;
	}
	return warc_archive_put(c->warc, &x, c->why);
}

status archive_visit(crawl *c, const visit *v, const job *j)
{
	warc_exchange x = exchange_of(v);

	if (!c->warc || !x.response_head)
		return OK;
	return j ? archive_page(c, v, j, x) : archive_response(c, v, x);
}
