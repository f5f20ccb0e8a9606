#include "crawler/frontier/politeness.h"

#include <string.h>

#include "base/clock.h"

void politeness_free(politeness *t)
{
	addresses_free(&t->addresses);
	heap_free(&t->ready);
}

void politeness_join(politeness *t, turn *x)
{
	x->served = ++t->services;
}

/* When the host and its address may be asked again. */
static int64_t ready_ms(const turn *x)
{
	int64_t ms = x->next_ms > x->sleep_ms ? x->next_ms : x->sleep_ms;

	return x->address && x->address->next_ms > ms ? x->address->next_ms : ms;
}

/* Puts the host where it belongs now. */
static status arrange(politeness *t, turn *x)
{
	if (x->willing && !x->waits && x->open < t->open_most)
		return heap_put(&t->ready, ready_ms(x), x->served, x, &x->place) ? OK : ERR_MEMORY;
	heap_remove(&t->ready, &x->place);
	return OK;
}

/* Would it take a place at its address as soon as there is one? */
static bool takes_place(const turn *x)
{
	return x->place && x->next_ms <= x->address->next_ms && x->sleep_ms <= x->address->next_ms;
}

/* As many of those that wait for the address as it has places may try again. */
static status wake(politeness *t, address *a)
{
	int places = t->open_most - a->open;
	status s = OK;

	while (a->waiting && places > 0 && !s) {
		turn *x = a->waiting;

		a->waiting = x->behind;
		if (!a->waiting)
			a->waiting_end = &a->waiting;
		x->waits = false;
		s = arrange(t, x);
		places -= takes_place(x);
	}
	return s;
}

/* Puts the host where it belongs now. Was it woken, and turns out to have nothing to ask for, or to rest? Then it is the
 * next one's turn. */
static status rearrange(politeness *t, turn *x)
{
	status s = arrange(t, x);

	return s || !x->address || x->waits || takes_place(x) ? s : wake(t, x->address);
}

status politeness_set(politeness *t, turn *x, bool willing)
{
	x->willing = willing;
	return rearrange(t, x);
}

static void wait_for_address(politeness *t, turn *x)
{
	heap_remove(&t->ready, &x->place);
	x->waits = true;
	x->behind = NULL;
	*x->address->waiting_end = x;
	x->address->waiting_end = &x->behind;
}

static status free_address(politeness *t, address *a, int ended)
{
	a->open -= ended;
	return wake(t, a);
}

status politeness_next(politeness *t, int64_t now_ms, turn **out, int64_t *soonest)
{
	const heap_entry *first;
	status s = OK;

	*out = NULL;
	*soonest = INT64_MAX;
	while (!s && !*out && (first = heap_first(&t->ready)) != NULL) {
		turn *x = first->item;

		if (first->key > now_ms) {
			*soonest = first->key;
			return OK;
		}
		if (x->address && x->address->open >= t->open_most)
			wait_for_address(t, x);
		else if (ready_ms(x) > first->key) /* its address was used in between */
			s = arrange(t, x);
		else
			*out = x;
	}
	return s;
}

status politeness_begin(politeness *t, turn *x, int64_t now_ms, int64_t delay_ms)
{
	x->open++;
	x->served = ++t->services;
	x->next_ms = now_ms + delay_ms;
	if (x->address) {
		x->address->open++;
		x->address->next_ms = now_ms + t->delay_ms;
	}
	return arrange(t, x);
}

/* The host is at this address, with all its open requests. */
static status move_to(politeness *t, turn *x, const char *text)
{
	status s;

	if (!text || !*text || (x->address && strcmp(x->address->text, text) == 0))
		return OK;
	s = x->address ? free_address(t, x->address, x->open) : OK;
	x->address = addresses_find(&t->addresses, text);
	if (x->address)
		x->address->open += x->open;
	return s;
}

status politeness_place(politeness *t, turn *x, const char *text)
{
	status s = move_to(t, x, text);

	return s ? s : rearrange(t, x);
}

static void leave_alone(int64_t *next_ms, int64_t until_ms)
{
	if (*next_ms < until_ms)
		*next_ms = until_ms;
}

status politeness_end(politeness *t, turn *x, const char *text, int64_t rest_ms, int64_t address_rest_ms)
{
	int64_t now = clock_ms();
	status s;

	x->open--;
	s = x->address ? free_address(t, x->address, 1) : OK;
	if (!s)
		s = move_to(t, x, text);
	if (rest_ms > 0)
		leave_alone(&x->next_ms, now + rest_ms);
	if (address_rest_ms > 0 && x->address)
		leave_alone(&x->address->next_ms, now + address_rest_ms);
	return s ? s : arrange(t, x);
}

status politeness_rest(politeness *t, turn *x, int64_t until_ms)
{
	leave_alone(&x->next_ms, until_ms);
	return rearrange(t, x);
}
