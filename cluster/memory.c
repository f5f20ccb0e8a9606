#include "cluster/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cluster/memory_inside.h"
#include "plugin/verdict_fault.h"

static command command_of(const memory *m, const char *name)
{
	command c = {.argc = 0};

	command_add_text(&c, name);
	command_add_text(&c, caller_name(m->caller));
	return c;
}

/* ── opening ── */

status memory_open(const char *url, memory **out, complaint *why)
{
	memory *m = calloc(1, sizeof *m);
	status err;

	if (!m)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	m->url = strdup(url);
	err = m->url ? caller_open(url, &m->caller, why) : ERR_MEMORY;
	if (!err && getrandom(&m->session, sizeof m->session, 0) != sizeof m->session)
		err = complain(why, ERR_IO, "%s", status_text(ERR_IO));
	if (err) {
		memory_close(m);
		return err;
	}
	m->session = m->session >> 1 | 1; /* no sign, never 0 */
	*out = m;
	return OK;
}

void memory_close(memory *m)
{
	if (!m)
		return;
	caller_close(m->caller); /* its thread uses the rest */
	divided_close(m->divided);
	if (m->reply)
		freeReplyObject(m->reply);
	for (size_t i = 0; i < MEMORY_PAGES_MOST; i++)
		buffer_free(&m->pages[i].bytes);
	free(m->url);
	free(m);
}

const char *memory_shown(const memory *m)
{
	return caller_shown(m->caller);
}

void memory_insist(memory *m, int stop_fd)
{
	caller_insist(m->caller, stop_fd);
}

/* ── what there is ── */

static const redisReply *field(const redisReply *r, const char *name)
{
	for (size_t i = 0; i + 1 < r->elements; i += 2)
		if (r->element[i]->type == REDIS_REPLY_STRING && strcmp(r->element[i]->str, name) == 0)
			return r->element[i + 1];
	return NULL;
}

static uint64_t field_number(const redisReply *r, const char *name)
{
	const redisReply *x = field(r, name);

	return x && x->type == REDIS_REPLY_INTEGER ? (uint64_t)x->integer : 0;
}

static const char *field_text(const redisReply *r, const char *name, arena *a)
{
	const redisReply *x = field(r, name);

	return x && x->type == REDIS_REPLY_STRING ? arena_text(a, x->str, (size_t)x->len) : NULL;
}

static bool read_owner(const redisReply *r, arena *a, memory_owner *out)
{
	if (r->type != REDIS_REPLY_ARRAY || r->elements < 6 || r->element[0]->type != REDIS_REPLY_STRING)
		return false;
	*out = (memory_owner){.name = arena_text(a, r->element[0]->str, (size_t)r->element[0]->len),
			      .pages = (uint64_t)r->element[1]->integer,
			      .silent_ms = r->element[2]->integer,
			      .is_compared = r->element[3]->integer != 0,
			      .is_behind = r->element[4]->integer != 0,
			      .requests = (uint64_t)r->element[5]->integer};
	return out->name != NULL;
}

static bool read_facts(const redisReply *r, arena *a, memory_facts *out)
{
	const redisReply *key = field(r, "key"), *owners = field(r, "owners");

	*out = (memory_facts){.spec = field_text(r, "spec", a),
			      .files = field_text(r, "files", a),
			      .role = field_text(r, "role", a),
			      .pages = field_number(r, "pages"),
			      .next_id = field_number(r, "next-id"),
			      .bytes = field_number(r, "memory"),
			      .bytes_most = field_number(r, "memory-most"),
			      .withdrawn = field_number(r, "withdrawn"),
			      .is_recovering = field_number(r, "recovering") != 0};
	if (!out->spec || !out->files || !out->role || !key || key->type != REDIS_REPLY_STRING || key->len != MEMORY_KEY_SIZE ||
	    !owners || owners->type != REDIS_REPLY_ARRAY)
		return false;
	memcpy(out->key, key->str, MEMORY_KEY_SIZE);
	out->owners = arena_zeros(a, owners->elements + 1, sizeof *out->owners);
	for (size_t i = 0; out->owners && i < owners->elements; i++)
		if (read_owner(owners->element[i], a, &out->owners[out->owners_len]))
			out->owners_len++;
	return out->owners != NULL;
}

