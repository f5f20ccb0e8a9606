/* probe — tells whether short pages that repeat each other are the host's response to any URL: a soft 404, a login or a cookie
 * wall. It requests one URL beside them that cannot exist. If the response says the same, these pages have no content, and no rule
 * about URLs learns from them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/crawl/crawl.h"

enum {
	ALIKE = 3,         /* drops of one page before the host is probed */
	SHORT_TEXT = 1024, /* most bytes of an article: longer pages are not taken for an error */
	NAME_SIZE = 40     /* of the name of the page that cannot exist */
};

/* Makes the URL beside `url`, in a. For a page that was reached by a redirect, uses the URL that was redirected. */
static status impossible_url(const visit *v, arena *a, url_parts *out)
{
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "no-such-page-%08lx%08lx", (unsigned long)random(), (unsigned long)random());
	return url_parse(name, v->url.hops && v->url.via ? v->url.via : v->url.url, a, out);
}

static status ask(crawl *c, const visit *v)
{
	arena *a = arena_new();
	url_parts u;
	status err = a ? impossible_url(v, a, &u) : ERR_MEMORY;

	if (!err && strcmp(u.host, frontier_host_name(v->host)) == 0)
		err = frontier_probe(c->frontier, v->host, u.url);
	arena_free(a);
	return err;
}

status probe_consider(crawl *c, const visit *v, const job *j, const judgement *x)
{
	int64_t alike;
	status err;

	if (c->settings->traps != TRAPS_AVOID || frontier_was_probed(v->host) || j->result.page.text.len > SHORT_TEXT)
		return OK;
	err = store_count_drops(c->session.store, x->verdict.of, ALIKE, &alike);
	return err || alike < ALIKE ? err : ask(c, v);
}

status probe_answered(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	arena *a = arena_new();
	url_parts to;
	bool follows;
	status err;

	if (!a)
		return ERR_MEMORY;
	follows = r->outcome == FETCH_REDIRECT && url_parse(r->headers.location, v->url.url, a, &to) == OK &&
		  strcmp(to.host, frontier_host_name(v->host)) == 0;
	outcome_log(c, "probe", v, follows ? to.url : r->reason);
	err = frontier_probed(c->frontier, v->host, follows ? to.url : NULL);
	arena_free(a);
	return err;
}

status probe_purified(crawl *c, visit *v, job *j)
{
	store_article x = judge_article_of(j);
	uint64_t of = 0;
	status err = j->status == ERR_FILTER ? j->status : frontier_probed(c->frontier, v->host, NULL);

	if (!err && !j->status && c->shared) {
		pending_add(c, v, j, NULL);
		return OK;
	}
	if (!err && !j->status)
		err = judge_compare(c->session.judge, &x, &of);
	return err ? err : probe_judged(c, v, of);
}

status probe_judged(crawl *c, visit *v, uint64_t of)
{
	char detail[40];

	snprintf(detail, sizeof detail, of ? "repeats #%llu" : "repeats no page", (unsigned long long)of);
	outcome_log(c, "probe", v, detail);
	return of ? store_set_no_content(c->session.store, of) : OK;
}
