/* door — sites that let in only who has a cookie. Such a site sets one and redirects to the same URL, or to another that
 * redirects back. With the cookie that is another request, so it is made again, a few times at most in a run. */
#include <string.h>

#include "crawler/crawl/crawl.h"

enum { TRIES_MOST = 3 }; /* of a URL */

/* Counts a try. *may: it was not the last. */
static status count_try(crawl *c, const char *url, bool *may)
{
	size_t len = strlen(url), *tries;
	const char *key;

	if (!c->doors.memory)
		c->doors.memory = arena_new();
	if (!c->doors.memory)
		return ERR_MEMORY;
	key = table_get(&c->doors, url, len) ? url : arena_text(c->doors.memory, url, len);
	tries = key ? table_put(&c->doors, key, len, 0) : NULL;
	if (!tries)
		return ERR_MEMORY;
	*may = *tries < TRIES_MOST;
	*tries += *may;
	return OK;
}

/* May the same URL have another answer with the cookies that there are now? Or was it, for a URL with an article, known to redirect
 * to one that redirects back? That is then asked first, and sets the cookie. */
static status is_door(crawl *c, const visit *v, const char *to, bool *out)
{
	status err = OK;

	*out = strcmp(to, v->url.url) == 0 && fetcher_has_cookies(c->fetcher, to);
	if (*out || c->settings->no_cookies || !v->known.article)
		return OK;
	err = store_redirects_to(c->session.store, to, v->url.url, out);
	return err || !*out ? err : store_refresh_last(c->session.store, v->url.id);
}

status door_asks_again(crawl *c, const visit *v, const char *to, bool *again)
{
	status err = is_door(c, v, to, again);

	return err || !*again ? err : count_try(c, v->url.url, again);
}

status door_opens(crawl *c, const visit *v, const char *to)
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
	if (err == ERR_MISSING) /* a refresh asks for it anyway */
		return OK;
	return err || !may ? err : frontier_url_added(c->frontier, host_id);
}
