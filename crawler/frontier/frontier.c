#include "crawler/frontier/frontier.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "crawler/frontier/inside.h"

enum { BUSY_MOST = 30 };   /* answers 429 and 503 in a row */
enum { ADAPT_FACTOR = 5 }; /* Heritrix' delay factor: wait five times as long as the response took */

/* The index of host id, or the index at which it has to be inserted. */
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

/* ── hosts ── */

/* Sets the address of a host whose name is one: "http://192.0.2.1:8080", "http://[2001:db8::1]". For others it is known
 * after the first response. */
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
	err = f->arena ? store_queued_hosts(st, add_queued_host, f) : ERR_MEMORY;
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

/* There is something new to request from the host. */
static status serve_again(frontier *f, frontier_host *h)
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

status frontier_url_added(frontier *f, int64_t host_id)
{
	frontier_host *h;
	status err = frontier_find_host(f, host_id, &h);

	return err ? err : serve_again(f, h);
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
	int64_t *taken = grow(f->taken, f->taken_len, &f->taken_room, sizeof *taken);

	if (!taken)
		return ERR_MEMORY;
	f->taken = taken;
	f->taken[f->taken_len++] = id;
	h->taken++;
	return OK;
}

static void unmark_taken(frontier *f, frontier_host *h, int64_t id)
{
	for (size_t i = 0; i < f->taken_len; i++)
		if (f->taken[i] == id) {
			f->taken[i] = f->taken[--f->taken_len];
			h->taken--;
			return;
		}
}

/* No URL of this host can be taken now: it stays idle until its next retry, or until a URL is added or done, or until
 * the next depth begins. If it has no queued URL of any depth, it becomes inactive. */
static status make_idle(frontier *f, frontier_host *h, int64_t now_ms, int64_t now_s)
{
	int64_t next_try = -1, wait_s;
	status err = store_next_try(f->store, h->id, f->depth_now, &next_try);

	h->exhausted_depth = f->depth_now;
	if (!err && next_try < 0) {
		bool any = true;

		err = f->depth_now < INT_MAX ? store_has_due(f->store, h->id, &any) : OK;
		frontier_set_active(f, h, any && f->depth_now < INT_MAX);
		return err ? err : frontier_update_schedule(f, h);
	}
	wait_s = next_try - now_s;
	if (wait_s > 0) {
		h->schedule.idle_until_ms = now_ms + wait_s * 1000;
		h->exhausted_depth = -1;
	}
	return err ? err : frontier_update_schedule(f, h);
}

/* The host's next URL that was not handed out yet, in the frontier's arena; NULL in *out: there is none now. */
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
	err = store_queued(f->store, h->id, now_s, f->depth_now, f->arena, found, n, &len);
	for (size_t i = 0; !err && i < len && !*out; i++)
		if (!is_taken(f, found[i].id))
			*out = &found[i];
	return err;
}

/* From the start of a request to the start of the next. */
static int64_t delay_ms(const frontier *f, const frontier_host *h)
{
	double wanted = robots_crawl_delay(h->robots.rules);

	if (wanted > HOST_DELAY_MOST_S)
		wanted = HOST_DELAY_MOST_S;
	return (int64_t)(1000 * (wanted > f->settings.delay_s ? wanted : f->settings.delay_s));
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
	status err = politeness_begin(&f->politeness, &h->schedule, now_ms, delay_ms(f, h));

	f->open++;
	return err ? err : frontier_update_schedule(f, h);
}

static status serve_robots(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out)
{
	host_robots_asked(&h->robots);
	*out = (frontier_task){.kind = TASK_ROBOTS, .host = h};
	return begin_request(f, h, now_ms);
}

/* A probe that robots.txt forbids is none. */
static bool is_probe_due(frontier_host *h)
{
	if (!host_probe_due(&h->probe))
		return false;
	if (robots_allows(h->robots.rules, h->probe.url + strlen(h->name)))
		return true;
	host_probe_done(&h->probe);
	return false;
}

