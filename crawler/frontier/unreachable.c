#include "base/clock.h"
#include "crawler/frontier/inside.h"

enum { ONLY_RESTING_MS = 600000 }; /* how long to wait for resting hosts when no others are left */

bool frontier_waits_for_network(const frontier *f, int64_t now_ms, int64_t *until_ms)
{
	*until_ms = f->open ? INT64_MAX : f->outage.until_ms;
	return f->outage.is_down && now_ms < *until_ms;
}

status frontier_host_to_check(frontier *f, int64_t now_ms, frontier_host **out)
{
	int64_t id = 0;
	status err = OK;

	*out = NULL;
	if (!outage_wants_check(&f->outage, now_ms))
		return OK;
	if (!f->known)
		err = store_answering_host(f->store, &id);
	if (!err && id)
		err = frontier_find_host(f, id, &f->known);
	if (err || !f->known) {
		f->outage.has_answered = false; /* there is no host to check: hosts that have never answered fail as usual */
		return err;
	}
	outage_checks(&f->outage, now_ms);
	*out = f->known;
	return OK;
}

bool frontier_gives_up(frontier *f, int64_t now_ms)
{
	outage *o = &f->outage;

	if (o->is_down)
		return now_ms - o->since_ms >= f->settings.give_up_ms && f->open == 0;
	if (f->working || !f->hosts_active)
		o->only_resting_ms = 0;
	else if (!o->only_resting_ms)
		o->only_resting_ms = now_ms;
	return o->only_resting_ms && f->open == 0 && now_ms - o->only_resting_ms >= ONLY_RESTING_MS;
}

void frontier_count(const frontier *f, size_t *waiting, size_t *resting)
{
	size_t others = f->resting + f->open;

	*resting = f->resting;
	*waiting = f->hosts_active > others ? f->hosts_active - others : 0;
}

bool frontier_is_down(const frontier *f)
{
	return f->outage.is_down;
}

bool frontier_unreachable(const frontier *f, void (*handle)(void *ctx, const frontier_host *h, int64_t for_ms), void *ctx)
{
	int64_t now_ms = clock_ms();
	bool gave_up = f->given_up;

	for (size_t i = 0; i < f->hosts_len; i++) {
		const host_outage *o = &f->hosts[i]->outage;

		gave_up |= o->given_up;
		if (o->since_ms)
			handle(ctx, f->hosts[i], now_ms - o->since_ms);
	}
	return gave_up;
}
