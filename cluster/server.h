/* server — the server of a shared index: it has a log (log.h), and a board (board.h) for the parts of a crawl. To support another kind of
 * server, write the two tables of operations and add a line to server.c. Each operation is repeated until the server answers
 * (requester_retry). Errors of all operations:
 *
 *	ERR_IO       the server does not answer now; after requester_retry_until: waiting was interrupted
 *	ERR_MISSING  there is no such log (any more), or its end was lost: discard what was read before
 *	ERR_USAGE    the server refuses the request: user, password, permission, version
 *	ERR_FORMAT   its answer cannot be read
 *	ERR_MEMORY */
#ifndef CLUSTER_SERVER_H
#define CLUSTER_SERVER_H

#include "cluster/board.h"
#include "cluster/requester.h"
#include "cluster/log.h"

typedef struct server {
	const log_calls *log;
	const board_calls *board;
	requester *requester;
	const char *shown, *name; /* the URL without user and password; NAME, its last part */
	size_t most;              /* entries to read at once */
	int64_t ahead_ms;         /* how far the clock of a Redis server is ahead of ours; 0: not known yet */
	void *connection;         /* of connection.c or postgres.c */
	void (*close)(struct server *s);
} server;

/* url: that of a Redis (connection.h), or postgresql://…/NAME with the URL of a database before /NAME. Does not connect. ERR_USAGE: the URL is
 * wrong, or this build does not support such a server; why says which. */
status server_open(const char *url, server **out, complaint *why);
void server_close(server *s); /* accepts NULL; does not wait for a request in flight */

#endif
