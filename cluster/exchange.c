#include "cluster/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/exchange_inside.h"

/* ── opening ── */

/* Sets a field if nobody has set it; *out: what it is then, in a. */
static status claim(exchange *x, const char *field, const char *value, const char **out, complaint *why)
{
	command c = command_begin("HSETNX", x->parts_key);
	int64_t is_new;
	status err;

	command_add_text(&c, field);
	command_add_text(&c, value);
	err = caller_number(x->caller, &c, &is_new, why);
	return err ? err : exchange_field(x, x->parts_key, field, out, why);
}

status exchange_other_parts(const exchange *x, int there, int parts, complaint *why)
{
	return complain(why, ERR_USAGE, "%.250s: the crawl has %d parts, not %d", caller_shown(x->caller), there, parts);
}

status exchange_other_store(const exchange *x, int part, const char *store, complaint *why)
{
	return complain(why, ERR_USAGE, "%.200s: part %d is %.40s; if its file is lost: firstprint shared %.200s forget %.40s",
			caller_shown(x->caller), part, store, caller_shown(x->caller), store);
}

static status become_part(exchange *x, complaint *why)
{
	char number[COMMAND_NUMBER], all[COMMAND_NUMBER];
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
		err = caller_open(url, &x->caller, why);
	if (!err) {
		x->part = part;
		x->parts = parts;
		snprintf(x->store, sizeof x->store, "%s", store);
		exchange_key(x->caller, "parts", "", x->parts_key);
		exchange_links_key(x->caller, part, x->links_key);
		exchange_key(x->caller, "heard:", store, x->heard_key);
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
	caller_close(x->caller);
	arena_free(x->arena);
	free(x);
}

void exchange_insist(exchange *x, int stop_fd)
{
	caller_insist(x->caller, stop_fd);
}

/* ── a round ── */

const char *const exchange_states[3] = {"busy", "done", "left"};

/* Before `heard`: whoever sees that its links have arrived must see, too, that there is work. */
static status say_state(exchange *x, complaint *why)
{
	char at[FIELD_MAX], value[64];
	command c = command_begin("HSET", x->parts_key);

	snprintf(at, sizeof at, "%d:at", x->part);
	snprintf(value, sizeof value, "%s %llu", exchange_states[x->said->state], (unsigned long long)++x->round);
	command_add_text(&c, at);
	command_add_text(&c, value);
	return caller_nothing(x->caller, &c, why);
}

static status say_heard(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->said->heard_len && !err; i++) {
		const exchange_mark *mark = &x->said->heard[i];
		command c = command_begin("HSET", x->heard_key);
		char value[2 * COMMAND_NUMBER];

		snprintf(value, sizeof value, "%llu %llu", (unsigned long long)mark->run, (unsigned long long)mark->number);
		command_add_text(&c, mark->sender);
		command_add_text(&c, value);
		err = caller_nothing(x->caller, &c, why);
	}
	return err;
}

static status remove_read(exchange *x, complaint *why)
{
	command c = command_begin("XDEL", x->links_key);

	for (size_t i = 0; i < x->said->read_len; i++)
		command_add_text(&c, x->said->read[i]);
	return x->said->read_len ? caller_nothing(x->caller, &c, why) : OK;
}

/* How long the key is still there; at least 1. */
static status time_left(exchange *x, const char *key, int64_t *out, complaint *why)
{
	command c = command_begin("PTTL", key);
	status err = caller_number(x->caller, &c, out, why);

	if (!err && *out < 1)
		*out = 1;
	return err;
}

/* The key is there, and stays at least so long. */
static status stay(exchange *x, const char *key, const char *ms, complaint *why)
{
	command c = command_begin("PEXPIRE", key);

	command_add_text(&c, ms);
	command_add_text(&c, "GT");
	return caller_nothing(x->caller, &c, why);
}

/* *wait: 0: it was set. */
static status take_turn(exchange *x, const exchange_turn *t, int64_t *wait, complaint *why)
{
	char key[KEY_MAX], ms[COMMAND_NUMBER];
	command c;
	redisReply *r;
	bool set;
	status err;

	exchange_key(x->caller, "address:", t->address, key);
	c = command_begin("SET", key);
	command_add_text(&c, x->store);
	command_add_text(&c, "NX");
	command_add_text(&c, "PX");
	command_add_number(&c, (uint64_t)(t->ms > 0 ? t->ms : 1), ms);
	err = caller_call(x->caller, &c, &r, why);
	if (err)
		return err;
	set = r->type == REDIS_REPLY_STATUS;
	freeReplyObject(r);
	*wait = 0;
	if (set)
		return OK;
	return t->rests ? stay(x, key, ms, why) : time_left(x, key, wait, why);
}

static status take_turns(exchange *x, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < x->said->turns_len && !err; i++)
		err = take_turn(x, &x->said->turns[i], &x->waits[i], why);
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

static status read_parts(exchange *x, const redisReply *r, complaint *why)
{
	for (size_t i = 0; i + 1 < r->elements; i += 2) {
		const redisReply *field = r->element[i], *value = r->element[i + 1];
		const char *rest;
		int part;

		if (field->type != REDIS_REPLY_STRING || value->type != REDIS_REPLY_STRING)
			return caller_no_answer(x->caller, why);
		part = part_of_field(x, field->str, &rest);
		if (part && !*rest && !(x->found[part].store = arena_text(x->arena, value->str, (size_t)value->len)))
			return ERR_MEMORY;
		if (part && strcmp(rest, ":at") == 0)
			read_state(value->str, &x->found[part]);
	}
	return OK;
}

status exchange_look_at_parts(exchange *x, complaint *why)
{
	command c = command_begin("HGETALL", x->parts_key);
	redisReply *r;
	status err = caller_call(x->caller, &c, &r, why);

	if (err)
		return err;
	err = r->type == REDIS_REPLY_ARRAY ? read_parts(x, r, why) : caller_no_answer(x->caller, why);
	freeReplyObject(r);
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
		       : complain(why, ERR_BUSY, "%.250s: part %d is another store now", caller_shown(x->caller), x->part);
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
	if (!err)
		err = remove_read(x, why);
	if (!err)
		err = exchange_look_at_parts(x, why);
	if (!err)
		err = look_at_own_part(x, why);
	if (!err)
		err = exchange_talk_to_all(x, why);
	if (!err && x->said->reads)
		err = exchange_read_entries(x, why);
	return err && !*why->text ? complain(why, err, "%s: %s", caller_shown(x->caller), status_text(err)) : err;
}

status exchange_start(exchange *x, const exchange_said *said)
{
	arena_reset(x->arena);
	x->said = said;
	x->found = arena_zeros(x->arena, (size_t)x->parts + 1, sizeof *x->found);
	x->entries = arena_zeros(x->arena, EXCHANGE_READ_MOST, sizeof *x->entries);
	x->waits = arena_zeros(x->arena, said->turns_len + 1, sizeof *x->waits);
	x->entries_len = 0;
	return x->found && x->entries && x->waits ? caller_start(x->caller, do_round, x) : ERR_MEMORY;
}

int exchange_fd(const exchange *x)
{
	return caller_fd(x->caller);
}

status exchange_take(exchange *x, bool wait, bool *taken, exchange_heard *out, complaint *why)
{
	status err = caller_end(x->caller, wait, taken, why);

	*out = (exchange_heard){.parts = x->found,
				.entries = x->entries,
				.entries_len = *taken ? x->entries_len : 0,
				.waits = x->waits};
	return err;
}

void exchange_trouble(exchange *x, complaint *out)
{
	caller_trouble(x->caller, out);
}
