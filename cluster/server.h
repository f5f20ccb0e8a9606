/* server — the server where those meet who share an index: a log (log.h), and a board (board.h) for the parts of a crawl. A new kind of
 * server is two tables of calls, and a line in server.c. Each call asks until it is answered (caller_repeat). Errors of all calls:
 *
 *	ERR_IO       nobody answers now; after caller_insist: waiting was stopped
 *	ERR_MISSING  there is no such log (any more), or its end was lost: what was read before does not count
 *	ERR_USAGE    the server refuses it: user, password, permission, version
 *	ERR_FORMAT   what it says is no answer
 *	ERR_MEMORY */
#ifndef CLUSTER_SERVER_H
#define CLUSTER_SERVER_H

#include "cluster/board.h"
#include "cluster/caller.h"
#include "cluster/log.h"

typedef struct server {
	const log_calls *log;
	const board_calls *board;
	caller *caller;
	const char *shown, *name; /* the URL without user and password; NAME, its last part */
	size_t most;              /* entries to read at once */
	int64_t ahead_ms;         /* of our clock: a Redis server's; 0: not known yet */
	void *connection;         /* that of connection.c or postgres.c */
	void (*close)(struct server *s);
} server;

/* url: that of a Redis (connection.h), or postgresql://…/NAME with the URL of a database before /NAME. Does not connect. ERR_USAGE: why
 * says what is wrong with it, or that this build has no such engine. */
status server_open(const char *url, server **out, complaint *why);
void server_close(server *s); /* accepts NULL; waits for no answer */

#endif