static status serve_probe(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out)
{
	host_probe_asked(&h->probe);
	*out = (frontier_task){.kind = TASK_PROBE, .host = h, .url = {.url = h->probe.url}};
	return begin_request(f, h, now_ms);
}

/* Skips all queued URLs of a host that was given up. */
static status skip_queue(frontier *f, frontier_host *h, const char *reason)
{
	status err;

	frontier_set_active(f, h, false);
	err = frontier_update_schedule(f, h);
	return err ? err : store_skip_host(f->store, h->id, reason);
}

/* Hands the URL out: as taken, or as refused, which does not count as a request to the host. */
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

/* Why no further URL of the host is fetched; NULL: they are. */
static const char *limit_of(const frontier_host *h, int64_t pages_most)
{
	if (h->busy >= BUSY_MOST)
		return "the host answers 429 or 503 all the time";
	return pages_most && h->articles >= pages_most ? "--per-host-pages" : NULL;
}

/* If no further URL of the host is fetched, or if those that are on their way may be the last ones, *ends is true: its queue is
 * skipped, or waits until one of them is done. */
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
		return skip_queue(f, h, limit);
	h->exhausted_depth = f->depth_now;
	return frontier_update_schedule(f, h);
}

/* Makes a task for h, if there is one; else *served stays false. */
static status serve(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out, bool *served)
{
	int64_t now_s = clock_plan_s(); /* read once: a URL that is not due for one query must not be due for the next */
	store_url *url;
	bool ends;
	status err;

	if (host_robots_refusal(&h->robots, now_ms))
		return skip_queue(f, h, host_robots_refusal(&h->robots, now_ms));
	err = end_at_limit(f, h, &ends);
	if (err || ends)
		return err;
	if (host_robots_due(&h->robots, now_ms)) {
		*served = true;
		return serve_robots(f, h, now_ms, out);
	}
	if (is_probe_due(h)) {
		*served = true;
		return serve_probe(f, h, now_ms, out);
	}
	err = next_url(f, h, now_s, &url);
	if (!err && !url)
		return make_idle(f, h, now_ms, now_s);
	if (err)
		return err;
	*served = true;
	return serve_url(f, h, url, now_ms, out);
}

/* Must the host wait until it is its turn at its address, where other crawlers may be, too? If so, it asks for one. */
static status ask_turn(frontier *f, host_schedule *h, int64_t now_ms, bool *waits)
{
	frontier_turn_wish wish = {.ms = f->politeness.delay_ms};
	status err;

	*waits = f->settings.ask_turn && h->address && !politeness_has_turn(h, now_ms);
	if (!*waits)
		return OK;
	wish.address = h->address->text;
	err = politeness_await_turn(&f->politeness, h);
	return err ? err : f->settings.ask_turn(f->settings.turn_ctx, &wish);
}

status frontier_turn(frontier *f, const char *address, int64_t wait_ms)
{
	return politeness_turn(&f->politeness, address, wait_ms);
}

status frontier_next(frontier *f, int64_t now_ms, frontier_task *out)
{
	bool served = false, waits;
	int64_t soonest;
	frontier_host *checked = NULL;
	host_schedule *next;
	status err = update_depth(f);

	if (!err)
		err = frontier_host_to_check(f, now_ms, &checked);
	if (!err && checked)
		return serve_robots(f, checked, now_ms, out);
	while (!err && !served && !frontier_waits_for_network(f, now_ms, &soonest)) {
		next = politeness_next(&f->politeness, now_ms, &soonest);
		if (!next)
			break;
		err = ask_turn(f, next, now_ms, &waits);
		if (!err && !waits)
			err = serve(f, (frontier_host *)next, now_ms, out, &served);
	}
	if (err || served)
		return err;
	f->given_up = frontier_gives_up(f, now_ms);
	*out = (frontier_task){.kind = f->hosts_active && !f->given_up ? TASK_WAIT : TASK_NONE, .wait_until_ms = soonest};
	return OK;
}

/* ── what has ended ── */

