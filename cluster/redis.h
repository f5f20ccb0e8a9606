/* redis — commands for a Redis server, repeated until they are answered. A caller asks: one of the thread that calls. A command is a
 * format of hiredis: words, with %s for a text, %b for bytes and their length (a size_t), and %lld. */
#ifndef CLUSTER_REDIS_H
#define CLUSTER_REDIS_H

#include <hiredis/hiredis.h>

#include "base/buffer.h"
#include "cluster/server.h"

/* Commands that are sent at once. They may be sent twice. */
typedef struct redis_request {
	buffer bytes;
	size_t n;
	bool failed; /* memory ran out */
} redis_request;     /* all zeros: empty */

/* A request of one command; adds another one. */
redis_request redis_command(const char *format, ...);
void redis_put(redis_request *x, const char *format, ...);

/* All take the request, and free it. *reply: to the last command; it is yours, for freeReplyObject, and no error. ERR_IO: nobody answers;
 * ERR_USAGE: the server refuses it, and why says what it says; ERR_MEMORY. */
status redis_call(server *s, redis_request x, redisReply **reply, complaint *why);
/* In a transaction (MULTI, EXEC), if all keys lie in one slot. *reply: an array of the replies, of which none is an error. */
status redis_transact(server *s, redis_request x, redisReply **reply, complaint *why);
/* The last reply is an integer, or does not matter. */
status redis_integer(server *s, redis_request x, int64_t *out, complaint *why);
status redis_nothing(server *s, redis_request x, complaint *why);
/* It ends in SET … NX: was the key not there? */
status redis_set_new(server *s, redis_request x, bool *is_new, complaint *why);
/* A copy of a reply, with a NUL behind it, in a; "": it is no text. NULL: memory ran out. */
firstprint_span redis_text(const redisReply *r, arena *a);

#endif
