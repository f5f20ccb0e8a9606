/* conclude — writes what has come of a visit: to the log, the store, the frontier and the archive. */
#include <stdio.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

/* ── the log ── */

/* Keeps a line about the visit for the archive, and prints it on standard error with --verbose. detail may be "". */
static void say(crawl *c, visit *v, const char *what, const char *detail)
{
	char url[300], text[200];

	snprintf(v->log, sizeof v->log, *detail ? "%s: %s" : "%s", what, detail);
	if (!c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_clean(v->url.url, url, sizeof url);
	terminal_clean(detail, text, sizeof text);
	fprintf(stderr, "%s url=%s %s\n", what, url, text);
}

static void say_verdict(crawl *c, visit *v, const judgement *x)
{
	char detail[200] = "";

	if (x->dropped)
		snprintf(detail, sizeof detail, "of #%llu, by %s/%s", (unsigned long long)x->verdict.of, x->filter,
			 x->verdict.stage ? x->verdict.stage : "-");
	say(c, v, filter_kind_text(x->verdict.kind), detail);
}

static void say_outcome(crawl *c, visit *v, const conclusion *x)
{
	static const char *const words[] = {
		[RESULT_REDIRECT] = "redirect",   [RESULT_FAILURE] = "failure",   [RESULT_SKIP] = "skip",
		[RESULT_UNCHANGED] = "unchanged", [RESULT_SAME] = "same article", [RESULT_UNREACHED] = "unreached",
		[RESULT_RETRY] = "retry",
	};
	const store_outcome *o = &x->outcome;
	const char *word = (size_t)o->result < sizeof words / sizeof *words ? words[o->result] : NULL;

	if (x->is_judged)
		say_verdict(c, v, &x->verdict);
	else if (word)
		say(c, v, word, o->result == RESULT_REDIRECT ? o->to_url : o->reason ? o->reason : "");
}

/* Says the Crawl-delay of a robots.txt, which firstprint keeps up to a limit, and warns if the host asks for more. */
static void say_delay(crawl *c, visit *v)
{
	double asked = robots_crawl_delay(v->host->robots.rules);
	char detail[100];

	if (asked <= 0)
		return;
	snprintf(detail, sizeof detail, "asked=%g s kept=%g s", asked, asked > HOST_DELAY_MOST_S ? HOST_DELAY_MOST_S : asked);
	say(c, v, "crawl-delay", detail);
	if (asked <= HOST_DELAY_MOST_S || c->settings->verbose)
		return;
	progress_clear(&c->progress);
	terminal_say("%s asks for %g s between requests; firstprint waits %d s", v->host->name, asked, HOST_DELAY_MOST_S);
}

/* ── a URL of the queue ── */

/* Adds the target. That of a seed's redirect need not be in the scope, but goes into it, here and in all parts, since the user asked
 * for it. Sitemaps may be on any host. */
static status add_target(crawl *c, const visit *v, const conclusion *x)
{
	store_sighting s = {.depth = v->url.depth,
			    .hops = v->kind == TASK_REFUSED ? 0 : v->url.hops + 1,
			    .barren = v->url.barren,
			    .via = v->url.id};
	status err = OK;

	if (x->outcome.result != RESULT_REDIRECT)
		return discover(c, &x->target, &s);
	s.url = x->target.url;
	s.host = x->target.host;
	s.is_seed = v->url.is_seed;
	s.is_sitemap = v->url.is_sitemap;
	if (s.hops > HOPS_MOST)
		s.skip_reason = "too many redirects";
	else if (!s.is_seed && !s.is_sitemap)
		s.skip_reason = discover_refuses(c, &x->target, s.depth);
	if (s.is_seed)
		err = scope_add_seed(c->scope, &x->target);
	if (!err && s.is_seed && !s.skip_reason && c->parts)
		err = parts_forward_to_all(c->parts, &s);
	return err ? err : discover_add(c, &s);
}

/* Returns the reason, in the table past, for the end of an article. */
static const char *removal_reason(const store_outcome *o)
{
	return o->result == RESULT_FAILURE ? "gone" : o->result == RESULT_REDIRECT ? "redirect" : o->reason;
}

/* Writes it to the store. URLs that were skipped for this one may go back into the queue. */
static status store_it(crawl *c, const visit *v, const store_outcome *o)
{
	bool ends = conclusion_ends_article(v, o), has = conclusion_has_article(o);
	status err = ends ? replace_with_nothing(c, v, removal_reason(o)) : OK;

	if (!err)
		err = store_conclude(c->session.store, &v->url, o);
	if (!err && o->result == RESULT_REDIRECT)
		err = skipped_redirected(c, v, o->to_url);
	else if (!err && (has || ends || conclusion_has_nothing(o)))
		err = skipped_for(c, v, has);
	c->session.written++;
	c->session.torn = false;
	return err;
}

static void count_run(crawl *c, const store_outcome *o)
{
	bool failed = o->result == RESULT_FAILURE || o->result == RESULT_UNREACHED;

	c->articles += conclusion_has_article(o) || o->result == RESULT_UNCHANGED;
	c->unreached += o->result == RESULT_UNREACHED;
	if (o->result == RESULT_FAILURE) {
		c->failed++;
		snprintf(c->last_failure, sizeof c->last_failure, "%s", o->reason);
	}
	c->reached += !failed && o->result != RESULT_LEFT_OUT && o->result != RESULT_RETRY;
}

static status tell_frontier(crawl *c, const visit *v, const conclusion *x)
{
	status err = x->pause_ms ? frontier_pause(c->frontier, v->host, x->pause_ms) : OK;

	if (!visit_was_article(v) && conclusion_has_article(&x->outcome))
		v->host->articles += v->host->articles >= 0;
	return err ? err : frontier_done(c->frontier, v->host, v->url.id);
}

static status add_links(crawl *c, const visit *v, const job *j, const conclusion *x)
{
	if (!x->has_links)
		return OK;
	return j ? discover_links(c, v, j, x) : sitemap_add_links(c, v);
}

static status url_ends(crawl *c, visit *v, const job *j, const conclusion *x)
{
	status err = store_it(c, v, &x->outcome);

	say_outcome(c, v, x);
	count_run(c, &x->outcome);
	if (x->outcome.result == RESULT_UNCHANGED || x->outcome.result == RESULT_SAME)
		judge_note_use(c->session.judge, v->url.url);
	if (!err)
		err = tell_frontier(c, v, x);
	if (!err && x->is_judged)
		err = learn(c, v, x);
	if (!err && x->outcome.result == RESULT_REDIRECT)
		err = cookie_wall_opens(c, v, x->outcome.to_url);
	if (!err)
		err = add_links(c, v, j, x);
	return err ? err : archive_visit(c, v, j);
}

static status url_stays(crawl *c, visit *v, const conclusion *x)
{
	status err = x->goes_last ? store_refresh_last(c->session.store, v->url.id) : OK;

	say(c, v, "waits", v->fetched.reason);
	if (!err)
		err = frontier_done(c->frontier, v->host, v->url.id);
	return err ? err : archive_visit(c, v, NULL);
}

static status url_moves(crawl *c, visit *v, const conclusion *x)
{
	status err = archive_visit(c, v, NULL);

	return err ? err : visit_go_on_at(c, v, x->target.url);
}

/* ── a host ── */

static status robots_ends(crawl *c, visit *v)
{
	status err = frontier_robots_done(c->frontier, v->host, &v->fetched);

	say_delay(c, v);
	if (!err)
		err = sitemap_discover(c, v);
	return err ? err : archive_visit(c, v, NULL);
}

static status probe_ends(crawl *c, visit *v, const job *j)
{
	const char *detail = v->fetched.reason;
	status err = j ? probe_purified(c, v, j, &detail) : probe_answered(v, &detail);

	say(c, v, "probe", detail);
	if (!err)
		err = host_probe_next(&v->host->probe);
	return err ? err : frontier_probe_changed(c->frontier, v->host);
}

static status write_it(crawl *c, visit *v, job *j, const conclusion *x)
{
	bool has_target = x->target.url && (x->kind == URL_ENDS || x->kind == URL_WAITS);
	status err = has_target ? add_target(c, v, x) : OK;

	if (err)
		return err;
	switch (x->kind) {
	case URL_ENDS:
		return url_ends(c, v, j, x);
	case URL_STAYS:
		return url_stays(c, v, x);
	case URL_MOVES:
		return url_moves(c, v, x);
	case URL_IS_READ:
		return visit_read(c, v);
	case URL_WAITS:
		pending_add(c, v, j);
		return OK;
	default:
		return v->kind == TASK_ROBOTS ? robots_ends(c, v) : probe_ends(c, v, j);
	}
}

status conclude(crawl *c, visit *v, job *j, status err, const conclusion *x)
{
	err = err ? err : write_it(c, v, j, x);
	if (!err && (x->kind == URL_MOVES || x->kind == URL_IS_READ || x->kind == URL_WAITS))
		return OK;
	visit_free(c, v);
	if (j)
		pipeline_release(c->pipeline, j);
	return err;
}
