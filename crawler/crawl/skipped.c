/* skipped — URLs that were skipped for another one: its duplicates by a rule, or by their canonical link. What comes of that one
 * decides whether they stay skipped. */
#include "crawler/crawl/crawl.h"

/* The URL has no article: those that were skipped for it are fetched themselves. */
static status requeue_all(crawl *c, const visit *v, arena *a)
{
	uint64_t *hosts;
	size_t n;
	status err = store_requeue_skips_of(c->session.store, v->url.url, a, &hosts, &n);

	for (size_t i = 0; i < n && !err; i++)
		err = frontier_url_added(c->frontier, (int64_t)hosts[i]);
	return err;
}

status skipped_for(crawl *c, const visit *v, bool has_article)
{
	arena *a = arena_new();
	int64_t requeued = 0;
	status err = a ? OK : ERR_MEMORY;

	if (!err && c->settings->traps == TRAPS_AVOID)
		err = url_rules_ended(frontier_host_rules(v->host), v->url.url, has_article, &requeued);
	if (!err && requeued)
		err = frontier_url_added(c->frontier, frontier_host_id(v->host));
	if (!err && !has_article)
		err = requeue_all(c, v, a);
	arena_free(a);
	return err;
}
