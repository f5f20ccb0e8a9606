/* article — what comes of a page that the workers have read: whether it is judged, its verdict, and which of its links are
 * followed. */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "crawler/web/expiry.h"
#include "store/ask.h"

/* ── links ── */

/* *spent: whether the page that x repeats has more duplicates than --group-budget allows. Such an endless group is a login wall, a
 * soft 404 or a crawler trap, and the links of further duplicates would only lead to more of it. */
static status check_budget(crawl *c, const visit *v, const judgement *x, bool *spent)
{
	int64_t budget = c->settings->group_budget, drops = 0;
	status err = budget ? store_count_drops(c->session.store, x->verdict.of, budget + 1, &drops) : OK;

	*spent = budget && drops > budget;
	if (!*spent || v->host->warned)
		return err;
	v->host->warned = true;
	progress_clear(&c->progress);
	terminal_say(
		"%s: %lld pages repeat #%llu, perhaps a login wall, a soft 404 or a crawler trap. The links of further ones are "
		"not followed (--group-budget)",
		v->host->name, (long long)budget, (unsigned long long)x->verdict.of);
	return err;
}

static status choose_links(crawl *c, const visit *v, conclusion *x)
{
	bool spent = false, skips = x->verdict.dropped && c->settings->skip_drop_links;
	status err = x->verdict.dropped && !skips ? check_budget(c, v, &x->verdict, &spent) : OK;

	x->has_links = true;
	x->cut_reason = skips ? "links of a drop" : spent ? "links past the group's budget" : NULL;
	return err;
}

/* ── judging ── */

static store_article article_of(const visit *v, const job *j, const char *canonical)
{
	const fetch_result *r = &v->fetched;
	store_article x = judge_article_of(j);

	x.url = v->url.url;
	x.truncated = r->truncated ? "length" : NULL;
	x.etag = r->headers.etag;
	x.last_modified = r->headers.last_modified;
	x.canonical = canonical;
	x.fetched_at = v->fetched_at;
	return x;
}

