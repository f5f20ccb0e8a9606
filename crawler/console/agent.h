/* agent — what we call ourselves to servers. */
#ifndef CRAWLER_CONSOLE_AGENT_H
#define CRAWLER_CONSOLE_AGENT_H

#include <stddef.h>

#include "crawler/console/settings.h"

enum { AGENT_MOST = 1024, AGENT_TOKEN_MOST = 64 };

/* The whole user agent: "firstprint/0.1 (+WHO)", or what --user-agent says. */
void agent_name(const settings *s, char out[AGENT_MOST]);
/* Its product token, by which robots.txt names us: the letters, '-' and '_' that it starts with (RFC 9309 §2.2.1), or
 * "firstprint". */
void agent_token(const settings *s, char out[AGENT_TOKEN_MOST]);

#endif
