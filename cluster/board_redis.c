#include <stdio.h>
#include <string.h>

#include "cluster/board_engine.h"
#include "cluster/redis.h"

enum { KEY_ROOM = CONNECTION_NAME_MAX + 320 };

static status engine_open(const char *url, void **out, complaint *why)
{
	redis *r = NULL;
	status err = redis_open(url, &r, why);

	*out = r;
	return err;
}

static void engine_close(void *state)
{
	redis_close(state);
}

static caller *engine_caller(const void *state)
{
	return redis_caller(state);
}

static const char *engine_shown(const void *state)
{
	return redis_shown(state);
}

/* All keys of an index lie in one slot. */
static redis_command about(const redis *r, const char *command, const char *what, const char *which, char room[KEY_ROOM])
{
	snprintf(room, KEY_ROOM, "{%s}:%.255s%.60s", redis_name(r), what, which);
	return redis_command_begin(command, room);
}

static status copy_text(const redisReply *r, arena *a, const char **out)
{
	*out = arena_text(a, r->type == REDIS_REPLY_STRING ? r->str : "", r->type == REDIS_REPLY_STRING ? (size_t)r->len : 0);
	return *out ? OK : ERR_MEMORY;
}

/* ── fields ── */

static status set(redis *r, const char *command, const char *hash, const char *field, const char *value, complaint *why)
{
	char key[KEY_ROOM];
	redis_command x = about(r, command, hash, "", key);

	redis_command_text(&x, field);
	redis_command_text(&x, value);
	return redis_nothing(r, &x, why);
}

static status engine_claim(void *state, const char *hash, const char *field, const char *value, complaint *why)
{
	return set(state, "HSETNX", hash, field, value, why);
}

static status engine_put(void *state, const char *hash, const char *field, const char *value, complaint *why)
{
	return set(state, "HSET", hash, field, value, why);
}

static status engine_get(void *state, const char *hash, const char *field, arena *a, const char **out, complaint *why)
{
	char key[KEY_ROOM];
	redis_command x = about(state, "HGET", hash, "", key);
	redisReply *r;
	status err;

	redis_command_text(&x, field);
	err = redis_call(state, &x, &r, why);
	if (err)
		return err;
	err = copy_text(r, a, out);
	freeReplyObject(r);
	return err;
}

static status read_fields(const redisReply *r, arena *a, board_field **out, size_t *n)
{
	status err = OK;

	*n = r->type == REDIS_REPLY_ARRAY ? r->elements / 2 : 0;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n && !err; i++) {
		err = copy_text(r->element[2 * i], a, &(*out)[i].name);
		if (!err)
			err = copy_text(r->element[2 * i + 1], a, &(*out)[i].value);
	}
	return *out ? err : ERR_MEMORY;
}

static status engine_all(void *state, const char *hash, arena *a, board_field **out, size_t *n, complaint *why)
{
	char key[KEY_ROOM];
	const redis_command x = about(state, "HGETALL", hash, "", key);
	redisReply *r;
	status err = redis_call(state, &x, &r, why);

	if (err)
		return err;
	err = read_fields(r, a, out, n);
	freeReplyObject(r);
	return err;
}

static status engine_remove(void *state, const char *hash, const char *field, complaint *why)
{
	char key[KEY_ROOM];
	redis_command x = about(state, field ? "HDEL" : "DEL", hash, "", key);

	if (field)
		redis_command_text(&x, field);
	return redis_nothing(state, &x, why);
}

/* ── queues ── */

static status engine_push(void *state, const char *queue, const char *sender, firstprint_span bytes, complaint *why)
{
	char key[KEY_ROOM];
	redis_command x = about(state, "XADD", queue, "", key);

	redis_command_text(&x, "*");
	redis_command_text(&x, "from");
	redis_command_text(&x, sender);
	redis_command_text(&x, "links");
	redis_command_bytes(&x, bytes.at, bytes.len);
	return redis_nothing(state, &x, why);
}

static status engine_count(void *state, const char *queue, int64_t *out, complaint *why)
{
	char key[KEY_ROOM];
	const redis_command x = about(state, "XLEN", queue, "", key);

	return redis_integer(state, &x, out, why);
}

