/* host_probe — one request for a URL that cannot exist, to learn how a host responds to it. Some answer 404; others send a page, a
 * "soft 404", or the page for clients that are not logged in. Each host gets at most one probe in a run.
 *
 *	host_probe_want(p, url)       when pages of the host look like such a response
 *	host_probe_due(p)             its URL may be requested; then call host_probe_asked
 *	host_probe_redirected(p, url) the response is a redirect: its target is requested instead
 *	host_probe_done(p) */
#ifndef CRAWLER_FRONTIER_HOST_PROBE_H
#define CRAWLER_FRONTIER_HOST_PROBE_H

#include <stdbool.h>

#include "base/status.h"

enum { PROBE_HOPS_MOST = 5 }; /* redirects in a row */

enum probe_state { PROBE_NONE, PROBE_WANTED, PROBE_ASKED, PROBE_DONE };

/* Starts as zeros. */
typedef struct host_probe {
	enum probe_state state;
	char *url;
	int hops;
} host_probe;

void host_probe_free(host_probe *p);
/* Has no effect if a probe was wanted before. ERR_MEMORY. */
status host_probe_want(host_probe *p, const char *url);
bool host_probe_due(const host_probe *p);
/* Is it wanted, but not answered yet? */
bool host_probe_is_open(const host_probe *p);
void host_probe_asked(host_probe *p);
/* After too many redirects the probe is done. ERR_MEMORY. */
status host_probe_redirected(host_probe *p, const char *url);
void host_probe_done(host_probe *p);

#endif