status memory_info_of(memory *m, const char *key, arena *a, memory_facts *out, complaint *why)
{
	command c = {.argc = 0};
	redisReply *r;
	status err;

	command_add_text(&c, "FIRSTPRINT.INFO");
	command_add_text(&c, key);
	err = caller_call(m->caller, &c, &r, why);
	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || !read_facts(r, a, out))
		err = caller_no_answer(m->caller, why);
	freeReplyObject(r);
	return err;
}

/* Looks whether the memory is one shard, or has leaves by now, and which. */
static status look_at_role(memory *m, const memory_facts *f, complaint *why)
{
	const char *role = f->role ? f->role : "";

	if (m->divided && strcmp(m->divided->role, role) == 0)
		return OK;
	divided_close(m->divided);
	m->divided = NULL;
	return *role ? divided_open(m, f, &m->divided, why) : OK;
}

status memory_info(memory *m, arena *a, memory_facts *out, complaint *why)
{
	status err = memory_info_of(m, caller_name(m->caller), a, out, why);

	if (!err)
		err = look_at_role(m, out, why);
	return err || !m->divided ? err : divided_add_info(m->divided, a, out, why);
}

status memory_create_shard(memory *m, const char *key, const memory_facts *like, uint64_t first_id, bool again,
			   const char *role, complaint *why)
{
	command c = {.argc = 0};
	char first[COMMAND_NUMBER];

	command_add_text(&c, "FIRSTPRINT.CREATE");
	command_add_text(&c, key);
	command_add_text(&c, like->spec);
	command_add_text(&c, like->files);
	command_add(&c, like->key, MEMORY_KEY_SIZE);
	command_add_number(&c, first_id, first);
	command_add_text(&c, again ? "1" : "0");
	command_add_text(&c, role);
	return caller_nothing(m->caller, &c, why);
}

/* The head comes last: who finds it finds its leaves. */
static status create_divided(memory *m, const memory_facts *like, uint64_t first_id, size_t shards, complaint *why)
{
	arena *a = arena_new();
	const char *role;
	status err = a ? places_choose(m, "", shards, a, &role, why) : ERR_MEMORY;

	if (!err)
		err = divided_create_leaves(m, like, role, why);
	if (!err)
		err = memory_create_shard(m, caller_name(m->caller), like, first_id, like->is_recovering, role, why);
	arena_free(a);
	return err;
}

status memory_create(memory *m, const memory_facts *like, uint64_t first_id, size_t shards, complaint *why)
{
	return shards > 1 ? create_divided(m, like, first_id, shards, why)
			  : memory_create_shard(m, caller_name(m->caller), like, first_id, like->is_recovering, "", why);
}

status memory_create_again(memory *m, const memory_facts *like, uint64_t first_id, complaint *why)
{
	return memory_create_shard(m, caller_name(m->caller), like, first_id, true, like->role ? like->role : "", why);
}

const char *memory_role(const memory *m)
{
	return m->divided ? m->divided->role : "";
}

status memory_add_shard(memory *m, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	const char *leaf;
	status err = a ? memory_info(m, a, &f, why) : ERR_MEMORY;

	if (!err && !m->divided)
		err = complain(why, ERR_USAGE, "%s is one shard: see docs/cluster.md on how it is made anew on several",
			       memory_shown(m));
	if (!err)
		err = places_choose(m, f.role, 1, a, &leaf, why);
	if (!err)
		err = divided_create_leaves(m, &f, leaf, why);
	if (!err) {
		command c = command_of(m, "FIRSTPRINT.GROW");

		command_add_text(&c, leaf);
		err = caller_nothing(m->caller, &c, why);
	}
	arena_free(a);
	return err;
}

/* ── an owner ── */

command memory_command(const memory *m, const char *name, const char *key, char room[COMMAND_NUMBER])
{
	command c = {.argc = 0};

	command_add_text(&c, name);
	command_add_text(&c, key);
	command_add_text(&c, m->owner);
	command_add_number(&c, m->session, room);
	return c;
}

static command command_of_owner(const memory *m, const char *name, char session[COMMAND_NUMBER])
{
	return memory_command(m, name, caller_name(m->caller), session);
}

status memory_forget_at(memory *m, const char *key, const char *owner, uint64_t *left, complaint *why)
{
	command c = {.argc = 0};
	int64_t number;
	status err;

	command_add_text(&c, "FIRSTPRINT.FORGET");
	command_add_text(&c, key);
	command_add_text(&c, owner);
	err = caller_number(m->caller, &c, &number, why);
	*left = err ? 0 : (uint64_t)number;
	return err;
}

