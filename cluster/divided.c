#include <stdlib.h>
#include <string.h>

#include "cluster/memory_inside.h"

enum { YOUNGER_MOST = 16 }; /* that are withdrawn for one page: they repeat each other, too */

/* ── opening ── */

static status open_leaf(divided *d, const char *key, complaint *why)
{
	leaf *x = &d->leaves[d->len];

	*x = (leaf){.key = key, .has_room = true};
	return connection_open_key(d->memory->url, key, &x->connection, why);
}

/* The keys are words of the role. */
static status open_leaves(divided *d, complaint *why)
{
	char *keys = arena_text(d->lasting, d->role, strlen(d->role)), *rest = NULL;
	status err = OK;

	d->leaves = keys ? arena_zeros(d->lasting, MEMORY_SHARDS_MOST, sizeof *d->leaves) : NULL;
	if (!d->leaves)
		return ERR_MEMORY;
	for (char *key = strtok_r(keys, " ", &rest); key && !err; key = strtok_r(NULL, " ", &rest), d->len += !err)
		err = d->len < MEMORY_SHARDS_MOST ? open_leaf(d, key, why) : ERR_FORMAT;
	return err || d->len ? err : ERR_FORMAT;
}

static status open_filter(divided *d, const memory_facts *f, complaint *why)
{
	filter_settings settings = {.files = f->files, .trusts_files = true, .key = d->facts.key}; /* memory_may_load */
	status err = memory_may_load(d->memory, f, why);

	if (err)
		return err;
	d->facts = (memory_facts){.spec = arena_text(d->lasting, f->spec, strlen(f->spec)),
				  .files = arena_text(d->lasting, f->files, strlen(f->files))};
	memcpy(d->facts.key, f->key, sizeof d->facts.key);
	settings.spec = d->facts.spec;
	return d->facts.spec && d->facts.files ? filter_open_with(&settings, &d->filter, why) : ERR_MEMORY;
}

status divided_open(memory *m, const memory_facts *f, divided **out, complaint *why)
{
	divided *d = calloc(1, sizeof *d);
	status err = ERR_MEMORY;

	if (d) {
		*d = (divided){.memory = m, .role = strdup(f->role), .lasting = arena_new(), .arena = arena_new()};
		err = d->role && d->lasting && d->arena ? open_filter(d, f, why) : ERR_MEMORY;
	}
	if (!err)
		err = open_leaves(d, why);
	if (err == ERR_FORMAT)
		err = caller_no_answer(m->caller, why);
	if (err) {
		divided_close(d);
		return complain(*why->text ? NULL : why, err, "%s", status_text(err));
	}
	*out = d;
	return OK;
}

void divided_close(divided *d)
{
	if (!d)
		return;
	for (size_t i = 0; d->leaves && i < d->len; i++)
		connection_close(d->leaves[i].connection);
	filter_close(d->filter);
	arena_free(d->lasting);
	arena_free(d->arena);
	free(d->role);
	free(d);
}

/* ── making and deleting ── */

/* What is done with a key that is no leaf of ours yet, or not any more, on the server that has it. */
typedef status leaf_task(memory *m, const char *key, const memory_facts *like, complaint *why);

static status do_at(memory *m, const char *key, leaf_task *task, const memory_facts *like, complaint *why)
{
	connection *to;
	status err = connection_open_key(m->url, key, &to, why);

	if (err)
		return err;
	caller_aim(m->caller, to);
	err = task(m, key, like, why);
	caller_aim(m->caller, NULL);
	connection_close(to);
	return err;
}

static status create_leaf(memory *m, const char *key, const memory_facts *like, complaint *why)
{
	status err = memory_create_shard(m, key, like, 1, false, MEMORY_LEAF, why);

	return err != ERR_BUSY
		       ? err
		       : complain(
				 why, err,
				 "%.200s: there is a shard %.100s, of a memory that was lost, or that was not made to its end: "
				 "start one of its stores, or delete this key in Redis",
				 caller_shown(m->caller), key);
}

static status delete_leaf(memory *m, const char *key, const memory_facts *like, complaint *why)
{
	(void)like;
	return caller_delete(m->caller, key, why);
}

/* For the first `most` of the keys. *done: for so many it was. */
static status do_at_all(memory *m, const char *keys, size_t most, leaf_task *task, const memory_facts *like, size_t *done,
			complaint *why)
{
	char *copy = strdup(keys), *rest = NULL;
	status err = copy ? OK : ERR_MEMORY;

	*done = 0;
	for (char *key = copy ? strtok_r(copy, " ", &rest) : NULL; key && !err && *done < most;
	     key = strtok_r(NULL, " ", &rest)) {
		err = do_at(m, key, task, like, why);
		*done += !err;
	}
	free(copy);
	return err;
}

