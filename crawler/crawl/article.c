/* article — a page that was read: is it judged, what does it replace, and which of its links are followed? */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"

/* ── what goes when it comes ── */

/* What was skipped because this URL stood for it is asked for again. */
static status requeue_canonical(crawl *c, const visit *v, arena *a)
{
	uint64_t *hosts;
	size_t n;
	status e = store_requeue_canonical(c->session.store, v->url.url, a, &hosts, &n);

	for (size_t i = 0; i < n && !e; i++)
		e = frontier_url_added(c->frontier, (int64_t)hosts[i]);
	return e;
}

/* The articles that go when a new one comes to this URL, in a: the one it had, and those that name it as their canonical
 * one, for which it stands from now on. A URL that was such a skip itself does not take over: those that stand for one
 * another in a ring would do so forever. */
static status find_old(crawl *c, const visit *v, arena *a, judge_old **out, size_t *n)
{
	uint64_t *claims = NULL;
	size_t len = 0;
	status e = v->url.was != END_SKIP ? store_canonical_claims(c->session.store, v->url.url, a, &claims, &len) : OK;

	*n = 0;
	*out = e ? NULL : arena_alloc(a, (len + 1) * sizeof **out);
	if (e || !*out)
		return e ? e : ERR_MEMORY;
	if (v->known.article)
		(*out)[(*n)++] = (judge_old){v->known.article, "changed"};
	for (size_t i = 0; i < len && !e; i++) {
		c->session.torn = true;
		(*out)[(*n)++] = (judge_old){claims[i], "canonical"};
		e = store_skip_for_canonical(c->session.store, claims[i], v->url.url);
	}
	return e;
}

/* Judges x; what it replaces goes to the store's past, and its reprints are judged again. */
static status judge_newcomer(crawl *c, const visit *v, const store_article *x, judgement *verdict)
{
	arena *a = arena_new();
	judge_old *old;
	size_t n;
	status e = a ? find_old(c, v, a, &old, &n) : ERR_MEMORY;

	if (!e && n) {
		c->session.torn = true;
		e = judge_replace(c->session.judge, old, n, x, verdict);
	} else if (!e) {
		e = judge_article(c->session.judge, x, verdict);
	}
	arena_free(a);
	return e;
}

status article_leaves(crawl *c, visit *v, const char *why)
{
	judge_old old = {v->known.article, why};
	arena *a = arena_new();
	status e = a ? OK : ERR_MEMORY;

	c->session.torn = true;
	if (!e && old.id)
		e = judge_replace(c->session.judge, &old, 1, NULL, NULL);
	if (!e)
		e = requeue_canonical(c, v, a);
	arena_free(a);
	return e;
}

/* ── its links ── */

/* A group that grows without end is a login wall, a soft 404 or a trap: the links of its further reprints lead to more
 * of it. */
static status ask_budget(crawl *c, const visit *v, const judgement *x, bool *spent)
{
	int64_t budget = c->settings->group_budget, drops = 0;
	status e = budget ? store_count_drops(c->session.store, x->verdict.of, budget + 1, &drops) : OK;

	*spent = budget && drops > budget;
	if (!*spent || !frontier_warn_once(v->host))
		return e;
	progress_clear(&c->progress);
	terminal_say("%s: %lld pages repeat #%llu: a login wall, a soft 404 or a trap? The links of further ones are not followed "
		     "(--group-budget)", frontier_host_name(v->host), (long long)budget, (unsigned long long)x->verdict.of);
	return e;
}

static status follow_links(crawl *c, visit *v, const job *j, const judgement *x)
{
	bool spent = false;
	status e = OK;

	if (x->dropped && c->settings->skip_drop_links)
		return discover_no_links(c, v, j, "links of a drop");
	if (x->dropped)
		e = ask_budget(c, v, x, &spent);
	if (e)
		return e;
	return spent ? discover_no_links(c, v, j, "links past the group's budget") : discover_links(c, v, j);
}

