/* ends — what becomes of a URL. One that is refreshed has an end already, which the new one replaces: an article that
 * is no more goes to the store's past, and its reprints are judged again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "crawler/console/terminal.h"

enum { RETRY_S = 2 }; /* doubled with each try */

void end_tell(crawl *c, const char *what, visit *v, const char *detail)
{
	char url[300], text[200];

	snprintf(v->told, sizeof v->told, *detail ? "%s: %s" : "%s", what, detail);
	if (!c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_clean(v->url.url, url, sizeof url);
	terminal_clean(detail, text, sizeof text);
	fprintf(stderr, "%s url=%s %s\n", what, url, text);
}

/* The URL is out of the queue, and no longer under way. */
static status leave(crawl *c, visit *v)
{
	c->session.written++;
	c->counts.queued--;
	return frontier_done(c->frontier, v->host, v->url.id);
}

static bool was_article(const visit *v)
{
	return v->url.was == END_PAGE || v->url.was == END_DROP;
}

/* What is known of the article of a URL that is refreshed. */
static status recall_article(crawl *c, visit *v)
{
	status e;

	if (!v->arena)
		v->arena = arena_new();
	e = v->arena ? store_validators(c->session.store, v->url.url, v->arena, &v->known) : ERR_MEMORY;
	return e == ERR_MISSING ? OK : e;
}

status end_recall(crawl *c, visit *v)
{
	status e = v->url.was == END_NONE ? OK : store_end_of(c->session.store, v->url.url, &v->url.was);

	v->known = (store_validator){0};
	return e || !was_article(v) ? e : recall_article(c, v);
}

/* change: what a refreshed article's URL is marked with; NULL: nothing. */
static status finish(crawl *c, visit *v, enum store_end end, const char *change)
{
	status e = store_finish_url(c->session.store, v->url.id, end);

	c->reached += end != END_FAILURE;
	if (!e && was_article(v))
		e = store_put_change(c->session.store, v->url.id, change);
	return e ? e : leave(c, v);
}

/* ── the end a URL had ── */

/* The rows of the end it had, if they are not an article's. */
static status remove_rows(crawl *c, const visit *v)
{
	c->counts.redirects -= v->url.was == END_REDIRECT;
	c->counts.failures -= v->url.was == END_FAILURE;
	c->counts.skips -= v->url.was == END_SKIP;
	return v->url.was == END_NONE ? OK : store_remove_end(c->session.store, v->url.url);
}

/* What was skipped because this URL stood for it is asked for again. */
static status requeue_stood_for(crawl *c, const visit *v, arena *a)
{
	uint64_t *hosts;
	size_t n;
	int64_t count;
	status e = store_requeue_stood_for(c->session.store, v->url.url, a, &hosts, &n, &count);

	if (e)
		return e;
	c->counts.queued += count;
	for (size_t i = 0; i < n && !e; i++)
		e = frontier_met(c->frontier, (int64_t)hosts[i]);
	return e;
}

/* Articles that name the URL as their canonical one: it stands for them from now on. One that was such a skip itself does
 * not take over: those who stand for one another in a ring would do so forever. */
static status stand_for(crawl *c, const visit *v, judge_old *old, size_t *n, const uint64_t *naming, size_t len)
{
	status e = OK;

	for (size_t i = 0; i < len && !e; i++) {
		old[(*n)++] = (judge_old){naming[i], "canonical"};
		e = store_stand_for(c->session.store, naming[i], v->url.url);
		c->counts.skips++;
	}
	return e;
}

/* The articles that go when x comes, or nothing does: in a. */
static status find_old(crawl *c, const visit *v, const char *why, bool comes, arena *a, judge_old **out, size_t *n)
{
	bool had = was_article(v) && v->known.article;
	uint64_t *naming = NULL;
	size_t len = 0;
	status e = comes && v->url.was != END_SKIP ? store_naming(c->session.store, v->url.url, a, &naming, &len) : OK;

	*n = 0;
	*out = e ? NULL : arena_alloc(a, (len + 1) * sizeof **out);
	if (e || !*out)
		return e ? e : ERR_MEMORY;
	if (had)
		(*out)[(*n)++] = (judge_old){v->known.article, why};
	return stand_for(c, v, *out, n, naming, len);
}

static status replace_articles(crawl *c, const judge_old *old, size_t n, const store_article *x, judgement *verdict)
{
	judge_moves moves;
	status e = judge_replace(c->session.judge, old, n, x, verdict, &moves);

	c->counts.pages += moves.pages;
	c->counts.drops += moves.drops;
	return e;
}

/* The end it had is void. Its article, if it was one, goes to the past for the reason why; x, unless it is NULL, comes in
 * its place, and in that of others that name its URL as their canonical one. */
static status replace_end(crawl *c, visit *v, const char *why, const store_article *x, judgement *verdict)
{
	arena *a = arena_new();
	judge_old *old;
	size_t n = 0;
	status e = a ? remove_rows(c, v) : ERR_MEMORY;

	if (!e)
		e = find_old(c, v, why, x != NULL, a, &old, &n);
	if (!e && n)
		e = replace_articles(c, old, n, x, verdict);
	else if (!e && x)
		e = judge_article(c->session.judge, x, verdict);
	if (!e && !x && was_article(v))
		e = requeue_stood_for(c, v, a);
	arena_free(a);
	return e;
}

/* What could not be looked at again stays what it was. */
static status keep(crawl *c, visit *v, const char *reason)
{
	char change[300];
	status e;

	snprintf(change, sizeof change, "unreached: %s", reason);
	end_tell(c, "unreached", v, reason);
	e = store_keep_url(c->session.store, v->url.id, change);
	c->unreached++;
	return e ? e : leave(c, v);
}

status end_kept(crawl *c, visit *v)
{
	status e = store_keep_url(c->session.store, v->url.id, NULL);

	return e ? e : leave(c, v);
}

status end_unchanged(crawl *c, visit *v)
{
	const response_headers *h = &v->fetched.headers;
	bool answered = v->fetched.http_status != 304; /* which need not repeat them */
	status e = store_touch_article(c->session.store, v->known.article, answered || h->etag ? h->etag : v->known.etag,
				       answered || h->last_modified ? h->last_modified : v->known.last_modified);

	end_tell(c, "unchanged", v, "");
	c->articles++;
	c->reached++;
	if (!e)
		e = store_keep_url(c->session.store, v->url.id, "unchanged");
	return e ? e : leave(c, v);
}

/* ── skip, failure, redirect ── */

status end_skip(crawl *c, visit *v, const char *reason, const char *of_url)
{
	store_skip skip = {.url = v->url.url, .reason = reason, .kind = SKIP_FETCH, .count = 1, .of_url = of_url};
	status e;

	if (was_article(v) && strncmp(reason, "robots.txt", 10) == 0)
		return keep(c, v, reason);
	e = replace_end(c, v, reason, NULL, NULL);
	if (!e)
		e = store_put_skip(c->session.store, &skip);
	end_tell(c, "skip", v, reason);
	c->counts.skips++;
	return e ? e : finish(c, v, END_SKIP, "changed");
}

static bool is_gone(const fetch_result *r)
{
	return r->http_status == 404 || r->http_status == 410;
}

static status end_failure(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	status e;

	if (v->url.was != END_NONE && v->url.was != END_FAILURE && !is_gone(r))
		return keep(c, v, r->reason);
	e = replace_end(c, v, "gone", NULL, NULL);
	if (!e)
		e = store_put_failure(c->session.store, v->url.url, r->reason, r->http_status, v->url.tries + 1);
	end_tell(c, "failure", v, r->reason);
	c->counts.failures++;
	return e ? e : finish(c, v, END_FAILURE, "gone");
}

/* A hop of a seed may leave the scope, and then widens it, since the user asked for what is there. */
static status follow_redirect(crawl *c, visit *v, const url_parts *to)
{
	store_sighting s = {.url = to->url, .host = to->host, .depth = v->url.depth, .hops = v->url.hops + 1,
			    .is_seed = v->url.is_seed, .via = v->url.id};
	status e = s.is_seed ? scope_add_seed(c->scope, to) : OK;

	if (s.hops > HOPS_MOST)
		s.skip_reason = "too many redirects";
	else if (!s.is_seed)
		s.skip_reason = discover_refuses(c, to, s.depth);
	return e ? e : discover_wanted(c, &s);
}

static status put_redirect(crawl *c, visit *v, const url_parts *to)
{
	status e = replace_end(c, v, "redirect", NULL, NULL);

	if (!e)
		e = store_put_redirect(c->session.store, v->url.url, to->url, v->fetched.http_status);
	if (!e)
		e = follow_redirect(c, v, to);
	end_tell(c, "redirect", v, to->url);
	c->counts.redirects++;
	return e ? e : finish(c, v, END_REDIRECT, "changed");
}

status end_redirect(crawl *c, visit *v)
{
	arena *a = arena_new();
	url_parts to;
	status e = a ? url_parse(v->fetched.headers.location, v->url.url, a, &to) : ERR_MEMORY;

	if (!e) {
		e = put_redirect(c, v, &to);
	} else if (e == ERR_FORMAT || e == ERR_USAGE) {
		snprintf(v->fetched.reason, sizeof v->fetched.reason, "redirects to what is no web address");
		e = end_failure(c, v);
	}
	arena_free(a);
	return e;
}

/* Seconds until another try: doubled each time, and up to half more, so that what failed together does not come back
 * together. */
static int64_t retry_delay_s(const visit *v)
{
	int64_t base = (int64_t)RETRY_S << (v->url.tries < 10 ? v->url.tries : 10);
	int64_t asked = v->fetched.headers.retry_after_s;

	if (asked > RETRY_AFTER_MOST_S)
		asked = RETRY_AFTER_MOST_S;
	return asked > base ? asked : base + (int64_t)((uint64_t)random() % (uint64_t)(base / 2 + 1));
}

status end_failed_fetch(crawl *c, visit *v)
{
	const fetch_result *r = &v->fetched;
	int64_t delay_s = retry_delay_s(v);
	bool is_last = !r->can_pass || v->url.tries >= c->settings->retries;
	status e = OK;

	if ((r->http_status == 429 || r->http_status == 503) && (!is_last || r->headers.retry_after_s > 0))
		e = frontier_pause(c->frontier, v->host, delay_s * 1000); /* what it asks for is about all of its pages */
	if (e || is_last)
		return e ? e : end_failure(c, v);
	e = store_retry_url(c->session.store, v->url.id, v->url.tries + 1, clock_plan_s() + delay_s);
	end_tell(c, "retry", v, r->reason);
	return e ? e : frontier_done(c->frontier, v->host, v->url.id);
}

/* ── articles ── */

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

/* A group that grows without end is a login wall, a soft 404 or a trap: the links of its further reprints lead to more
 * of it. */
static status ask_budget(crawl *c, const visit *v, const judgement *x, bool *spent)
{
	int64_t budget = c->settings->group_budget, drops = 0;
	status e = budget ? store_count_drops(c->session.store, x->verdict.of, budget + 1, &drops) : OK;
	char detail[100];

	*spent = budget && drops > budget;
	if (!*spent || frontier_host_warned(v->host))
		return e;
	snprintf(detail, sizeof detail, "%lld pages repeat #%llu", (long long)budget, (unsigned long long)x->verdict.of);
	progress_clear(&c->progress);
	terminal_say("%s: %s: a login wall, a soft 404 or a trap? links of further ones are not followed (--group-budget)",
		frontier_host_name(v->host), detail);
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
	e = rules_judged(frontier_host_rules(v->host), v->url.url, x->dropped ? x->verdict.of : 0, &requeued);
	c->counts.queued += requeued;
	c->counts.skips -= requeued;
	return e || !requeued ? e : frontier_met(c->frontier, frontier_host_id(v->host));
}

static void tell_verdict(crawl *c, visit *v, const judgement *x)
{
	char detail[60] = "";

	if (x->dropped)
		snprintf(detail, sizeof detail, "of #%llu, by %s/%s", (unsigned long long)x->verdict.of, x->filter,
			 x->verdict.stage ? x->verdict.stage : "-");
	end_tell(c, filter_kind_text(x->verdict.kind), v, detail);
}

static status judge_visit(crawl *c, visit *v, const job *j, const char *canonical)
{
	const fetch_result *r = &v->fetched;
	store_article x = {.url = v->url.url, .page = &j->result.page, .signature = j->signature,
			   .links = j->result.links_len, .bytes = j->input.len, .charset = j->result.charset,
			   .charset_from = j->result.charset_from, .degraded = j->result.degraded,
			   .truncated = r->truncated ? "length" : NULL, .etag = r->headers.etag,
			   .last_modified = r->headers.last_modified, .canonical = canonical, .fetched_at = v->fetched_at};
	judgement verdict;
	status e = replace_end(c, v, "changed", &x, &verdict);

	if (e)
		return e;
	tell_verdict(c, v, &verdict);
	c->articles++;
	*(verdict.dropped ? &c->counts.drops : &c->counts.pages) += 1;
	e = finish(c, v, verdict.dropped ? END_DROP : END_PAGE, "changed");
	if (!e)
		e = learn(c, v, &verdict);
	return e ? e : follow_links(c, v, j, &verdict);
}

/* Are the bytes those of the article the URL had? */
static bool same_bytes(const visit *v, const job *j)
{
	char digest[DIGEST_TEXT];

	if (!was_article(v) || !v->known.digest)
		return false;
	digest_text(j->result.page.digest, digest);
	return strcmp(digest, v->known.digest) == 0;
}

status end_article(crawl *c, visit *v, const job *j)
{
	const char *canonical = canonical_of(c, v, j);
	bool stored = false;
	status e = canonical ? ask_canonical(c, v, j, &stored) : OK;

	if (!e && stored)
		e = end_skip(c, v, "canonical", canonical);
	else if (!e && same_bytes(v, j))
		return end_unchanged(c, v); /* and so are its links */
	else
		return e ? e : judge_visit(c, v, j, canonical);
	return e ? e : discover_links(c, v, j);
}
