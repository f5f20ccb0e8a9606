/* log — a list of entries on a server, to whose end any client appends, and which all read in the same order. The clients of a shared
 * index agree since each applies the same entries, one after another (replica.h). The server only keeps bytes:
 *
 *	Redis 6.2 and later, Valkey, clusters    the string {NAME}:head, the stream {NAME}:log and the hash {NAME}:stores
 *	PostgreSQL                               the tables firstprint_head, firstprint_log and firstprint_stores
 *
 * An entry may be appended twice, if the answer to the first time was lost: whoever reads must see that. Errors of all calls:
 *
 *	ERR_IO       nobody answers now; after caller_insist: waiting was stopped
 *	ERR_MISSING  there is no such log (any more), or its end was lost: what was read before does not count
 *	ERR_USAGE    the server refuses it: user, password, permission, version
 *	ERR_FORMAT   what it says is no answer
 *	ERR_MEMORY */
#ifndef CLUSTER_LOG_H
#define CLUSTER_LOG_H

#include "base/arena.h"
#include "cluster/caller.h"
#include "plugin/firstprint.h"

enum { LOG_ID_MAX = 48, LOG_READ_MOST = 256 /* entries at once */, LOG_HEAD_MOST = 1 << 20, LOG_ENTRY_BYTES = 1 << 20 };

typedef struct shared_log shared_log;

/* url: that of a Redis (connection.h), or postgresql://…/NAME with the URL of a database before /NAME. Does not connect. ERR_USAGE: why
 * says what is wrong with it, or that this build has no such engine. */
status log_open(const char *url, shared_log **out, complaint *why);
void log_close(shared_log *l); /* accepts NULL; waits for no answer */
caller *log_caller(const shared_log *l);
const char *log_shown(const shared_log *l); /* the URL without user and password */

/* The bytes that describe it, in a. */
status log_head(shared_log *l, arena *a, firstprint_span *out, complaint *why);
/* Makes it, without entries. ERR_BUSY: there is one. */
status log_create(shared_log *l, firstprint_span head, complaint *why);
/* Takes it away. No effect if it is not there. */
status log_delete(shared_log *l, complaint *why);

/* Up to where it was read. All zeros: nothing was. */
typedef struct log_position {
	uint64_t count;        /* of entries */
	char last[LOG_ID_MAX]; /* the last of them */
} log_position;

typedef struct log_entry {
	firstprint_span bytes;
	int64_t age_ms; /* since it was appended, by the server's clock */
} log_entry;

/* What is said in a talk; all of it may be NULL. */
typedef struct log_said {
	const firstprint_span *append; /* an entry */
	const char *store, *note;      /* a note about a store takes the place of the last one; it is not in the log */
} log_said;

/* Says it, and reads entries behind *at, in a: up to LOG_READ_MOST, and fewer of long ones; *at moves behind them. *more: there are others,
 * perhaps with the one that was appended. Whoever appends begins another entry when one has LOG_ENTRY_BYTES. */
status log_talk(shared_log *l, const log_said *said, log_position *at, arena *a, log_entry **out, size_t *n, bool *more,
		complaint *why);

typedef struct log_note {
	const char *store, *text;
	int64_t age_ms;
} log_note;

/* The notes about all stores, in no order, in a. */
status log_notes(shared_log *l, arena *a, log_note **out, size_t *n, complaint *why);
status log_remove_note(shared_log *l, const char *store, complaint *why);
/* How many entries, and bytes of memory or disk, it has; bytes 0: the server does not say. */
status log_size(shared_log *l, uint64_t *entries, uint64_t *bytes, complaint *why);

#endif
