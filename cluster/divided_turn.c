#include <stdlib.h>

#include "cluster/memory_inside.h"

enum { WAIT_MOST_MS = 50 }; /* for a turn, before it is asked for again */

/* ── turns ── */

static status ask_for_turn(divided *d, bool compares, uint64_t ids, uint64_t *before, complaint *why)
{
	char session[COMMAND_NUMBER], read_room[COMMAND_NUMBER], ids_room[COMMAND_NUMBER];
	command c = memory_command(d->memory, "FIRSTPRINT.TURN", caller_name(d->memory->caller), session);
	redisReply *r;
	status err;

	command_add_number(&c, d->memory->read, read_room);
	command_add_number(&c, ids, ids_room);
	command_add_text(&c, compares ? "1" : "0");
	err = caller_call(d->memory->caller, &c, &r, why);
	if (err)
		return err;
	if (r->type == REDIS_REPLY_ARRAY && r->elements == 4) {
		d->turn = (uint64_t)r->element[0]->integer;
		*before = (uint64_t)r->element[1]->integer;
		d->next_id = (uint64_t)r->element[2]->integer;
		d->withdrawn_last = (uint64_t)r->element[3]->integer;
	} else {
		err = caller_no_answer(d->memory->caller, why);
	}
	freeReplyObject(r);
	return err;
}

status divided_begin_turn(divided *d, bool compares, uint64_t ids, complaint *why)
{
	uint64_t before = 1;
	status err;

	while (!(err = ask_for_turn(d, compares, ids, &before, why)) && !d->turn)
		if (caller_rest(d->memory->caller, before < WAIT_MOST_MS ? (int64_t)before : WAIT_MOST_MS))
			return complain(why, ERR_IO, "%s: waiting for a turn was stopped", caller_shown(d->memory->caller));
	return err;
}

status divided_end_turn(divided *d, status err, complaint *why)
{
	char session[COMMAND_NUMBER], turn[COMMAND_NUMBER];
	command c = memory_command(d->memory, "FIRSTPRINT.DONE", caller_name(d->memory->caller), session);
	complaint none = {""};
	status last;

	command_add_number(&c, d->turn, turn);
	last = caller_nothing(d->memory->caller, &c, err ? &none : why);
	return err ? err : last;
}

/* ── all leaves ── */

status divided_call_all(divided *d, const char *name, bool in_turn, const firstprint_span *arguments, size_t n,
			redisReply **replies, complaint *why)
{
	connection *to[MEMORY_SHARDS_MOST];
	char session[COMMAND_NUMBER], turn[COMMAND_NUMBER];
	command *all = arena_zeros(d->arena, d->len, sizeof *all);

	if (!all)
		return ERR_MEMORY;
	for (size_t i = 0; i < d->len; i++) {
		to[i] = d->leaves[i].connection;
		all[i] = memory_command(d->memory, name, d->leaves[i].key, session);
		if (in_turn)
			command_add_number(&all[i], d->turn, turn);
		for (size_t k = 0; k < n; k++)
			command_add(&all[i], arguments[k].at, arguments[k].len);
	}
	return caller_call_all(d->memory->caller, to, all, d->len, replies, why);
}

void divided_free_replies(const divided *d, redisReply **replies)
{
	for (size_t i = 0; i < d->len; i++)
		if (replies[i])
			freeReplyObject(replies[i]);
}

/* ── the head, or one leaf ── */

/* A command of this turn. */
static command turn_command(const divided *d, const char *name, const char *key, char session[COMMAND_NUMBER],
			    char turn[COMMAND_NUMBER])
{
	command c = memory_command(d->memory, name, key, session);

	command_add_number(&c, d->turn, turn);
	return c;
}

/* An argument for each item of the list. at: NULL for the head. */
static status call_with_list(divided *d, const char *name, const leaf *at, const wire_writer *list, size_t item, complaint *why)
{
	char session[COMMAND_NUMBER], turn[COMMAND_NUMBER];
	command c = turn_command(d, name, at ? at->key : caller_name(d->memory->caller), session, turn);
	status err;

	caller_aim(d->memory->caller, at ? at->connection : NULL);
	err = memory_send_list(d->memory, &c, list, item, why);
	caller_aim(d->memory->caller, NULL);
	return err;
}

/* Up to MEMORY_PAGES_MOST of them. */
static status take_some(divided *d, const uint64_t *ids, size_t n, complaint *why)
{
	wire_writer list = {0};
	status err;

	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	err = call_with_list(d, "FIRSTPRINT.ANNOUNCE", NULL, &list, 8, why);
	for (size_t i = 0; i < d->len && !err; i++)
		err = call_with_list(d, "FIRSTPRINT.TAKE", &d->leaves[i], &list, 8, why);
	buffer_free(&list.bytes);
	return err;
}

status divided_take(divided *d, const uint64_t *ids, size_t n, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < n && !err; i += MEMORY_PAGES_MOST)
		err = take_some(d, ids + i, n - i < MEMORY_PAGES_MOST ? n - i : MEMORY_PAGES_MOST, why);
	return err;
}

/* NULL: none has room, and why says so. */
static leaf *choose_leaf(const divided *d, complaint *why)
{
	leaf *best = NULL;

	for (size_t i = 0; i < d->len; i++)
		if (d->leaves[i].has_room && (!best || d->leaves[i].kept < best->kept))
			best = &d->leaves[i];
	if (!best)
		complain(why, ERR_LIMIT, "%s: the memory is full: see memory= of firstprint-redis.so",
			 caller_shown(d->memory->caller));
	return best;
}

status divided_keep(divided *d, const uint64_t *ids, const uint32_t *numbers, size_t n, complaint *why)
{
	wire_writer list = {0};
	leaf *to = choose_leaf(d, why);
	status err;

	if (!to)
		return ERR_LIMIT;
	for (size_t i = 0; i < n; i++) {
		wire_put_number(&list, 8, ids[i]);
		wire_put_number(&list, 4, numbers[i]);
	}
	err = call_with_list(d, "FIRSTPRINT.KEEP", to, &list, 12, why);
	buffer_free(&list.bytes);
	to->kept += n;
	return err;
}

status divided_put(divided *d, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why)
{
	char session[COMMAND_NUMBER], turn[COMMAND_NUMBER];
	leaf *to;
	command c;
	status err;

	if (n == 0)
		return OK;
	to = choose_leaf(d, why);
	if (!to)
		return ERR_LIMIT;
	c = turn_command(d, "FIRSTPRINT.PUT", to->key, session, turn);
	caller_aim(d->memory->caller, to->connection);
	err = memory_send_pages(d->memory, &c, ids, signatures, n, why);
	caller_aim(d->memory->caller, NULL);
	to->kept += n;
	return err;
}
