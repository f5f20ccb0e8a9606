/* board_engine — what board.c asks of an engine; contracts are those of board.h. */
#ifndef CLUSTER_BOARD_ENGINE_H
#define CLUSTER_BOARD_ENGINE_H

#include "cluster/board.h"

typedef struct board_engine {
	status (*open)(const char *url, void **out, complaint *why);
	void (*close)(void *engine);
	caller *(*caller)(const void *engine);
	const char *(*shown)(const void *engine);
	status (*claim)(void *engine, const char *hash, const char *field, const char *value, complaint *why);
	status (*put)(void *engine, const char *hash, const char *field, const char *value, complaint *why);
	status (*get)(void *engine, const char *hash, const char *field, arena *a, const char **out, complaint *why);
	status (*all)(void *engine, const char *hash, arena *a, board_field **out, size_t *n, complaint *why);
	status (*remove)(void *engine, const char *hash, const char *field, complaint *why);
	status (*push)(void *engine, const char *queue, const char *sender, firstprint_span bytes, complaint *why);
	status (*count)(void *engine, const char *queue, int64_t *out, complaint *why);
	status (*first)(void *engine, const char *queue, arena *a, board_item **out, size_t *n, complaint *why);
	status (*take)(void *engine, const char *queue, const char *const *ids, size_t n, complaint *why);
	status (*clear)(void *engine, const char *queue, complaint *why);
	status (*lease)(void *engine, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait,
			complaint *why);
} board_engine;

extern const board_engine board_redis, board_postgresql;

#endif
