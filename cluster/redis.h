/* redis — commands for a Redis server, repeated until it answers, so that a command may be sent twice. They block the calling thread. */
#ifndef CLUSTER_REDIS_H
#define CLUSTER_REDIS_H

#include "cluster/connection.h"

/* All of these free the request. *reply: the reply to the last command, which is no error; yours, for freeReplyObject. reply NULL: the reply
 * does not matter. ERR_IO: the server does not answer; ERR_USAGE: it refuses the command, and why has its words; ERR_MEMORY. */
status redis_call(server *s, redis_request x, redisReply **reply, complaint *why);
/* Runs the commands in a transaction (MULTI, EXEC); all keys must lie in one slot. *reply: an array of the replies, none an error. */
status redis_transact(server *s, redis_request x, redisReply **reply, complaint *why);
/* Expects an integer as the last reply. */
status redis_integer(server *s, redis_request x, int64_t *out, complaint *why);
/* Runs a request that ends in SET … NX. *is_new: the key did not exist. */
status redis_set_new(server *s, redis_request x, bool *is_new, complaint *why);
/* Copies the text of a reply, with a NUL behind it, into a; "": the reply is no text. NULL: memory ran out. */
firstprint_span redis_text(const redisReply *r, arena *a);

#endif
