/* hosts — the hosts of a frontier: lists them, and tracks which have something to request. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "crawler/frontier/inside.h"

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

/* Sets the address of a host whose name is one: "http://192.0.2.1:8080", "http://[2001:db8::1]". Other addresses are known after
 * the first response. */
static status set_literal_address(frontier *f, frontier_host *h)
{
	char text[ADDRESS_TEXT];

	return host_literal_address(h, text) ? politeness_set_address(&f->politeness, &h->schedule, text) : OK;
}

static status add_host(frontier *f, const store_host *kept)
{
	size_t at = index_of_host(f, kept->id);
	frontier_host **hosts = grow(f->hosts, f->hosts_len, &f->hosts_room, sizeof *hosts), *h;
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
	err = set_literal_address(f, h);
	return err ? err : frontier_update_schedule(f, h);
}

static status add_queued_host(void *ctx, const store_host *host)
{
	return add_host(ctx, host);
}

status frontier_add_hosts(frontier *f)
{
	return store_queued_hosts(f->store, add_queued_host, f);
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
			err = add_host(f, &kept);
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
