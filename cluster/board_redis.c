#include "cluster/redis.h"

/* ── fields ── */

static status claim(server *s, const char *hash, const char *field, const char *value, complaint *why)
{
	return redis_call(s, redis_command("HSETNX {%s}:%s %s %s", s->name, hash, field, value), NULL, why);
}

static status put(server *s, const char *hash, const char *field, const char *value, complaint *why)
{
	return redis_call(s, redis_command("HSET {%s}:%s %s %s", s->name, hash, field, value), NULL, why);
}

static status get(server *s, const char *hash, const char *field, arena *a, const char **out, complaint *why)
{
	redisReply *r;
	status err = redis_call(s, redis_command("HGET {%s}:%s %s", s->name, hash, field), &r, why);

	if (err)
		return err;
	*out = redis_text(r, a).at;
	freeReplyObject(r);
	return *out ? OK : ERR_MEMORY;
}

static status all(server *s, const char *hash, arena *a, board_field **out, size_t *n, complaint *why)
{
	redisReply *r;
	status err = redis_call(s, redis_command("HGETALL {%s}:%s", s->name, hash), &r, why);

	if (err)
		return err;
	*n = r->type == REDIS_REPLY_ARRAY ? r->elements / 2 : 0;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n; i++)
		(*out)[i] = (board_field){redis_text(r->element[2 * i], a).at, redis_text(r->element[2 * i + 1], a).at};
	freeReplyObject(r);
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

static status clear(server *s, const char *key, complaint *why)
{
	return redis_call(s, redis_command("DEL {%s}:%s", s->name, key), NULL, why);
}

static status take_field(server *s, const char *hash, const char *field, complaint *why)
{
	return field ? redis_call(s, redis_command("HDEL {%s}:%s %s", s->name, hash, field), NULL, why) : clear(s, hash, why);
}

/* ── queues ── */

static status push(server *s, const char *queue, const char *sender, firstprint_span bytes, complaint *why)
{
	return redis_call(s, redis_command("XADD {%s}:%s * from %s links %b", s->name, queue, sender, bytes.at, bytes.len),
			  NULL, why);
}

static status count(server *s, const char *queue, int64_t *out, complaint *why)
{
	return redis_integer(s, redis_command("XLEN {%s}:%s", s->name, queue), out, why);
}

/* [id, ["from", sender, "links", bytes]] */
static status read_item(const server *from, const redisReply *r, arena *a, board_item *out, complaint *why)
{
	const redisReply *fields = r->type == REDIS_REPLY_ARRAY && r->elements == 2 ? r->element[1] : NULL;

	if (!fields || r->element[0]->type != REDIS_REPLY_STRING)
		return log_error(from, ERR_FORMAT, why);
	*out = (board_item){.id = redis_text(r->element[0], a).at, .sender = ""};
	if (fields->type != REDIS_REPLY_ARRAY || fields->elements != 4)
		return OK;
	out->sender = redis_text(fields->element[1], a).at;
	out->bytes = redis_text(fields->element[3], a);
	return OK;
}

static status first(server *s, const char *queue, arena *a, board_item **out, size_t *n, complaint *why)
{
	redisReply *r;
	status err = redis_call(s, redis_command("XRANGE {%s}:%s - + COUNT %d", s->name, queue, BOARD_READ_MOST), &r, why);

	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || r->elements > BOARD_READ_MOST)
		err = log_error(s, ERR_FORMAT, why);
	*n = err ? 0 : r->elements;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n && !err; i++)
		err = read_item(s, r->element[i], a, &(*out)[i], why);
	freeReplyObject(r);
	return err || !arena_exhausted(a) ? err : ERR_MEMORY;
}

static status take(server *s, const char *queue, const char *const *ids, size_t n, complaint *why)
{
	redis_request x = {0};

	for (size_t i = 0; i < n; i++)
		x = redis_put(x, "XDEL {%s}:%s %s", s->name, queue, ids[i]);
	return redis_call(s, x, NULL, why);
}

/* ── leases ── */

/* How long the key is still there; at least 1. */
static status time_left(server *s, const char *address, int64_t *out, complaint *why)
{
	status err = redis_integer(s, redis_command("PTTL {%s}:address:%s", s->name, address), out, why);

	if (!err && *out < 1)
		*out = 1;
	return err;
}

/* The key is there, and stays at least so long. */
static status stay(server *s, const char *address, int64_t ms, complaint *why)
{
	int64_t left;
	status err = time_left(s, address, &left, why);

	if (err || left >= ms)
		return err;
	return redis_call(s, redis_command("PEXPIRE {%s}:address:%s %lld", s->name, address, (long long)ms), NULL, why);
}

static status lease(server *s, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait, complaint *why)
{
	bool is_new;
	status err = redis_set_new(s, redis_command("SET {%s}:address:%s %s NX PX %lld", s->name, address, who, (long long)ms),
				   &is_new, why);

	*wait = 0;
	if (err || is_new)
		return err;
	return rests ? stay(s, address, ms, why) : time_left(s, address, wait, why);
}

const board_calls board_redis = {.claim = claim,
				 .put = put,
				 .get = get,
				 .all = all,
				 .remove = take_field,
				 .push = push,
				 .count = count,
				 .first = first,
				 .take = take,
				 .clear = clear,
				 .lease = lease};
