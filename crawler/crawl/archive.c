/* archive — writes responses to a WARC file, with --warc. */
#include "base/digest.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

status archive_open(crawl *c, complaint *why)
{
	const settings *s = c->settings;
	char agent[AGENT_MOST];
	warc_plan plan = {.path = s->warc, .software = agent, .most = (uint64_t)s->warc_size, .appends = true};
	warc_found found = {0};
	status err;

	agent_name(s, agent);
	err = s->warc ? warc_archive_open(&plan, &c->warc, &found, why) : OK;

	if (!err && found.cut)
		terminal_say("%s: an incomplete record at its end is removed, %llu bytes", found.file,
			     (unsigned long long)found.cut);
	if (!err && found.old_index)
		terminal_say("%s: the index of files that are not here any more", found.old_index);
	c->first_id = store_next_id(c->session.store);
	return err;
}

status archive_end(crawl *c, complaint *why)
{
	unsigned files;

	return c->warc ? warc_archive_end(c->warc, &files, why) : OK;
}

/* Finds the response that the archive has of the URL with these bytes: of a URL without an article, whose time nobody knows. *date does not
 * change if there is none. */
static status find_bytes(crawl *c, const visit *v, const uint8_t *digest, const char **date)
{
	cdxj_question q = {.url = v->url.url};
	char text[DIGEST_TEXT];

	digest_text(digest, text);
	q.digest = arena_printf(v->arena, "sha256:%s", text);
	return q.digest ? warc_archive_find(c->warc, &q, v->arena, date) : ERR_MEMORY;
}

/* Finds the response that the bytes of the URL came with: that of a page with the same bytes or, if is_own, of the URL's article. *url is
 * NULL if the archive has neither. */
static status find_body(crawl *c, const visit *v, bool is_own, const uint8_t *digest, const char **url, const char **date)
{
	store_copy page;
	status err = store_same_page(c->session.store, v->url.url, c->first_id, v->arena, &page);

	*url = err ? v->url.url : page.url;
	*date = page.fetched_at;
	if (!err && !page.is_new)
		err = warc_archive_find(c->warc, &(cdxj_question){page.url, page.fetched_at, page.checked_at, NULL}, v->arena,
					date);
	if (err == ERR_MISSING && (is_own || (digest && !v->known.article))) {
		*url = v->url.url;
		err = is_own ? warc_archive_find(c->warc,
						 &(cdxj_question){*url, v->known.fetched_at, v->known.checked_at, NULL},
						 v->arena, date)
			     : find_bytes(c, v, digest, date);
	}
	if (err)
		*url = NULL;
	return err == ERR_MISSING ? OK : err;
}

status archive_find(crawl *c, visit *v)
{
	return c->warc && v->known.article ? find_body(c, v, true, NULL, &v->same_url, &v->same_date) : OK;
}

/* The body is as received: raw if it had a coding. Then the same page may have been compressed differently, and only the same URL is
 * asked for the same bytes. */
status archive_visit(crawl *c, const visit *v, const job *j)
{
	const fetch_result *r = &v->fetched;
	bool has_raw = r->raw.len > 0, is_unchanged = r->outcome == FETCH_UNCHANGED && v->known.article;
	uint8_t digest[DIGEST_SIZE];
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
			   .same_url = is_unchanged ? v->same_url : NULL,
			   .same_date = v->same_date,
			   .not_modified = is_unchanged};
	status err = OK;

	if (!c->warc || !x.response_head)
		return OK;
	if (j && has_raw && !v->known.article && !x.truncated) {
		digest_of(x.body, x.body_len, digest);
		x.digest = digest;
		err = find_bytes(c, v, digest, &x.same_date);
		x.same_url = err ? NULL : x.url;
		return err && err != ERR_MISSING ? err : warc_archive_put(c->warc, &x, c->why);
	}
	if (x.digest)
		err = find_body(c, v, visit_is_unchanged(v, j), x.digest, &x.same_url, &x.same_date);
	return err ? err : warc_archive_put(c->warc, &x, c->why);
}
