/* redis — commands for a Redis server, repeated until they are answered. A caller asks: one of the thread that calls. They may
 * be sent twice. */
#ifndef CLUSTER_REDIS_H
#define CLUSTER_REDIS_H

#include "cluster/connection.h"

/* All take the request, and free it. *reply: to the last command; it is yours, for freeReplyObject, and no error; NULL: it does not matter. ERR_IO: nobody answers;
 * ERR_USAGE: the server refuses it, and why says what it says; ERR_MEMORY. */
status redis_call(server *s, redis_request x, redisReply **reply, complaint *why);
/* In a transaction (MULTI, EXEC), if all keys lie in one slot. *reply: an array of the replies, of which none is an error. */
status redis_transact(server *s, redis_request x, redisReply **reply, complaint *why);
/* The last reply is an integer. */
status redis_integer(server *s, redis_request x, int64_t *out, complaint *why);
/* It ends in SET … NX: was the key not there? */
status redis_set_new(server *s, redis_request x, bool *is_new, complaint *why);
/* A copy of a reply, with a NUL behind it, in a; "": it is no text. NULL: memory ran out. */
firstprint_span redis_text(const redisReply *r, arena *a);

#endif
