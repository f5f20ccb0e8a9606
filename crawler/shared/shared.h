/* shared — a session whose pages are judged by a memory that it shares with others (--shared): crawl and filter ask it for their pages, a
 * batch at a time, and store what it says.
 *
 *	shared_open(settings, &session, &s, &why)      joins, and compares the store's pages with the memory's
 *	shared_ask(s, questions, n)                    then shared_take, when shared_fd is readable
 *	shared_take: ERR_MISSING                       what it remembers may have been lost: shared_compare, and ask again
 *
 * What others have withdrawn is seen to here: drops of these pages are asked for again, with the questions of the caller. */
#ifndef CRAWLER_SHARED_SHARED_H
#define CRAWLER_SHARED_SHARED_H

#include "cluster/memory.h"
#include "judge/session.h"
#include "judge/told.h"

typedef struct shared shared;

typedef struct shared_settings {
	const char *url, *filter, *store; /* filter, store: NULL: none was given */
} shared_settings;

/* Opens the memory, which is made if there is none, and the session. Errors of session_open_told and of memory.h; ERR_USAGE: also, the
 * store has a key or a filter that the memory does not have. */
status shared_open(const shared_settings *settings, session *x, shared **out, complaint *why);
void shared_close(shared *s); /* accepts NULL; before the session */
/* The URL of the memory without user and password. */
const char *shared_shown(const shared *s);

/* Commits, joins, and compares the store's pages with those that the memory has of it. Errors of memory.h. */
status shared_compare(shared *s, complaint *why);

enum { SHARED_QUESTIONS_MOST = MEMORY_PAGES_MOST - 1 };

typedef struct shared_question {
	const char *url, *name; /* of the article; NULL: it has none */
	firstprint_signature signature;
	const uint64_t *replaced; /* ids of pages of this store, which it replaces */
	size_t replaced_len;
	bool is_look;   /* as in judge_look */
	bool is_number; /* it is not judged, and only gets an id */
} shared_question;

/* A page of this store is no page any more: the memory withdraws it, with the next request. ERR_MEMORY. */
status shared_withdraw(shared *s, uint64_t id);
/* From now on waiting ends when this is readable. */
void shared_stop_at(shared *s, int stop_fd);

/* Asks. n may be 0: to say that we are here, and to hear what was withdrawn. Nothing may be under way, and all that was answered must be
 * stored. Errors as of shared_take. */
status shared_ask(shared *s, const shared_question *questions, size_t n, complaint *why);
bool shared_is_asking(const shared *s);
/* Is there more to be asked, of what others have withdrawn? Or did we not ask for long? */
bool shared_should_ask(const shared *s);
int shared_fd(const shared *s); /* readable when there is an answer */
/* The answers to the questions, in their order, valid until the next shared_ask; is_bad[i]: the filter did not make this signature.
 * *taken: false: none yet; wait: until there are some. Writes to the store, in a transaction. */
status shared_take(shared *s, bool wait, bool *taken, const told **out, const bool **is_bad, complaint *why);
/* At the end of a run: hears what others have withdrawn, and sees to it. Only a request without questions may be under way. Errors as of
 * shared_take. */
status shared_finish(shared *s, complaint *why);
/* What the user should know at the end; "": nothing. */
void shared_notice(const shared *s, complaint *out);
/* Why it takes so long; "": it does not. */
void shared_trouble(const shared *s, complaint *out);

#endif
