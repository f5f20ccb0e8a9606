/* memory_shard — what one shard is asked, or the head: a command each. Those that only a memory of one shard knows stand in memory.c, those
 * that only leaves know in divided_turn.c. */
#include <stdlib.h>
#include <string.h>

#include "cluster/memory_inside.h"

/* ── arguments and answers ── */

command memory_command(const memory *m, const char *name, const char *key, char room[COMMAND_NUMBER])
{
	command c = command_begin(name, key);

	command_add_text(&c, m->owner);
	command_add_number(&c, m->session, room);
	return c;
}

status memory_send_pages(memory *m, command *c, const uint64_t *ids, const firstprint_signature *signatures, size_t n,
			 complaint *why)
{
	wire_writer pages[MEMORY_PAGES_MOST] = {{{0}, false}};
	status err = OK;

	for (size_t i = 0; i < n; i++) {
		wire_put_number(&pages[i], 8, ids[i]);
		wire_put_bytes(&pages[i], signatures[i].bytes, signatures[i].len);
		err = pages[i].failed ? ERR_MEMORY : err;
		command_add(c, pages[i].bytes.bytes, pages[i].bytes.len);
	}
	err = err ? complain(why, err, "%s", status_text(err)) : caller_nothing(m->caller, c, why);
	for (size_t i = 0; i < n; i++)
		buffer_free(&pages[i].bytes);
	return err;
}

status memory_send_list(memory *m, command *c, const wire_writer *list, size_t item, complaint *why)
{
	if (list->failed)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	for (size_t i = 0; i < list->bytes.len; i += item)
		command_add(c, list->bytes.bytes + i, item);
	return caller_nothing(m->caller, c, why);
}

/* Numbers in an arena. */
typedef struct number_list {
	uint64_t *items;
	size_t len, room;
} number_list;

/* Adds numbers of 8 bytes. */
static status add_numbers(const memory *m, wire_reader in, arena *a, number_list *to, complaint *why)
{
	if (wire_left(&in) % 8)
		return caller_no_answer(m->caller, why);
	while (wire_left(&in)) {
		uint64_t *items = arena_grow(a, to->items, to->len, &to->room, sizeof *items);

		if (!items)
			return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
		to->items = items;
		items[to->len++] = wire_number(&in, 8);
	}
	return OK;
}

status memory_numbers(memory *m, const command *c, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	number_list list = {0};
	redisReply *r;
	status err = caller_call(m->caller, c, &r, why);

	*out = NULL;
	*len = 0;
	if (err)
		return err;
	err = r->type != REDIS_REPLY_STRING ? caller_no_answer(m->caller, why)
					    : add_numbers(m, wire_read(r->str, (size_t)r->len), a, &list, why);
	freeReplyObject(r);
	*out = list.items;
	*len = list.len;
	return err;
}

/* ── making and forgetting ── */

status memory_create_shard(memory *m, const char *key, const memory_facts *like, uint64_t first_id, bool again,
			   const char *role, complaint *why)
{
	command c = command_begin("FIRSTPRINT.CREATE", key);
	char first[COMMAND_NUMBER];

	command_add_text(&c, like->spec);
	command_add_text(&c, like->files);
	command_add(&c, like->key, MEMORY_KEY_SIZE);
	command_add_number(&c, first_id, first);
	command_add_text(&c, again ? "1" : "0");
	command_add_text(&c, role);
	return caller_nothing(m->caller, &c, why);
}

/* A command forgets some, and says how many are left: fewer each time. */
status memory_forget_at(memory *m, const char *key, const char *owner, complaint *why)
{
	command c = command_begin("FIRSTPRINT.FORGET", key);
	int64_t left = INT64_MAX, before;
	status err = OK;

	command_add_text(&c, owner);
	do {
		before = left;
		err = caller_number(m->caller, &c, &left, why);
		if (!err && (left < 0 || left >= before))
			err = caller_no_answer(m->caller, why);
	} while (!err && left);
	return err;
}

/* ── an owner ── */

static bool read_joined(const redisReply *r, shard_joined *out)
{
	if (r->type != REDIS_REPLY_ARRAY || r->elements != 7 || r->element[1]->type != REDIS_REPLY_STRING)
		return false;
	*out = (shard_joined){.asked = (uint64_t)r->element[0]->integer,
			      .epoch = strtoull(r->element[1]->str, NULL, 10),
			      .withdrawn_first = (uint64_t)r->element[2]->integer,
			      .withdrawn_last = (uint64_t)r->element[3]->integer,
			      .epoch_first = (uint64_t)r->element[4]->integer,
			      .next_id = (uint64_t)r->element[5]->integer,
			      .turn = (uint64_t)r->element[6]->integer};
	return true;
}

status memory_join_shard(memory *m, const char *key, uint64_t leaves, shard_joined *out, complaint *why)
{
	char session[COMMAND_NUMBER], number[COMMAND_NUMBER];
	command c = memory_command(m, "FIRSTPRINT.JOIN", key, session);
	redisReply *r;
	status err;

	if (leaves)
		command_add_number(&c, leaves, number);
	err = caller_call(m->caller, &c, &r, why);
	if (err)
		return err;
	if (!read_joined(r, out))
		err = caller_no_answer(m->caller, why);
	freeReplyObject(r);
	return err;
}

/* One piece of the list. *after: where it goes on, always further on; 0: that was all. */
static status add_ids(memory *m, const char *key, uint64_t *after, arena *a, number_list *to, complaint *why)
{
	uint64_t before = *after;
	char session[COMMAND_NUMBER], from[COMMAND_NUMBER];
	command c = memory_command(m, "FIRSTPRINT.IDS", key, session);
	redisReply *r;
	wire_reader in;
	status err;

	command_add_number(&c, *after, from);
	err = caller_call(m->caller, &c, &r, why);
	if (err)
		return err;
	in = wire_read(r->str, r->type == REDIS_REPLY_STRING ? (size_t)r->len : 0);
	*after = wire_number(&in, 8);
	err = in.bad || (*after && (*after <= before || *after > UINT32_MAX)) ? caller_no_answer(m->caller, why)
									      : add_numbers(m, in, a, to, why);
	freeReplyObject(r);
	return err;
}

status memory_add_ids(memory *m, const char *key, arena *a, uint64_t **all, size_t *len, complaint *why)
{
	number_list list = {*all, *len, *len}; /* the first of ours goes into an array of its own */
	uint64_t after = 0;
	status err;

	do
		err = add_ids(m, key, &after, a, &list, why);
	while (!err && after);
	*all = list.items;
	*len = list.len;
	return err;
}

status memory_absent_at(memory *m, const char *key, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len,
			complaint *why)
{
	command c = command_begin("FIRSTPRINT.ABSENT", key);
	wire_writer list = {0};
	status err;

	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	command_add(&c, n ? list.bytes.bytes : "", list.bytes.len);
	err = list.failed ? complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY)) : memory_numbers(m, &c, a, out, len, why);
	buffer_free(&list.bytes);
	return err;
}