status divided_create_leaves(memory *m, const memory_facts *like, const char *keys, complaint *why)
{
	size_t made, ignored;
	complaint none = {""};
	status err = do_at_all(m, keys, MEMORY_SHARDS_MOST, create_leaf, like, &made, why);

	if (err)
		do_at_all(m, keys, made, delete_leaf, like, &ignored, &none);
	return err;
}

status divided_delete_leaves(divided *d, complaint *why)
{
	status first = OK;

	for (size_t i = 0; i < d->len; i++) {
		complaint cause = {""};
		status err;

		caller_aim(d->memory->caller, d->leaves[i].connection);
		err = caller_delete(d->memory->caller, d->leaves[i].key, &cause);
		caller_aim(d->memory->caller, NULL);
		if (err && !first)
			first = complain(why, err, "%s", cause.text);
	}
	return first;
}

/* ── joining ── */

/* With another key or filter it is of another memory, which was made in the place of ours, and not to its end. */
static status is_our_leaf(divided *d, const char *key, complaint *why)
{
	arena *a = arena_new();
	const char *other = NULL;
	memory_facts f;
	status err = a ? memory_info_of(d->memory, key, a, &f, why) : ERR_MEMORY;

	if (!err)
		other = memory_difference(&f, filter_spec(d->filter), d->facts.key);
	if (other)
		err = complain(why, ERR_BUSY,
			       "%.200s: the shard %.100s has another %s, that of another memory: delete this key in Redis",
			       caller_shown(d->memory->caller), key, other);
	arena_free(a);
	return err;
}

/* One that is lost is made again. */
static status join_leaf(divided *d, size_t i, shard_joined *out, complaint *why)
{
	memory *m = d->memory;
	const char *key = d->leaves[i].key;
	complaint cause = {""};
	status err;

	caller_aim(m->caller, d->leaves[i].connection);
	err = memory_join_shard(m, key, 0, out, &cause);
	if (err == ERR_MISSING) {
		err = memory_create_shard(m, key, &d->facts, 1, false, MEMORY_LEAF, why);
		if (!err || err == ERR_BUSY)
			err = memory_join_shard(m, key, 0, out, why);
	} else if (err) {
		complain(why, err, "%s", cause.text);
	}
	if (!err)
		err = is_our_leaf(d, key, why);
	caller_aim(m->caller, NULL);
	return err;
}

/* Another number whenever one of them is another; never 0. */
static uint64_t mix_epochs(uint64_t all, uint64_t epoch)
{
	all = (all ^ epoch) * 0xbf58476d1ce4e5b9u;
	return (all ^ all >> 29) >> 2 | 1;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

status divided_join(divided *d, memory_joined *out, complaint *why)
{
	shard_joined x = {0};
	uint64_t epochs = 0;
	status err = OK;

	d->highest = d->turn_met = 0;
	for (size_t i = 0; i < d->len && !err; i++) {
		err = join_leaf(d, i, &x, why);
		epochs = mix_epochs(epochs, x.epoch);
		d->highest = larger(d->highest, x.next_id - 1);
		d->turn_met = larger(d->turn_met, x.turn);
	}
	if (!err)
		err = memory_join_shard(d->memory, caller_name(d->memory->caller), epochs, &x, why);
	if (err)
		return err;
	d->epoch_first = x.epoch_first;
	d->is_late = x.next_id > x.epoch_first;
	*out = (memory_joined){x.epoch, x.withdrawn_first, x.withdrawn_last};
	return OK;
}

status divided_compared(divided *d, uint64_t highest, complaint *why)
{
	char session[COMMAND_NUMBER], number[COMMAND_NUMBER], turn[COMMAND_NUMBER];
	command c = memory_command(d->memory, "FIRSTPRINT.COMPARED", caller_name(d->memory->caller), session);

	command_add_number(&c, larger(highest, d->highest), number);
	command_add_number(&c, d->turn_met, turn);
	return caller_nothing(d->memory->caller, &c, why);
}

/* ── comparing ── */

status divided_ids(divided *d, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < d->len && !err; i++) {
		caller_aim(d->memory->caller, d->leaves[i].connection);
		err = memory_add_ids(d->memory, d->leaves[i].key, a, out, len, why);
		caller_aim(d->memory->caller, NULL);
	}
	return err;
}

