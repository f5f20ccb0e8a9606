#include "crawler/frontier.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/grow.h"
#include "crawler/addresses.h"

enum {
	BATCH = 64,                    /* URLs of a host read from the store at once */
	ROBOTS_AGE_MOST_S = 24 * 3600, /* RFC 9309 §2.4 */
	ROBOTS_RETRY_MS = 1000,        /* doubled with each try */
	ADAPT_FACTOR = 5,              /* Heritrix' delay factor: rest five times as long as the answer took */
};

enum robots_state { ROBOTS_UNKNOWN, ROBOTS_ASKED, ROBOTS_KNOWN };

struct frontier_host {
	int64_t id;
	char *name;
	robots *robots_rules;
	enum robots_state robots;
	int robots_tries;
	bool robots_met;         /* they were there once: if they cannot be reached again, the old ones go on */
	int64_t robots_until_ms; /* then they are asked for again */
	rules *rules;            /* what was learned of its URLs */
	bool warned;
	address *address;        /* NULL: not known yet */
	int64_t next_ms;  /* no request before */
	int64_t sleep_ms; /* nor before this, when its next retry is due; unless something is met in between */
	int open;         /* requests under way */
	uint64_t served;  /* when it was last served, in the order of services */
	bool active;      /* may have queued URLs */
	int dry_depth;    /* no URL down to this depth may be taken now; −1: not so */
	arena *batch_arena;
	store_url batch[BATCH];
	size_t batch_at, batch_len;
};

struct frontier {
	frontier_settings settings;
	store *store;
	frontier_host **hosts; /* sorted by id */
	size_t hosts_len, hosts_room;
	addresses addresses;
	int64_t *taken;        /* ids of URLs under way: queued in the store, not to be taken again */
	size_t taken_len, taken_room;
	uint64_t services;
	int depth_now;         /* all of this depth comes before the next; INT_MAX without a limit */
};

static void close_host(frontier_host *h)
{
	if (!h)
		return;
	robots_free(h->robots_rules);
	rules_close(h->rules);
	arena_free(h->batch_arena);
	free(h->name);
	free(h);
}

/* The place of host id, or where it would be. */
static size_t place(const frontier *f, int64_t id)
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

/* The rules hold from now on, for as long as they may be kept. */
static void use_robots(frontier_host *h, robots *parsed, int64_t age_s)
{
	robots_free(h->robots_rules);
	h->robots_rules = parsed;
	h->robots = ROBOTS_KNOWN;
	h->robots_met = true;
	h->robots_tries = 0;
	h->robots_until_ms = clock_ms() + (ROBOTS_AGE_MOST_S - age_s) * 1000;
}

/* Takes what the store knows of robots.txt; what is too old is asked for again, but not forgotten. */
static bool use_kept_robots(const frontier *f, frontier_host *h, const store_host *kept)
{
	bool has_rules = kept->robots && kept->robots_status / 100 == 2;
	robots *parsed = has_rules ? robots_parse(kept->robots, kept->robots_len, f->settings.agent) : NULL;

	if (!f->settings.obey_robots || !kept->robots || kept->robots_age < 0 || kept->robots_status == 0) {
		robots_free(parsed);
		h->robots = f->settings.obey_robots ? ROBOTS_UNKNOWN : ROBOTS_KNOWN;
		h->robots_until_ms = INT64_MAX;
		return true;
	}
	if (has_rules && !parsed)
		return false;
	use_robots(h, parsed, kept->robots_age);
	return true;
}

static status add_host(frontier *f, const store_host *kept)
{
	frontier_host *h = calloc(1, sizeof *h);
	frontier_host **hosts;
	size_t at = place(f, kept->id);
	status s;

	if (!h)
		return ERR_MEMORY;
	h->id = kept->id;
	h->name = strdup(kept->host);
	h->batch_arena = arena_new();
	h->active = true;
	h->dry_depth = -1;
	hosts = grow(f->hosts, f->hosts_len, &f->hosts_room, sizeof *hosts);
	f->hosts = hosts ? hosts : f->hosts;
	s = h->name && h->batch_arena && hosts && use_kept_robots(f, h, kept) ? OK : ERR_MEMORY;
	if (!s)
		s = rules_open(f->store, h->id, &h->rules);
	if (s) {
		close_host(h);
		return s;
	}
	memmove(f->hosts + at + 1, f->hosts + at, (f->hosts_len - at) * sizeof *f->hosts);
	f->hosts[at] = h;
	f->hosts_len++;
	return OK;
}