/* Judges and stores the page. t: as the shared index has judged it; NULL: the session judges it. */
static status judge_page(crawl *c, const visit *v, const job *j, const char *canonical, const told *t, conclusion *x)
{
	store_article article = article_of(v, j, canonical);
	status err = replace_articles(c, v, &article, t, &x->verdict);

	if (err)
		return err;
	x->kind = URL_ENDS;
	x->is_judged = true;
	x->outcome = (store_outcome){.result = x->verdict.dropped ? RESULT_DROP : RESULT_PAGE};
	err = learn_group_url(c, v, &x->verdict, j->arena, &x->group_url);
	x->is_new = learn_is_new(c, v, &x->verdict, x->group_url);
	return err ? err : choose_links(c, v, x);
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

/* A canonical URL is only a claim. One that is new becomes the target of x. *is: whether the article of that URL is stored and the
 * filter finds that this page repeats it. */
static status check_canonical(crawl *c, const visit *v, const job *j, conclusion *x, bool *is)
{
	const found_links *found = j->extra;
	store_article article = judge_article_of(j);
	enum store_end end = END_NONE;
	judgement verdict;
	status err = store_end_of(c->session.store, found->canonical->url, &end);

	*is = false;
	if (err == ERR_MISSING && v->url.hops < HOPS_MOST) /* a chain of them is followed like redirects */
		x->target = *found->canonical;
	if (err == ERR_MISSING)
		return OK;
	if (err || c->shared || (end != END_PAGE && end != END_DROP))
		return err;
	err = judge_look(c->session.judge, &article, &verdict);
	return err || !verdict.dropped ? err
				       : store_is_reprint(c->session.store, found->canonical->url, verdict.verdict.of, is);
}

bool visit_is_unchanged(const visit *v, const job *j)
{
	char digest[DIGEST_TEXT];

	if (!v->known.article || !v->known.digest)
		return false;
	digest_text(j->result.page.digest, digest);
	return strcmp(digest, v->known.digest) == 0;
}

/* ── a page that came again ── */

enum { SAME_LEAST = 512 }; /* bytes; a shorter text is judged by all that its page shows, too (plugin/text/short_digest.h) */

/* Has the URL had this article, in other bytes? Then its verdict stands: judged among pages that came after it, it might be taken for a copy
 * of one that quotes it. */
static status is_same_article(crawl *c, const visit *v, const job *j, const char *canonical, bool *same)
{
	const store_article article = article_of(v, j, canonical);

	*same = false;
	if (!v->known.article || article.page->text.len < SAME_LEAST)
		return OK;
	return store_is_same_article(c->session.store, v->known.article, &article, v->arena, same);
}

/* Keeps the article with its id and verdict, and follows the links that the page has now. */
static status keep_article(crawl *c, const visit *v, const job *j, const char *canonical, conclusion *x)
{
	const store_article article = article_of(v, j, canonical);
	uint64_t id = v->known.article, of;
	status err = store_find_original(c->session.store, id, &of);

	if (!err)
		err = store_renew_article(c->session.store, id, &article);
	if (err)
		return err;
	x->outcome = (store_outcome){.result = RESULT_SAME};
	x->verdict = (judgement){.id = id, .dropped = of != id, .verdict.of = of};
	return choose_links(c, v, x);
}

/* Judges the page, now or with the shared index, unless its URL has had the article. */
static status judge_new(crawl *c, visit *v, const job *j, const char *canonical, conclusion *x)
{
	bool same;
	status err = is_same_article(c, v, j, canonical, &same);

	if (err || same)
		return err ? err : keep_article(c, v, j, canonical, x);
	if (!c->shared)
		return judge_page(c, v, j, canonical, NULL, x);
	x->kind = URL_WAITS;
	v->canonical = canonical;
	return OK;
}

/* Concludes from a page that may be stored. */
static status article_read(crawl *c, visit *v, const job *j, conclusion *x)
{
	const char *canonical = canonical_of(c, v, j);
	bool repeats = false, says_to_any = false;
	status err = probe_look(c, v, j, &says_to_any);

	if (!err && !says_to_any && canonical)
		err = check_canonical(c, v, j, x, &repeats);
	if (err)
		return err;
	if (says_to_any) {
		conclude_skip(v, "soft 404", NULL, x);
		x->has_links = true;
		x->cut_reason = "links of a soft 404"; /* they lead to more of it */
	} else if (repeats) {
		conclude_skip(v, "canonical", canonical, x);
		x->has_links = true;
	} else if (visit_is_unchanged(v, j)) {
		conclude_unchanged(v, x); /* and so are its links */
	} else {
		return judge_new(c, v, j, canonical, x);
	}
	return OK;
}

/* Returns why a page must not be stored; NULL: it may be. */
static const char *reason_against(const purified *p)
{
	if (p->noindex)
		return "noindex";
	if (expiry_has_passed(p->unavailable_after, clock_plan_s()))
		return "noindex: unavailable_after";
	return p->is_unreadable ? "content is mostly U+FFFD" : NULL; /* such pages would be duplicates of each other */
}

static void not_read(const crawl *c, visit *v, const job *j, conclusion *x)
{
	snprintf(v->fetched.reason, sizeof v->fetched.reason, "purify: %s", status_text(j->status));
	v->fetched.is_temporary = j->status == ERR_MEMORY;
	conclude_failed(c->settings, v, x);
}

status visit_purified(crawl *c, visit *v, job *j, conclusion *x)
{
	const char *why;
	status err;

	x->kind = v->kind == TASK_PROBE ? HOST_ANSWERS : URL_ENDS;
	if (v->kind == TASK_PROBE)
		return OK;
	err = j->status == ERR_FILTER ? ERR_FILTER : visit_load_known(c, v);
	if (err || j->status) {
		if (!err)
			not_read(c, v, j, x);
		return err;
	}
	why = reason_against(&j->result);
	if (!why)
		return article_read(c, v, j, x);
	conclude_skip(v, why, NULL, x);
	x->has_links = true;
	return OK;
}

/* Other pages were stored since the request, so the article of the URL is read again. */
status visit_judged(crawl *c, visit *v, const told *t, conclusion *x)
{
	status err = visit_load_known(c, v);

	return err ? err : judge_page(c, v, v->job, v->canonical, t, x);
}
