/* log_redis — a log as a stream. What is appended and read, and the stream's length, come from one transaction: if the length is not the
 * number of entries that were read in all, the stream was lost and begun again, or has lost its end in a failover. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cluster/log_engine.h"
#include "cluster/redis.h"

enum { KEY_ROOM = CONNECTION_NAME_MAX + 16 };

typedef struct engine {
	redis *redis;
	char head[KEY_ROOM], stream[KEY_ROOM], stores[KEY_ROOM];
	int64_t ahead_ms; /* of our clock: the server's */
} engine;

static void engine_close(void *state)
{
	engine *e = state;

	if (!e)
		return;
	redis_close(e->redis);
	free(e);
}

static status engine_open(const char *url, void **out, complaint *why)
{
	engine *e = calloc(1, sizeof *e);
	status err;

	if (!e)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	err = redis_open(url, &e->redis, why);
	if (err) {
		engine_close(e);
		return err;
	}
	snprintf(e->head, sizeof e->head, "{%s}:head", redis_name(e->redis));
	snprintf(e->stream, sizeof e->stream, "{%s}:log", redis_name(e->redis));
	snprintf(e->stores, sizeof e->stores, "{%s}:stores", redis_name(e->redis));
	*out = e;
	return OK;
}

static caller *engine_caller(const void *state)
{
	return redis_caller(((const engine *)state)->redis);
}

static const char *engine_shown(const void *state)
{
	return redis_shown(((const engine *)state)->redis);
}

static status copy(const redisReply *r, arena *a, firstprint_span *out)
{
	out->at = arena_text(a, r->str, (size_t)r->len);
	out->len = (size_t)r->len;
	return out->at ? OK : ERR_MEMORY;
}

static status is_gone(const engine *e, complaint *why)
{
	return complain(why, ERR_MISSING, "%s: there is no such shared index", redis_shown(e->redis));
}

static status engine_head(void *state, arena *a, firstprint_span *out, complaint *why)
{
	engine *e = state;
	redis_command x = redis_command_begin("GET", e->head);
	redisReply *r;
	status err = redis_call(e->redis, &x, &r, why);

	if (err)
		return err;
	if (r->type == REDIS_REPLY_STRING && r->len <= LOG_HEAD_MOST)
		err = copy(r, a, out);
	else
		err = r->type == REDIS_REPLY_NIL ? is_gone(e, why) : redis_no_answer(e->redis, why);
	freeReplyObject(r);
	return err;
}

/* Begins the stream with an entry without bytes. fresh: whatever there was is gone. */
static status begin_stream(engine *e, bool fresh, complaint *why)
{
	redis_command all[2] = {redis_command_begin("DEL", e->stream), redis_command_begin("XADD", e->stream)};
	redisReply *r;
	status err;

	redis_command_text(&all[0], e->stores);
	redis_command_text(&all[1], "*");
	redis_command_text(&all[1], "e");
	redis_command_text(&all[1], "");
	err = redis_transact(e->redis, fresh ? all : all + 1, fresh ? 2 : 1, &r, why);
	if (!err)
		freeReplyObject(r);
	return err;
}

/* Also makes the stream of a head whose stream was lost. A stream whose head was lost does not count: it may be of another filter. */
static status engine_create(void *state, firstprint_span head, complaint *why)
{
	engine *e = state;
	redis_command x = redis_command_begin("SET", e->head);
	redisReply *r;
	bool is_new;
	status err;

	redis_command_bytes(&x, head.at, head.len);
	redis_command_text(&x, "NX");
	err = redis_call(e->redis, &x, &r, why);
	if (err)
		return err;
	is_new = r->type == REDIS_REPLY_STATUS;
	freeReplyObject(r);
	err = begin_stream(e, is_new, why);
	return err || is_new ? err : complain(why, ERR_BUSY, "%s: there is one already", redis_shown(e->redis));
}

static status engine_remove(void *state, complaint *why)
{
	engine *e = state;
	redis_command x = redis_command_begin("DEL", e->head);

	redis_command_text(&x, e->stream);
	redis_command_text(&x, e->stores);
	return redis_nothing(e->redis, &x, why);
}

