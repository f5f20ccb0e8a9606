/* log_engine — what log.c asks of an engine. A new one is a file and a line in log.c. Each call asks until it is answered
 * (caller_repeat); contracts and errors are those of log.h. */
#ifndef CLUSTER_LOG_ENGINE_H
#define CLUSTER_LOG_ENGINE_H

#include "cluster/log.h"

typedef struct log_engine {
	status (*open)(const char *url, void **out, complaint *why);
	void (*close)(void *engine); /* accepts NULL */
	caller *(*caller)(const void *engine);
	const char *(*shown)(const void *engine);
	status (*head)(void *engine, arena *a, firstprint_span *out, complaint *why);
	status (*create)(void *engine, firstprint_span head, complaint *why);
	status (*remove)(void *engine, complaint *why);
	/* Reads at most `most` entries. ERR_LIMIT: what was said is done, and the answer is too long to be read. */
	status (*talk)(void *engine, const log_said *said, size_t most, log_position *at, arena *a, log_entry **out, size_t *n,
		       bool *more, complaint *why);
	status (*notes)(void *engine, arena *a, log_note **out, size_t *n, complaint *why);
	status (*remove_note)(void *engine, const char *store, complaint *why);
	status (*size)(void *engine, uint64_t *entries, uint64_t *bytes, complaint *why);
} log_engine;

extern const log_engine log_redis, log_postgresql;

#endif
