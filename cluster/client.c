#include "cluster/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <xxhash.h>

#include "cluster/client_inside.h"

/* ── opening ── */

status client_open(const char *url, client **out, complaint *why)
{
	client *c = calloc(1, sizeof *c);
	status err = ERR_MEMORY;

	if (c) {
		c->arena = arena_new();
		err = c->arena ? server_open(url, &c->server, why) : ERR_MEMORY;
	}
	if (!err && getrandom(&c->session, sizeof c->session, 0) != sizeof c->session)
		err = complain(why, ERR_IO, "%s", status_text(ERR_IO));
	if (err) {
		client_close(c);
		return *why->text ? err : complain(why, err, "%s", status_text(err));
	}
	c->session |= 1; /* never 0 */
	*out = c;
	return OK;
}

void client_close(client *c)
{
	if (!c)
		return;
	server_close(c->server); /* its thread uses the rest */
	replica_close(c->replica);
	arena_free(c->arena);
	free(c);
}

const char *client_shown(const client *c)
{
	return c->server->shown;
}

requester *client_requester(const client *c)
{
	return c->server->requester;
}

/* ── joining ── */

/* It may have been lost, and made anew by somebody who does not know it: what they remember cannot be compared with what we sign. */
static status expect_index(client *c, const uint8_t *key, client_facts *f, arena *a, complaint *why)
{
	status err = client_head(c, a, f, why);
	const char *other = err ? NULL : client_difference(f, c->filter, key);

	if (!other)
		return err;
	return complain(why, ERR_BUSY,
			"%.250s was lost, and made anew with another %s: see \"An index that was lost\" in docs/cluster.md",
			client_shown(c), other);
}

static uint64_t stamp_of(const client_facts *f)
{
	return XXH3_64bits_withSeed(f->spec, strlen(f->spec), XXH3_64bits(f->key, sizeof f->key));
}

/* Reads the log from its beginning, and joins. */
static status join(client *c, complaint *why)
{
	wire_writer w = {0};
	status err;

	c->at = (log_position){0};
	err = c->replica ? replica_reset(c->replica) : replica_open(c->filter, c->stamp, c->owner, &c->replica);
	if (!err)
		err = client_read(c, why);
	if (err)
		return err;
	client_begin_entry(c, &w);
	entry_put(&w, &(entry_item){.step = STEP_JOIN});
	err = client_append(c, &w, NULL, why);
	if (!err && replica_shares_number(c->replica))
		err = complain(why, ERR_USAGE,
			       "%s: %s has the number of another store: a new store draws another when it is started again",
			       client_shown(c), c->owner);
	return err;
}

status client_join(client *c, filter *f, const uint8_t *key, const char *owner, uint64_t highest, complaint *why)
{
	arena *a = arena_new();
	client_facts facts = {0};
	status err;

	c->filter = f;
	c->has_joined = c->is_compared = false;
	c->request = 0;
	c->session += 2; /* entries that were under way do not count */
	snprintf(c->owner, sizeof c->owner, "%s", owner);
	err = a ? expect_index(c, key, &facts, a, why) : ERR_MEMORY;
	if (!err) {
		c->stamp = stamp_of(&facts);
		c->is_again = facts.is_again;
		c->last_id = highest > facts.first_id ? highest : facts.first_id;
		err = join(c, why);
		c->has_joined = !err;
	}
	arena_free(a);
	return err;
}

int64_t client_age_ms(const client *c, bool *is_again)
{
	*is_again = c->is_again;
	return c->age_ms;
}

/* ── what an owner says of its pages ── */

status client_ids(client *c, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	status err = replica_own_ids(c->replica, a, out, len);

	return err ? complain(why, err, "%s", status_text(err)) : OK;
}

