#include "cluster/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cluster/memory_inside.h"
#include "plugin/verdict_fault.h"

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
	free(m->expected);
	free(m->trusted);
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

bool memory_rest(memory *m, int64_t ms)
{
	return caller_rest(m->caller, ms);
}

/* ── what there is ── */

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

status memory_look(memory *m, arena *a, memory_facts *out, complaint *why)
{
	status err = memory_info_of(m, caller_name(m->caller), a, out, why);

	return err ? err : look_at_role(m, out, why);
}

status memory_info(memory *m, arena *a, memory_facts *out, complaint *why)
{
	status err = memory_look(m, a, out, why);

	return err || !m->divided ? err : divided_add_info(m->divided, a, out, why);
}

const char *memory_role(const memory *m)
{
	return m->divided ? m->divided->role : "";
}

/* ── an owner ── */

static command command_of_owner(const memory *m, const char *name, char session[COMMAND_NUMBER])
{
	return memory_command(m, name, caller_name(m->caller), session);
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

status memory_expect(memory *m, const char *spec, const uint8_t *key)
{
	free(m->expected);
	m->expected = strdup(spec);
	memcpy(m->key, key, sizeof m->key);
	return m->expected ? OK : ERR_MEMORY;
}

/* It may have been lost, and made anew by somebody who does not know it: what they remember cannot be compared with what we sign. */
static status is_expected(const memory *m, const memory_facts *f, complaint *why)
{
	const char *other = m->expected ? memory_difference(f, m->expected, m->key) : NULL;

	if (!other)
		return OK;
	return complain(why, ERR_BUSY,
			"%.250s was lost, and made anew with another %s: see \"A memory that was lost\" in docs/cluster.md",
			memory_shown(m), other);
}

status memory_join(memory *m, const char *owner, memory_joined *out, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	status err = a ? memory_info_of(m, caller_name(m->caller), a, &f, why) : ERR_MEMORY;

	if (!err)
		err = is_expected(m, &f, why);
	if (!err)
		err = look_at_role(m, &f, why);
	snprintf(m->owner, sizeof m->owner, "%s", owner);
	if (!err)
		err = m->divided ? divided_join(m->divided, out, why) : join_whole(m, out, why);
	arena_free(a);
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
	char session[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.REMEMBER", session);

	return memory_send_pages(m, &c, ids, signatures, n, why);
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
	err = memory_send_list(m, &c, &list, 8, why);
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

void memory_leave(memory *m)
{
	char session[COMMAND_NUMBER];
	command c = command_of_owner(m, "FIRSTPRINT.LEAVE", session);
	complaint trouble;

	caller_trouble(m->caller, &trouble);
	if (*m->owner && !*trouble.text)
		caller_once(m->caller, &c);
}

status memory_absent(memory *m, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	return m->divided ? divided_absent(m->divided, ids, n, a, out, len, why)
			  : memory_absent_at(m, caller_name(m->caller), ids, n, a, out, len, why);
}

status memory_withdrawn(memory *m, uint64_t read, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	command c = command_begin("FIRSTPRINT.WITHDRAWN", caller_name(m->caller));
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
