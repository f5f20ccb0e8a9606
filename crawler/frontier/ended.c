/* ended — records that a request has ended: what that says about its host, and when the next one may start. */
#include "base/clock.h"
#include "crawler/frontier/inside.h"

enum { ADAPT_FACTOR = 5 }; /* Heritrix' delay factor: wait five times as long as the response took */

static void unmark_taken(frontier *f, frontier_host *h, int64_t id)
{
	for (size_t i = 0; i < f->taken_len; i++)
		if (f->taken[i] == id) {
			f->taken[i] = f->taken[--f->taken_len];
			h->taken--;
			return;
		}
}

/* Tells other crawlers that the address got a request: they may not know, if it was the first one. */
static status tell_rest(frontier *f, const frontier_host *h, int64_t elapsed_ms, int64_t rest_ms)
{
	int64_t left_ms = f->politeness.delay_ms - elapsed_ms, ms = rest_ms > left_ms ? rest_ms : left_ms;

	if (!f->settings.request_lease || !h->schedule.address || ms <= 0)
		return OK;
	return f->settings.request_lease(f->settings.lease_ctx, h->schedule.address->text, ms, true);
}

/* The host rests five times as long as the response took; its address, which other hosts may share, as long as it took. */
static status let_rest(frontier *f, frontier_host *h, const char *address, int64_t elapsed_ms)
{
	int64_t most_ms = HOST_DELAY_MOST_S * 1000, wanted_ms = f->settings.adaptive ? elapsed_ms * ADAPT_FACTOR : 0;
	int64_t rest_ms = wanted_ms < most_ms ? wanted_ms : most_ms, address_rest_ms = rest_ms / ADAPT_FACTOR;
	status err;

	h->exhausted_depth = -1;
	f->open--;
	err = politeness_end(&f->politeness, &h->schedule, address, rest_ms, address_rest_ms);
	if (!err)
		err = tell_rest(f, h, elapsed_ms, address_rest_ms);
	return err ? err : frontier_update_schedule(f, h);
}

static status note_answer(frontier *f, frontier_host *h, long http_status)
{
	h->busy = http_status == 429 || http_status == 503 ? h->busy + 1 : 0;
	f->known = h;
	outage_answered(&f->outage, &h->outage, clock_ms());
	return frontier_update_schedule(f, h);
}

/* Its URLs stay in the queue, but are not requested in this run. */
static void give_up_host(frontier *f, frontier_host *h)
{
	h->outage.given_up = true;
	frontier_set_active(f, h, false);
}

static status note_failure(frontier *f, frontier_host *h, bool *counts)
{
	int64_t now_ms = clock_ms();
	status err = OK;

	*counts = outage_failed(&f->outage, &h->outage, f->hosts_active, now_ms);
	if (*counts)
		return OK;
	if (!f->outage.is_down && now_ms - h->outage.since_ms >= f->settings.give_up_ms)
		give_up_host(f, h);
	else if (!f->outage.is_down)
		err = politeness_rest(&f->politeness, &h->schedule, h->outage.until_ms);
	return err ? err : frontier_update_schedule(f, h);
}

status frontier_ended(frontier *f, frontier_host *h, const fetch_result *r, bool *counts)
{
	status err = let_rest(f, h, r->address, r->elapsed_ms);

	*counts = true;
	if (!err && r->http_status)
		err = note_answer(f, h, r->http_status);
	if (!err && r->is_unreached)
		err = note_failure(f, h, counts);
	return err;
}

status frontier_done(frontier *f, frontier_host *h, int64_t url_id)
{
	unmark_taken(f, h, url_id);
	store_note_work(f->store, f->taken, f->taken_len);
	f->which = SUSPECTS_NOT; /* URLs that are no suspects come first: this one may have led to some */
	h->exhausted_depth = -1;
	return frontier_update_schedule(f, h);
}

status frontier_probe_changed(frontier *f, frontier_host *h)
{
	return h->probe.state == PROBE_WANTED ? frontier_serve_again(f, h) : OK;
}

status frontier_earned(frontier *f, frontier_host *h)
{
	bool refused = host_budget_refuses(&h->budget, BUDGET_BARREN);
	int64_t count = 0;
	status err;

	host_budget_earn(&h->budget);
	if (!refused)
		return OK;
	err = store_requeue_skips(f->store, h->id, FRONTIER_BUDGET, &count);
	return err || !count ? err : frontier_serve_again(f, h);
}

status frontier_pause(frontier *f, frontier_host *h, int64_t ms)
{
	return politeness_rest(&f->politeness, &h->schedule, clock_ms() + ms);
}

/* Decides whether to try again, to keep the old rules, or to give up the host. */
static status robots_failed(frontier *f, frontier_host *h, const fetch_result *r)
{
	int64_t wait_ms;
	status err = host_robots_failed(&h->robots, r, &wait_ms);
	const char *refusal = err ? NULL : host_robots_refusal(&h->robots, clock_ms());

	if (!err && wait_ms >= 0)
		err = frontier_pause(f, h, wait_ms);
	if (err)
		return err;
	return refusal ? frontier_skip_queue(f, h, refusal) : frontier_update_schedule(f, h);
}

status frontier_robots_done(frontier *f, frontier_host *h, const fetch_result *r)
{
	const char *body = r->body.bytes ? r->body.bytes : "";
	size_t len = r->http_status / 100 == 2 ? r->body.len : 0;
	size_t kept = len > ROBOTS_BYTES_MOST ? ROBOTS_BYTES_MOST + 1
					      : len; /* one byte more, so that robots_parse sees that it was cut */
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
				     frontier_delay_ms(f, h) -
					     r->elapsed_ms); /* its Crawl-delay counts from the start of this request */
	if (!err)
		err = frontier_update_schedule(f, h);
	return err ? err : store_put_robots(f->store, h->id, body, kept, r->http_status);
}
