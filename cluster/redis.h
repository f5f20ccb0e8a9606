/* redis — commands for a Redis server, repeated until they are answered. A caller asks: one of the thread that calls. */
#ifndef CLUSTER_REDIS_H
#define CLUSTER_REDIS_H

#include "cluster/caller.h"
#include "cluster/connection.h"

typedef struct redis redis;

/* url: see connection.h. ERR_USAGE, ERR_IO, ERR_MEMORY. */
status redis_open(const char *url, redis **out, complaint *why);
void redis_close(redis *r);              /* accepts NULL; waits for no answer */
caller *redis_caller(const redis *r);    /* its thread, and its patience */
const char *redis_name(const redis *r);  /* NAME of the URL */
const char *redis_shown(const redis *r); /* the URL without user and password */

/* *reply is yours, for freeReplyObject, and no error. ERR_IO: nobody answers; ERR_USAGE: the server refuses it, and why says what it
 * says; ERR_MEMORY. A command may be sent twice. */
status redis_call(redis *r, const redis_command *x, redisReply **reply, complaint *why);
/* n commands in a transaction (MULTI, EXEC), whose keys lie in one slot. *reply: an array of n replies, of which none is an error. */
status redis_transact(redis *r, const redis_command *all, size_t n, redisReply **reply, complaint *why);
/* A command whose reply is an integer, or does not matter. */
status redis_integer(redis *r, const redis_command *x, int64_t *out, complaint *why);
status redis_nothing(redis *r, const redis_command *x, complaint *why);
/* What was replied is not what it should be: ERR_FORMAT. */
status redis_no_answer(const redis *r, complaint *why);

#endif