/* What the verdict teaches about the host's URLs. */
static status learn(crawl *c, const visit *v, const judgement *x)
{
	int64_t requeued = 0;
	status e;

	if (c->settings->traps != TRAPS_AVOID || v->url.hops)
		return OK;
	e = url_rules_judged(frontier_host_rules(v->host), v->url.url, x->dropped ? x->verdict.of : 0, &requeued);
	return e || !requeued ? e : frontier_url_added(c->frontier, frontier_host_id(v->host));
}

/* ── the verdict ── */

static void log_verdict(crawl *c, visit *v, const judgement *x)
{
	char detail[200] = "";

	if (x->dropped)
		snprintf(detail, sizeof detail, "of #%llu, by %s/%s", (unsigned long long)x->verdict.of, x->filter,
			 x->verdict.stage ? x->verdict.stage : "-");
	outcome_log(c, filter_kind_text(x->verdict.kind), v, detail);
}

static status judge_visit(crawl *c, visit *v, const job *j, const char *canonical)
{
	const fetch_result *r = &v->fetched;
	store_article x = {.url = v->url.url, .page = &j->result.page, .signature = j->signature,
			   .links = j->result.links_len, .bytes = j->input.len, .charset = j->result.charset,
			   .charset_from = j->result.charset_from, .degraded = j->result.degraded,
			   .truncated = r->truncated ? "length" : NULL, .etag = r->headers.etag,
			   .last_modified = r->headers.last_modified, .canonical = canonical, .fetched_at = v->fetched_at};
	store_outcome o = {.result = RESULT_PAGE};
	judgement verdict;
	status e = judge_newcomer(c, v, &x, &verdict);

	if (e)
		return e;
	log_verdict(c, v, &verdict);
	if (verdict.dropped)
		o.result = RESULT_DROP;
	e = outcome_conclude(c, v, &o);
	if (!e)
		e = learn(c, v, &verdict);
	return e ? e : follow_links(c, v, j, &verdict);
}

/* ── is it judged at all? ── */

/* What the page names as its own URL, if that is another one of this crawl. */
static const char *canonical_of(const crawl *c, const visit *v, const job *j)
{
	const found_links *found = j->extra;
	const url_parts *u = found->canonical;

	if (c->settings->canonical != CANONICAL_OBEY || !u || strcmp(u->url, v->url.url) == 0)
		return NULL;
	return scope_refuses(c->scope, u) ? NULL : u->url;
}

/* Is the canonical URL's article stored? If nobody knows yet, it waits in the queue from now on. */
static status ask_canonical(crawl *c, visit *v, const job *j, bool *stored)
{
	const found_links *found = j->extra;
	store_sighting s = {.depth = v->url.depth, .via = v->url.id};
	enum store_end end = END_NONE;
	status e = store_end_of(c->session.store, found->canonical->url, &end);

	*stored = e == OK && (end == END_PAGE || end == END_DROP);
	return e == ERR_MISSING ? discover(c, found->canonical, &s) : e;
}

/* Are the bytes those of the article the URL had? */
static bool same_bytes(const visit *v, const job *j)
{
	char digest[DIGEST_TEXT];

	if (!v->known.article || !v->known.digest)
		return false;
	digest_text(j->result.page.digest, digest);
	return strcmp(digest, v->known.digest) == 0;
}

status article_read(crawl *c, visit *v, const job *j)
{
	const char *canonical = canonical_of(c, v, j);
	bool stored = false;
	status e = canonical ? ask_canonical(c, v, j, &stored) : OK;

	if (e)
		return e;
	if (stored)
		e = outcome_skip(c, v, "canonical", canonical);
	else if (same_bytes(v, j))
		return outcome_unchanged(c, v); /* and so are its links */
	else
		return judge_visit(c, v, j, canonical);
	return e ? e : discover_links(c, v, j);
}
