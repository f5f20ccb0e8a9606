/* connection — a connection to a Redis server that holds a key, found again when the key has moved: in a cluster, behind an address that
 * follows the primary, or on one server. Over TCP, TLS or a Unix socket. Blocks; belongs to one thread at a time. */
#ifndef CLUSTER_CONNECTION_H
#define CLUSTER_CONNECTION_H

#include <hiredis/hiredis.h>

#include "base/buffer.h"
#include "cluster/server.h"

typedef struct connection connection;

/* Commands that are sent at once. */
typedef struct redis_request {
	buffer bytes;
	size_t n;
	bool failed; /* memory ran out */
} redis_request;     /* all zeros: empty */

/* Adds a command: a format of hiredis, which is words, with %s for a text, %b for bytes and their length (a size_t), and %lld. */
redis_request redis_put(redis_request x, const char *format, ...);
#define redis_command(...) redis_put((redis_request){0}, __VA_ARGS__)

/* For server_open. url: percent-encoded where need be. Does not connect.
 *
 *	redis://[[USER]:PASSWORD@]HOST[:PORT]/NAME
 *	rediss://…/NAME[?ca=FILE]                      by TLS; FILE: authorities instead of the system's
 *	unix:[[USER]:PASSWORD@]/SOCKET/NAME
 *
 * ERR_USAGE: why says what is wrong with it; ERR_MEMORY. */
status connection_open(const char *url, server *s, complaint *why);

/* Sends the request. *reply: to the last one; an error of another one stands for it. Yours, for
 * freeReplyObject. ERR_IO: nobody can answer now, and why says why: try again soon, and another server is asked. ERR_USAGE: user or
 * password are wrong, or it refuses all connections. ERR_MEMORY. A server that stops answering is given up after 5 s, one that answers
 * slowly after a minute. */
status connection_call(connection *c, const redis_request *x, redisReply **reply, complaint *why);

#endif
