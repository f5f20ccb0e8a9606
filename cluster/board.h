/* board — what the parts of a crawl leave for each other on a server: fields, queues, and leases of addresses. The server is that of the
 * log (log.h), and errors are those. All calls may be made twice without harm; an item may come twice in a queue.
 *
 *	Redis         hashes {NAME}:HASH, streams {NAME}:QUEUE, keys {NAME}:address:A
 *	PostgreSQL    the tables firstprint_fields, firstprint_queue, firstprint_leases, made when they are written to */
#ifndef CLUSTER_BOARD_H
#define CLUSTER_BOARD_H

#include "base/arena.h"
#include "cluster/caller.h"
#include "plugin/firstprint.h"

enum { BOARD_READ_MOST = 16 };

typedef struct board board;

/* url: see log.h. ERR_USAGE, ERR_IO, ERR_MEMORY. */
status board_open(const char *url, board **out, complaint *why);
void board_close(board *b); /* accepts NULL; waits for no answer */
caller *board_caller(const board *b);
const char *board_shown(const board *b); /* the URL without user and password */

/* ── fields of a hash ── */

/* Sets a field if nobody has set it. *out: what it is then, in a. */
status board_claim(board *b, const char *hash, const char *field, const char *value, arena *a, const char **out,
		   complaint *why);
status board_put(board *b, const char *hash, const char *field, const char *value, complaint *why);
/* *out: "": it is not there. */
status board_get(board *b, const char *hash, const char *field, arena *a, const char **out, complaint *why);

typedef struct board_field {
	const char *name, *value;
} board_field;

status board_all(board *b, const char *hash, arena *a, board_field **out, size_t *n, complaint *why);
/* field NULL: all. No effect if it is not there. */
status board_remove(board *b, const char *hash, const char *field, complaint *why);

/* ── items of a queue, in the order in which they came ── */

status board_push(board *b, const char *queue, const char *sender, firstprint_span bytes, complaint *why);
status board_count(board *b, const char *queue, int64_t *out, complaint *why);

typedef struct board_item {
	const char *id, *sender;
	firstprint_span bytes;
} board_item;

/* The first BOARD_READ_MOST items, which stay. An item that cannot be read has no bytes. */
status board_first(board *b, const char *queue, arena *a, board_item **out, size_t *n, complaint *why);
/* Takes items away. */
status board_take(board *b, const char *queue, const char *const *ids, size_t n, complaint *why);
status board_clear(board *b, const char *queue, complaint *why);

/* ── leases ── */

/* Nobody else may ask an address for so long. *wait: 0: it is leased; else somebody has it, for so many ms. rests: it was asked, and rests:
 * then it is leased for at least so long, whoever has it. */
status board_lease(board *b, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait, complaint *why);

#endif
