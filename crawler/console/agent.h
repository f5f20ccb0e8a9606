/* agent — the user agent that servers see. */
#ifndef CRAWLER_CONSOLE_AGENT_H
#define CRAWLER_CONSOLE_AGENT_H

#include <stddef.h>

#include "crawler/console/settings.h"

enum { AGENT_MOST = 1024, AGENT_TOKEN_MOST = 64 };

/* Writes the whole user agent: "firstprint/0.1", or the value of --user-agent; and behind it, with --contact, " (+WHO)". */
void agent_name(const settings *s, char out[AGENT_MOST]);
/* Writes its product token, which robots.txt matches: its leading letters, '-' and '_' (RFC 9309 §2.2.1), or "firstprint". */
void agent_token(const settings *s, char out[AGENT_TOKEN_MOST]);

#endif