status client_put(client *c, const uint64_t *ids, const firstprint_signature *signatures, const bool *keeps, size_t n,
		  complaint *why)
{
	status err = OK;

	for (size_t at = 0; at < n && !err;) {
		wire_writer w = {0};

		client_begin_entry(c, &w);
		for (; at < n && w.bytes.len < LOG_ENTRY_BYTES; at++)
			entry_put(&w, signatures ? &(entry_item){.step = STEP_PAGE,
								 .id = ids[at],
								 .flags = ENTRY_HELD | (keeps[at] ? ENTRY_KEEP : 0u),
								 .signature = signatures[at]}
						 : &(entry_item){.step = STEP_WITHDRAW, .id = ids[at]});
		err = client_append(c, &w, NULL, why);
	}
	return err;
}

status client_compared(client *c, complaint *why)
{
	wire_writer w = {0};

	c->is_compared = true;
	client_begin_entry(c, &w);
	entry_put(&w, &(entry_item){.step = STEP_COMPARED});
	return client_append(c, &w, NULL, why);
}

void client_leave(client *c)
{
	complaint trouble, none = {""};
	char text[80];
	log_position at = c->at;
	log_reply reply;

	requester_delay(c->server->requester, &trouble);
	if (!c->has_joined || *trouble.text)
		return;
	requester_stop_retrying(c->server->requester);
	client_report(c, true, text, sizeof text);
	log_sync(c->server, &(log_request){.store = c->owner, .report = text}, &at, c->arena, &reply, &none);
}

bool client_has(const client *c, uint64_t id)
{
	return replica_has(c->replica, id);
}

const uint64_t *client_withdrawn(const client *c, size_t *len)
{
	return replica_withdrawn(c->replica, len);
}

/* ── from outside ── */

static status expect_owner(client *c, const char *owner, complaint *why)
{
	arena *a = arena_new();
	client_facts f;
	status err = a ? client_info(c, a, &f, why) : ERR_MEMORY;
	bool is_there = false;

	for (size_t i = 0; !err && i < f.owners_len; i++)
		is_there |= strcmp(f.owners[i].name, owner) == 0;
	if (!err)
		c->stamp = stamp_of(&f);
	arena_free(a);
	if (err || is_there)
		return err;
	return complain(why, ERR_MISSING, "%s: there is no store %.100s", client_shown(c), owner);
}

status client_forget(client *c, const char *owner, complaint *why)
{
	wire_writer w = {0};
	firstprint_span bytes;
	log_reply reply;
	status err = expect_owner(c, owner, why);

	if (err)
		return err;
	entry_begin(&w, "shared-forget", c->stamp, c->session, 1);
	entry_put(&w, &(entry_item){.step = STEP_FORGET, .owner = {owner, strlen(owner)}});
	bytes = (firstprint_span){w.bytes.bytes, w.bytes.len};
	err = w.failed ? ERR_MEMORY
		       : log_sync(c->server, &(log_request){.append = &bytes}, &(log_position){0}, c->arena, &reply, why);
	buffer_free(&w.bytes);
	return err ? err : c->server->log->remove_report(c->server, owner, why);
}

/* ── judging ── */

static status copy_page(client *c, const client_page *from, client_page *to)
{
	*to = *from;
	to->replaced = arena_copy(c->arena, from->replaced, from->replaced_len * sizeof *from->replaced);
	to->signature.bytes = arena_copy(c->arena, from->signature.bytes, from->signature.len);
	return to->replaced && to->signature.bytes ? OK : ERR_MEMORY;
}

status client_ask(client *c, const client_page *pages, size_t n)
{
	status err;

	arena_reset(c->arena);
	c->pages = arena_zeros(c->arena, n + 1, sizeof *c->pages);
	c->answers = arena_zeros(c->arena, n + 1, sizeof *c->answers);
	c->len = n;
	err = c->pages && c->answers ? OK : ERR_MEMORY;
	for (size_t i = 0; i < n && !err; i++)
		err = copy_page(c, &pages[i], &c->pages[i]);
	return err ? err : requester_start(c->server->requester, client_judge, c);
}

status client_take(client *c, bool wait, bool *taken, const client_answer **out, complaint *why)
{
	status err = requester_end(c->server->requester, wait, taken, why);

	*out = c->answers;
	return err;
}
