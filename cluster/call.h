/* call — a command of Redis that was called: its arguments, the shard it is about, and its answer. */
#ifndef CLUSTER_CALL_H
#define CLUSTER_CALL_H

#include "cluster/redis_api.h"
#include "cluster/request.h"

/* Of this process, set when the module is loaded. */
typedef struct call_settings {
	redis_type *type; /* of shards */
	uint64_t process; /* a number for it */
	size_t memory_most;
	int64_t recovery_ms, lease_ms;
	arena *scratch; /* for one command */
} call_settings;
extern call_settings call_with;

/* ── arguments ── */

firstprint_span call_bytes(const redis_string *text);
/* A whole number without a sign; false: it is none. */
bool call_number(const redis_string *text, uint64_t *out);
/* A C string in the scratch arena; NULL: it is too long or has a NUL. */
const char *call_text(const redis_string *text);
/* The shard of this key. mode: REDIS_READ, REDIS_WRITE. NULL: it was answered that there is none. */
shard *call_shard(redis_context *c, redis_string *name, int mode);
/* A request about a shard, of nobody yet. */
request call_request_of(shard *s);
/* The arguments that nearly all commands begin with: key, owner, session. false: it was answered why not. */
bool call_request(redis_context *c, redis_string **argv, request *out);
/* The bytes of n arguments, to be freed. NULL: out of memory. */
firstprint_span *call_all(redis_string **argv, int n);

/* ── answers ── */

/* s: of whose filter an error is told; may be NULL. */
int call_refuse(redis_context *c, refusal no, const shard *s);
/* What a request changed goes to the replicas and into the append-only file. */
void call_replicate(redis_context *c, const redis_string *key, shard *s);
/* Answers with bytes, which are freed. */
int call_reply(redis_context *c, wire_writer *w);
/* The end of a request that changes the shard, and is answered with bytes. */
int call_answer(redis_context *c, const redis_string *key, shard *s, refusal no, wire_writer *w);

#endif