static status take_up(void *ctx, const store_host *host)
{
	return add_host(ctx, host);
}

status frontier_open(const frontier_settings *settings, store *st, frontier **out)
{
	frontier *f = calloc(1, sizeof *f);
	status s;

	if (!f)
		return ERR_MEMORY;
	f->settings = *settings;
	f->store = st;
	f->depth_now = settings->depth_most < 0 ? INT_MAX : 0;
	s = store_queued_hosts(st, take_up, f);
	if (s)
		frontier_close(f);
	else
		*out = f;
	return s;
}

void frontier_close(frontier *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->hosts_len; i++)
		close_host(f->hosts[i]);
	addresses_free(&f->addresses);
	free(f->hosts);
	free(f->taken);
	free(f);
}

status frontier_met(frontier *f, int64_t host_id)
{
	size_t at = place(f, host_id);
	store_host kept;
	arena *a;
	status s;

	if (at < f->hosts_len && f->hosts[at]->id == host_id) {
		f->hosts[at]->active = true;
		f->hosts[at]->dry_depth = -1;
		f->hosts[at]->sleep_ms = 0;
		return OK;
	}
	a = arena_new();
	s = a ? store_host_of(f->store, host_id, a, &kept) : ERR_MEMORY;
	if (!s)
		s = add_host(f, &kept);
	arena_free(a);
	return s;
}

static bool is_taken(const frontier *f, int64_t id)
{
	for (size_t i = 0; i < f->taken_len; i++)
		if (f->taken[i] == id)
			return true;
	return false;
}

static status take(frontier *f, int64_t id)
{
	int64_t *taken = grow(f->taken, f->taken_len, &f->taken_room, sizeof *taken);

	if (!taken)
		return ERR_MEMORY;
	f->taken = taken;
	f->taken[f->taken_len++] = id;
	return OK;
}

static void untake(frontier *f, int64_t id)
{
	for (size_t i = 0; i < f->taken_len; i++)
		if (f->taken[i] == id) {
			f->taken[i] = f->taken[--f->taken_len];
			return;
		}
}

/* Nothing of this host can be taken now: it sleeps until its next retry, or until something is met, done, or its depth
 * has come. Without a queued URL of any depth it leaves the round. */
static status rest(frontier *f, frontier_host *h, int64_t now_ms, int64_t now_s)
{
	int64_t next_try = -1, wait_s;
	status s = store_next_try(f->store, h->id, f->depth_now, &next_try);

	h->dry_depth = f->depth_now;
	if (!s && next_try < 0) {
		s = store_next_try(f->store, h->id, INT_MAX, &next_try);
		h->active = next_try >= 0;
		return s;
	}
	wait_s = next_try - now_s;
	if (wait_s > 0) {
		h->sleep_ms = now_ms + wait_s * 1000;
		h->dry_depth = -1;
	}
	return s;
}

/* Reads the host's next URLs, without those under way. */
static status fill_batch(frontier *f, frontier_host *h, int64_t now_s)
{
	enum { MOST = 4096 };
	size_t n = BATCH + f->taken_len < MOST ? BATCH + f->taken_len : MOST, len;
	store_url *found;
	status s;

	arena_reset(h->batch_arena);
	h->batch_at = h->batch_len = 0;
	found = arena_alloc(h->batch_arena, n * sizeof *found);
	if (!found)
		return ERR_MEMORY;
	s = store_queued(f->store, h->id, now_s, f->depth_now, h->batch_arena, found, n, &len);
	for (size_t i = 0; !s && i < len && h->batch_len < BATCH; i++)
		if (!is_taken(f, found[i].id))
			h->batch[h->batch_len++] = found[i];
	return s;
}

