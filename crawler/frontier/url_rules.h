/* url_rules — parameters and path segments of a host's URLs that make no difference to the page, learned while it is
 * crawled.
 *
 *	watched    pages with ?view=x turned out to repeat the page of the same URL without it, or with another value
 *	active     this happened often enough: such URLs are skipped without a request, and the plain URL is fetched instead.
 *	           Once that has an article, one in RULE_SAMPLE of the URLs skipped for it is fetched nevertheless, as a sample
 *	withdrawn  too many samples, or the last two, were new pages, repeated another page than that of their plain URL, or had a plain URL
 *	           without an article: skipped URLs go back into the queue, and the rule is never used again
 *
 * A parameter that makes no difference on most sites (trap_is_likely) needs fewer repeats, and a single sample that is a new page
 * ends its rule. Its URLs are skipped only at paths where one of them was a repeat: a sort order at /list may be a kind of apple at
 * /seeds.
 *
 * A part is watched after a drop whose URL differs in this one part from the URL of another article of the host that is the same
 * page, wherever the page itself is: if /v14/ repeats /v15/ page by page, nothing is learned. An article whose plain URL is still in
 * the queue is not counted: that URL will show what it repeats. All counts are in the store, table rules. */
#ifndef CRAWLER_FRONTIER_URL_RULES_H
#define CRAWLER_FRONTIER_URL_RULES_H

#include "crawler/web/url_component.h"
#include "store/store.h"

enum {
	RULES_MOST = 64,        /* per host; further ones are not watched */
	RULE_REPEATS = 20,      /* repeats before a rule may become active */
	RULE_LIKELY = 2,        /* the same for a parameter that makes no difference on most sites */
	RULE_SHARE = 90,        /* percent of the articles with this part that must be repeats then */
	RULE_LIKELY_SHARE = 60, /* the same for a parameter that makes no difference on most sites */
	RULE_SAMPLE =
		16, /* one URL in this many is fetched despite an active rule, and at least one if so many share a plain URL */
	RULE_CONTRARY = 5, /* percent of the samples that may be new pages */
	RULE_STREAK = 2,   /* this many samples in a row that are new pages end a rule */
};

typedef struct url_rules url_rules;

/* Reads the rules of a host from the store, which is borrowed. ERR_IO, ERR_MEMORY. */
status url_rules_open(store *st, int64_t host_id, url_rules **out);
void url_rules_close(url_rules *r); /* accepts NULL */

/* Does an active rule say to skip url? Then it sets *reason ("repeats: ?view=") and *plain, the URL to fetch instead, both in a,
 * and counts the skip. */
bool url_rules_skip(url_rules *r, const char *url, arena *a, const char **reason, const char **plain);

/* An article to learn from. */
typedef struct url_judged {
	const char *url;
	uint64_t of;        /* the id of the page it repeats; 0: it is new */
	const char *of_url; /* of another article of this host that is that page or repeats it, too; NULL: none */
	bool was_skipped;   /* its URL was skipped before: it is a sample */
} url_judged;

/* Learns from an article that was judged. a: for scratch memory. *requeued: how many skipped URLs went back into the queue because a
 * rule was withdrawn. */
status url_rules_judged(url_rules *r, const url_judged *x, arena *a, int64_t *requeued);
/* Call it when url has ended. If it has an article, samples of the URLs that active rules skipped for it go back into the queue;
 * otherwise this counts against the rules. *requeued: how many URLs of the host went back into the queue, except those skipped for
 * a url without an article, which the caller puts back. */
status url_rules_ended(url_rules *r, const char *url, bool has_article, arena *a, int64_t *requeued);

#endif
