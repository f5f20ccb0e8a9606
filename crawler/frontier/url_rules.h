/* url_rules — what in a host's URLs makes no other page, learned while it is crawled.
 *
 *	judged    ?sort=date repeats the same URL without it, or with another value, again and again
 *	active    such URLs are skipped before they are fetched, and the plain URL taken instead; one in RULES_SAMPLE is
 *	          fetched all the same
 *	withdrawn too many of those, or the last two, were new pages: what was skipped goes back into the queue, and the
 *	          rule never returns
 *
 * A rule is learned from drops alone, and only from those whose page has the same URL but for this one part: that
 * /v14/ repeats /v15/ all the time teaches nothing. All of it is in the store, table rules. */
#ifndef CRAWLER_FRONTIER_URL_RULES_H
#define CRAWLER_FRONTIER_URL_RULES_H

#include "crawler/web/url_component.h"
#include "store/store.h"

enum {
	RULES_MOST = 64,     /* of a host; further ones are not watched */
	RULE_REPEATS = 20,   /* before it may become active */
	RULE_SHARE = 90,     /* percent of the articles with this part that must be repeats */
	RULE_SAMPLE = 16,    /* one URL in so many is fetched although a rule says no */
	RULE_CONTRARY = 5,   /* percent of the samples that may be new */
	RULE_STREAK = 2,     /* samples behind one another that may not */
};

typedef struct url_rules url_rules;

/* The rules of a host, as the store has them. ERR_IO, ERR_MEMORY. */
status url_rules_open(store *st, int64_t host_id, url_rules **out);
void url_rules_close(url_rules *r); /* accepts NULL */

/* Is url to be skipped? *reason ("repeats: ?sort=") and *plain, the URL to be taken instead, live in a. */
bool url_rules_skip(url_rules *r, const char *url, arena *a, const char **reason, const char **plain);

/* An article was judged. of: the page it repeats; 0: it is new. *requeued: URLs that a withdrawn rule had skipped and
 * that wait again. */
status url_rules_judged(url_rules *r, const char *url, uint64_t of, int64_t *requeued);

#endif