static bool may_be_asked(const frontier *f, const frontier_host *h)
{
	return h->active && h->robots != ROBOTS_ASKED && h->open < f->settings.per_host &&
	       (!h->address || h->address->open < f->settings.per_host) &&
	       (h->dry_depth < 0 || h->dry_depth < f->depth_now);
}

/* When the host and its address may be asked again. */
static int64_t ready_ms(const frontier_host *h)
{
	int64_t ms = h->next_ms > h->sleep_ms ? h->next_ms : h->sleep_ms;

	return h->address && h->address->next_ms > ms ? h->address->next_ms : ms;
}

/* The host that has waited longest among those that may be asked now; NULL: none. *soonest is when one may be. */
static frontier_host *next_host(frontier *f, int64_t now_ms, int64_t *soonest)
{
	frontier_host *best = NULL;

	*soonest = INT64_MAX;
	for (size_t i = 0; i < f->hosts_len; i++) {
		frontier_host *h = f->hosts[i];
		int64_t ready = may_be_asked(f, h) ? ready_ms(h) : INT64_MAX;

		if (ready > now_ms) {
			if (ready < *soonest)
				*soonest = ready;
		} else if (!best || h->served < best->served) {
			best = h;
		}
	}
	return best;
}

static int64_t delay_ms(const frontier *f, const frontier_host *h)
{
	double wanted = robots_crawl_delay(h->robots_rules);

	if (wanted > HOST_DELAY_MOST_S)
		wanted = HOST_DELAY_MOST_S;
	return (int64_t)(1000 * (wanted > f->settings.delay_s ? wanted : f->settings.delay_s));
}

/* With a depth limit: the least depth that has work left. */
static status update_depth(frontier *f)
{
	int least;
	status s = f->depth_now == INT_MAX ? OK : store_least_depth(f->store, &least);

	if (!s && f->depth_now != INT_MAX && least > f->depth_now)
		f->depth_now = least;
	return s;
}

static void start_on(frontier *f, frontier_host *h, int64_t now_ms)
{
	h->open++;
	h->served = ++f->services;
	h->next_ms = now_ms + delay_ms(f, h);
	if (!h->address)
		return;
	h->address->open++;
	h->address->next_ms = now_ms + (int64_t)(1000 * f->settings.delay_s);
}

/* Serves h if it has something. *served stays false when it has not. */
static status serve(frontier *f, frontier_host *h, int64_t now_ms, frontier_task *out, bool *served)
{
	int64_t now_s = (int64_t)time(NULL); /* once: what is not due for one question must not be due for the next */
	status s = OK;

	if (h->robots == ROBOTS_KNOWN && now_ms > h->robots_until_ms)
		h->robots = ROBOTS_UNKNOWN;
	if (h->robots == ROBOTS_UNKNOWN) {
		h->robots = ROBOTS_ASKED;
		start_on(f, h, now_ms);
		*out = (frontier_task){.kind = TASK_ROBOTS, .host = h};
		*served = true;
		return OK;
	}
	if (h->batch_at == h->batch_len)
		s = fill_batch(f, h, now_s);
	if (!s && h->batch_at == h->batch_len)
		return rest(f, h, now_ms, now_s);
	if (!s)
		s = take(f, h->batch[h->batch_at].id);
	if (s)
		return s;
	*out = (frontier_task){.kind = TASK_URL, .host = h, .url = h->batch[h->batch_at++]};
	start_on(f, h, now_ms);
	*served = true;
	return OK;
}

static bool any_active(const frontier *f)
{
	for (size_t i = 0; i < f->hosts_len; i++)
		if (f->hosts[i]->active)
			return true;
	return false;
}

status frontier_next(frontier *f, int64_t now_ms, frontier_task *out)
{
	bool served = false;
	int64_t soonest;
	frontier_host *h;
	status s = update_depth(f);

	while (!s && !served && (h = next_host(f, now_ms, &soonest)) != NULL)
		s = serve(f, h, now_ms, out, &served);
	if (!s && !served)
		*out = (frontier_task){.kind = any_active(f) ? TASK_WAIT : TASK_NONE, .wait_until_ms = soonest};
	return s;
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
	return h->robots_rules;
}

