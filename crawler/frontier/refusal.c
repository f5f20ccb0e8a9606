/* refusal — decides which URLs of the queue are not fetched. */
#include <string.h>

#include "crawler/frontier/inside.h"

/* Do --include and --exclude leave the URL out of the refresh, or out of the queue of a run before, which had others? A seed, and what it
 * redirects to, is fetched all the same. */
static bool is_left_out(const frontier *f, const store_url *url, frontier_task *out)
{
	bool is_new = url->was == END_NONE;
	const char *why;
	url_parts u;

	if (!f->settings.scope || (is_new && (url->is_seed || url->hops)) || url_parse(url->url, NULL, f->arena, &u))
		return false;
	why = scope_refuses(f->settings.scope, &u);
	if (!why || strcmp(why, "out of scope") == 0)
		return false;
	out->reason = is_new ? why : NULL;
	return true;
}

/* Has the URL an article? */
static bool has_article(const frontier *f, const char *url)
{
	enum store_end end;

	return store_end_of(f->store, url, &end) == OK && (end == END_PAGE || end == END_DROP);
}

/* Does a learned rule say that the page has another URL? Then *out gets the reason and that URL. A URL to which another one redirects may be
 * the only one: its plain URL must have an article already. */
static bool is_skipped_by_rule(const frontier *f, frontier_host *h, const store_url *url, frontier_task *out)
{
	url_parts u;

	if (!f->settings.use_rules || url->is_seed || url->was != END_NONE ||
	    !url_rules_skip(h->rules, url->url, f->arena, &out->reason, &out->plain) ||
	    url_parse(out->plain, NULL, f->arena, &u) ||
	    (f->settings.is_wanted && !f->settings.is_wanted(f->settings.wanted_ctx, &u, url->depth)))
		return false;
	out->plain = u.url;
	return !url->hops || has_article(f, u.url);
}

/* Is it beyond the budget of its host? Seeds, refreshes and what sitemaps list are not. */
static bool is_beyond_budget(const frontier *f, const frontier_host *h, const store_url *url, frontier_task *out)
{
	if (!f->settings.use_budget || url->is_sitemap || url->is_seed || url->was != END_NONE ||
	    !host_budget_refuses(&h->budget, url->barren))
		return false;
	out->reason = FRONTIER_BUDGET;
	return true;
}

bool frontier_refuses(const frontier *f, frontier_host *h, const store_url *url, frontier_task *out)
{
	*out = (frontier_task){.kind = TASK_REFUSED, .host = h, .url = *url};
	if (!url->is_sitemap && is_left_out(f, url, out))
		return true;
	switch (robots_decide(h->robots.rules, url->url + strlen(h->name))) {
	case ROBOTS_ALLOWS:
		return (!url->is_sitemap && is_skipped_by_rule(f, h, url, out)) || is_beyond_budget(f, h, url, out);
	case ROBOTS_FORBIDS:
		out->reason = "robots.txt";
		return true;
	default:
		out->reason = "robots.txt: too many rules for a URL so long";
		return true;
	}
}
