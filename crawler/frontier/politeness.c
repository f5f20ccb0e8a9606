#include "crawler/frontier/politeness.h"

#include <string.h>

#include "base/clock.h"

enum { READY_MS = 1000 }; /* a host that has been ready so long takes turns with those that were never asked */

void politeness_free(politeness *p)
{
	addresses_free(&p->addresses);
	heap_free(&p->ready);
	heap_free(&p->fresh);
}

void politeness_add(politeness *p, host_schedule *h)
{
	h->last_request = ++p->requests;
}

/* When the next request to the host, and to its address, may start. */
static int64_t ready_ms(const host_schedule *h)
{
	int64_t ms = h->next_ms > h->idle_until_ms ? h->next_ms : h->idle_until_ms;

	return h->address && h->address->next_ms > ms ? h->address->next_ms : ms;
}

static heap *heap_of(politeness *p, const host_schedule *h)
{
	return h->was_asked ? &p->ready : &p->fresh;
}

/* Puts the host into its heap, or takes it out, as its state requires. */
static status update_ready(politeness *p, host_schedule *h)
{
	if (h->has_work && !h->is_waiting && h->open < p->open_most)
		return heap_put(heap_of(p, h), ready_ms(h), h->last_request, h, &h->place) ? OK : ERR_MEMORY;
	heap_remove(heap_of(p, h), &h->place);
	return OK;
}

/* Is it ready, and has no reason to wait longer than its address? */
static bool waits_only_for_address(const host_schedule *h)
{
	return h->place && h->next_ms <= h->address->next_ms && h->idle_until_ms <= h->address->next_ms;
}

/* Wakes hosts that wait for the address, until as many of them are ready as it may have further open requests. */
static status wake_waiting(politeness *p, address *a)
{
	int room = p->open_most - a->open;
	status err = OK;

	while (a->waiting && room > 0 && !err) {
		host_schedule *h = a->waiting;

		a->waiting = h->next_waiting;
		if (!a->waiting)
			a->waiting_end = &a->waiting;
		h->is_waiting = false;
		err = update_ready(p, h);
		room -= waits_only_for_address(h);
	}
	return err;
}

/* Calls update_ready. If the host will not use its address now, since it was woken without work or must rest, wakes the
 * next one that waits for the address. */
static status update_and_wake(politeness *p, host_schedule *h)
{
	status err = update_ready(p, h);

	return err || !h->address || h->is_waiting || waits_only_for_address(h) ? err : wake_waiting(p, h->address);
}

status politeness_set_work(politeness *p, host_schedule *h, bool has_work)
{
	h->has_work = has_work;
	return update_and_wake(p, h);
}

static void wait_for_address(politeness *p, host_schedule *h)
{
	heap_remove(heap_of(p, h), &h->place);
	h->is_waiting = true;
	h->next_waiting = NULL;
	*h->address->waiting_end = h;
	h->address->waiting_end = &h->next_waiting;
}

/* `ended` requests to the address have ended. */
static status release_address(politeness *p, address *a, int ended)
{
	a->open -= ended;
	return wake_waiting(p, a);
}

/* The first host whose time has come; else that whose time comes first. NULL: there is none. */
static const heap_entry *first_host(const politeness *p, int64_t now_ms)
{
	const heap_entry *ready = heap_first(&p->ready), *fresh = heap_first(&p->fresh);

	if (!ready || !fresh)
		return ready ? ready : fresh;
	if (ready->key > now_ms || fresh->key > now_ms)
		return ready->key < fresh->key ? ready : fresh;
	return ready->key + READY_MS <= now_ms && p->took_fresh ? ready : fresh;
}

status politeness_next(politeness *p, int64_t now_ms, host_schedule **out, int64_t *soonest)
{
	const heap_entry *first;
	status err = OK;

	*out = NULL;
	*soonest = INT64_MAX;
	while (!err && !*out && (first = first_host(p, now_ms)) != NULL) {
		host_schedule *h = first->item;

		if (first->key > now_ms) {
			*soonest = first->key;
			return OK;
		}
		if (h->address && h->address->open >= p->open_most)
			wait_for_address(p, h);
		else if (ready_ms(h) > first->key) /* another host has used its address meanwhile */
			err = update_ready(p, h);
		else
			*out = h;
	}
	return err;
}

status politeness_begin(politeness *p, host_schedule *h, int64_t now_ms, int64_t delay_ms)
{
	p->took_fresh = !h->was_asked;
	heap_remove(heap_of(p, h), &h->place);
	h->was_asked = true;
	h->open++;
	h->last_request = ++p->requests;
	h->next_ms = now_ms + delay_ms;
	if (h->address) {
		h->address->open++;
		h->address->next_ms = now_ms + p->delay_ms;
	}
	return update_ready(p, h);
}

/* The host is at this address from now on, with all its open requests. */
static status move_to(politeness *p, host_schedule *h, const char *text)
{
	status err;

	if (!text || !*text || (h->address && strcmp(h->address->text, text) == 0))
		return OK;
	err = h->address ? release_address(p, h->address, h->open) : OK;
	h->address = addresses_find(&p->addresses, text);
	if (h->address)
		h->address->open += h->open;
	return err;
}

status politeness_set_address(politeness *p, host_schedule *h, const char *text)
{
	status err = move_to(p, h, text);

	return err ? err : update_and_wake(p, h);
}

/* Moves *next_ms to until_ms, if that is later. */
static void postpone(int64_t *next_ms, int64_t until_ms)
{
	if (*next_ms < until_ms)
		*next_ms = until_ms;
}

status politeness_end(politeness *p, host_schedule *h, const char *text, int64_t rest_ms, int64_t address_rest_ms)
{
	int64_t now = clock_ms();
	status err;

	h->open--;
	err = h->address ? release_address(p, h->address, 1) : OK;
	if (!err)
		err = move_to(p, h, text);
	if (rest_ms > 0)
		postpone(&h->next_ms, now + rest_ms);
	if (address_rest_ms > 0 && h->address)
		postpone(&h->address->next_ms, now + address_rest_ms);
	return err ? err : update_ready(p, h);
}

status politeness_rest(politeness *p, host_schedule *h, int64_t until_ms)
{
	postpone(&h->next_ms, until_ms);
	return update_and_wake(p, h);
}
