/* forward — with --part, forwards URLs of hosts that another part of the crawl owns to it. */
#include "crawler/crawl/crawl.h"

int forward_owner(const crawl *c, const char *host)
{
	return c->parts ? parts_owner(c->parts, host) : 0;
}

status forward_keep_seed(crawl *c, const store_sighting *s)
{
	store_sighting skipped = *s;

	skipped.skip_reason = PARTS_SKIP;
	return store_add_url(c->session.store, &skipped, NULL, NULL);
}

status forward_url(crawl *c, int part, const store_sighting *s)
{
	status err = s->is_seed ? forward_keep_seed(c, s) : OK;

	return err ? err : parts_hand_over(c->parts, part, s);
}

status forward_to_all(crawl *c, const store_sighting *s)
{
	return c->parts ? parts_hand_to_all(c->parts, s) : OK;
}
