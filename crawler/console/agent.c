#include "crawler/console/agent.h"

#include <stdio.h>
#include <string.h>

#define TOKEN "firstprint"

static const char *base_name(const settings *s)
{
	return s->user_agent ? s->user_agent : TOKEN "/" PACKAGE_VERSION;
}

void agent_name(const settings *s, char out[AGENT_MOST])
{
	snprintf(out, AGENT_MOST, s->contact ? "%s (+%s)" : "%s", base_name(s), s->contact);
}

void agent_token(const settings *s, char out[AGENT_TOKEN_MOST])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
	size_t len = strspn(base_name(s), letters);

	snprintf(out, AGENT_TOKEN_MOST, "%.*s", (int)(len ? len : strlen(TOKEN)), len ? base_name(s) : TOKEN);
}
