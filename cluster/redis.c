#include "cluster/redis.h"

struct call {
	server *server;
	const redis_request *request;
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
	status err = x->request->failed ? ERR_MEMORY : connection_call(x->server->connection, x->request, &x->reply, why);

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

status redis_call(server *s, redis_request x, redisReply **reply, complaint *why)
{
	struct call c = {.server = s, .request = &x};
	status err = requester_retry(s->requester, try_call, &c, why);

	buffer_free(&x.bytes);
	if (reply)
		*reply = c.reply;
	else if (!err)
		freeReplyObject(c.reply);
	return err;
}

status redis_transact(server *s, redis_request x, redisReply **reply, complaint *why)
{
	redis_request whole = redis_command("MULTI");
	status err;

	whole.n += x.n;
	whole.failed |= x.failed || !buffer_append(&whole.bytes, x.bytes.bytes, x.bytes.len);
	buffer_free(&x.bytes);
	err = redis_call(s, redis_put(whole, "EXEC"), reply, why);
	if (!err && ((*reply)->type != REDIS_REPLY_ARRAY || (*reply)->elements != x.n)) {
		freeReplyObject(*reply);
		*reply = NULL;
		err = log_error(s, ERR_FORMAT, why);
	}
	return err;
}

status redis_integer(server *s, redis_request x, int64_t *out, complaint *why)
{
	redisReply *reply;
	status err = redis_call(s, x, &reply, why);

	if (err)
		return err;
	*out = reply->type == REDIS_REPLY_INTEGER ? reply->integer : 0;
	if (reply->type != REDIS_REPLY_INTEGER)
		err = log_error(s, ERR_FORMAT, why);
	freeReplyObject(reply);
	return err;
}

status redis_set_new(server *s, redis_request x, bool *is_new, complaint *why)
{
	redisReply *reply;
	status err = redis_call(s, x, &reply, why);

	if (err)
		return err;
	*is_new = reply->type == REDIS_REPLY_STATUS;
	freeReplyObject(reply);
	return OK;
}

firstprint_span redis_text(const redisReply *r, arena *a)
{
	size_t len = r->type == REDIS_REPLY_STRING ? (size_t)r->len : 0;

	return (firstprint_span){arena_text(a, len ? r->str : "", len), len};
}