/* The server's clock in milliseconds. */
static int64_t now_of(const engine *e)
{
	return clock_ms() + e->ahead_ms;
}

/* [seconds, microseconds] */
static void note_time(engine *e, const redisReply *time)
{
	if (time->elements == 2 && time->element[0]->type == REDIS_REPLY_STRING && time->element[1]->type == REDIS_REPLY_STRING)
		e->ahead_ms = strtoll(time->element[0]->str, NULL, 10) * 1000 +
			      strtoll(time->element[1]->str, NULL, 10) / 1000 - clock_ms();
}

/* text begins with a time in milliseconds, as the stream's own ids do. */
static int64_t age_of(const engine *e, const char *text)
{
	int64_t age = now_of(e) - strtoll(text, NULL, 10);

	return age > 0 ? age : 0;
}

/* [id, ["e", bytes]]; with other fields, which firstprint did not write, it is an entry without bytes. */
static status read_entry(const engine *e, const redisReply *r, log_position *at, arena *a, log_entry *out, complaint *why)
{
	const redisReply *fields = r->type == REDIS_REPLY_ARRAY && r->elements == 2 ? r->element[1] : NULL;

	if (!fields || r->element[0]->type != REDIS_REPLY_STRING || r->element[0]->len >= LOG_ID_MAX)
		return redis_no_answer(e->redis, why);
	snprintf(at->last, sizeof at->last, "%s", r->element[0]->str);
	out->age_ms = age_of(e, at->last);
	if (fields->type != REDIS_REPLY_ARRAY || fields->elements != 2 || fields->element[1]->type != REDIS_REPLY_STRING)
		return OK;
	return copy(fields->element[1], a, &out->bytes);
}

static status read_entries(const engine *e, const redisReply *list, log_position *at, arena *a, log_entry **out, complaint *why)
{
	status err = OK;

	*out = arena_zeros(a, list->elements + 1, sizeof **out);
	if (!*out)
		return ERR_MEMORY;
	for (size_t i = 0; i < list->elements && !err; i++)
		err = read_entry(e, list->element[i], at, a, &(*out)[i], why);
	at->count += list->elements;
	return err;
}

static status was_cut(const engine *e, complaint *why)
{
	return complain(why, ERR_MISSING, "%s: its end was lost", redis_shown(e->redis));
}

/* What was replied to XRANGE, XLEN and TIME. */
static status read_reply(engine *e, redisReply *const *r, size_t most, log_position *at, arena *a, log_entry **out, size_t *n,
			 bool *more, complaint *why)
{
	uint64_t before = at->count, len;
	status err;

	if (r[0]->type != REDIS_REPLY_ARRAY || r[0]->elements > most || r[1]->type != REDIS_REPLY_INTEGER ||
	    r[2]->type != REDIS_REPLY_ARRAY)
		return redis_no_answer(e->redis, why);
	len = (uint64_t)r[1]->integer;
	*n = r[0]->elements;
	if (len == 0)
		return is_gone(e, why);
	if (len < before + *n || (*n < most && len > before + *n))
		return was_cut(e, why);
	note_time(e, r[2]);
	err = read_entries(e, r[0], at, a, out, why);
	*more = at->count < len;
	return err;
}

static redis_command range_after(const engine *e, const log_position *at, size_t most, char room[LOG_ID_MAX + 1],
				 char number[REDIS_NUMBER])
{
	redis_command x = redis_command_begin("XRANGE", e->stream);

	snprintf(room, LOG_ID_MAX + 1, "(%s", at->last);
	redis_command_text(&x, at->count ? room : "-");
	redis_command_text(&x, "+");
	redis_command_text(&x, "COUNT");
	redis_command_number(&x, most, number);
	return x;
}

/* NOMKSTREAM: a log that is gone is not made by this. */
static redis_command append_of(const engine *e, firstprint_span bytes)
{
	redis_command x = redis_command_begin("XADD", e->stream);

	redis_command_text(&x, "NOMKSTREAM");
	redis_command_text(&x, "*");
	redis_command_text(&x, "e");
	redis_command_bytes(&x, bytes.at, bytes.len);
	return x;
}

