/* board — what the parts of a crawl share on a server: fields, queues, and leases of addresses. Every operation may be repeated without
 * harm, except that a repeated push adds the item twice.
 *
 *	Redis         hashes {NAME}:HASH, streams {NAME}:QUEUE, keys {NAME}:address:A
 *	PostgreSQL    the tables firstprint_fields, firstprint_queue, firstprint_leases, created by the first write */
#ifndef CLUSTER_BOARD_H
#define CLUSTER_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum { BOARD_READ_MOST = 16 };

typedef struct board_field {
	const char *name, *value;
} board_field;

typedef struct board_item {
	const char *id, *sender;
	firstprint_span bytes;
} board_item;

struct server;

/* The operations of a server on a board; errors are those of server.h. */
typedef struct board_calls {
	/* ── fields of a hash ── */

	/* Sets a field unless it is set. */
	status (*claim)(struct server *s, const char *hash, const char *field, const char *value, complaint *why);
	status (*put)(struct server *s, const char *hash, const char *field, const char *value, complaint *why);
	/* *out: the value; "": the field is not set. */
	status (*get)(struct server *s, const char *hash, const char *field, arena *a, const char **out, complaint *why);
	status (*all)(struct server *s, const char *hash, arena *a, board_field **out, size_t *n, complaint *why);
	/* Removes a field; NULL: all of the hash. No effect if it is not set. */
	status (*remove)(struct server *s, const char *hash, const char *field, complaint *why);

	/* ── items of a queue, in the order of arrival ── */

	status (*push)(struct server *s, const char *queue, const char *sender, firstprint_span bytes, complaint *why);
	status (*count)(struct server *s, const char *queue, int64_t *out, complaint *why);
	/* Reads the first BOARD_READ_MOST items, which stay in the queue. An item that cannot be read has no bytes. */
	status (*first)(struct server *s, const char *queue, arena *a, board_item **out, size_t *n, complaint *why);
	/* Removes 1 to BOARD_READ_MOST items. */
	status (*take)(struct server *s, const char *queue, const char *const *ids, size_t n, complaint *why);
	status (*clear)(struct server *s, const char *queue, complaint *why);

	/* ── leases ── */

	/* Leases an address for ms ≥ 1, in which nobody else may send a request there. *wait: 0 if the lease was granted; otherwise how
	 * many ms the lease of somebody else still lasts. rests: a request was sent just now, so this grants the lease, or
	 * prolongs it to at least ms, even if somebody else has it. */
	status (*lease)(struct server *s, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait,
			complaint *why);
} board_calls;

extern const board_calls board_redis, board_postgresql;

#endif
