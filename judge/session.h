/* session — an open filter and, optionally, the store that it belongs to. crawl and filter open one first. */
#ifndef JUDGE_SESSION_H
#define JUDGE_SESSION_H

#include "judge/judge.h"

typedef struct session {
	filter *filter;
	store *store; /* NULL: none */
	bool writes;  /* to the store; else it is only read */
	judge *judge;
	int64_t began_ms;            /* when the open transaction began, by clock_ms() */
	int written;                 /* outcomes in it; counted by the caller */
	uint64_t commits;            /* the number of commits so far */
	complaint notice;            /* a warning about the store, to be shown to the user; "": none */
	uint8_t key[STORE_KEY_SIZE]; /* of the filter */
	bool is_told;                /* the shared index judges: session_open_told */
	bool torn; /* an outcome is partly written; set by the caller. Then only a rollback makes the store consistent */
} session;

#define SESSION_FILTER_DEFAULT "cascade"

/* Opens the store at path and the filter of this SPEC, which then remembers the pages of the store.
 *
 *	path NULL  no store
 *	spec NULL  the filter the store was made with, or the default. If that is a file, it is not loaded: ERR_USAGE; name the file in spec
 *	key        for a new store, of FILTER_KEY_SIZE bytes; NULL: it draws one. Without a store the filter has this key, or zeros
 *
 * ERR_USAGE: no such filter, the store has another one, pages of another key, or a shared index. On any error why says what is wrong. */
status session_open(const char *spec, const char *path, const uint8_t *key, session *out, complaint *why);
/* The same, but only reads the store, to compare articles with its pages (judge_look). Another process may write to it. ERR_USAGE
 * also if nothing was judged for it yet. */
status session_open_against(const char *spec, const char *path, session *out, complaint *why);
/* The same as session_open, with a shared index that judges for the store (told.h): the filter only signs. key: the index's,
 * which a new store takes; NULL: there is no index yet. files: as in filter_settings, for the index's SPEC. ERR_USAGE also if
 * the store has another key. */
typedef struct session_index {
	const char *spec, *files; /* NULL: those of the user or the store */
	const uint8_t *key;
} session_index;
status session_open_told(const char *spec, const char *path, const session_index *index, session *out, complaint *why);
/* Opens only a filter, for signing: if path is not NULL, that of the store, with its key. Only reads the store. */
status session_open_signing(const char *spec, const char *path, session *out, complaint *why);
/* Returns what determines signatures, as text, in a: the filter's SPEC, a digest of its key, and the version of the extraction.
 * NULL: out of memory. */
const char *session_stamp(const session *x, arena *a);
/* Adds patterns, for this run and, unless the session only reads the store, for all later ones. ERR_USAGE, ERR_LIMIT and errors of
 * the store; why says why. */
status session_decide(session *x, const decision_patterns *patterns, complaint *why);
void session_close(session *x); /* rolls an open transaction back */
/* Returns the message for error err of a call on the session: the filter's or the store's, if it came from there. Never empty. */
const char *session_error(const session *x, status err);

/* Call it after error err. If that comes from the filter or the shared index, and the transaction is not torn, commits what was
 * judged before. */
void session_salvage(session *x, status err);

/* Opens a transaction, unless one is open or there is no store. */
status session_begin(session *x);
/* Commits the open transaction if enough was written or enough time has passed; now: in any case. *committed: whether it did;
 * committed may be NULL. If the commit fails, rolls the transaction back, and the filter forgets its pages. */
status session_commit(session *x, bool now, bool *committed);

#endif
