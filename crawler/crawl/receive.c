/* receive — with --part, takes URLs that the other parts forward to this one, and finds out when all parts are done. */
#include <limits.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

static status take(crawl *c, const url_parts *u, store_sighting *s)
{
	bool is_ours = !discover_owner(c, u->host);
	status err = s->is_seed ? scope_add_seed(c->scope, u)
				: OK; /* it was redirected: the target is in the scope of all parts */

	if (err || (!is_ours && !s->is_seed))
		return err; /* the sender has another key, or is wrong; do not forward in circles */
	if (!is_ours)
		s->skip_reason = PARTS_SKIP;
	return s->is_seed || s->is_sitemap ? discover_add(c, s) : discover(c, u, s);
}

/* A link comes from the network, so it is parsed and checked like a link of a page. */
static status take_link(void *ctx, const wire_link *link)
{
	crawl *c = ctx;
	store_sighting s = {.depth = link->depth > INT_MAX ? INT_MAX : (int)link->depth,
			    .hops = (int)link->hops,
			    .is_seed = link->is_seed,
			    .is_sitemap = link->is_sitemap};
	arena *a = arena_new();
	url_parts u;
	status err = a ? url_parse(link->url, NULL, a, &u) : ERR_MEMORY;

	if (!err && s.hops <= HOPS_MOST) {
		s.url = u.url;
		s.host = u.host;
		c->session.written++;
		err = take(c, &u, &s);
	} else if (err != ERR_MEMORY) {
		err = OK; /* not a URL for us */
	}
	arena_free(a);
	return err;
}

static status take_lease(void *ctx, const char *address, int64_t wait_ms)
{
	crawl *c = ctx;

	return c->frontier ? frontier_lease(c->frontier, address, wait_ms) : OK;
}

/* ── the run ── */

status receive_open(crawl *c, complaint *why)
{
	const parts_listener listener = {take_link, take_lease, c};
	status err = parts_open(c->settings->shared, c->settings->part, &c->session, &listener, &c->parts, why);
	int others = err || c->parts ? 0 : parts_count_at(c->settings->shared);

	if (others && !c->settings->quiet)
		terminal_say(
			"the crawl that shares this index has %d parts, and this store is none of them: URLs may be fetched by both; "
			"see --part",
			others);
	return err;
}

status receive_talk(crawl *c, bool *done, int64_t *wait_ms)
{
	bool is_idle = *done && !run_has_enough(c);
	status err;

	if (!c->parts)
		return OK;
	err = parts_sync(c->parts, is_idle, c->why);
	if (is_idle)
		*done = parts_is_over(c->parts);
	if (*wait_ms > PARTS_SYNC_MS)
		*wait_ms = PARTS_SYNC_MS;
	return err;
}

status receive_listen(crawl *c)
{
	return c->parts ? parts_receive(c->parts, c->why) : OK;
}
