/* session — a filter and, if wanted, a store that belong together: what crawl and filter open first. */
#ifndef CRAWLER_JUDGE_SESSION_H
#define CRAWLER_JUDGE_SESSION_H

#include "crawler/judge/judge.h"

typedef struct session {
	filter *filter;
	store *store; /* NULL: none */
	judge *judge;
	int64_t began_ms; /* of the open transaction */
	int written;      /* outcomes in it */
	complaint notice; /* what the user is to be told of the store, though it was opened; "": nothing */
	bool torn;        /* part of an outcome is written, the rest is not: only a rollback makes it whole */
} session;

#define SESSION_FILTER_DEFAULT "cascade"

/* Opens the store (path NULL: none) and the filter of this SPEC (NULL: the one the store was made with, else the default);
 * the filter remembers what the store keeps. Without a store the key is all zeros. why says what is wrong. */
status session_open(const char *spec, const char *path, session *out, complaint *why);
void session_close(session *x); /* what was not committed is undone */
/* The sentence for e, which a call on the session gave back: the store's own, if it was the store's. Not empty. */
const char *session_error(const session *x, status e);

/* Behind a failed call: when it was the filter's fault, what was judged before stays, if that is whole. */
void session_salvage(session *x, status e);

/* Opens a transaction unless one is open. */
status session_begin(session *x);
/* Commits if enough was written or enough time has passed; now: in any case. *committed, if wanted, whether it did.
 * When the commit fails all of it is undone and forgotten. */
status session_commit(session *x, bool now, bool *committed);

#endif
