/* cookie_wall — handles sites that let in only clients with a cookie. Such a site sets one and redirects to the same URL, or to
 * another that redirects back. With the cookie the request differs, so it is made again, but only a few times in a run. */
#include <string.h>

#include "crawler/crawl/crawl.h"

enum { TRIES_MOST = 3 }; /* of a URL */

/* Counts a try. *may: whether it is allowed. */
static status count_try(crawl *c, const char *url, bool *may)
{
	size_t len = strlen(url), *tries;
	const char *key;

	if (!c->walls.memory)
		c->walls.memory = arena_new();
	if (!c->walls.memory)
		return ERR_MEMORY;
	key = table_get(&c->walls, url, len) ? url : arena_text(c->walls.memory, url, len);
	tries = key ? table_put(&c->walls, key, len, 0) : NULL;
	if (!tries)
		return ERR_MEMORY;
	*may = *tries < TRIES_MOST;
	*tries += *may;
	return OK;
}

/* Is the target, for a URL with an article, known to redirect back here? Then the target is requested first, and sets the cookie. */
static status target_sets_cookie(const crawl *c, const visit *v, const char *to, bool *out)
{
	*out = false;
	return c->settings->no_cookies || !v->known.article ? OK : store_redirects_to(c->session.store, to, v->url.url, out);
}

status cookie_wall_asks_again(crawl *c, const visit *v, const char *to, conclusion *x)
{
	bool again = strcmp(to, v->url.url) == 0 && fetcher_has_cookies(c->fetcher, to), may = false;
	status err = again ? OK : target_sets_cookie(c, v, to, &x->goes_last);

	if (!err && (again || x->goes_last))
		err = count_try(c, v->url.url, &may);
	if (may)
		x->kind = URL_STAYS;
	return err;
}

status cookie_wall_opens(crawl *c, const visit *v, const char *to)
{
	int64_t host_id = 0;
	bool leads_back = false, may = false;
	status err = OK;

	if (strcmp(to, v->url.url) != 0 && fetcher_has_cookies(c->fetcher, to))
		err = store_redirects_to(c->session.store, to, v->url.url, &leads_back);
	if (!err && leads_back)
		err = count_try(c, to, &may);
	if (!err && may)
		err = store_requeue_redirect(c->session.store, to, &host_id);
	if (err == ERR_MISSING) /* a refresh requests it anyway */
		return OK;
	return err || !may ? err : frontier_url_added(c->frontier, host_id);
}
