/* log — an append-only list of entries on a server. Any client can append an entry, and all clients read the entries in the same order. The
 * clients of a shared index agree, since each applies the same entries, one after another (replica.h). The server only stores bytes:
 *
 *	Redis 6.2 and later, Valkey, clusters    the string {NAME}:head, the stream {NAME}:log and the hash {NAME}:stores
 *	PostgreSQL                               the tables firstprint_head, firstprint_log and firstprint_stores
 *
 * If a reply is lost, an entry is appended again; the reader must ignore the second copy. */
#ifndef CLUSTER_LOG_H
#define CLUSTER_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum { LOG_ID_MAX = 48, LOG_READ_MOST = 256 /* entries at once */, LOG_HEAD_MOST = 1 << 20, LOG_ENTRY_BYTES = 1 << 20 };

/* How far a client has read. All zeros: it has read nothing. */
typedef struct log_position {
	uint64_t count;        /* of entries that were read */
	char last[LOG_ID_MAX]; /* the id of the last one */
} log_position;

typedef struct log_entry {
	firstprint_span bytes;
	int64_t age_ms; /* since it was appended, by the server's clock */
} log_entry;

/* All of it may be NULL. */
typedef struct log_request {
	const firstprint_span *append; /* an entry */
	const char *store, *report;    /* what a store reports of itself, in place of its last report; not in the log */
} log_request;

/* The entries that were read. more: there are others, perhaps including the one that was appended. */
typedef struct log_reply {
	log_entry *entries;
	size_t n;
	bool more;
} log_reply;

typedef struct log_report {
	const char *store, *text;
	int64_t age_ms;
} log_report;

struct server;

/* The operations of a server on a log; errors are those of server.h. */
typedef struct log_calls {
	/* Reads the bytes that describe the log, in a. */
	status (*head)(struct server *s, arena *a, firstprint_span *out, complaint *why);
	/* Creates the log, without entries. ERR_BUSY: it exists. */
	status (*create)(struct server *s, firstprint_span head, complaint *why);
	/* Deletes the log. No effect if there is none. */
	status (*remove)(struct server *s, complaint *why);
	/* See log_sync. Reads at most `most` entries. ERR_LIMIT: the request was carried out, and the reply is too long to be read. */
	status (*sync)(struct server *s, const log_request *request, size_t most, log_position *at, arena *a, log_reply *out,
		       complaint *why);
	/* Reads the reports of all stores, in no order, in a. */
	status (*reports)(struct server *s, arena *a, log_report **out, size_t *n, complaint *why);
	status (*remove_report)(struct server *s, const char *store, complaint *why);
	/* Counts the entries, and their bytes in memory or on disk; bytes 0: the server does not tell. */
	status (*size)(struct server *s, uint64_t *entries, uint64_t *bytes, complaint *why);
} log_calls;

extern const log_calls log_redis, log_postgresql;

/* Carries out the request, and reads the entries after *at, in a: up to LOG_READ_MOST, fewer if they are long; *at moves past them.
 * Writers should begin another entry once one has LOG_ENTRY_BYTES. */
status log_sync(struct server *s, const log_request *request, log_position *at, arena *a, log_reply *out, complaint *why);

/* Explains ERR_FORMAT, ERR_MISSING or ERR_BUSY of a log or a board, and returns it. */
status log_error(const struct server *s, status err, complaint *why);

#endif
