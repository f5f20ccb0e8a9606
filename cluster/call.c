#include "cluster/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

call_settings call_with;

/* ── arguments ── */

firstprint_span call_bytes(const redis_string *text)
{
	firstprint_span s;

	s.at = redis.StringPtrLen(text, &s.len);
	return s;
}

bool call_number(const redis_string *text, uint64_t *out)
{
	firstprint_span s = call_bytes(text);
	char copy[24], *end;

	if (s.len == 0 || s.len >= sizeof copy || s.at[0] < '0' || s.at[0] > '9')
		return false;
	memcpy(copy, s.at, s.len);
	copy[s.len] = '\0';
	*out = strtoull(copy, &end, 10);
	return *end == '\0';
}

const char *call_text(const redis_string *text)
{
	firstprint_span s = call_bytes(text);

	return s.len > SHARD_SPEC_MAX || memchr(s.at, '\0', s.len) ? NULL : arena_text(call_with.scratch, s.at, s.len);
}

/* ── answers ── */

int call_refuse(redis_context *c, refusal no, const shard *s)
{
	char text[600];

	switch (no) {
	case REFUSED_TAKEN:
		return redis.ReplyWithError(c, "FPTAKEN another process has joined as this owner, or the owner was forgotten");
	case REFUSED_COMPARE:
		return redis.ReplyWithError(c, "FPCOMPARE the last changes may be lost: join and compare first");
	case REFUSED_RECOVERING:
		return redis.ReplyWithError(
			c, "FPRECOVERING after a loss: waits for stores that may not have sent their pages yet");
	case REFUSED_FULL:
		return redis.ReplyWithError(c, "FPFULL the memory is full: see memory= of firstprint-redis.so");
	case REFUSED_STALE:
		return redis.ReplyWithError(c, "FPSTALE the turn has ended, or is another one's");
	case REFUSED_BROKEN:
		snprintf(text, sizeof text, "FPFILTER %.500s", s ? filter_error(s->filter) : "");
		return redis.ReplyWithError(c, text);
	default:
		return redis.ReplyWithError(c, "FPBAD not a request of firstprint");
	}
}

int call_reply(redis_context *c, wire_writer *w)
{
	int code = w->failed ? call_refuse(c, REFUSED_FULL, NULL)
			     : redis.ReplyWithStringBuffer(c, w->bytes.bytes ? w->bytes.bytes : "", w->bytes.len);

	buffer_free(&w->bytes);
	return code;
}

void call_replicate(redis_context *c, const redis_string *key, shard *s)
{
	wire_writer *w = &s->changes;

	if (w->failed) /* a copy that lacks a change must not go on: the next epoch compares all pages */
		shard_lose_epoch(s);
	else if (w->bytes.len)
		redis.Replicate(c, "FIRSTPRINT.APPLY", "sb", key, w->bytes.bytes, w->bytes.len);
	buffer_clear(&w->bytes);
	w->failed = false;
}

int call_answer(redis_context *c, const redis_string *key, shard *s, refusal no, wire_writer *w)
{
	call_replicate(c, key, s);
	if (!no)
		return call_reply(c, w);
	buffer_free(&w->bytes);
	return call_refuse(c, no, s);
}

/* ── keys ── */

shard *call_shard(redis_context *c, redis_string *name, int mode)
{
	redis_key *key = redis.OpenKey(c, name, mode);
	bool empty = !key || redis.KeyType(key) == REDIS_KEY_EMPTY;
	shard *s = !empty && redis.ModuleTypeGetType(key) == call_with.type ? redis.ModuleTypeGetValue(key) : NULL;

	if (empty)
		redis.ReplyWithError(c, "FPGONE there is no such memory");
	else if (!s)
		redis.ReplyWithError(c, "WRONGTYPE the key holds something else than a memory of firstprint");
	if (key)
		redis.CloseKey(key);
	return s;
}

request call_request_of(shard *s)
{
	return (request){.shard = s,
			 .arena = call_with.scratch,
			 .process = call_with.process,
			 .now_ms = redis.Milliseconds(),
			 .recovery_ms = call_with.recovery_ms,
			 .lease_ms = call_with.lease_ms,
			 .memory_most = call_with.memory_most};
}

bool call_request(redis_context *c, redis_string **argv, request *out)
{
	firstprint_span owner = call_bytes(argv[2]);

	arena_reset(call_with.scratch);
	*out = call_request_of(call_shard(c, argv[1], REDIS_READ | REDIS_WRITE));
	out->owner = owner.at;
	out->owner_len = owner.len;
	if (!out->shard)
		return false;
	if (call_number(argv[3], &out->session) && out->session)
		return true;
	call_refuse(c, REFUSED_BAD, NULL);
	return false;
}

firstprint_span *call_all(redis_string **argv, int n)
{
	firstprint_span *all = calloc((size_t)n + 1, sizeof *all);

	for (int i = 0; i < n && all; i++)
		all[i] = call_bytes(argv[i]);
	return all;
}
