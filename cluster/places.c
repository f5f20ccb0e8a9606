#include "cluster/places.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/grow.h"

enum { SLOTS_LEAST = 1024 };

static size_t slot_of(const places *p, uint64_t id)
{
	return (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (p->slots_room - 1);
}

/* Removed pages stay in the slots until these are made anew, so that others are found behind them. */
static void put_slot(places *p, uint32_t at)
{
	size_t i = slot_of(p, p->items[at].id);

	while (p->slots[i])
		i = (i + 1) & (p->slots_room - 1);
	p->slots[i] = at;
	p->used++;
}

/* Makes room so that at most half of the slots are used. */
static bool make_slots(places *p)
{
	size_t room = p->slots_room ? p->slots_room : SLOTS_LEAST, there = 0;
	uint32_t *slots;

	if (p->slots && 2 * (p->used + 1) <= p->slots_room)
		return true;
	for (size_t i = 1; i < p->len; i++)
		there += p->items[i].id != 0;
	while (room < 4 * (there + 1))
		room *= 2;
	slots = calloc(room, sizeof *slots);
	if (!slots)
		return false;
	free(p->slots);
	p->slots = slots;
	p->slots_room = room;
	p->used = 0;
	for (size_t i = 1; i < p->len; i++)
		if (p->items[i].id)
			put_slot(p, (uint32_t)i);
	return true;
}

uint64_t places_add(places *p, uint64_t id, uint32_t owner)
{
	place *items;

	if (p->len >= UINT32_MAX - 1 || !make_slots(p))
		return 0;
	p->len += p->len == 0;
	items = grow(p->items, p->len, &p->room, sizeof *items);
	if (!items)
		return 0;
	p->items = items;
	items[0] = (place){0};
	items[p->len] = (place){id, owner};
	put_slot(p, (uint32_t)p->len);
	return p->len++;
}

uint64_t places_find(const places *p, uint64_t id)
{
	if (!p->slots || !id)
		return 0;
	for (size_t i = slot_of(p, id); p->slots[i]; i = (i + 1) & (p->slots_room - 1))
		if (p->items[p->slots[i]].id == id)
			return p->slots[i];
	return 0;
}

void places_remove(places *p, uint64_t at)
{
	p->items[at].id = 0;
}

void places_free(places *p)
{
	free(p->items);
	free(p->slots);
	*p = (places){0};
}
