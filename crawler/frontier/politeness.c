#include "crawler/frontier/politeness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"

enum { READY_MS = 1000 }; /* a host that has been ready so long takes turns with hosts that have had no request */

void politeness_free(politeness *p)
{
	for (size_t i = 0; i < p->addresses_len; i++)
		heap_free(&p->addresses[i]->hosts);
	free(p->addresses);
	arena_free(p->places.memory);
	heap_free(&p->ready);
	heap_free(&p->fresh);
}

static address *add_address(politeness *p, const char *text)
{
	address *new = arena_zeros(p->places.memory, 1, sizeof *new);

	if (!new)
		return NULL;
	snprintf(new->text, sizeof new->text, "%s", text);
	new->turn.address = new;
	if (grow_add(&p->addresses, &p->addresses_len, &p->addresses_room, &new, sizeof new) ||
	    !table_put(&p->places, new->text, strlen(new->text), p->addresses_len - 1))
		return NULL;
	return new;
}

/* Returns the address with this text, with nothing open if it is new. NULL: out of memory. */
static address *find_address(politeness *p, const char *text)
{
	const size_t *at;

	if (!p->places.memory)
		p->places.memory = arena_new();
	if (!p->places.memory)
		return NULL;
	at = table_get(&p->places, text, strlen(text));
	return at ? p->addresses[*at] : add_address(p, text);
}

void politeness_add(politeness *p, host_schedule *h)
{
	h->last_request = ++p->requests;
	h->turn.lone = h;
}

/* Returns when the next request to the host may start, whatever its address. */
static int64_t ready_ms(const host_schedule *h)
{
	return h->next_ms > h->idle_until_ms ? h->next_ms : h->idle_until_ms;
}

static bool may_be_asked(const politeness *p, const host_schedule *h)
{
	return h->has_work && h->open < p->open_most;
}

/* Returns the host whose turn it is; NULL: none may get a request. */
static host_schedule *host_of(const politeness *p, const turn *t)
{
	const heap_entry *first = t->lone ? NULL : heap_first(&t->address->hosts);

	if (t->lone)
		return may_be_asked(p, t->lone) ? t->lone : NULL;
	return first && t->address->open < p->open_most && !t->address->awaits_lease ? first->item : NULL;
}

/* Puts the turn into the heap that its state requires, or removes it. */
static status update_turn(politeness *p, turn *t)
{
	const host_schedule *h = host_of(p, t);
	heap *in = !h ? NULL : h->was_asked ? &p->ready : &p->fresh;
	int64_t ms = h ? ready_ms(h) : 0;

	if (t->in && t->in != in)
		heap_remove(t->in, &t->place);
	t->in = in;
	if (!t->lone && t->address->next_ms > ms)
		ms = t->address->next_ms;
	return !in || heap_put(in, ms, h->last_request, t, &t->place) ? OK : ERR_MEMORY;
}

/* Call it when anything about the host or its address has changed. */
static status update(politeness *p, host_schedule *h)
{
	bool ok = true;

	if (!h->address)
		return update_turn(p, &h->turn);
	if (may_be_asked(p, h))
		ok = heap_put(&h->address->hosts, ready_ms(h), h->last_request, h, &h->place);
	else
		heap_remove(&h->address->hosts, &h->place);
	return ok ? update_turn(p, &h->address->turn) : ERR_MEMORY;
}

status politeness_set_work(politeness *p, host_schedule *h, bool has_work)
{
	h->has_work = has_work;
	return update(p, h);
}

/* Returns the first turn whose time has come, or else the one whose time comes first. NULL: there is none. */
static const heap_entry *first_turn(const politeness *p, int64_t now_ms)
{
	const heap_entry *ready = heap_first(&p->ready), *fresh = heap_first(&p->fresh);

	if (!ready || !fresh)
		return ready ? ready : fresh;
	if (ready->key > now_ms || fresh->key > now_ms)
		return ready->key < fresh->key ? ready : fresh;
	return ready->key + READY_MS <= now_ms && p->took_fresh ? ready : fresh;
}

host_schedule *politeness_next(const politeness *p, int64_t now_ms, int64_t *soonest)
{
	const heap_entry *first = first_turn(p, now_ms);

	*soonest = first ? first->key : INT64_MAX;
	return first && first->key <= now_ms ? host_of(p, first->item) : NULL;
}

status politeness_begin(politeness *p, host_schedule *h, int64_t now_ms, int64_t delay_ms)
{
	p->took_fresh = !h->was_asked;
	h->was_asked = true;
	h->open++;
	h->last_request = ++p->requests;
	h->next_ms = now_ms + delay_ms;
	if (h->address) {
		h->address->open++;
		h->address->next_ms = now_ms + p->delay_ms;
		h->address->leased_until_ms = 0;
	}
	return update(p, h);
}

/* Removes the host from the heap of its address, or its own turn from those of politeness. */
static status leave(politeness *p, host_schedule *h)
{
	if (!h->address) {
		if (h->turn.in)
			heap_remove(h->turn.in, &h->turn.place);
		h->turn.in = NULL;
		return OK;
	}
	heap_remove(&h->address->hosts, &h->place);
	h->address->open -= h->open;
	return update_turn(p, &h->address->turn);
}

/* Moves the host, with all its open requests, to this address. Call update afterwards. */
static status move_to(politeness *p, host_schedule *h, const char *text)
{
	status err;

	if (!text || !*text || (h->address && strcmp(h->address->text, text) == 0))
		return OK;
	err = leave(p, h);
	h->address = find_address(p, text);
	if (!h->address)
		return ERR_MEMORY;
	h->address->open += h->open;
	return err;
}

status politeness_set_address(politeness *p, host_schedule *h, const char *text)
{
	status err = move_to(p, h, text);

	return err ? err : update(p, h);
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
	if (h->address)
		h->address->open--;
	err = move_to(p, h, text);
	if (rest_ms > 0)
		postpone(&h->next_ms, now + rest_ms);
	if (address_rest_ms > 0 && h->address)
		postpone(&h->address->next_ms, now + address_rest_ms);
	return err ? err : update(p, h);
}

bool politeness_has_lease(const host_schedule *h, int64_t now_ms)
{
	return now_ms < h->address->leased_until_ms;
}

status politeness_await_lease(politeness *p, host_schedule *h)
{
	h->address->awaits_lease = true;
	return update(p, h);
}

status politeness_lease(politeness *p, const char *text, int64_t wait_ms)
{
	address *a = find_address(p, text);
	int64_t now = clock_ms();

	if (!a)
		return ERR_MEMORY;
	a->awaits_lease = false;
	if (wait_ms > 0)
		postpone(&a->next_ms, now + wait_ms);
	else
		a->leased_until_ms = now + p->delay_ms;
	return update_turn(p, &a->turn);
}

status politeness_rest(politeness *p, host_schedule *h, int64_t until_ms)
{
	postpone(&h->next_ms, until_ms);
	return update(p, h);
}