status memory_forget(memory *m, const char *owner, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	uint64_t left = 1;
	status err = a ? memory_info(m, a, &f, why) : ERR_MEMORY;

	if (!err && m->divided)
		err = divided_forget(m->divided, owner, why);
	else
		while (!err && left)
			err = memory_forget_at(m, caller_name(m->caller), owner, &left, why);
	arena_free(a);
	return err;
}

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

static status join_whole(memory *m, memory_joined *out, complaint *why)
{
	shard_joined x = {0};
	status err = memory_join_shard(m, caller_name(m->caller), 0, &x, why);

	if (err)
		return err;
	m->asked = x.asked;
	*out = (memory_joined){x.epoch, x.withdrawn_first, x.withdrawn_last};
	return OK;
}

status memory_join(memory *m, const char *owner, memory_joined *out, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	status err = a ? memory_info_of(m, caller_name(m->caller), a, &f, why) : ERR_MEMORY;

	if (!err)
		err = look_at_role(m, &f, why);
	snprintf(m->owner, sizeof m->owner, "%s", owner);
	if (!err)
		err = m->divided ? divided_join(m->divided, out, why) : join_whole(m, out, why);
	arena_free(a);
	return err;
}

/* Numbers of 8 bytes, appended to the array in a. */
static status add_numbers(const memory *m, wire_reader in, arena *a, uint64_t **all, size_t *len, complaint *why)
{
	size_t n = wire_left(&in) / 8;
	uint64_t *longer = arena_alloc(a, (*len + n + 1) * sizeof **all);

	if (wire_left(&in) % 8)
		return caller_no_answer(m->caller, why);
	if (!longer)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	if (*len)
		memcpy(longer, *all, *len * sizeof **all);
	for (size_t i = 0; i < n; i++)
		longer[(*len)++] = wire_number(&in, 8);
	*all = longer;
	return OK;
}

/* One piece of the list. *after: where it goes on; 0: that was all. */
static status add_ids(memory *m, const char *key, uint64_t *after, arena *a, uint64_t **out, size_t *len, complaint *why)
{
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
	err = in.bad ? caller_no_answer(m->caller, why) : add_numbers(m, in, a, out, len, why);
	freeReplyObject(r);
	return err;
}

status memory_add_ids(memory *m, const char *key, arena *a, uint64_t **all, size_t *len, complaint *why)
{
	uint64_t after = 0;
	status err;

	do
		err = add_ids(m, key, &after, a, all, len, why);
	while (!err && after);
	return err;
}

status memory_ids(memory *m, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	*out = NULL;
	*len = 0;
	return m->divided ? divided_ids(m->divided, a, out, len, why)
			  : memory_add_ids(m, caller_name(m->caller), a, out, len, why);
}

static status remember(memory *m, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why)
{
	wire_writer pages[MEMORY_PAGES_MOST] = {{{0}, false}};
	char session[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.REMEMBER", session);
	status err = OK;

	for (size_t i = 0; i < n; i++) {
		wire_put_number(&pages[i], 8, ids[i]);
		wire_put_bytes(&pages[i], signatures[i].bytes, signatures[i].len);
		err = pages[i].failed ? ERR_MEMORY : err;
		command_add(&c, pages[i].bytes.bytes, pages[i].bytes.len);
	}
	err = err ? complain(why, err, "%s", status_text(err)) : caller_nothing(m->caller, &c, why);
	for (size_t i = 0; i < n; i++)
		buffer_free(&pages[i].bytes);
	return err;
}

status memory_remember(memory *m, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why)
{
	return m->divided ? divided_remember(m->divided, ids, signatures, n, why) : remember(m, ids, signatures, n, why);
}

static status withdraw(memory *m, const uint64_t *ids, size_t n, complaint *why)
{
	wire_writer list = {0};
	char session[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.WITHDRAW", session);
	status err;

	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	for (size_t i = 0; i < n && !list.failed; i++)
		command_add(&c, list.bytes.bytes + i * 8, 8);
	err = list.failed ? complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY)) : caller_nothing(m->caller, &c, why);
	buffer_free(&list.bytes);
	return err;
}

