/* skipped — handles URLs that were skipped for another one: its duplicates by a rule, or by their canonical link. The outcome of
 * that one decides whether they stay skipped. */
#include "crawler/crawl/crawl.h"
#include "crawler/frontier/plain.h"

/* The URL has no article: puts the URLs that were skipped for it back into the queue. */
static status requeue_all(crawl *c, const visit *v, const char *url)
{
	uint64_t *hosts;
	size_t n = 0;
	status err = store_requeue_skips_of(c->session.store, url, v->arena, &hosts, &n);

	for (size_t i = 0; i < n && !err; i++)
		err = frontier_url_added(c->frontier, (int64_t)hosts[i]);
	return err;
}

status skipped_for(crawl *c, const visit *v, bool has_article)
{
	bool is_gone = !has_article && visit_was_article(v); /* that is no evidence against a rule */
	int64_t requeued = 0;
	status err = OK;

	if (c->settings->traps == TRAPS_AVOID && !is_gone)
		err = url_rules_ended(v->host->rules, v->url.url, has_article, v->arena, &requeued);
	if (!err && requeued)
		err = frontier_url_added(c->frontier, v->host->id);
	if (!err && !has_article)
		err = requeue_all(c, v, v->url.url);
	return err;
}

/* If the redirect only changes how the URL is written, URLs remain skipped for its target. Otherwise they go back into the
 * queue. */
status skipped_redirected(crawl *c, const visit *v, const char *to)
{
	plain_url now;
	status err;

	if (!plain_is_same(v->url.url, to, v->arena))
		return skipped_for(c, v, false);
	err = store_move_skips(c->session.store, v->url.url, to);
	if (!err)
		err = plain_find(c->session.store, to, v->arena, &now);
	return err || now.may ? err : requeue_all(c, v, to);
}
