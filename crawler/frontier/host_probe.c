#include "crawler/frontier/host_probe.h"

#include <stdlib.h>
#include <string.h>

void host_probe_free(host_probe *p)
{
	free(p->url);
	*p = (host_probe){0};
}

static status set_url(host_probe *p, const char *url)
{
	char *copy = strdup(url);

	if (!copy)
		return ERR_MEMORY;
	free(p->url);
	p->url = copy;
	p->state = PROBE_WANTED;
	return OK;
}

status host_probe_want(host_probe *p, const char *url)
{
	return p->state == PROBE_NONE ? set_url(p, url) : OK;
}

bool host_probe_due(const host_probe *p)
{
	return p->state == PROBE_WANTED;
}

bool host_probe_is_open(const host_probe *p)
{
	return p->state == PROBE_WANTED || p->state == PROBE_ASKED;
}

void host_probe_asked(host_probe *p)
{
	p->state = PROBE_ASKED;
}

status host_probe_redirected(host_probe *p, const char *url)
{
	if (++p->hops <= PROBE_HOPS_MOST)
		return set_url(p, url);
	host_probe_done(p);
	return OK;
}

void host_probe_done(host_probe *p)
{
	p->state = PROBE_DONE;
}