/* Withdraws the pages of this epoch that repeat a page which is older, and was away. */
static status take_younger(divided *d, uint64_t id, const firstprint_signature *sig, complaint *why)
{
	firstprint_verdict *links, v;
	bool *is_bad;
	status err = OK;

	for (int n = 0; n < YOUNGER_MOST && !err; n++) {
		err = divided_check(d, sig, 1, &links, &is_bad, why);
		if (err || *is_bad)
			return err;
		v = links[filter_decide(d->filter, links)];
		if (!filter_kind_drops(v.kind) || v.of < d->epoch_first || v.of < id)
			return OK;
		err = divided_take(d, &v.of, 1, why);
	}
	return err;
}

status divided_remember(divided *d, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why)
{
	status err = divided_begin_turn(d, true, 0, why);

	if (err)
		return err;
	arena_reset(d->arena);
	for (size_t i = 0; i < n && d->is_late && !err; i++)
		if (ids[i] < d->epoch_first)
			err = take_younger(d, ids[i], &signatures[i], why);
	if (!err)
		err = divided_put(d, ids, signatures, n, why);
	return divided_end_turn(d, err, why);
}

status divided_withdraw(divided *d, const uint64_t *ids, size_t n, complaint *why)
{
	status err = divided_begin_turn(d, true, 0, why);

	return err ? err : divided_end_turn(d, divided_take(d, ids, n, why), why);
}

/* Those that no leaf has: the next one is asked for what the one before has not. */
status divided_absent(divided *d, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	status err = OK;

	*out = (uint64_t *)ids;
	*len = n;
	for (size_t i = 0; i < d->len && *len && !err; i++) {
		caller_aim(d->memory->caller, d->leaves[i].connection);
		err = memory_absent_at(d->memory, d->leaves[i].key, *out, *len, a, out, len, why);
		caller_aim(d->memory->caller, NULL);
	}
	return err;
}

/* ── what there is ── */

static void add_owner(memory_facts *f, const memory_owner *o)
{
	for (size_t i = 0; i < f->owners_len; i++)
		if (strcmp(f->owners[i].name, o->name) == 0)
			f->owners[i].pages += o->pages;
}

/* What one leaf has. One that is lost has nothing. */
static status add_leaf(divided *d, const leaf *at, arena *a, memory_facts *f, complaint *why)
{
	char where[CONNECTION_AT_MAX];
	memory_facts x = {0};
	complaint cause = {""};
	status err;

	caller_aim(d->memory->caller, at->connection);
	err = memory_info_of(d->memory, at->key, a, &x, &cause);
	caller_aim(d->memory->caller, NULL);
	if (err && err != ERR_MISSING)
		return complain(why, err, "%s", cause.text);
	connection_at(at->connection, where);
	f->shards[f->shards_len++] = (memory_shard){.key = arena_text(a, at->key, strlen(at->key)),
						    .at = arena_text(a, where, strlen(where)),
						    .pages = x.pages,
						    .bytes = x.bytes,
						    .bytes_most = x.bytes_most,
						    .is_lost = err == ERR_MISSING};
	f->pages += x.pages;
	f->bytes += x.bytes;
	f->bytes_most += x.bytes_most;
	for (size_t k = 0; k < x.owners_len; k++)
		add_owner(f, &x.owners[k]);
	return f->shards[f->shards_len - 1].key && f->shards[f->shards_len - 1].at ? OK : ERR_MEMORY;
}

status divided_add_info(divided *d, arena *a, memory_facts *f, complaint *why)
{
	status err = OK;

	f->shards = arena_zeros(a, d->len + 1, sizeof *f->shards);
	for (size_t i = 0; f->shards && i < d->len && !err; i++)
		err = add_leaf(d, &d->leaves[i], a, f, why);
	return f->shards ? err : ERR_MEMORY;
}

/* at: NULL for the head. */
static status forget_at(divided *d, const leaf *at, const char *owner, complaint *why)
{
	status err;

	caller_aim(d->memory->caller, at ? at->connection : NULL);
	err = memory_forget_at(d->memory, at ? at->key : caller_name(d->memory->caller), owner, why);
	caller_aim(d->memory->caller, NULL);
	return err;
}

status divided_forget(divided *d, const char *owner, complaint *why)
{
	arena *a = arena_new();
	uint64_t *ids = NULL;
	size_t len = 0;
	status err = a ? divided_ids(d, a, &ids, &len, why) : ERR_MEMORY;

	if (!err && len)
		err = divided_withdraw(d, ids, len, why);
	for (size_t i = 0; i < d->len && !err; i++)
		err = forget_at(d, &d->leaves[i], owner, why);
	if (!err)
		err = forget_at(d, NULL, owner, why);
	arena_free(a);
	return err;
}