/* HSET STORE "MILLISECONDS NOTE" */
static redis_command note_of(const engine *e, const log_said *said, arena *a)
{
	redis_command x = redis_command_begin("HSET", e->stores);
	const char *value = arena_printf(a, "%lld %s", (long long)now_of(e), said->note);

	redis_command_text(&x, said->store);
	redis_command_text(&x, value ? value : "");
	return x;
}

static status engine_talk(void *state, const log_said *said, size_t most, log_position *at, arena *a, log_entry **out,
			  size_t *n, bool *more, complaint *why)
{
	engine *e = state;
	char from[LOG_ID_MAX + 1], number[REDIS_NUMBER];
	redis_command all[5];
	redisReply *r;
	size_t len = 0;
	status err;

	if (said->append)
		all[len++] = append_of(e, *said->append);
	if (said->note && e->ahead_ms) /* else the server's clock is not known yet */
		all[len++] = note_of(e, said, a);
	all[len++] = range_after(e, at, most, from, number);
	all[len++] = redis_command_begin("XLEN", e->stream);
	all[len++] = (redis_command){.argv = {"TIME"}, .lens = {4}, .argc = 1};
	err = redis_transact(e->redis, all, len, &r, why);
	if (err)
		return err;
	err = read_reply(e, r->element + len - 3, most, at, a, out, n, more, why);
	freeReplyObject(r);
	return err;
}

/* STORE, "MILLISECONDS NOTE", … */
static status read_notes(const engine *e, const redisReply *r, arena *a, log_note **out, size_t *n, complaint *why)
{
	if (r->type != REDIS_REPLY_ARRAY)
		return redis_no_answer(e->redis, why);
	*n = r->elements / 2;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n; i++) {
		const redisReply *store = r->element[2 * i], *value = r->element[2 * i + 1];
		log_note *x = &(*out)[i];

		if (store->type != REDIS_REPLY_STRING || value->type != REDIS_REPLY_STRING)
			return redis_no_answer(e->redis, why);
		x->store = arena_text(a, store->str, (size_t)store->len);
		x->text = arena_text(a, value->str, (size_t)value->len);
		if (!x->store || !x->text)
			return ERR_MEMORY;
		x->age_ms = age_of(e, x->text);
		x->text += strcspn(x->text, " ");
	}
	return *out ? OK : ERR_MEMORY;
}

static status engine_notes(void *state, arena *a, log_note **out, size_t *n, complaint *why)
{
	engine *e = state;
	const redis_command all[] = {redis_command_begin("HGETALL", e->stores), {.argv = {"TIME"}, .lens = {4}, .argc = 1}};
	redisReply *r;
	status err = redis_transact(e->redis, all, 2, &r, why);

	if (err)
		return err;
	if (r->element[1]->type == REDIS_REPLY_ARRAY)
		note_time(e, r->element[1]);
	err = read_notes(e, r->element[0], a, out, n, why);
	freeReplyObject(r);
	return err;
}

static status engine_remove_note(void *state, const char *store, complaint *why)
{
	engine *e = state;
	redis_command x = redis_command_begin("HDEL", e->stores);

	redis_command_text(&x, store);
	return redis_nothing(e->redis, &x, why);
}

static status engine_size(void *state, uint64_t *entries, uint64_t *bytes, complaint *why)
{
	engine *e = state;
	redis_command count = redis_command_begin("XLEN", e->stream), size = redis_command_begin("MEMORY", "USAGE");
	int64_t n = 0, used = 0;
	complaint none = {""};
	status err = redis_integer(e->redis, &count, &n, why);

	redis_command_text(&size, e->stream);
	if (!err && redis_integer(e->redis, &size, &used, &none)) /* not every engine has the command, or allows it */
		used = 0;
	*entries = (uint64_t)n;
	*bytes = (uint64_t)used;
	return err;
}

const log_engine log_redis = {.open = engine_open,
			      .close = engine_close,
			      .caller = engine_caller,
			      .shown = engine_shown,
			      .head = engine_head,
			      .create = engine_create,
			      .remove = engine_remove,
			      .talk = engine_talk,
			      .notes = engine_notes,
			      .remove_note = engine_remove_note,
			      .size = engine_size};
