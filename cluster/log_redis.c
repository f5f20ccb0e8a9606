/* log_redis — a log as a stream. What is appended and read, and the stream's length, come from one transaction: if the length is not the
 * number of entries that were read in all, the stream was lost and begun again, or has lost its end in a failover. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cluster/redis.h"

enum { REPORT_ROOM = 128 };

static status head(server *s, arena *a, firstprint_span *out, complaint *why)
{
	redisReply *r;
	status err = redis_call(s, redis_command("GET {%s}:head", s->name), &r, why);

	if (err)
		return err;
	if (r->type == REDIS_REPLY_STRING && r->len <= LOG_HEAD_MOST) {
		*out = redis_text(r, a);
		err = out->at ? OK : ERR_MEMORY;
	} else
		err = log_error(s, r->type == REDIS_REPLY_NIL ? ERR_MISSING : ERR_FORMAT, why);
	freeReplyObject(r);
	return err;
}

/* Begins the stream with an entry without bytes. fresh: whatever there was is gone. */
static status begin_stream(server *s, bool fresh, complaint *why)
{
	redis_request x = {0};
	redisReply *r;
	status err;

	if (fresh)
		x = redis_put(x, "DEL {%s}:log {%s}:stores", s->name, s->name);
	x = redis_put(x, "XADD {%s}:log * e %s", s->name, "");
	err = redis_transact(s, x, &r, why);
	if (!err)
		freeReplyObject(r);
	return err;
}

/* Also makes the stream of a head whose stream was lost. A stream whose head was lost does not count: it may be of another filter. */
static status create(server *s, firstprint_span head, complaint *why)
{
	bool is_new;
	status err = redis_set_new(s, redis_command("SET {%s}:head %b NX", s->name, head.at, head.len), &is_new, why);

	if (!err)
		err = begin_stream(s, is_new, why);
	return err || is_new ? err : log_error(s, ERR_BUSY, why);
}

static status take_away(server *s, complaint *why)
{
	return redis_call(s, redis_command("DEL {%s}:head {%s}:log {%s}:stores", s->name, s->name, s->name), NULL, why);
}

/* The server's clock in milliseconds. */
static int64_t now_of(const server *s)
{
	return clock_ms() + s->ahead_ms;
}

/* [seconds, microseconds] */
static void note_time(server *s, const redisReply *time)
{
	if (time->elements == 2 && time->element[0]->type == REDIS_REPLY_STRING && time->element[1]->type == REDIS_REPLY_STRING)
		s->ahead_ms = strtoll(time->element[0]->str, NULL, 10) * 1000 +
			      strtoll(time->element[1]->str, NULL, 10) / 1000 - clock_ms();
}

/* text begins with a time in milliseconds, as the stream's own ids do. */
static int64_t age_of(const server *s, const char *text)
{
	int64_t age = now_of(s) - strtoll(text, NULL, 10);

	return age > 0 ? age : 0;
}

/* [id, ["e", bytes]]; with other fields, which firstprint did not write, it is an entry without bytes. */
static status read_entry(const server *s, const redisReply *r, log_position *at, arena *a, log_entry *out, complaint *why)
{
	const redisReply *fields = r->type == REDIS_REPLY_ARRAY && r->elements == 2 ? r->element[1] : NULL;

	if (!fields || r->element[0]->type != REDIS_REPLY_STRING || r->element[0]->len >= LOG_ID_MAX)
		return log_error(s, ERR_FORMAT, why);
	snprintf(at->last, sizeof at->last, "%s", r->element[0]->str);
	out->age_ms = age_of(s, at->last);
	if (fields->type != REDIS_REPLY_ARRAY || fields->elements != 2 || fields->element[1]->type != REDIS_REPLY_STRING)
		return OK;
	out->bytes = redis_text(fields->element[1], a);
	return out->bytes.at ? OK : ERR_MEMORY;
}

static status read_entries(const server *s, const redisReply *list, log_position *at, arena *a, log_reply *out, complaint *why)
{
	status err = OK;

	out->n = list->elements;
	out->entries = arena_zeros(a, out->n + 1, sizeof *out->entries);
	if (!out->entries)
		return ERR_MEMORY;
	for (size_t i = 0; i < out->n && !err; i++)
		err = read_entry(s, list->element[i], at, a, &out->entries[i], why);
	at->count += out->n;
	return err;
}

