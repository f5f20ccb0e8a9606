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

void exchange_heard_of(const char *store, char out[EXCHANGE_NAME])
{
	snprintf(out, EXCHANGE_NAME, "heard:%.255s", store);
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
		exchange_heard_of(store, x->heard);
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

void exchange_insist(exchange *x, int stop_fd)
{
	caller_insist(x->server->caller, stop_fd);
}

/* ── a round ── */

const char *const exchange_states[3] = {"busy", "done", "left"};

/* Before `heard`: whoever sees that its links have arrived must see, too, that there is work. */
static status say_state(exchange *x, complaint *why)
{
	char at[EXCHANGE_FIELD], value[64];

	snprintf(at, sizeof at, "%d:at", x->part);
	snprintf(value, sizeof value, "%s %llu", exchange_states[x->said->state], (unsigned long long)++x->round);
	return x->server->board->put(x->server, EXCHANGE_PARTS, at, value, why);
}

static status say_heard(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->said->heard_len && !err; i++) {
		const exchange_mark *mark = &x->said->heard[i];
		char value[EXCHANGE_FIELD];

		snprintf(value, sizeof value, "%llu %llu", (unsigned long long)mark->run, (unsigned long long)mark->number);
		err = x->server->board->put(x->server, x->heard, mark->sender, value, why);
	}
	return err;
}

static status take_turns(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->said->turns_len && !err; i++) {
		const exchange_turn *t = &x->said->turns[i];

		err = x->server->board->lease(x->server, t->address, x->store, t->ms > 0 ? t->ms : 1, t->rests, &x->waits[i],
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

status exchange_look_at_parts(exchange *x, complaint *why)
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

/* It still is this store, or will be again, if Redis has lost that. */
static status look_at_own_part(exchange *x, complaint *why)
{
	const char *there = x->found[x->part].store;

	if (!there)
		return become_part(x, why);
	return strcmp(there, x->store) == 0
		       ? OK
		       : complain(why, ERR_BUSY, "%.250s: part %d is another store now", x->server->shown, x->part);
}

/* On the caller's thread. */
static status do_round(void *ctx, complaint *why)
{
	exchange *x = ctx;
	status err = take_turns(x, why);

	if (!err)
		err = say_state(x, why);
	if (!err)
		err = say_heard(x, why);
	if (!err && x->said->read_len)
		err = x->server->board->take(x->server, x->links, x->said->read, x->said->read_len, why);
	if (!err)
		err = exchange_look_at_parts(x, why);
	if (!err)
		err = look_at_own_part(x, why);
	if (!err)
		err = exchange_talk_to_all(x, why);
	if (!err && x->said->reads)
		err = exchange_read_entries(x, why);
	return err && !*why->text ? complain(why, err, "%s: %s", x->server->shown, status_text(err)) : err;
}

status exchange_start(exchange *x, const exchange_said *said)
{
	arena_reset(x->arena);
	x->said = said;
	x->found = arena_zeros(x->arena, (size_t)x->parts + 1, sizeof *x->found);
	x->entries = arena_zeros(x->arena, EXCHANGE_READ_MOST, sizeof *x->entries);
	x->waits = arena_zeros(x->arena, said->turns_len + 1, sizeof *x->waits);
	x->entries_len = 0;
	return x->found && x->entries && x->waits ? caller_start(x->server->caller, do_round, x) : ERR_MEMORY;
}

int exchange_fd(const exchange *x)
{
	return caller_fd(x->server->caller);
}

status exchange_take(exchange *x, bool wait, bool *taken, exchange_heard *out, complaint *why)
{
	status err = caller_end(x->server->caller, wait, taken, why);

	*out = (exchange_heard){.parts = x->found,
				.entries = x->entries,
				.entries_len = *taken ? x->entries_len : 0,
				.waits = x->waits};
	return err;
}

void exchange_trouble(exchange *x, complaint *out)
{
	caller_trouble(x->server->caller, out);
}
