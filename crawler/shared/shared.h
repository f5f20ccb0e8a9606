/* shared — a session whose pages are judged by an index that it shares with other clients (--shared): crawl and filter send their
 * pages in batches, and store the verdicts.
 *
 *	shared_open(settings, &session, &s, &why)      joins, and compares the store's pages with those in the index
 *	shared_ask(s, questions, n)                    then shared_take, when shared_fd is readable
 *	shared_take: ERR_MISSING                       the index may have lost pages: call shared_compare, and ask again
 *
 * It also handles the pages that others have withdrawn: it has their drops judged again, in the same requests as the caller's
 * questions. */
#ifndef CRAWLER_SHARED_SHARED_H
#define CRAWLER_SHARED_SHARED_H

#include "cluster/client.h"
#include "judge/session.h"
#include "judge/told.h"

typedef struct shared shared;

typedef struct shared_settings {
	const char *url, *filter, *store; /* filter, store: NULL: none was given */
} shared_settings;

/* Opens the session, and the index, which it creates if there is none. Errors of session_open_told and of client.h; ERR_USAGE: also
 * if the store has another key or filter than the index. */
status shared_open(const shared_settings *settings, session *x, shared **out, complaint *why);
void shared_close(shared *s); /* accepts NULL; call it before the session is closed */
/* Returns the URL of the index without user and password. */
const char *shared_shown(const shared *s);

/* Commits, joins, and compares the store's pages with the pages that the index has from it. Errors of client.h. */
status shared_compare(shared *s, complaint *why);

enum { SHARED_QUESTIONS_MOST = CLIENT_PAGES_MOST - 1 };

typedef struct shared_question {
	const char *url, *name; /* of the article; NULL: it has none */
	firstprint_signature signature;
	const uint64_t *replaced; /* ids of the pages of this store that it replaces */
	size_t replaced_len;
	bool is_number; /* it only gets an id, and no verdict */
} shared_question;

/* Withdraws a page of this store from the index, with the next request. ERR_MEMORY. */
status shared_withdraw(shared *s, uint64_t id);
/* From now on, waiting ends when stop_fd is readable. */
void shared_stop_at(shared *s, int stop_fd);

/* Sends a request. n may be 0: to renew our presence, and to learn what was withdrawn. No request may be in flight, and all answers
 * so far must be stored. Errors of shared_take. */
status shared_ask(shared *s, const shared_question *questions, size_t n, complaint *why);
bool shared_is_asking(const shared *s);
/* Are there withdrawals to handle, or was the last request long ago? */
bool shared_should_ask(const shared *s);
int shared_fd(const shared *s); /* readable when there is an answer */
/* Takes the answers to the questions, in their order, valid until the next shared_ask; id 0: the filter did not make this signature.
 * *taken false: no answers yet; wait: blocks until they arrive. Writes to the store, in a transaction. */
status shared_take(shared *s, bool wait, bool *taken, const told **out, complaint *why);
/* At the end of a run: handles all withdrawals of others. Only a request without questions may be in flight. Errors of
 * shared_take. */
status shared_finish(shared *s, complaint *why);
/* A notice for the user at the end of a run; "" if there is none. */
void shared_notice(const shared *s, complaint *out);
/* Reason for a delay, for the progress line; "" if there is none. */
void shared_delay(const shared *s, complaint *out);

#endif
