/* connection — a connection to the Redis server that holds a key: one server, a cluster, or an address that follows the primary. It follows
 * the key when this moves. TCP, TLS or a Unix socket. It blocks, and belongs to one thread at a time. */
#ifndef CLUSTER_CONNECTION_H
#define CLUSTER_CONNECTION_H

#include <hiredis/hiredis.h>

#include "base/buffer.h"
#include "cluster/server.h"

typedef struct connection connection;

/* Commands that are sent together. */
typedef struct redis_request {
	buffer bytes;
	size_t n;
	bool failed; /* memory ran out */
} redis_request;     /* all zeros: empty */

/* Adds a command in the format of hiredis: words, with %s for a text, %b for bytes and their length (a size_t), and %lld. */
redis_request redis_put(redis_request x, const char *format, ...);
#define redis_command(...) redis_put((redis_request){0}, __VA_ARGS__)

/* For server_open. url: with percent-encoding where necessary. Does not connect.
 *
 *	redis://[[USER]:PASSWORD@]HOST[:PORT]/NAME
 *	rediss://…/NAME[?ca=FILE]                      by TLS; FILE: certificate authorities, in place of the system's
 *	unix:[[USER]:PASSWORD@]/SOCKET/NAME
 *
 * ERR_USAGE: why says what is wrong with it; ERR_MEMORY. */
status connection_open(const char *url, server *s, complaint *why);

/* Sends the request. *reply: the reply to the last command, or the first error among the replies; yours, for freeReplyObject. ERR_IO: no
 * server answers now, and why says why; another server is tried the next time. ERR_USAGE: the user or the password is wrong, or the server
 * refuses all connections. ERR_LIMIT: the reply is too long. ERR_MEMORY. It waits 5 s for a server that stops answering, and a minute for
 * one that answers slowly. */
status connection_call(connection *c, const redis_request *x, redisReply **reply, complaint *why);

#endif
