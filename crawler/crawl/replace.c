/* replace — moves the articles that a new one replaces, or an article that has disappeared, to the table past, and has their
 * duplicates judged again. */
#include "crawler/crawl/crawl.h"
#include "store/ask.h"

/* Finds the page that x repeats, or contains and perhaps extends; 0: none. */
static status find_alike(crawl *c, const store_article *x, uint64_t *of)
{
	judgement v = {0};
	status err = judge_look(c->session.judge, x, &v);

	*of = v.dropped || v.verdict.kind == FIRSTPRINT_SUPERSEDES ? v.verdict.of : 0;
	return err;
}

/* claims: articles that name the URL of x as canonical. Keeps those that the filter takes for the same article as x. */
static status keep_alike(crawl *c, const store_article *x, uint64_t *claims, size_t *len)
{
	size_t kept = 0;
	uint64_t of = 0, page;
	status err = *len ? find_alike(c, x, &of) : OK;

	for (size_t i = 0; i < *len && !err; i++) {
		err = store_find_original(c->session.store, claims[i], &page);
		if (!err && page == of)
			claims[kept++] = claims[i];
	}
	*len = kept;
	return err;
}

/* Lists the old article of this URL, and those that name the URL as canonical and are the same article as x. If this URL was a skip
 * itself, leaves the latter out: a ring of canonical URLs would go on replacing each other forever. */
static status list_old(crawl *c, const visit *v, const store_article *x, judge_old **out, size_t *n)
{
	uint64_t *claims = NULL;
	size_t len = 0;
	bool may = v->url.was != END_SKIP && c->settings->canonical == CANONICAL_OBEY;
	status err = may ? store_canonical_claims(c->session.store, v->url.url, v->arena, &claims, &len) : OK;

	if (!err)
		err = keep_alike(c, x, claims, &len);
	*n = 0;
	*out = err ? NULL : arena_alloc(v->arena, (len + 1) * sizeof **out);
	if (err || !*out)
		return err ? err : ERR_MEMORY;
	if (v->known.article)
		(*out)[(*n)++] = (judge_old){v->known.article, "changed"};
	for (size_t i = 0; i < len; i++)
		(*out)[(*n)++] = (judge_old){claims[i], "canonical"};
	return OK;
}

/* Makes skips of the URLs of articles whose canonical URL this is. */
static status skip_for_canonical(crawl *c, const visit *v, const judge_old *old, size_t n)
{
	status err = OK;

	for (size_t i = v->known.article ? 1 : 0; i < n && !err; i++)
		err = store_skip_for_canonical(c->session.store, old[i].id, v->url.url);
	return err;
}

static status judge_new(crawl *c, const visit *v, const judge_old *old, size_t n, const store_article *x, judgement *verdict)
{
	status err;

	if (!n)
		return judge_article(c->session.judge, x, verdict);
	c->session.torn = true;
	err = skip_for_canonical(c, v, old, n);
	return err ? err : judge_replace(c->session.judge, old, n, x, verdict);
}

/* With the shared index: removes the article that the URL had. If that was stored after the request for a verdict, which names the one
 * of then, the index is asked to withdraw it. */
static status remove_told(crawl *c, const visit *v, const char *why)
{
	judge_old old = {v->known.article, why};
	status err;

	if (!old.id)
		return OK;
	c->session.torn = true;
	err = judge_told_replace(c->session.judge, &old, 1);
	return err || old.id == v->replaced ? err : shared_withdraw(c->shared, old.id);
}

status replace_articles(crawl *c, const visit *v, const store_article *x, const told *t, judgement *verdict)
{
	judge_old *old = NULL;
	size_t n = v->known.article != 0;
	status err = t ? remove_told(c, v, "changed") : list_old(c, v, x, &old, &n);

	if (!err)
		err = t ? judge_told(c->session.judge, x, t, verdict) : judge_new(c, v, old, n, x, verdict);
	if (!err && !n)
		progress_verdict(&c->progress, verdict->dropped ? verdict->verdict.stage : NULL);
	return err;
}

status replace_with_nothing(crawl *c, const visit *v, const char *why)
{
	judge_old old = {v->known.article, why};

	if (c->shared)
		return remove_told(c, v, why);
	c->session.torn = true;
	return old.id ? judge_replace(c->session.judge, &old, 1, NULL, NULL) : OK;
}
