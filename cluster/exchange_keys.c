#include <stdio.h>

#include "cluster/exchange_inside.h"

void exchange_key(const caller *c, const char *what, const char *which, char out[KEY_MAX])
{
	snprintf(out, KEY_MAX, "{%s}:%s%.255s", caller_name(c), what, which);
}

void exchange_links_key(const caller *c, int part, char out[KEY_MAX])
{
	char number[COMMAND_NUMBER];

	snprintf(number, sizeof number, "%d", part);
	exchange_key(c, "links:", number, out);
}

status exchange_field(exchange *x, const char *key, const char *field, const char **out, complaint *why)
{
	command c = command_begin("HGET", key);
	redisReply *r;
	status err;

	command_add_text(&c, field);
	err = caller_call(x->caller, &c, &r, why);
	if (err)
		return err;
	*out = "";
	if (r->type == REDIS_REPLY_STRING)
		*out = arena_text(x->arena, r->str, (size_t)r->len);
	freeReplyObject(r);
	return *out ? OK : ERR_MEMORY;
}
