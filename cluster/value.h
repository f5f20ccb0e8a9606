/* value — a shard as a value of Redis: how it is loaded, saved, written to the append-only file, and freed. */
#ifndef CLUSTER_VALUE_H
#define CLUSTER_VALUE_H

#include "cluster/redis_api.h"
#include "cluster/shard.h"

/* Makes the type known to Redis. takes_files: a SPEC may name filters in shared objects. NULL: Redis refuses. */
redis_type *value_type(redis_context *context, bool takes_files);

/* A shard for a key. ERR_USAGE: why says what is wrong with the arguments; ERR_MEMORY. */
status value_make(const char *spec, const char *files, firstprint_span key, const char *role, shard **out, complaint *why);

#endif