status memory_withdraw(memory *m, const uint64_t *ids, size_t n, complaint *why)
{
	return m->divided ? divided_withdraw(m->divided, ids, n, why) : withdraw(m, ids, n, why);
}

status memory_compared(memory *m, uint64_t highest, complaint *why)
{
	char session[COMMAND_NUMBER], number[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.COMPARED", session);

	if (m->divided)
		return divided_compared(m->divided, highest, why);
	command_add_number(&c, highest, number);
	return caller_nothing(m->caller, &c, why);
}

status memory_numbers(memory *m, const command *c, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	redisReply *r;
	status err = caller_call(m->caller, c, &r, why);

	*out = NULL;
	*len = 0;
	if (err)
		return err;
	err = r->type != REDIS_REPLY_STRING ? caller_no_answer(m->caller, why)
					    : add_numbers(m, wire_read(r->str, (size_t)r->len), a, out, len, why);
	freeReplyObject(r);
	return err;
}

status memory_absent(memory *m, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.ABSENT");
	wire_writer list = {0};
	status err;

	if (m->divided)
		return divided_absent(m->divided, ids, n, a, out, len, why);
	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	command_add(&c, n ? list.bytes.bytes : "", list.bytes.len);
	err = list.failed ? complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY)) : memory_numbers(m, &c, a, out, len, why);
	buffer_free(&list.bytes);
	return err;
}

status memory_withdrawn(memory *m, uint64_t read, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.WITHDRAWN");
	char number[COMMAND_NUMBER];

	command_add_number(&c, read, number);
	return memory_numbers(m, &c, a, out, len, why);
}

/* ── judging ── */

/* On the caller's thread. The request stays as it is until it is answered. */
static status ask_now(void *ctx, complaint *why)
{
	memory *m = ctx;
	char session[COMMAND_NUMBER], number[COMMAND_NUMBER], read[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.JUDGE", session);

	if (m->divided)
		return divided_judge(m->divided, why);
	command_add_number(&c, m->asked + 1, number);
	command_add_number(&c, m->read, read);
	for (size_t i = 0; i < m->pages_len; i++)
		command_add(&c, m->pages[i].bytes.bytes, m->pages[i].bytes.len);
	return caller_call(m->caller, &c, &m->reply, why);
}

status memory_ask(memory *m, uint64_t read, const wire_page *pages, size_t n)
{
	bool failed = false;

	for (size_t i = 0; i < n; i++) {
		buffer_clear(&m->pages[i].bytes);
		m->pages[i].failed = false;
		wire_put_page(&m->pages[i], &pages[i]);
		failed |= m->pages[i].failed;
	}
	if (failed)
		return ERR_MEMORY;
	m->read = read;
	m->pages_len = n;
	if (m->reply)
		freeReplyObject(m->reply);
	m->reply = NULL;
	return caller_start(m->caller, ask_now, m);
}

int memory_fd(const memory *m)
{
	return caller_fd(m->caller);
}

static status read_answers(memory *m, arena *a, wire_answer **out, uint64_t *withdrawn, complaint *why)
{
	wire_reader in = wire_read(m->reply->str, m->reply->type == REDIS_REPLY_STRING ? (size_t)m->reply->len : 0);
	complaint fault = {""};
	status err;

	*withdrawn = wire_number(&in, 8);
	err = wire_get_answers(&in, m->pages_len, a, out);
	for (size_t i = 0; i < m->pages_len && !err; i++)
		if (!(*out)[i].is_bad && verdict_fault(&(*out)[i].verdict, NULL, &fault))
			return complain(why, ERR_FORMAT, "%.250s: %.200s", memory_shown(m), fault.text);
	return err == ERR_FORMAT ? caller_no_answer(m->caller, why) : err ? complain(why, err, "%s", status_text(err)) : OK;
}

status memory_take(memory *m, bool wait, arena *a, bool *taken, wire_answer **out, uint64_t *withdrawn, complaint *why)
{
	status err = caller_end(m->caller, wait, taken, why);

	if (err || !*taken)
		return err;
	if (m->divided) {
		*out = m->divided->answers;
		*withdrawn = m->divided->withdrawn_last;
		return OK;
	}
	m->asked++;
	return read_answers(m, a, out, withdrawn, why);
}

void memory_trouble(memory *m, complaint *out)
{
	caller_trouble(m->caller, out);
}