rules *frontier_host_rules(frontier_host *h)
{
	return h->rules;
}

bool frontier_host_warned(frontier_host *h)
{
	bool before = h->warned;

	h->warned = true;
	return before;
}

/* The host is at this address, with all its open requests. */
static void move_to(frontier *f, frontier_host *h, const char *text)
{
	if (!text || !*text || (h->address && strcmp(h->address->text, text) == 0))
		return;
	if (h->address)
		h->address->open -= h->open;
	h->address = addresses_find(&f->addresses, text);
	if (h->address)
		h->address->open += h->open;
}

static void rest_until(frontier_host *h, int64_t ms)
{
	if (h->next_ms < ms)
		h->next_ms = ms;
	if (h->address && h->address->next_ms < ms)
		h->address->next_ms = ms;
}

/* The slower the host was, the longer it is left alone. */
void frontier_fetched(frontier *f, frontier_host *h, const char *address, int64_t elapsed_ms)
{
	int64_t now = clock_ms(), rest_ms = elapsed_ms * ADAPT_FACTOR;

	h->open--;
	if (h->address)
		h->address->open--;
	h->dry_depth = -1;
	if (elapsed_ms < 0) { /* nothing to be polite about */
		h->next_ms = now;
		if (h->address)
			h->address->next_ms = now;
		return;
	}
	move_to(f, h, address);
	if (rest_ms > HOST_DELAY_MOST_S * 1000)
		rest_ms = HOST_DELAY_MOST_S * 1000;
	if (f->settings.adaptive)
		rest_until(h, now + rest_ms);
}

void frontier_done(frontier *f, frontier_host *h, int64_t url_id)
{
	untake(f, url_id);
	h->dry_depth = -1;
}

void frontier_pause(frontier_host *h, int64_t ms)
{
	int64_t until = clock_ms() + ms;

	if (h->next_ms < until)
		h->next_ms = until;
}

/* No answer, or one that says nothing about rules: RFC 9309 §2.3.1.4 wants complete disallow. */
static status robots_unreachable(frontier *f, frontier_host *h, const fetch_result *r)
{
	char reason[300];

	if (++h->robots_tries < ROBOTS_TRIES && r->can_pass) {
		h->robots = ROBOTS_UNKNOWN;
		frontier_pause(h, r->retry_after_s > 0 && r->retry_after_s < HOST_DELAY_MOST_S
					  ? r->retry_after_s * 1000
					  : (int64_t)ROBOTS_RETRY_MS << h->robots_tries);
		return OK;
	}
	if (h->robots_met) { /* RFC 9309 §2.4: what cannot be asked for again may be used on */
		h->robots = ROBOTS_KNOWN;
		h->robots_tries = 0;
		h->robots_until_ms = clock_ms() + (int64_t)ROBOTS_AGE_MOST_S * 1000;
		return OK;
	}
	h->robots = ROBOTS_UNKNOWN; /* what is met later asks once more */
	h->robots_tries = ROBOTS_TRIES - 1;
	h->active = false;
	h->batch_at = h->batch_len = 0;
	snprintf(reason, sizeof reason, "robots.txt: %s", r->reason);
	return store_skip_host(f->store, h->id, reason, NULL);
}

status frontier_robots_done(frontier *f, frontier_host *h, const fetch_result *r)
{
	const char *body = r->body.bytes ? r->body.bytes : "";
	size_t len = r->http_status / 100 == 2 ? r->body.len : 0;
	robots *parsed;

	frontier_fetched(f, h, r->address, r->elapsed_ms);
	if (r->outcome != FETCH_BODY && (r->http_status / 100 != 4 || r->http_status == 429))
		return robots_unreachable(f, h, r);
	if (len > ROBOTS_BYTES_MOST)
		len = ROBOTS_BYTES_MOST;
	parsed = robots_parse(body, len, f->settings.agent);
	if (!parsed)
		return ERR_MEMORY;
	use_robots(h, parsed, 0);
	return store_put_robots(f->store, h->id, body, len, r->http_status);
}
