#include "crawler/frontier/inside.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

void host_close(frontier_host *h)
{
	if (!h)
		return;
	host_robots_free(&h->robots);
	host_probe_free(&h->probe);
	host_budget_free(&h->budget);
	url_rules_close(h->rules);
	free(h->name);
	free(h);
}

status host_open(const frontier_settings *settings, store *st, const store_host *kept, frontier_host **out)
{
	frontier_host *h = calloc(1, sizeof *h);
	status err;

	if (!h)
		return ERR_MEMORY;
	h->id = kept->id;
	h->name = strdup(kept->host);
	h->exhausted_depth = -1;
	h->articles = -1;
	h->outage.has_answered = kept->robots_status > 0;
	err = h->name ? host_robots_start(&h->robots, kept, settings->obey_robots, settings->agent) : ERR_MEMORY;
	if (!err)
		err = url_rules_open(st, h->id, &h->rules);
	if (err)
		host_close(h);
	else
		*out = h;
	return err;
}

bool host_literal_address(const frontier_host *h, char out[ADDRESS_TEXT])
{
	unsigned char bytes[16];
	size_t len;
	const char *name = url_host_name(h->name, &len);

	if (*name == '[' && len > 2) { /* remove the brackets */
		name++;
		len -= 2;
	}
	if (len >= ADDRESS_TEXT)
		return false;
	memcpy(out, name, len);
	out[len] = '\0';
	return inet_pton(AF_INET, out, bytes) == 1 || inet_pton(AF_INET6, out, bytes) == 1;
}

const char *frontier_host_name(const frontier_host *h)
{
	return h->name;
}

int64_t frontier_host_id(const frontier_host *h)
{
	return h->id;
}

const robots *frontier_host_robots(const frontier_host *h)
{
	return h->robots.rules;
}

url_rules *frontier_host_rules(frontier_host *h)
{
	return h->rules;
}

host_probe *frontier_host_probe(frontier_host *h)
{
	return &h->probe;
}

host_budget *frontier_host_budget(frontier_host *h)
{
	return &h->budget;
}

void frontier_stored(frontier_host *h)
{
	h->articles += h->articles >= 0;
}

bool frontier_warn_once(frontier_host *h)
{
	bool first = !h->warned;

	h->warned = true;
	return first;
}
