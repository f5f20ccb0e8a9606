/* article — decides whether a page that the workers have read is judged, and which of its links are followed. */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"

/* ── links ── */

/* *spent: whether the page that x repeats has more duplicates than --group-budget allows. Such an endless group is a login wall, a
 * soft 404 or a crawler trap, and the links of further duplicates would only lead to more of it. */
static status check_budget(crawl *c, const visit *v, const judgement *x, bool *spent)
{
	int64_t budget = c->settings->group_budget, drops = 0;
	status err = budget ? store_count_drops(c->session.store, x->verdict.of, budget + 1, &drops) : OK;

	*spent = budget && drops > budget;
	if (!*spent || !frontier_warn_once(v->host))
		return err;
	progress_clear(&c->progress);
	terminal_say(
		"%s: %lld pages repeat #%llu, perhaps a login wall, a soft 404 or a crawler trap. The links of further ones are "
		"not followed (--group-budget)",
		frontier_host_name(v->host), (long long)budget, (unsigned long long)x->verdict.of);
	return err;
}

static status follow_links(crawl *c, visit *v, const job *j, const judgement *x)
{
	bool spent = false;
	status err = OK;

	if (x->dropped && c->settings->skip_drop_links)
		return discover_no_links(c, v, j, "links of a drop");
	if (x->dropped)
		err = check_budget(c, v, x, &spent);
	if (err)
		return err;
	return spent ? discover_no_links(c, v, j, "links past the group's budget") : discover_links(c, v, j);
}

/* Was it dropped because there is no article in it? */
static bool has_no_content(const judgement *x)
{
	return x->dropped && x->verdict.stage && strcmp(x->verdict.stage, FIRSTPRINT_NO_CONTENT) == 0;
}

/* Lets the URL rules of the host learn from the verdict. Pages without content say nothing about their URLs; while a probe is in
 * flight, it is not known which pages these are. of_url: as in url_judged. */
static status learn(crawl *c, const visit *v, const judgement *x, const char *of_url)
{
	url_judged judged = {v->url.url, x->dropped ? x->verdict.of : 0, of_url, v->url.was == END_SKIP};
	int64_t requeued = 0;
	status err;

	if (v->url.hops || has_no_content(x) || host_probe_is_open(frontier_host_probe(v->host)))
		return OK;
	err = url_rules_judged(frontier_host_rules(v->host), &judged, &requeued);
	return err || !requeued ? err : frontier_url_added(c->frontier, frontier_host_id(v->host));
}

/* Is the article new on its host? Of short pages that say the same, the first ones are. */
static bool is_new(const visit *v, const judgement *x, const char *of_url)
{
	return x->dropped ? !of_url && !has_no_content(x) : v->alike < BUDGET_FORMS;
}

/* Lets the host and its rules know what came of the page. */
static status tell_host(crawl *c, visit *v, const job *j, const judgement *x)
{
	const char *of_url = NULL;
	status err = OK;

	v->is_new = true;
	if (!c->learns)
		return OK;
	if (x->dropped)
		err = store_group_url(c->session.store, x->verdict.of, frontier_host_id(v->host), v->url.url, j->arena,
				      &of_url);
	v->is_new = is_new(v, x, of_url);
	if (!err && v->is_new)
		err = frontier_earned(c->frontier, v->host);
	if (!err)
		err = probe_consider(c, v, x->id);
	return err ? err : learn(c, v, x, of_url);
}

/* ── judging ── */

static void log_verdict(crawl *c, visit *v, const judgement *x)
{
	char detail[200] = "";

	if (x->dropped)
		snprintf(detail, sizeof detail, "of #%llu, by %s/%s", (unsigned long long)x->verdict.of, x->filter,
			 x->verdict.stage ? x->verdict.stage : "-");
	outcome_log(c, filter_kind_text(x->verdict.kind), v, detail);
}

status article_judge(crawl *c, visit *v, const job *j, const char *canonical, const told *t)
{
	const fetch_result *r = &v->fetched;
	store_article x = judge_article_of(j);
	store_outcome o = {.result = RESULT_PAGE};
	judgement verdict;
	status err;

	x.url = v->url.url;
	x.truncated = r->truncated ? "length" : NULL;
	x.etag = r->headers.etag;
	x.last_modified = r->headers.last_modified;
	x.canonical = canonical;
	x.fetched_at = v->fetched_at;
	err = replace_articles(c, v, &x, t, &verdict);
	if (err)
		return err;
	log_verdict(c, v, &verdict);
	if (verdict.dropped)
		o.result = RESULT_DROP;
	err = outcome_conclude(c, v, &o);
	if (!err)
		err = tell_host(c, v, j, &verdict);
	return err ? err : follow_links(c, v, j, &verdict);
}

/* ── whether it is judged ── */

/* Returns the canonical URL that the page names, if that is another URL in the scope of this crawl; otherwise NULL. */
static const char *canonical_of(const crawl *c, const visit *v, const job *j)
{
	const found_links *found = j->extra;
	const url_parts *u = found->canonical;

	if (c->settings->canonical != CANONICAL_OBEY || !u || strcmp(u->url, v->url.url) == 0)
		return NULL;
	return scope_refuses(c->scope, u) ? NULL : u->url;
}

/* A canonical URL is only a claim. *is: whether the article of that URL is stored and the filter finds that this page repeats it.
 * If the URL is new, it is added to the queue. */
static status check_canonical(crawl *c, visit *v, const job *j, bool *is)
{
	const found_links *found = j->extra;
	store_sighting s = {.depth = v->url.depth, .hops = v->url.hops + 1, .via = v->url.id, .barren = v->url.barren};
	store_article x = judge_article_of(j);
	enum store_end end = END_NONE;
	uint64_t of = 0;
	status err = store_end_of(c->session.store, found->canonical->url, &end);

	*is = false;
	if (err == ERR_MISSING) /* a chain of canonical URLs is followed like redirects */
		return s.hops <= HOPS_MOST ? discover(c, found->canonical, &s) : OK;
	if (err)
		return err;
	if (c->shared || (end != END_PAGE && end != END_DROP))
		return OK;
	err = judge_compare(c->session.judge, &x, &of);
	return err || !of ? err : store_is_reprint(c->session.store, found->canonical->url, of, is);
}

/* Are the bytes those of the article that the URL has? */
static bool same_bytes(const visit *v, const job *j)
{
	char digest[DIGEST_TEXT];

	if (!v->known.article || !v->known.digest)
		return false;
	digest_text(j->result.page.digest, digest);
	return strcmp(digest, v->known.digest) == 0;
}

/* Skips a page that the host gives to any URL. Its links lead to more of it. */
static status skip_answer(crawl *c, visit *v, const job *j)
{
	status err = outcome_skip(c, v, "soft 404", NULL);

	return err ? err : discover_no_links(c, v, j, "links of a soft 404");
}

status article_conclude(crawl *c, visit *v, job *j)
{
	const char *canonical = canonical_of(c, v, j);
	bool repeats = false, says_to_any = false;
	status err = probe_look(c, v, j, &says_to_any);

	if (!err && says_to_any)
		return skip_answer(c, v, j);
	if (!err && canonical)
		err = check_canonical(c, v, j, &repeats);
	if (err)
		return err;
	if (repeats)
		err = outcome_skip(c, v, "canonical", canonical);
	else if (same_bytes(v, j))
		return outcome_unchanged(c, v); /* and so are its links */
	else if (c->shared)
		pending_add(c, v, j, canonical);
	else
		return article_judge(c, v, j, canonical, NULL);
	return err || v->waits ? err : discover_links(c, v, j);
}
