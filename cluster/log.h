/* log — a list of entries on a server, to whose end any client appends, and which all read in the same order. The clients of a shared
 * index agree since each applies the same entries, one after another (replica.h). The server only keeps bytes:
 *
 *	Redis 6.2 and later, Valkey, clusters    the string {NAME}:head, the stream {NAME}:log and the hash {NAME}:stores
 *	PostgreSQL                               the tables firstprint_head, firstprint_log and firstprint_stores
 *
 * An entry may be appended twice, if the answer to the first time was lost: the reader must notice the second. */
#ifndef CLUSTER_LOG_H
#define CLUSTER_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum { LOG_ID_MAX = 48, LOG_READ_MOST = 256 /* entries at once */, LOG_HEAD_MOST = 1 << 20, LOG_ENTRY_BYTES = 1 << 20 };

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

/* What is heard in a talk: entries, and whether there are others, perhaps with the one that was appended. */
typedef struct log_heard {
	log_entry *entries;
	size_t n;
	bool more;
} log_heard;

typedef struct log_note {
	const char *store, *text;
	int64_t age_ms;
} log_note;

struct server;

/* What a server does for a log; errors are those of server.h. */
typedef struct log_calls {
	/* The bytes that describe it, in a. */
	status (*head)(struct server *s, arena *a, firstprint_span *out, complaint *why);
	/* Makes it, without entries. ERR_BUSY: there is one. */
	status (*create)(struct server *s, firstprint_span head, complaint *why);
	/* Takes it away. No effect if it is not there. */
	status (*remove)(struct server *s, complaint *why);
	/* See log_talk. Reads at most `most` entries. ERR_LIMIT: what was said is done, and the answer is too long to be read. */
	status (*talk)(struct server *s, const log_said *said, size_t most, log_position *at, arena *a, log_heard *out,
		       complaint *why);
	/* The notes about all stores, in no order, in a. */
	status (*notes)(struct server *s, arena *a, log_note **out, size_t *n, complaint *why);
	status (*remove_note)(struct server *s, const char *store, complaint *why);
	/* How many entries, and bytes of memory or disk, it has; bytes 0: the server does not say. */
	status (*size)(struct server *s, uint64_t *entries, uint64_t *bytes, complaint *why);
} log_calls;

extern const log_calls log_redis, log_postgresql;

/* Says it, and reads entries behind *at, in a: up to LOG_READ_MOST, and fewer of long ones; *at moves behind them. Whoever
 * appends begins another entry when one has LOG_ENTRY_BYTES. */
status log_talk(struct server *s, const log_said *said, log_position *at, arena *a, log_heard *out, complaint *why);

/* Says what ERR_FORMAT, ERR_MISSING or ERR_BUSY means for a log or a board, and returns it. */
status log_error(const struct server *s, status err, complaint *why);

#endif
