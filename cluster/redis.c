#include "cluster/redis.h"

#include <stdlib.h>
#include <string.h>

enum { TRANSACTION_MOST = 8 };

struct redis {
	connection *connection;
	caller *caller;
};

status redis_open(const char *url, redis **out, complaint *why)
{
	redis *r = calloc(1, sizeof *r);
	status err;

	if (!r)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	err = connection_open(url, &r->connection, why);
	if (!err)
		err = caller_open(connection_shown(r->connection), &r->caller, why);
	if (err)
		redis_close(r);
	else
		*out = r;
	return err;
}

void redis_close(redis *r)
{
	if (!r)
		return;
	caller_close(r->caller); /* its thread uses the connection */
	connection_close(r->connection);
	free(r);
}

caller *redis_caller(const redis *r)
{
	return r->caller;
}

const char *redis_name(const redis *r)
{
	return connection_name(r->connection);
}

const char *redis_shown(const redis *r)
{
	return connection_shown(r->connection);
}

/* ── calling ── */

struct call {
	redis *redis;
	const redis_command *all;
	size_t n;
	redisReply *reply;
};

/* Is there an error among the replies of a transaction? */
static const redisReply *error_in(const redisReply *r)
{
	if (r->type == REDIS_REPLY_ERROR)
		return r;
	for (size_t i = 0; r->type == REDIS_REPLY_ARRAY && i < r->elements; i++)
		if (r->element[i]->type == REDIS_REPLY_ERROR)
			return r->element[i];
	return NULL;
}

static status try_call(void *ctx, complaint *why)
{
	struct call *x = ctx;
	const redisReply *error;
	status err = connection_call(x->redis->connection, x->all, x->n, &x->reply, why);

	if (err)
		return err;
	error = error_in(x->reply);
	if (!error)
		return OK;
	err = complain(why, ERR_USAGE, "%.200s", error->str);
	freeReplyObject(x->reply);
	x->reply = NULL;
	return err;
}

static status call(redis *r, const redis_command *all, size_t n, redisReply **reply, complaint *why)
{
	struct call x = {.redis = r, .all = all, .n = n};
	status err = caller_repeat(r->caller, try_call, &x, why);

	*reply = x.reply;
	return err;
}

status redis_call(redis *r, const redis_command *x, redisReply **reply, complaint *why)
{
	return call(r, x, 1, reply, why);
}

status redis_transact(redis *r, const redis_command *all, size_t n, redisReply **reply, complaint *why)
{
	redis_command whole[TRANSACTION_MOST + 2] = {[0] = {.argv = {"MULTI"}, .lens = {5}, .argc = 1}};
	status err;

	memcpy(whole + 1, all, n * sizeof *all);
	whole[n + 1] = (redis_command){.argv = {"EXEC"}, .lens = {4}, .argc = 1};
	err = call(r, whole, n + 2, reply, why);
	if (!err && ((*reply)->type != REDIS_REPLY_ARRAY || (*reply)->elements != n)) {
		freeReplyObject(*reply);
		*reply = NULL;
		err = redis_no_answer(r, why);
	}
	return err;
}

status redis_no_answer(const redis *r, complaint *why)
{
	return complain(why, ERR_FORMAT, "%s: what it says is no answer of firstprint", redis_shown(r));
}

status redis_integer(redis *r, const redis_command *x, int64_t *out, complaint *why)
{
	redisReply *reply;
	status err = redis_call(r, x, &reply, why);

	if (err)
		return err;
	*out = reply->type == REDIS_REPLY_INTEGER ? reply->integer : 0;
	if (reply->type != REDIS_REPLY_INTEGER)
		err = redis_no_answer(r, why);
	freeReplyObject(reply);
	return err;
}

status redis_nothing(redis *r, const redis_command *x, complaint *why)
{
	redisReply *reply;
	status err = redis_call(r, x, &reply, why);

	if (!err)
		freeReplyObject(reply);
	return err;
}
