#include "cluster/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/exchange_inside.h"

/* ── opening ── */

void exchange_links_of(int part, char out[EXCHANGE_FIELD])
{
	snprintf(out, EXCHANGE_FIELD, "links:%d", part);
}

void exchange_acks_of(const char *store, char out[EXCHANGE_NAME])
{
	snprintf(out, EXCHANGE_NAME, "acks:%.255s", store);
}

status exchange_other_parts(const exchange *x, int there, int parts, complaint *why)
{
	return complain(why, ERR_USAGE, "%.250s: the crawl has %d parts, not %d", x->server->shown, there, parts);
}

status exchange_other_store(const exchange *x, int part, const char *store, complaint *why)
{
	return complain(why, ERR_USAGE, "%.200s: part %d is %.40s; if its file is lost: firstprint shared %.200s forget %.40s",
			x->server->shown, part, store, x->server->shown, store);
}

/* Sets a field if nobody has set it. *out: what it is then. */
static status claim(exchange *x, const char *field, const char *value, const char **out, complaint *why)
{
	status err = x->server->board->claim(x->server, EXCHANGE_PARTS, field, value, why);

	return err ? err : x->server->board->get(x->server, EXCHANGE_PARTS, field, x->arena, out, why);
}

static status become_part(exchange *x, complaint *why)
{
	char number[EXCHANGE_FIELD], all[EXCHANGE_FIELD];
	const char *there = "";
	status err;

	snprintf(number, sizeof number, "%d", x->part);
	snprintf(all, sizeof all, "%d", x->parts);
	err = claim(x, "parts", all, &there, why);
	if (!err && strcmp(there, all) != 0)
		return exchange_other_parts(x, atoi(there), x->parts, why);
	if (!err)
		err = claim(x, number, x->store, &there, why);
	if (!err && strcmp(there, x->store) != 0)
		return exchange_other_store(x, x->part, there, why);
	return err;
}

status exchange_open(const char *url, const char *store, int part, int parts, exchange **out, complaint *why)
{
	exchange *x = calloc(1, sizeof *x);
	status err = ERR_MEMORY;

	if (x && (x->arena = arena_new()) != NULL)
		err = server_open(url, &x->server, why);
	if (!err) {
		x->part = part;
		x->parts = parts;
		snprintf(x->store, sizeof x->store, "%s", store);
		exchange_links_of(part, x->links);
		exchange_acks_of(store, x->acks);
		err = become_part(x, why);
	}
	if (!err) {
		*out = x;
		return OK;
	}
	exchange_close(x);
	return *why->text ? err : complain(why, err, "%s", status_text(err));
}

void exchange_close(exchange *x)
{
	if (!x)
		return;
	server_close(x->server);
	arena_free(x->arena);
	free(x);
}

requester *exchange_requester(const exchange *x)
{
	return x->server->requester;
}

/* ── a round: a part writes its state and reads those of the others ── */

const char *const exchange_states[3] = {"busy", "done", "left"};

/* Call it before the acks are sent: a sender that sees that its links have arrived must also see that there is work. */
static status send_state(exchange *x, complaint *why)
{
	char at[EXCHANGE_FIELD], value[64];

	snprintf(at, sizeof at, "%d:at", x->part);
	snprintf(value, sizeof value, "%s %llu", exchange_states[x->request->state], (unsigned long long)++x->round);
	return x->server->board->put(x->server, EXCHANGE_PARTS, at, value, why);
}

static status send_acks(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->request->acks_len && !err; i++) {
		const exchange_ack *ack = &x->request->acks[i];
		char value[EXCHANGE_FIELD];

		snprintf(value, sizeof value, "%llu %llu", (unsigned long long)ack->run, (unsigned long long)ack->number);
		err = x->server->board->put(x->server, x->acks, ack->sender, value, why);
	}
	return err;
}

static status remove_acked(exchange *x, complaint *why)
{
	const char *ids[EXCHANGE_READ_MOST];
	size_t n = x->request->acks_len;

	for (size_t i = 0; i < n; i++)
		ids[i] = x->request->acks[i].id;
	return n ? x->server->board->take(x->server, x->links, ids, n, why) : OK;
}

static status request_leases(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->request->leases_len && !err; i++) {
		const exchange_lease *l = &x->request->leases[i];

		err = x->server->board->lease(x->server, l->address, x->store, l->ms > 0 ? l->ms : 1, l->rests, &x->waits[i],
					      why);
	}
	return err;
}

/* "3" or "3:at" → 3; 0: neither, or no part. */
static int part_of_field(const exchange *x, const char *field, const char **rest)
{
	char *end;
	long part = strtol(field, &end, 10);

	*rest = end;
	return end > field && part >= 1 && part <= x->parts ? (int)part : 0;
}

/* "busy 17" */
static void read_state(const char *text, exchange_part *out)
{
	out->state = EXCHANGE_BUSY;
	for (size_t i = 0; i < 3; i++)
		if (strncmp(text, exchange_states[i], strlen(exchange_states[i])) == 0)
			out->state = (enum exchange_state)i;
	text += strcspn(text, " ");
	out->round = strtoull(text, NULL, 10);
}

status exchange_read_parts(exchange *x, complaint *why)
{
	board_field *fields;
	size_t n = 0;
	status err = x->server->board->all(x->server, EXCHANGE_PARTS, x->arena, &fields, &n, why);

	for (size_t i = 0; i < n && !err; i++) {
		const char *rest;
		int part = part_of_field(x, fields[i].name, &rest);

		if (part && !*rest)
			x->found[part].store = fields[i].value;
		if (part && strcmp(rest, ":at") == 0)
			read_state(fields[i].value, &x->found[part]);
	}
	return err;
}