/* What was replied to XRANGE, XLEN and TIME. */
static status read_reply(server *s, redisReply *const *r, size_t most, log_position *at, arena *a, log_reply *out,
			 complaint *why)
{
	uint64_t end, len;
	status err;

	if (r[0]->type != REDIS_REPLY_ARRAY || r[0]->elements > most || r[1]->type != REDIS_REPLY_INTEGER ||
	    r[2]->type != REDIS_REPLY_ARRAY)
		return log_error(s, ERR_FORMAT, why);
	len = (uint64_t)r[1]->integer;
	end = at->count + r[0]->elements;
	if (len == 0)
		return log_error(s, ERR_MISSING, why);
	if (len < end || (r[0]->elements < most && len > end))
		return complain(why, ERR_MISSING, "%s: its end was lost", s->shown);
	note_time(s, r[2]);
	err = read_entries(s, r[0], at, a, out, why);
	out->more = end < len;
	return err;
}

/* HSET STORE "MILLISECONDS NOTE" */
static redis_request put_report(redis_request x, const server *s, const log_request *request)
{
	char value[REPORT_ROOM];

	snprintf(value, sizeof value, "%lld %s", (long long)now_of(s), request->report);
	return redis_put(x, "HSET {%s}:stores %s %s", s->name, request->store, value);
}

/* NOMKSTREAM: a log that is gone is not made by this. */
static redis_request request_of(const server *s, const log_request *request, size_t most, const log_position *at)
{
	redis_request x = {0};

	if (request->append)
		x = redis_put(x, "XADD {%s}:log NOMKSTREAM * e %b", s->name, request->append->at, request->append->len);
	if (request->report && s->ahead_ms) /* else the server's clock is not known yet */
		x = put_report(x, s, request);
	x = redis_put(x, "XRANGE {%s}:log %s%s + COUNT %llu", s->name, at->count ? "(" : "-", at->count ? at->last : "",
		      (unsigned long long)most);
	return redis_put(redis_put(x, "XLEN {%s}:log", s->name), "TIME");
}

static status sync_log(server *s, const log_request *request, size_t most, log_position *at, arena *a, log_reply *out,
		       complaint *why)
{
	redisReply *r;
	status err = redis_transact(s, request_of(s, request, most, at), &r, why);

	if (err)
		return err;
	err = read_reply(s, r->element + r->elements - 3, most, at, a, out, why);
	freeReplyObject(r);
	return err;
}

/* STORE, "MILLISECONDS NOTE", … */
static status read_reports(const server *s, const redisReply *r, arena *a, log_report **out, size_t *n, complaint *why)
{
	if (r->type != REDIS_REPLY_ARRAY)
		return log_error(s, ERR_FORMAT, why);
	*n = r->elements / 2;
	*out = arena_zeros(a, *n + 1, sizeof **out);
	for (size_t i = 0; *out && i < *n; i++) {
		const redisReply *store = r->element[2 * i], *value = r->element[2 * i + 1];

		if (store->type != REDIS_REPLY_STRING || value->type != REDIS_REPLY_STRING)
			return log_error(s, ERR_FORMAT, why);
		(*out)[i] = (log_report){.store = arena_text(a, store->str, (size_t)store->len),
					 .text = arena_printf(a, "%s", value->str + strcspn(value->str, " ")),
					 .age_ms = age_of(s, value->str)};
	}
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

static status reports(server *s, arena *a, log_report **out, size_t *n, complaint *why)
{
	redis_request x = redis_put(redis_command("HGETALL {%s}:stores", s->name), "TIME");
	redisReply *r;
	status err = redis_transact(s, x, &r, why);

	if (err)
		return err;
	if (r->element[1]->type == REDIS_REPLY_ARRAY)
		note_time(s, r->element[1]);
	err = read_reports(s, r->element[0], a, out, n, why);
	freeReplyObject(r);
	return err;
}

static status remove_report(server *s, const char *store, complaint *why)
{
	return redis_call(s, redis_command("HDEL {%s}:stores %s", s->name, store), NULL, why);
}

static status size(server *s, uint64_t *entries, uint64_t *bytes, complaint *why)
{
	int64_t n = 0, used = 0;
	complaint none = {""};
	status err = redis_integer(s, redis_command("XLEN {%s}:log", s->name), &n, why);

	/* not every server has the command, or allows it */
	if (!err && redis_integer(s, redis_command("MEMORY USAGE {%s}:log", s->name), &used, &none))
		used = 0;
	*entries = (uint64_t)n;
	*bytes = (uint64_t)used;
	return err;
}

const log_calls log_redis = {.head = head,
			     .create = create,
			     .remove = take_away,
			     .sync = sync_log,
			     .reports = reports,
			     .remove_report = remove_report,
			     .size = size};
