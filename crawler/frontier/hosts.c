/* hosts — the hosts of a frontier: lists them, and tracks which have something to request. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "crawler/frontier/inside.h"

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

static status host_open(const frontier_settings *settings, store *st, const store_host *kept, frontier_host **out)
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

/* Is its name an IP address? Writes it to out: "192.0.2.1" for "http://192.0.2.1:8080". false: it is not. */
static bool literal_address(const frontier_host *h, char out[ADDRESS_TEXT])
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

/* Returns the index of host id, or the index at which to insert it. */
static size_t index_of_host(const frontier *f, int64_t id)
{
	size_t low = 0, high = f->hosts_len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (f->hosts[middle]->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void frontier_set_active(frontier *f, frontier_host *h, bool active)
{
	f->hosts_active += (size_t)active - (size_t)h->active;
	h->active = active;
}

status frontier_update_schedule(frontier *f, frontier_host *h)
{
	bool has_work = h->active && (h->exhausted_depth < 0 || h->exhausted_depth < f->depth_now);
	bool working = has_work && !outage_is_resting(&h->outage);

	f->working += (size_t)working - (size_t)h->working;
	h->working = working;
	f->resting += (size_t)(has_work && !working) - (size_t)h->resting;
	h->resting = has_work && !working;
	return politeness_set_work(&f->politeness, &h->schedule, has_work && h->robots.state != ROBOTS_ASKED);
}

status frontier_add_host(void *ctx, const store_host *kept)
{
	frontier *f = ctx;
	size_t at = index_of_host(f, kept->id);
	frontier_host **hosts = grow(f->hosts, f->hosts_len, &f->hosts_room, sizeof *hosts), *h;
	char address[ADDRESS_TEXT];
	status err;

	if (!hosts)
		return ERR_MEMORY;
	f->hosts = hosts;
	err = host_open(&f->settings, f->store, kept, &h);
	if (err)
		return err;
	memmove(f->hosts + at + 1, f->hosts + at, (f->hosts_len - at) * sizeof *f->hosts);
	f->hosts[at] = h;
	f->hosts_len++;
	f->outage.has_answered |= h->outage.has_answered;
	politeness_add(&f->politeness, &h->schedule);
	frontier_set_active(f, h, true);
	if (literal_address(h, address)) /* others are known after the first response */
		err = politeness_set_address(&f->politeness, &h->schedule, address);
	return err ? err : frontier_update_schedule(f, h);
}

status frontier_serve_again(frontier *f, frontier_host *h)
{
	frontier_set_active(f, h, !h->outage.given_up);
	h->exhausted_depth = -1;
	h->schedule.idle_until_ms = 0;
	return frontier_update_schedule(f, h);
}

status frontier_find_host(frontier *f, int64_t id, frontier_host **out)
{
	size_t at = index_of_host(f, id);
	store_host kept;
	arena *a;
	status err = OK;

	if (at == f->hosts_len || f->hosts[at]->id != id) {
		a = arena_new();
		err = a ? store_host_of(f->store, id, a, &kept) : ERR_MEMORY;
		if (!err)
			err = frontier_add_host(f, &kept);
		arena_free(a);
	}
	if (!err)
		*out = f->hosts[at];
	return err;
}

status frontier_turn_to_suspects(frontier *f)
{
	arena *a = arena_new();
	uint64_t *ids;
	size_t n = 0;
	status err = a ? store_suspect_hosts(f->store, a, &ids, &n) : ERR_MEMORY;

	f->which = n ? SUSPECTS_ONLY : SUSPECTS_NOT;
	for (size_t i = 0; i < n && !err; i++)
		err = frontier_url_added(f, (int64_t)ids[i]);
	arena_free(a);
	return err;
}

status frontier_url_added(frontier *f, int64_t host_id)
{
	frontier_host *h;
	status err = frontier_find_host(f, host_id, &h);

	return err ? err : frontier_serve_again(f, h);
}

int64_t frontier_delay_ms(const frontier *f, const frontier_host *h)
{
	double wanted = robots_crawl_delay(h->robots.rules);

	if (wanted > HOST_DELAY_MOST_S)
		wanted = HOST_DELAY_MOST_S;
	return (int64_t)(1000 * (wanted > f->settings.delay_s ? wanted : f->settings.delay_s));
}

status frontier_skip_queue(frontier *f, frontier_host *h, const char *reason)
{
	status err;

	frontier_set_active(f, h, false);
	err = frontier_update_schedule(f, h);
	return err ? err : store_skip_host(f->store, h->id, reason);
}