/* The part still belongs to this store; if the server has lost that, the store claims it again. */
static status check_own_part(exchange *x, complaint *why)
{
	const char *there = x->found[x->part].store;

	if (!there)
		return become_part(x, why);
	return strcmp(there, x->store) == 0
		       ? OK
		       : complain(why, ERR_BUSY, "%.250s: part %d is another store now", x->server->shown, x->part);
}

/* ── links, sent and read in a round ── */

static status send_batch(exchange *x, const char *queue, const exchange_batch *p, complaint *why)
{
	wire_writer w = {0};
	status err = ERR_MEMORY;

	wire_put_links(&w, &p->links);
	if (!w.failed)
		err = x->server->board->push(x->server, queue, x->store, (firstprint_span){w.bytes.bytes, w.bytes.len}, why);
	buffer_free(&w.bytes);
	return err;
}

/* Reads which of our links the part has stored. */
static status read_acks(exchange *x, exchange_part *p, complaint *why)
{
	char acks[EXCHANGE_NAME], *end;
	const char *ack;
	status err;

	exchange_acks_of(p->store, acks);
	err = x->server->board->get(x->server, acks, x->store, x->arena, &ack, why);
	if (err)
		return err;
	p->acked_run = strtoull(ack, &end, 10);
	p->acked = strtoull(end, NULL, 10);
	return OK;
}

/* Does the part lack links before these? If it acknowledged an earlier run, at most those up to the base of this one count. */
static bool lacks(const exchange_part *p, const wire_links *next)
{
	uint64_t acked = p->acked_run != next->run && p->acked > next->base ? next->base : p->acked;

	return acked + 1 < next->first;
}

/* Sends the batches for the part, unless its queue is full, or links before them were lost: then the sender has to send those again. */
static status sync_with(exchange *x, int part, complaint *why)
{
	exchange_part *p = &x->found[part];
	char queue[EXCHANGE_FIELD];
	int64_t entries;
	status err;

	exchange_links_of(part, queue);
	err = x->server->board->count(x->server, queue, &entries, why);
	if (!err)
		err = read_acks(x, p, why);
	p->is_empty = !err && entries == 0;
	for (size_t i = 0; i < x->request->batches_len && !err; i++) {
		const exchange_batch *batch = &x->request->batches[i];

		if (batch->part != part || entries >= EXCHANGE_ENTRIES_MOST ||
		    (p->is_empty && !p->sent && lacks(p, &batch->links)))
			continue;
		err = send_batch(x, queue, batch, why);
		p->sent = batch->links.first + batch->links.len - 1;
		entries++;
	}
	return err;
}

static status sync_with_all(exchange *x, complaint *why)
{
	status err = OK;

	for (int part = 1; part <= x->parts && !err; part++)
		if (part != x->part && x->found[part].store)
			err = sync_with(x, part, why);
	return err;
}

/* len 0: it cannot be read. */
static status read_entry(exchange *x, const board_item *item, exchange_entry *out)
{
	status err;

	*out = (exchange_entry){.id = item->id, .sender = item->sender};
	err = wire_get_links(item->bytes, x->arena, &out->links);
	if (err || strlen(item->sender) >= sizeof x->store)
		out->links.len = 0;
	return err == ERR_FORMAT ? OK : err;
}

static status read_entries(exchange *x, complaint *why)
{
	board_item *items;
	size_t n = 0;
	status err = x->server->board->first(x->server, x->links, x->arena, &items, &n, why);

	for (size_t i = 0; i < n && !err; i++) {
		err = read_entry(x, &items[i], &x->entries[i]);
		x->entries_len = i + 1;
	}
	return err;
}

/* ── the round ── */

/* Runs on the requester's thread. */
static status do_round(void *ctx, complaint *why)
{
	exchange *x = ctx;
	status err = request_leases(x, why);

	if (!err)
		err = send_state(x, why);
	if (!err)
		err = send_acks(x, why);
	if (!err)
		err = remove_acked(x, why);
	if (!err)
		err = exchange_read_parts(x, why);
	if (!err)
		err = check_own_part(x, why);
	if (!err)
		err = sync_with_all(x, why);
	if (!err && x->request->reads)
		err = read_entries(x, why);
	return err && !*why->text ? complain(why, err, "%s: %s", x->server->shown, status_text(err)) : err;
}

status exchange_start(exchange *x, const exchange_request *request)
{
	arena_reset(x->arena);
	x->request = request;
	x->found = arena_zeros(x->arena, (size_t)x->parts + 1, sizeof *x->found);
	x->entries = arena_zeros(x->arena, EXCHANGE_READ_MOST, sizeof *x->entries);
	x->waits = arena_zeros(x->arena, request->leases_len + 1, sizeof *x->waits);
	x->entries_len = 0;
	return x->found && x->entries && x->waits ? requester_start(x->server->requester, do_round, x) : ERR_MEMORY;
}

status exchange_take(exchange *x, bool wait, bool *taken, exchange_reply *out, complaint *why)
{
	status err = requester_end(x->server->requester, wait, taken, why);

	*out = (exchange_reply){.parts = x->found,
				.entries = x->entries,
				.entries_len = *taken ? x->entries_len : 0,
				.waits = x->waits};
	return err;
}
