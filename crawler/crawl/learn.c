/* learn — what a host and its URL rules learn from the verdict about one of its pages. */
#include <string.h>

#include "crawler/crawl/crawl.h"

/* Was it dropped because there is no article in it? */
static bool has_no_content(const judgement *x)
{
	return x->dropped && x->verdict.stage && strcmp(x->verdict.stage, FIRSTPRINT_NO_CONTENT) == 0;
}

status learn_group_url(const crawl *c, const visit *v, const judgement *x, arena *a, const char **out)
{
	*out = NULL;
	if (!c->learns || !x->dropped)
		return OK;
	return store_group_url(c->session.store, x->verdict.of, v->host->id, v->url.url, a, out);
}

bool learn_is_new(const crawl *c, const visit *v, const judgement *x, const char *group_url)
{
	if (!c->learns)
		return true;
	return x->dropped ? !group_url && !has_no_content(x) : v->alike < BUDGET_FORMS;
}

/* Has the URL said before what it says now? A URL is counted once, however often it is refreshed; one that is no copy any more is news. */
static bool is_known(const visit *v, const judgement *x)
{
	return visit_was_article(v) && (x->dropped || v->url.was == END_PAGE);
}

/* Pages without content say nothing about their URLs; while a probe is in flight, it is not known which pages these are. */
static status teach_rules(crawl *c, const visit *v, const conclusion *x)
{
	const judgement *verdict = &x->verdict;
	url_judged judged = {v->url.url, verdict->dropped ? verdict->verdict.of : 0, x->group_url, v->url.was == END_SKIP};
	int64_t requeued = 0;
	status err;

	if (v->url.hops || has_no_content(verdict) || is_known(v, verdict) || v->host->probe.state != PROBE_NONE)
		return OK;
	err = url_rules_judged(v->host->rules, &judged, v->arena, &requeued);
	return err || !requeued ? err : frontier_url_added(c->frontier, v->host->id);
}

status learn(crawl *c, const visit *v, const conclusion *x)
{
	status err;

	if (!c->learns)
		return OK;
	err = x->is_new ? frontier_earned(c->frontier, v->host) : OK;
	if (!err)
		err = probe_consider(c, v, x->verdict.id);
	return err ? err : teach_rules(c, v, x);
}