/* Tells other crawlers that the address was asked: they may not have known, if it was the first request. */
static status tell_rest(frontier *f, const frontier_host *h, int64_t elapsed_ms, int64_t rest_ms)
{
	int64_t left_ms = f->politeness.delay_ms - elapsed_ms;
	frontier_turn_wish wish = {.ms = rest_ms > left_ms ? rest_ms : left_ms, .rests = true};

	if (!f->settings.ask_turn || !h->schedule.address || wish.ms <= 0)
		return OK;
	wish.address = h->schedule.address->text;
	return f->settings.ask_turn(f->settings.turn_ctx, &wish);
}

/* The host rests five times as long as the response took; its address, which other hosts may share, as long as it took. */
status frontier_fetched(frontier *f, frontier_host *h, const char *address, int64_t elapsed_ms)
{
	int64_t most_ms = HOST_DELAY_MOST_S * 1000, rest_ms = elapsed_ms, address_rest_ms = elapsed_ms;
	status err;

	if (elapsed_ms > 0) {
		rest_ms = f->settings.adaptive ? elapsed_ms * ADAPT_FACTOR : 0;
		rest_ms = rest_ms < most_ms ? rest_ms : most_ms;
		address_rest_ms = rest_ms / ADAPT_FACTOR;
	}
	h->exhausted_depth = -1;
	f->open--;
	err = politeness_end(&f->politeness, &h->schedule, address, rest_ms, address_rest_ms);
	if (!err)
		err = tell_rest(f, h, elapsed_ms, address_rest_ms);
	return err ? err : frontier_update_schedule(f, h);
}

status frontier_done(frontier *f, frontier_host *h, int64_t url_id)
{
	unmark_taken(f, h, url_id);
	h->exhausted_depth = -1;
	return frontier_update_schedule(f, h);
}

status frontier_probe(frontier *f, frontier_host *h, const char *url)
{
	status err = host_probe_want(&h->probe, url);

	return err || !host_probe_due(&h->probe) ? err : serve_again(f, h);
}

status frontier_probed(frontier *f, frontier_host *h, const char *redirect)
{
	status err = OK;

	if (redirect)
		err = host_probe_redirected(&h->probe, redirect);
	else
		host_probe_done(&h->probe);
	return err || !host_probe_due(&h->probe) ? err : serve_again(f, h);
}

status frontier_pause(frontier *f, frontier_host *h, int64_t ms)
{
	return politeness_rest(&f->politeness, &h->schedule, clock_ms() + ms);
}

/* Decides: another try, the old rules, or giving up the host. */
static status robots_failed(frontier *f, frontier_host *h, const fetch_result *r)
{
	int64_t wait_ms;
	status err = host_robots_failed(&h->robots, r, &wait_ms);

	if (!err && wait_ms >= 0)
		err = frontier_pause(f, h, wait_ms);
	if (!err && host_robots_refusal(&h->robots, clock_ms()))
		return skip_queue(f, h, host_robots_refusal(&h->robots, clock_ms()));
	return err ? err : frontier_update_schedule(f, h);
}

status frontier_robots_done(frontier *f, frontier_host *h, const fetch_result *r)
{
	const char *body = r->body.bytes ? r->body.bytes : "";
	size_t len = r->http_status / 100 == 2 ? r->body.len : 0;
	size_t kept = len > ROBOTS_BYTES_MOST ? ROBOTS_BYTES_MOST + 1
					      : len; /* one more, so that robots_parse sees that it was cut */
	bool counts;
	status err = frontier_ended(f, h, r, &counts);

	if (!counts)
		host_robots_unasked(&h->robots);
	if (err || !counts)
		return err ? err : frontier_update_schedule(f, h);
	if (r->outcome != FETCH_BODY && (r->http_status / 100 != 4 || r->http_status == 429))
		return robots_failed(f, h, r);
	err = host_robots_answered(&h->robots, body, kept, f->settings.agent);
	if (!err)
		err = frontier_pause(f, h,
				     delay_ms(f, h) -
					     r->elapsed_ms); /* its Crawl-delay counts from the start of this request */
	if (!err)
		err = frontier_update_schedule(f, h);
	return err ? err : store_put_robots(f->store, h->id, body, kept, r->http_status);
}
