/* handover — a crawl in parts: URLs of hosts that another part owns go there, and those of our hosts come from there. */
#include <limits.h>

#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

int handover_owner(const crawl *c, const char *host)
{
	return c->parts ? parts_owner(c->parts, host) : 0;
}

/* So that the scope has it in later runs, too. */
static status keep_seed(crawl *c, const store_sighting *s)
{
	store_sighting skipped = *s;

	skipped.skip_reason = PARTS_SKIP;
	return store_add_url(c->session.store, &skipped, NULL, NULL);
}

status handover_add(crawl *c, int part, const store_sighting *s)
{
	status err = s->is_seed ? keep_seed(c, s) : OK;

	return err ? err : parts_hand_over(c->parts, part, s);
}

status handover_tell_all(crawl *c, const store_sighting *s)
{
	return c->parts ? parts_hand_to_all(c->parts, s) : OK;
}

/* ── what other parts have handed over ── */

/* A seed was redirected: wherever that leads, it is in the scope of all parts. */
static status take_seed(crawl *c, const url_parts *u, const store_sighting *s)
{
	status err = scope_add_seed(c->scope, u);

	if (err)
		return err;
	return handover_owner(c, u->host) ? keep_seed(c, s) : discover_add(c, s);
}

static status take(crawl *c, const url_parts *u, store_sighting *s)
{
	if (s->is_seed)
		return take_seed(c, u, s);
	if (handover_owner(c, u->host))
		return OK; /* whoever has sent it has another key, or errs: it must not go round */
	return s->is_sitemap ? discover_add(c, s) : discover(c, u, s);
}

/* It comes from a network: it is read as a link of a page would be. */
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
		err = OK; /* no URL of ours */
	}
	arena_free(a);
	return err;
}

static status take_turn(void *ctx, const char *address, int64_t wait_ms)
{
	crawl *c = ctx;

	return c->frontier ? frontier_turn(c->frontier, address, wait_ms) : OK;
}

/* ── the run ── */

status handover_open(crawl *c, complaint *why)
{
	const parts_listener listener = {take_link, take_turn, c};
	status err = parts_open(c->settings->shared, c->settings->part, &c->session, &listener, &c->parts, why);
	int others = err || c->parts ? 0 : parts_count_at(c->settings->shared);

	if (others && !c->settings->quiet)
		terminal_say(
			"the crawl that shares this memory has %d parts, and this store is none of them: URLs may be fetched by both; "
			"see --part",
			others);
	return err;
}

status handover_talk(crawl *c, bool *done, int64_t *wait_ms)
{
	bool is_idle = *done && !crawl_has_enough(c);
	status err;

	if (!c->parts)
		return OK;
	err = parts_talk(c->parts, is_idle, c->why);
	if (is_idle)
		*done = parts_is_over(c->parts);
	if (*wait_ms > PARTS_TALK_MS)
		*wait_ms = PARTS_TALK_MS;
	return err;
}

status handover_listen(crawl *c)
{
	return c->parts ? parts_listen(c->parts, c->why) : OK;
}
