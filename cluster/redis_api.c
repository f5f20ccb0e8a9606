#include "cluster/redis_api.h"

#include <string.h>

redis_functions redis;

bool redis_api_find(redis_context *c)
{
	int (*get)(const char *, void *);
	bool found = true;

	memcpy(&get, (void *)c, sizeof get); /* the first thing in a context */
#define FIND(result, name, parameters) found = found && get("RedisModule_" #name, (void *)&redis.name) == REDIS_OK;
	REDIS_FUNCTIONS(FIND)
#undef FIND
	return found;
}
