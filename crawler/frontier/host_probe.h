/* host_probe — what a host says to any URL. Some answer 404 to a URL that cannot exist; others send a page, a "soft 404", or the page
 * for clients that are not logged in. The crawler requests such URLs beside a short page: two and, if their responses are pages that differ,
 * three more. What the responses have in common is an answer; a short page that repeats it (judge/skeleton.h) is no article.
 *
 *	host_probe_want(p, url)            when short pages of the host, such as this one, look like such an answer
 *	p->state                           while it is PROBE_WANTED, p->url may be requested: then set PROBE_ASKED
 *	host_probe_redirected(p, url)      the response is a redirect: its target is requested instead
 *	host_probe_answered(p, skeleton)   the response is a page
 *	host_probe_done(p)                 it is something else, such as a 404
 *	host_probe_next(p)                 after each of these three
 *	host_probe_says(p, skeleton)       is this page one of the answers?
 *	host_probe_note(p, id)             a short page was stored: it may turn out to be one
 *	host_probe_recall(p, skeletons, n) these pages repeated an answer in an earlier run */
#ifndef CRAWLER_FRONTIER_HOST_PROBE_H
#define CRAWLER_FRONTIER_HOST_PROBE_H

#include <stdbool.h>

#include "base/status.h"
#include "judge/skeleton.h"

enum {
	PROBE_HOPS_MOST = 5, /* redirects in a row */
	PROBE_URLS = 5,      /* of a probe */
	PROBES_MOST = 8,     /* in a run: a host may answer in another way in another folder */
	PROBE_RECALLED = 8,  /* pages of earlier runs that answers are made of */
	PROBE_PAGES = 256    /* the last short pages are compared with an answer: there may be many until it has come */
};

enum probe_state {
	PROBE_NONE, /* none is open */
	PROBE_WANTED,
	PROBE_ASKED
};

/* Starts as zeros. There may be 100,000 hosts. */
typedef struct host_probe {
	enum probe_state state;
	/* Of the probe that is open: */
	arena *open;        /* has its texts */
	const char *url;    /* the one to request, or a redirect's target */
	const char *beside; /* what it is to be beside */
	skeleton responses[PROBE_URLS];
	size_t responses_len;
	int hops, asked;
	char *waiting;            /* beside this URL is the next one; NULL: there is none */
	arena *arena;             /* of the answers; NULL: none yet */
	skeleton_answer *answers; /* [answers_len] */
	size_t answers_len;
	bool is_recalled; /* what earlier runs have stored of the host was read */
	uint64_t *pages;  /* [pages_len] ids of articles; 0: none */
	size_t pages_len, pages_room, next_page;
} host_probe;

void host_probe_free(host_probe *p);
/* Opens a probe beside this URL, which is in normal form. While one of another folder is open, the first such URL waits; after PROBES_MOST
 * of them there is no other. ERR_MEMORY. */
status host_probe_want(host_probe *p, const char *beside);
/* Opens the probe that waits, if none is open. ERR_MEMORY. */
status host_probe_next(host_probe *p);
/* After too many redirects the probe is done. ERR_MEMORY. */
status host_probe_redirected(host_probe *p, const char *url);
/* The skeleton is copied. If another response is needed, the next URL is due. ERR_MEMORY. */
status host_probe_answered(host_probe *p, const skeleton *s);
void host_probe_done(host_probe *p);
bool host_probe_says(const host_probe *p, const skeleton *s);
/* ERR_MEMORY. */
status host_probe_note(host_probe *p, uint64_t id);

/* n ≥ 1. If they have most words in common, these are an answer; else each of them is. ERR_MEMORY. */
status host_probe_recall(host_probe *p, const skeleton *repeated, size_t n);

#endif
