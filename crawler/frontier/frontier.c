#include "crawler/frontier/frontier.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "crawler/frontier/inside.h"

enum { BUSY_MOST = 30 }; /* answers 429 and 503 in a row */

status frontier_open(const frontier_settings *settings, store *st, frontier **out)
{
	frontier *f = calloc(1, sizeof *f);
	status err;

	if (!f)
		return ERR_MEMORY;
	f->settings = *settings;
	f->store = st;
	f->depth_now = settings->depth_most < 0 ? INT_MAX : 0;
	f->politeness = (politeness){.open_most = settings->per_host, .delay_ms = (int64_t)(1000 * settings->delay_s)};
	f->arena = arena_new();
	err = f->arena ? store_queued_hosts(f->store, frontier_add_host, f) : ERR_MEMORY;
	if (err)
		frontier_close(f);
	else
		*out = f;
	return err;
}

void frontier_close(frontier *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->hosts_len; i++)
		host_close(f->hosts[i]);
	politeness_free(&f->politeness);
	arena_free(f->arena);
	free(f->hosts);
	free(f->taken);
	free(f);
}

static bool is_taken(const frontier *f, int64_t id)
{
	for (size_t i = 0; i < f->taken_len; i++)
		if (f->taken[i] == id)
			return true;
	return false;
}

static status mark_taken(frontier *f, frontier_host *h, int64_t id)
{
	if (grow_add(&f->taken, &f->taken_len, &f->taken_room, &id, sizeof id))
		return ERR_MEMORY;
	h->taken++;
	store_note_work(f->store, f->taken, f->taken_len);
	return OK;
}

/* Suspects are of any depth. */
static int depth_of(const frontier *f)
{
	return f->which == SUSPECTS_ONLY ? INT_MAX : f->depth_now;
}

/* Called when no URL of this host can be taken now. The host stays idle until its next retry, until a URL is added or done, or
 * until the next depth begins. If it has no queued URL of any depth, it becomes inactive. */
static status make_idle(frontier *f, frontier_host *h, int64_t now_ms, int64_t now_s)
{
	int64_t next_try = -1, wait_s;
	status err = store_next_try(f->store, h->id, f->which, depth_of(f), &next_try);

	h->exhausted_depth = f->depth_now;
	if (!err && next_try < 0) {
		bool any = true;

		err = depth_of(f) < INT_MAX ? store_has_due(f->store, h->id, &any) : OK;
		frontier_set_active(f, h, any && depth_of(f) < INT_MAX);
		return err ? err : frontier_update_schedule(f, h);
	}
	wait_s = next_try - now_s;
	if (wait_s > 0) {
		h->schedule.idle_until_ms = now_ms + wait_s * 1000;
		h->exhausted_depth = -1;
	}
	return err ? err : frontier_update_schedule(f, h);
}

/* Finds the host's next URL that was not handed out yet, in the frontier's arena; *out is NULL if there is none now. URLs of a later turn
 * wait until those of this one are done. */
static status next_url(frontier *f, const frontier_host *h, int64_t now_s, store_url **out)
{
	size_t n = h->taken + 1, len;
	store_url *found;
	status err;

	arena_reset(f->arena);
	*out = NULL;
	found = arena_alloc(f->arena, n * sizeof *found);
	if (!found)
		return ERR_MEMORY;
	err = store_queued(f->store, h->id, f->which, now_s, depth_of(f), f->arena, found, n, &len);
	for (size_t i = 0; !err && i < len && !*out; i++)
		if (!is_taken(f, found[i].id))
			*out = &found[i];
	if (*out && (*out)->turn != found[0].turn)
		*out = NULL;
	return err;
}

/* With a depth limit: moves on to the least depth that still has queued URLs. */
static status update_depth(frontier *f)
{
	int least;
	status err = f->depth_now == INT_MAX ? OK : store_least_depth(f->store, &least);

	if (err || f->depth_now == INT_MAX || least <= f->depth_now)
		return err;
	f->depth_now = least;
	for (size_t i = 0; i < f->hosts_len && !err; i++)
		err = frontier_update_schedule(f, f->hosts[i]);
	return err;
}

static status begin_request(frontier *f, frontier_host *h, int64_t now_ms)
{
	status err = politeness_begin(&f->politeness, &h->schedule, now_ms, frontier_delay_ms(f, h));

	f->open++;
	return err ? err : frontier_update_schedule(f, h);
}

static status serve_robots(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out)
{
	h->robots.state = ROBOTS_ASKED;
	arena_reset(f->arena);
	*out = (frontier_task){.kind = TASK_ROBOTS, .host = h, .url.url = arena_printf(f->arena, "%s/robots.txt", h->name)};
	if (!out->url.url)
		return ERR_MEMORY;
	return begin_request(f, h, now_ms);
}

/* A probe that robots.txt forbids counts as done. */
static bool is_probe_due(frontier_host *h)
{
	if (h->probe.state != PROBE_WANTED)
		return false;
	if (robots_allows(h->robots.rules, h->probe.url + strlen(h->name)))
		return true;
	host_probe_done(&h->probe);
	return false;
}

