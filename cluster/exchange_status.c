#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/exchange_inside.h"

/* To look at the parts, without being one. */
static status open_status(exchange *x, const char *url, complaint *why)
{
	status err;

	*x = (exchange){.parts = EXCHANGE_PARTS_MOST, .arena = arena_new()};
	err = x->arena ? server_open(url, &x->server, why) : ERR_MEMORY;
	if (err)
		return err;
	x->found = arena_zeros(x->arena, EXCHANGE_PARTS_MOST + 1, sizeof *x->found);
	return x->found ? exchange_read_parts(x, why) : ERR_MEMORY;
}

static status close_status(exchange *x, status err, complaint *why)
{
	server_close(x->server);
	arena_free(x->arena);
	return err && !*why->text ? complain(why, err, "%s", status_text(err)) : err;
}

static status count_parts(exchange *x, int *out, complaint *why)
{
	const char *parts;
	status err = x->server->board->get(x->server, EXCHANGE_PARTS, "parts", x->arena, &parts, why);

	if (err)
		return err;
	*out = atoi(parts);
	return *out <= EXCHANGE_PARTS_MOST && *out >= 0 ? OK : log_error(x->server, ERR_FORMAT, why);
}

static status copy_part(exchange *x, int part, arena *a, exchange_summary *out, complaint *why)
{
	const exchange_part *p = &x->found[part];
	char queue[EXCHANGE_FIELD];

	out->state = exchange_states[p->state];
	out->store = p->store ? arena_text(a, p->store, strlen(p->store)) : NULL;
	exchange_links_of(part, queue);
	return p->store && !out->store ? ERR_MEMORY : x->server->board->count(x->server, queue, &out->entries, why);
}

status exchange_status(const char *url, arena *a, exchange_summary **out, int *parts, complaint *why)
{
	exchange x;
	status err = open_status(&x, url, why);

	*parts = 0;
	if (!err)
		err = count_parts(&x, parts, why);
	*out = arena_zeros(a, (size_t)*parts + 1, sizeof **out);
	if (!err && !*out)
		err = ERR_MEMORY;
	for (int i = 1; i <= *parts && !err; i++)
		err = copy_part(&x, i, a, &(*out)[i], why);
	return close_status(&x, err, why);
}

status exchange_may_begin(const char *url, int part, int parts, complaint *why)
{
	exchange x;
	int there = 0;
	status err = open_status(&x, url, why);

	if (!err)
		err = count_parts(&x, &there, why);
	if (!err && there && there != parts)
		err = exchange_other_parts(&x, there, parts, why);
	else if (!err && x.found[part].store)
		err = exchange_other_store(&x, part, x.found[part].store, why);
	return close_status(&x, err, why);
}

static status remove_acks(exchange *x, const char *store, complaint *why)
{
	exchange_acks_of(store, x->acks);
	return x->server->board->remove(x->server, x->acks, NULL, why);
}

static status remove_part(exchange *x, int part, const char *store, complaint *why)
{
	char number[EXCHANGE_FIELD], at[EXCHANGE_FIELD];
	status err;

	snprintf(number, sizeof number, "%d", part);
	snprintf(at, sizeof at, "%d:at", part);
	err = x->server->board->remove(x->server, EXCHANGE_PARTS, number, why);
	if (!err)
		err = x->server->board->remove(x->server, EXCHANGE_PARTS, at, why);
	return err ? err : remove_acks(x, store, why);
}

status exchange_forget(const char *url, const char *store, int *part, complaint *why)
{
	exchange x;
	status err = open_status(&x, url, why);

	*part = 0;
	for (int i = 1; !err && i <= EXCHANGE_PARTS_MOST; i++)
		if (x.found[i].store && strcmp(x.found[i].store, store) == 0)
			*part = i;
	if (!err && *part)
		err = remove_part(&x, *part, store, why);
	return close_status(&x, err, why);
}

status exchange_delete(const char *url, complaint *why)
{
	exchange x;
	int parts = 0;
	status err = open_status(&x, url, why);

	if (!err)
		err = count_parts(&x, &parts, why);
	for (int i = 1; i <= parts && !err; i++) {
		exchange_links_of(i, x.links);
		err = x.server->board->clear(x.server, x.links, why);
		if (!err && x.found[i].store)
			err = remove_acks(&x, x.found[i].store, why);
	}
	if (!err && parts)
		err = x.server->board->remove(x.server, EXCHANGE_PARTS, NULL, why);
	return close_status(&x, err, why);
}