/* [id, ["from", sender, "links", bytes]] */
static status read_item(const redis *from, const redisReply *r, arena *a, board_item *out, complaint *why)
{
	const redisReply *fields = r->type == REDIS_REPLY_ARRAY && r->elements == 2 ? r->element[1] : NULL;
	status err;

	if (!fields || r->element[0]->type != REDIS_REPLY_STRING)
		return redis_no_answer(from, why);
	out->sender = "";
	err = copy_text(r->element[0], a, &out->id);
	if (err || fields->type != REDIS_REPLY_ARRAY || fields->elements != 4)
		return err;
	err = copy_text(fields->element[1], a, &out->sender);
	if (!err)
		err = copy_text(fields->element[3], a, &out->bytes.at);
	if (!err && fields->element[3]->type == REDIS_REPLY_STRING)
		out->bytes.len = (size_t)fields->element[3]->len;
	return err;
}

static status engine_first(void *state, const char *queue, arena *a, board_item **out, size_t *n, complaint *why)
{
	char key[KEY_ROOM], count[REDIS_NUMBER];
	redis_command x = about(state, "XRANGE", queue, "", key);
	redisReply *r;
	status err;

	redis_command_text(&x, "-");
	redis_command_text(&x, "+");
	redis_command_text(&x, "COUNT");
	redis_command_number(&x, BOARD_READ_MOST, count);
	err = redis_call(state, &x, &r, why);
	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || r->elements > BOARD_READ_MOST)
		err = redis_no_answer(state, why);
	*n = err ? 0 : r->elements;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n && !err; i++)
		err = read_item(state, r->element[i], a, &(*out)[i], why);
	freeReplyObject(r);
	return *out ? err : ERR_MEMORY;
}

static status engine_take(void *state, const char *queue, const char *const *ids, size_t n, complaint *why)
{
	char key[KEY_ROOM];
	redis_command x = about(state, "XDEL", queue, "", key);

	for (size_t i = 0; i < n; i++)
		redis_command_text(&x, ids[i]);
	return redis_nothing(state, &x, why);
}

static status engine_clear(void *state, const char *queue, complaint *why)
{
	return engine_remove(state, queue, NULL, why);
}

/* ── leases ── */

/* How long the key is still there; at least 1. */
static status time_left(redis *r, const char *address, int64_t *out, complaint *why)
{
	char key[KEY_ROOM];
	const redis_command x = about(r, "PTTL", "address:", address, key);
	status err = redis_integer(r, &x, out, why);

	if (!err && *out < 1)
		*out = 1;
	return err;
}

/* The key is there, and stays at least so long. */
static status stay(redis *r, const char *address, int64_t ms, complaint *why)
{
	char key[KEY_ROOM], number[REDIS_NUMBER];
	redis_command x = about(r, "PEXPIRE", "address:", address, key);
	int64_t left;
	status err = time_left(r, address, &left, why);

	redis_command_number(&x, (uint64_t)ms, number);
	return err || left >= ms ? err : redis_nothing(r, &x, why);
}

static status engine_lease(void *state, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait,
			   complaint *why)
{
	char key[KEY_ROOM], number[REDIS_NUMBER];
	redis_command x = about(state, "SET", "address:", address, key);
	redisReply *r;
	bool is_new;
	status err;

	redis_command_text(&x, who);
	redis_command_text(&x, "NX");
	redis_command_text(&x, "PX");
	redis_command_number(&x, (uint64_t)ms, number);
	err = redis_call(state, &x, &r, why);
	if (err)
		return err;
	is_new = r->type == REDIS_REPLY_STATUS;
	freeReplyObject(r);
	*wait = 0;
	if (is_new)
		return OK;
	return rests ? stay(state, address, ms, why) : time_left(state, address, wait, why);
}

const board_engine board_redis = {.open = engine_open,
				  .close = engine_close,
				  .caller = engine_caller,
				  .shown = engine_shown,
				  .claim = engine_claim,
				  .put = engine_put,
				  .get = engine_get,
				  .all = engine_all,
				  .remove = engine_remove,
				  .push = engine_push,
				  .count = engine_count,
				  .first = engine_first,
				  .take = engine_take,
				  .clear = engine_clear,
				  .lease = engine_lease};
