/* connection — a connection to the server that holds a key, found again when it has moved: in a cluster, behind an address that
 * follows the primary, or on one server. Blocks; belongs to one thread at a time. Only for caller.c. */
#ifndef CLUSTER_CONNECTION_H
#define CLUSTER_CONNECTION_H

#include <hiredis/hiredis.h>

#include <stdbool.h>

#include "base/status.h"

enum { CONNECTION_NAME_MAX = 200, CONNECTION_AT_MAX = 264 };

typedef struct connection connection;

/* url: redis://[[USER]:PASSWORD@]HOST[:PORT]/NAME, percent-encoded where need be. Does not connect. ERR_USAGE: why says what is wrong
 * with it; ERR_MEMORY. */
status connection_open(const char *url, connection **out, complaint *why);
/* The same for another key than NAME, on whichever server of the cluster it is. */
status connection_open_key(const char *url, const char *key, connection **out, complaint *why);
void connection_close(connection *c); /* accepts NULL */

/* The key: NAME of the URL, unless it is another one. */
const char *connection_name(const connection *c);
/* The URL without user and password. */
const char *connection_shown(const connection *c);

/* HOST:PORT of the server that was asked last, in `out`. */
void connection_at(const connection *c, char out[CONNECTION_AT_MAX]);

/* One command. *reply is yours, for freeReplyObject; it may be an error of the command. ERR_IO: nobody can answer now, and why says why:
 * try again soon, and another server is asked. ERR_USAGE: user or password are wrong, or it refuses all connections. A
 * server that stops answering is given up after 5 s, one that answers slowly after a minute. */
status connection_call(connection *c, int argc, const char **argv, const size_t *lens, redisReply **reply, complaint *why);

/* In two steps, so that several servers work at once: sends the command. false: it could not be sent; call. */
bool connection_send(connection *c, int argc, const char **argv, const size_t *lens);
/* The reply to what was sent; NULL: there is none, or it says that somebody else has the answer: call. */
redisReply *connection_receive(connection *c);

#endif