static status serve_probe(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out)
{
	h->probe.state = PROBE_ASKED;
	*out = (frontier_task){.kind = TASK_PROBE, .host = h, .url = {.url = h->probe.url}};
	return begin_request(f, h, now_ms);
}

/* Hands the URL out, or refuses it, which does not count as a request to the host. */
static status serve_url(frontier *f, frontier_host *h, const store_url *url, int64_t now_ms, frontier_task *out)
{
	status err;

	if (frontier_refuses(f, h, url, out))
		return OK;
	err = mark_taken(f, h, url->id);
	if (err)
		return err;
	*out = (frontier_task){.kind = url->is_sitemap ? TASK_SITEMAP : TASK_PAGE, .host = h, .url = *url};
	return begin_request(f, h, now_ms);
}

/* Returns why no further URL of the host is fetched; NULL: there is no reason. */
static const char *limit_of(const frontier_host *h, int64_t pages_most)
{
	if (h->busy >= BUSY_MOST)
		return "the host answers 429 or 503 all the time";
	return pages_most && h->articles >= pages_most ? "--per-host-pages" : NULL;
}

/* Sets *ends if no further URL of the host is fetched, or if the ones in flight may be the last ones. Its queue is then skipped, or
 * waits until one of these is done. */
static status end_at_limit(frontier *f, frontier_host *h, bool *ends)
{
	int64_t most = f->settings.pages_most;
	const char *limit;
	status err = OK;

	if (most && h->articles < 0)
		err = store_count_articles(f->store, h->id, &h->articles);
	limit = limit_of(h, most);
	*ends = limit || (most && h->articles + (int64_t)h->taken >= most);
	if (err || !*ends)
		return err;
	if (limit && !h->taken)
		return frontier_skip_queue(f, h, limit);
	h->exhausted_depth = f->depth_now;
	return frontier_update_schedule(f, h);
}

/* Makes a task for h, if there is one. */
static status serve(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out)
{
	int64_t now_s = clock_plan_s(); /* read once: a URL that is not due for one query must not be due for the next */
	const char *refusal = host_robots_refusal(&h->robots, now_ms);
	store_url *url;
	bool ends;
	status err;

	if (refusal)
		return frontier_skip_queue(f, h, refusal);
	err = end_at_limit(f, h, &ends);
	if (err || ends)
		return err;
	if (host_robots_due(&h->robots, now_ms))
		return serve_robots(f, h, now_ms, out);
	if (is_probe_due(h))
		return serve_probe(f, h, now_ms, out);
	err = next_url(f, h, now_s, &url);
	if (err)
		return err;
	return url ? serve_url(f, h, url, now_ms, out) : make_idle(f, h, now_ms, now_s);
}

/* Must the host wait for a lease of its address, which other crawlers may use, too? If so, requests one. */
static status request_lease(frontier *f, host_schedule *h, int64_t now_ms, bool *waits)
{
	status err;

	*waits = f->settings.request_lease && h->address && !politeness_has_lease(h, now_ms);
	if (!*waits)
		return OK;
	err = politeness_await_lease(&f->politeness, h);
	return err ? err : f->settings.request_lease(f->settings.lease_ctx, h->address->text, f->politeness.delay_ms, false);
}

status frontier_lease(frontier *f, const char *address, int64_t wait_ms)
{
	return politeness_lease(&f->politeness, address, wait_ms);
}

/* Nothing is left. Is there what ended an earlier process? Then that is next. */
static status look_for_suspects(frontier *f, frontier_task *out)
{
	status err = f->taken_len || f->open || f->hosts_active ? OK : frontier_turn_to_suspects(f);

	if (f->hosts_active && out->kind == TASK_NONE)
		*out = (frontier_task){.kind = TASK_WAIT};
	return err;
}

status frontier_next(frontier *f, int64_t now_ms, frontier_task *out)
{
	bool waits;
	int64_t soonest;
	frontier_host *checked = NULL;
	host_schedule *next;
	status err = update_depth(f);

	*out = (frontier_task){.kind = TASK_NONE};
	if (!err && f->which == SUSPECTS_ONLY && f->taken_len) {
		*out = (frontier_task){.kind = TASK_WAIT, .wait_until_ms = INT64_MAX};
		return OK;
	}
	if (!err)
		err = frontier_host_to_check(f, now_ms, &checked);
	if (!err && checked)
		return serve_robots(f, checked, now_ms, out);
	while (!err && out->kind == TASK_NONE && !frontier_waits_for_network(f, now_ms, &soonest)) {
		next = politeness_next(&f->politeness, now_ms, &soonest);
		if (!next)
			break;
		err = request_lease(f, next, now_ms, &waits);
		if (!err && !waits)
			err = serve(f, (frontier_host *)next, now_ms, out);
	}
	if (err || out->kind != TASK_NONE)
		return err;
	f->given_up = frontier_gives_up(f, now_ms);
	*out = (frontier_task){.kind = f->hosts_active && !f->given_up ? TASK_WAIT : TASK_NONE, .wait_until_ms = soonest};
	return f->given_up ? OK : look_for_suspects(f, out);
}
