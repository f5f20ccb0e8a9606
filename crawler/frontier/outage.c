#include "crawler/frontier/outage.h"

void outage_answered(outage *o, host_outage *h, int64_t now_ms)
{
	*h = (host_outage){.has_answered = true};
	*o = (outage){.has_answered = true, .round = o->round + 1, .answered_ms = now_ms, .checked_ms = o->checked_ms};
}

static int64_t rest_ms(int failures)
{
	int64_t ms = OUTAGE_REST_MS;

	for (int i = 1; i < failures && ms < OUTAGE_REST_MOST_MS; i++)
		ms *= 2;
	return ms < OUTAGE_REST_MOST_MS ? ms : OUTAGE_REST_MOST_MS;
}

/* A failure during a rest does not count: the request was in flight when the rest began. */
static void rest(int64_t *until_ms, int *failures, int64_t now_ms)
{
	if (now_ms >= *until_ms)
		*until_ms = now_ms + rest_ms(++*failures);
}

/* A host that failed already while others answered says nothing about the network. */
static void count_host(outage *o, host_outage *h)
{
	if (h->since_ms < o->answered_ms || h->round == o->round + 1)
		return;
	h->round = o->round + 1;
	o->failed++;
	o->known += h->has_answered;
}

bool outage_failed(outage *o, host_outage *h, size_t active, int64_t now_ms)
{
	if (!h->since_ms)
		h->since_ms = now_ms;
	if (!o->since_ms)
		o->since_ms = now_ms;
	count_host(o, h);
	o->is_down |= o->known && o->failed >= (active < OUTAGE_HOSTS ? active : OUTAGE_HOSTS);
	if (o->is_down) {
		rest(&o->until_ms, &o->failures, now_ms);
		return false;
	}
	if (!h->has_answered && !o->is_checking && !outage_wants_check(o, now_ms))
		return true;
	rest(&h->until_ms, &h->failures, now_ms);
	return false;
}

bool outage_wants_check(const outage *o, int64_t now_ms)
{
	bool again = !o->checked_ms || now_ms - o->checked_ms >= OUTAGE_CHECK_MS;

	return o->has_answered && !o->known && o->failed >= OUTAGE_HOSTS && again && !o->is_checking;
}

void outage_checks(outage *o, int64_t now_ms)
{
	o->is_checking = true;
	o->checked_ms = now_ms;
}

bool outage_is_resting(const host_outage *h)
{
	return h->has_answered && h->since_ms;
}
