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
	if (!err && found.old_index)
		terminal_say("%s: the index of files that are not here any more", found.old_index);
	return err ? err : store_begin_archive(c->session.store, s->warc, found.is_new, &c->archived_since);
}

status archive_end(crawl *c, complaint *why)
{
	unsigned files;

	return c->warc ? warc_archive_end(c->warc, &files, why) : OK;
}

/* Makes the record a revisit if the file already has the same bytes: those of a page, or of this URL before a refresh (is_own), that were
 * fetched since the file was begun, in this run or an earlier one. A page comes first, since a revisit should not refer to another. */
static status find_identical(crawl *c, const visit *v, bool is_own, warc_exchange *x)
{
	status err = store_same_page(c->session.store, v->url.url, c->archived_since, v->arena, &x->same_url, &x->same_date);

	if (err == ERR_MISSING && is_own) {
		x->same_url = v->url.url;
		x->same_date = v->known.fetched_at;
	}
	return err == ERR_MISSING ? OK : err;
}

/* The body is as received: raw if it had a coding. Then the same page may have been compressed differently, and is not compared. */
status archive_visit(crawl *c, const visit *v, const job *j)
{
	const fetch_result *r = &v->fetched;
	bool has_raw = r->raw.len > 0, is_unchanged = r->outcome == FETCH_UNCHANGED && v->known.article, is_own;
	warc_exchange x = {.url = v->url.url,
			   .date = v->fetched_at,
			   .address = r->address,
			   .request_head = r->request_head,
			   .response_head = r->response_head,
			   .body = has_raw ? r->raw.bytes
				   : j     ? j->input.bytes
					   : r->body.bytes,
			   .body_len = has_raw ? r->raw.len
				       : j     ? j->input.len
					       : r->body.len,
			   .digest = j && !has_raw ? j->result.page.digest : NULL,
			   .via = v->url.via,
			   .verdict = v->log,
			   .elapsed_ms = r->elapsed_ms,
			   .truncated = r->truncated                                ? "length"
					: r->body_ignored                           ? "unspecified"
					: r->outcome == FETCH_FAILED && r->body.len ? "disconnect"
										    : NULL,
			   .not_modified = is_unchanged};
	status err;

	if (!c->warc || !x.response_head)
		return OK;
	is_own = is_unchanged || (j && v->known.article >= c->archived_since && visit_is_unchanged(v, j));
	err = x.digest || is_unchanged ? find_identical(c, v, is_own, &x) : OK;
	return err ? err : warc_archive_put(c->warc, &x, c->why);
}
