#include <string.h>

#include "cluster/memory_inside.h"

/* ── making ── */

/* ERR_BUSY: there is a head; its leaves must not be taken for those of a memory that was lost. */
static status expect_none(memory *m, arena *a, complaint *why)
{
	memory_facts f;
	complaint cause = {""};
	status err = memory_info_of(m, caller_name(m->caller), a, &f, &cause);

	if (err == ERR_MISSING)
		return OK;
	return err ? complain(why, err, "%s", cause.text)
		   : complain(why, ERR_BUSY, "%s: there is a memory of this name", memory_shown(m));
}

/* The head comes last: who finds it finds its leaves. */
static status create_divided(memory *m, const memory_facts *like, uint64_t first_id, size_t shards, complaint *why)
{
	arena *a = arena_new();
	const char *role;
	status err = a ? expect_none(m, a, why) : ERR_MEMORY;

	if (!err)
		err = places_choose(m, "", shards, a, &role, why);
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
		command c = command_begin("FIRSTPRINT.GROW", caller_name(m->caller));

		command_add_text(&c, leaf);
		err = caller_nothing(m->caller, &c, why);
	}
	arena_free(a);
	return err;
}

/* ── deleting ── */

/* The head first: nobody finds the leaves any more. */
status memory_delete(memory *m, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	status err = a ? memory_look(m, a, &f, why) : ERR_MEMORY;

	if (!err)
		err = caller_delete(m->caller, caller_name(m->caller), why);
	if (!err && m->divided)
		err = divided_delete_leaves(m->divided, why);
	arena_free(a);
	return err;
}

/* ── forgetting ── */

/* We join as the owner, so that whoever is still there notices. Joining makes it known: it must be known before. */
static status take_its_place(memory *m, const memory_facts *f, const char *owner, complaint *why)
{
	memory_joined joined;

	for (size_t i = 0; i < f->owners_len; i++)
		if (strcmp(f->owners[i].name, owner) == 0)
			return memory_join(m, owner, &joined, why);
	return complain(why, ERR_BUSY, "%s: no store of this name shares it", memory_shown(m));
}

status memory_forget(memory *m, const char *owner, complaint *why)
{
	arena *a = arena_new();
	memory_facts f = {0};
	status err = a ? memory_info(m, a, &f, why) : ERR_MEMORY;

	if (!err && m->divided)
		err = take_its_place(m, &f, owner, why);
	if (!err)
		err = m->divided ? divided_forget(m->divided, owner, why)
				 : memory_forget_at(m, caller_name(m->caller), owner, why);
	arena_free(a);
	return err;
}
