/* discover — decides which of the URLs that were found are wanted, and adds these to the queue. */
#include "crawler/crawl/crawl.h"
#include "crawler/crawl/links.h"
#include "crawler/frontier/plain.h"
#include "crawler/frontier/traps.h"
#include "purify/content.h"

int discover_owner(const crawl *c, const char *host)
{
	return c->parts ? parts_owner(c->parts, host) : 0;
}

/* A seed that another part gets is also stored here, as a skip, so that the scope has it in later runs. */
status discover_add(crawl *c, const store_sighting *s)
{
	int part = s->skip_reason ? 0 : discover_owner(c, s->host);
	store_sighting kept = *s;
	int64_t host_id;
	bool queued = false;
	status err = OK;

	if (part)
		kept.skip_reason = PARTS_SKIP;
	if (!part || s->is_seed)
		err = store_add_url(c->session.store, &kept, &host_id, &queued);
	if (!err && part)
		err = parts_forward(c->parts, part, s);
	if (err || !queued)
		return err;
	return c->frontier ? frontier_url_added(c->frontier, host_id) : OK; /* not open yet: it will read the queue */
}

status discover_seed(void *ctx, const url_parts *u)
{
	crawl *c = ctx;
	store_sighting s = {.url = u->url, .host = u->host, .is_seed = true};
	status err = scope_add_seed(c->scope, u);

	if (!err)
		err = secrets_trust(c->secrets, u->host);
	return err ? err : discover_add(c, &s);
}

const char *discover_refuses(const crawl *c, const url_parts *u, int depth)
{
	const char *why = scope_refuses(c->scope, u);

	if (!why && c->settings->depth >= 0 && depth > c->settings->depth)
		why = "too deep";
	if (!why && content_path_is_media(u->path))
		why = "media";
	if (!why && c->settings->traps == TRAPS_AVOID)
		why = trap_of(u, c->year);
	return why;
}

/* Adds a URL; if it is a variant, skips it and adds its plain URL instead. */
static status discover_plain(crawl *c, store_sighting *s, arena *a)
{
	const char *plain;
	const char *why = trap_variant(s->url, a, &plain);
	store_sighting instead = *s;
	plain_url found = {0};
	url_parts u;
	status err = OK;

	if (why && url_parse(plain, NULL, a, &u) == OK && !discover_refuses(c, &u, s->depth))
		err = plain_find(c->session.store, u.url, a, &found);
	if (err || !found.may)
		return err ? err : discover_add(c, s);
	s->skip_reason = why;
	s->skip_of = found.url;
	instead.url = u.url;
	instead.host = u.host;
	err = discover_add(c, s);
	return err ? err : discover_add(c, &instead);
}

status discover(crawl *c, const url_parts *u, store_sighting *s)
{
	s->url = u->url;
	s->host = u->host;
	if (!s->skip_reason)
		s->skip_reason = discover_refuses(c, u, s->depth);
	if (s->skip_reason || c->settings->traps != TRAPS_AVOID || discover_owner(c, s->host))
		return discover_add(c, s); /* the part that owns the host knows more */
	arena_reset(c->scratch);
	return discover_plain(c, s, c->scratch);
}

/* Records that count links of the page are not followed. */
static status note_cut_links(crawl *c, const visit *v, const char *reason, size_t count)
{
	store_skip skip = {.url = v->url.url, .reason = reason, .kind = SKIP_PART, .count = count};

	return count ? store_put_skip(c->session.store, &skip) : OK;
}

static status add_links(crawl *c, const visit *v, const job *j, const conclusion *x)
{
	const found_links *found = j->extra;
	int barren = x->is_new ? 0 : v->url.barren < 0 ? 1 : v->url.barren + 1;
	status err = OK;

	for (size_t i = 0; i < found->len && !err; i++) {
		const found_link *link = &found->items[i];
		store_sighting s = {.depth = v->url.depth + 1, .via = v->url.id, .barren = barren};

		s.skip_reason = link->nofollow || j->result.nofollow ? "nofollow" : NULL;
		err = discover(c, &link->url, &s);
	}
	if (!err)
		err = note_cut_links(c, v, "unreadable links", found->unreadable);
	return err ? err : note_cut_links(c, v, "links past the cap", j->result.links_cut);
}

status discover_links(crawl *c, const visit *v, const job *j, const conclusion *x)
{
	const found_links *found = j->extra;

	return x->cut_reason ? note_cut_links(c, v, x->cut_reason, found->len) : add_links(c, v, j, x);
}
