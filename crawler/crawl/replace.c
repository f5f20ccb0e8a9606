/* replace — the articles that a new one replaces, and an article that disappears: they go to the store's past, and their
 * duplicates are judged again. */
#include "crawler/crawl/crawl.h"

/* URLs that were skipped because this one was canonical go back into the queue. */
static status requeue_canonical(crawl *c, const visit *v, arena *a)
{
	uint64_t *hosts;
	size_t n;
	status err = store_requeue_canonical(c->session.store, v->url.url, a, &hosts, &n);

	for (size_t i = 0; i < n && !err; i++)
		err = frontier_url_added(c->frontier, (int64_t)hosts[i]);
	return err;
}

/* The articles that the new one replaces, in a: the old one of this URL, and those that name this URL as canonical,
 * whose URLs become skips. But if this URL was a skip itself, it does not replace the latter: a ring of canonical URLs
 * would go on replacing each other forever. */
static status find_replaced(crawl *c, const visit *v, arena *a, judge_old **out, size_t *n)
{
	uint64_t *claims = NULL;
	size_t len = 0;
	status err = v->url.was != END_SKIP ? store_canonical_claims(c->session.store, v->url.url, a, &claims, &len) : OK;

	*n = 0;
	*out = err ? NULL : arena_alloc(a, (len + 1) * sizeof **out);
	if (err || !*out)
		return err ? err : ERR_MEMORY;
	if (v->known.article)
		(*out)[(*n)++] = (judge_old){v->known.article, "changed"};
	for (size_t i = 0; i < len && !err; i++) {
		c->session.torn = true;
		(*out)[(*n)++] = (judge_old){claims[i], "canonical"};
		err = store_skip_for_canonical(c->session.store, claims[i], v->url.url);
	}
	return err;
}

status replace_articles(crawl *c, const visit *v, const store_article *x, judgement *verdict)
{
	arena *a = arena_new();
	judge_old *old;
	size_t n;
	status err = a ? find_replaced(c, v, a, &old, &n) : ERR_MEMORY;

	if (!err && n) {
		c->session.torn = true;
		err = judge_replace(c->session.judge, old, n, x, verdict);
	} else if (!err) {
		err = judge_article(c->session.judge, x, verdict);
		if (!err)
			progress_verdict(&c->progress, verdict->dropped ? verdict->verdict.stage : NULL);
	}
	arena_free(a);
	return err;
}

status replace_with_nothing(crawl *c, visit *v, const char *why)
{
	judge_old old = {v->known.article, why};
	arena *a = arena_new();
	status err = a ? OK : ERR_MEMORY;

	c->session.torn = true;
	if (!err && old.id)
		err = judge_replace(c->session.judge, &old, 1, NULL, NULL);
	if (!err)
		err = requeue_canonical(c, v, a);
	arena_free(a);
	return err;
}
