/* conclusion — what has come of a visit, as data. Stages make it and write nothing; conclude.c writes it. These functions
 * are pure: they read the visit alone. */
#ifndef CRAWLER_CRAWL_CONCLUSION_H
#define CRAWLER_CRAWL_CONCLUSION_H

#include "crawler/console/settings.h"
#include "crawler/crawl/visit.h"
#include "judge/judge.h"

#define NO_WEB_ADDRESS "redirects to what is no web address"

typedef struct conclusion {
	enum conclusion_kind {
		URL_ENDS,    /* it has an outcome, and leaves the queue unless that is RESULT_RETRY */
		URL_STAYS,   /* it has none, and stays in the queue */
		URL_MOVES,   /* the target is requested at once, as part of this visit */
		URL_IS_READ, /* the workers get its body */
		URL_WAITS,   /* it waits for the shared index */
		HOST_ANSWERS /* a robots.txt or a probe, which is no URL of the queue */
	} kind;
	store_outcome outcome; /* of URL_ENDS. Texts here and below live as long as visit and job */
	/* A URL that is added to the queue before the outcome is written: the target of a redirect, a canonical URL, the plain URL
	 * of one that is not fetched. .url NULL: none. */
	url_parts target;
	bool goes_last;         /* URL_STAYS: it is requested after all others of its host */
	int64_t pause_ms;       /* nothing is requested from its host for so long */
	bool has_links;         /* of a page or sitemap; they are added to the queue */
	const char *cut_reason; /* why they are not; NULL: they are */
	/* Of a page that was judged. */
	bool is_judged;
	judgement verdict;
	const char *group_url; /* another URL of the host whose article it repeats; NULL: none */
	bool is_new;           /* a new article of its host */
} conclusion;

/* Had the URL an article before? */
bool visit_was_article(const visit *v);

/* Skips the URL. of_url: the one to use instead; NULL: none. An article that robots.txt no longer lets fetch stays as it is. */
void conclude_skip(const visit *v, const char *reason, const char *of_url, conclusion *x);
/* There was no response, or an error: a retry, or a failure. A refreshed URL that cannot be fetched stays as it is, unless the
 * server says that it is gone or it was a failure before. */
void conclude_failed(const settings *s, const visit *v, conclusion *x);
/* Like conclude_failed, without a retry. */
void conclude_failure(const visit *v, conclusion *x);
/* Is this response to be requested once more, since another one may follow in a moment? */
bool conclude_is_provisional(const settings *s, const visit *v);
void conclude_provisional(const visit *v, conclusion *x);
/* The article has not changed: the server says so, or the bytes are the same. */
void conclude_unchanged(const visit *v, conclusion *x);

/* Does an outcome end the article that the URL had? Does it end with an article? Without one, and without a URL to use instead? */
bool conclusion_ends_article(const visit *v, const store_outcome *o);
bool conclusion_has_article(const store_outcome *o);
bool conclusion_has_nothing(const store_outcome *o);

#endif
