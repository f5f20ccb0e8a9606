/* places — where the leaves of a memory go: a cluster gives each key to one of its primaries, so keys are tried until each primary has its
 * share. On a single server they are all there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/memory_inside.h"

enum { PRIMARIES_MOST = 256, TRIES_MOST = 4096, LEAF_KEY_MAX = CONNECTION_NAME_MAX + 1 };

typedef struct places {
	memory *memory;
	const redisReply *slots;      /* first, last, [host, port, id], …; not an array: there is no cluster */
	size_t taken[PRIMARIES_MOST]; /* by range of slots */
	complaint *why;
} places;

/* Of a range of slots, the first one with the same primary. */
static size_t primary_of(const redisReply *slots, size_t range)
{
	const redisReply *mine = slots->element[range]->element[2];

	for (size_t i = 0; i < range; i++) {
		const redisReply *other = slots->element[i]->element[2];

		if (other->elements > 1 && mine->elements > 1 && other->element[1]->integer == mine->element[1]->integer &&
		    strcmp(other->element[0]->str, mine->element[0]->str) == 0)
			return i;
	}
	return range;
}

static bool is_usable(const redisReply *slots)
{
	if (slots->type != REDIS_REPLY_ARRAY || slots->elements == 0 || slots->elements > PRIMARIES_MOST)
		return false;
	for (size_t i = 0; i < slots->elements; i++) {
		const redisReply *x = slots->element[i];

		if (x->type != REDIS_REPLY_ARRAY || x->elements < 3 || x->element[2]->type != REDIS_REPLY_ARRAY ||
		    x->element[2]->elements < 2 || x->element[2]->element[0]->type != REDIS_REPLY_STRING)
			return false;
	}
	return true;
}

/* Which primary has the key: the place of its first range of slots. 0 without a cluster. */
static status find_primary(places *x, const char *key, size_t *out)
{
	command c = command_begin("CLUSTER", "KEYSLOT");
	int64_t slot;
	status err;

	*out = 0;
	if (!x->slots)
		return OK;
	command_add_text(&c, key);
	err = caller_number(x->memory->caller, &c, &slot, x->why);
	for (size_t i = 0; i < x->slots->elements && !err; i++)
		if (slot >= x->slots->element[i]->element[0]->integer && slot <= x->slots->element[i]->element[1]->integer)
			*out = primary_of(x->slots, i);
	return err;
}

/* How many leaves the emptiest primary has. */
static size_t least_taken(const places *x)
{
	size_t least = x->taken[0];

	for (size_t i = 0; x->slots && i < x->slots->elements; i++)
		if (primary_of(x->slots, i) == i && x->taken[i] < least)
			least = x->taken[i];
	return least;
}

static void name_leaf(const places *x, int number, char out[LEAF_KEY_MAX])
{
	snprintf(out, LEAF_KEY_MAX, "%.180s:{shard-%d}", caller_name(x->memory->caller), number);
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; (at = strstr(at, word)) != NULL; at += len)
		if ((at == words || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
			return true;
	return false;
}

static status count_taken(places *x, const char *taken, arena *a)
{
	char *words = arena_text(a, taken, strlen(taken)), *rest = NULL;
	status err = words ? OK : ERR_MEMORY;
	size_t primary;

	for (char *key = words ? strtok_r(words, " ", &rest) : NULL; key && !err; key = strtok_r(NULL, " ", &rest)) {
		err = find_primary(x, key, &primary);
		x->taken[primary]++;
	}
	return err;
}

/* The first key that is not taken, and lies on a primary with the fewest. */
static status choose_one(places *x, const char *taken, char key[LEAF_KEY_MAX])
{
	size_t primary;

	for (int number = 1; number < TRIES_MOST; number++) {
		status err;

		name_leaf(x, number, key);
		if (has_word(taken, key))
			continue;
		err = find_primary(x, key, &primary);
		if (err)
			return err;
		if (x->taken[primary] > least_taken(x))
			continue;
		x->taken[primary]++;
		return OK;
	}
	return complain(x->why, ERR_LIMIT, "%s: no place for a shard was found", caller_shown(x->memory->caller));
}

static status choose_all(places *x, const char *taken, size_t n, arena *a, const char **out)
{
	const char *all = taken, *chosen = "";
	char key[LEAF_KEY_MAX];
	status err = count_taken(x, taken, a);

	for (size_t i = 0; i < n && !err; i++) {
		err = choose_one(x, all, key);
		all = arena_printf(a, "%s%s%s", all, *all ? " " : "", key);
		chosen = arena_printf(a, "%s%s%s", chosen, *chosen ? " " : "", key);
		if (!all || !chosen)
			return ERR_MEMORY;
	}
	*out = chosen;
	return err;
}

status places_choose(memory *m, const char *taken, size_t n, arena *a, const char **out, complaint *why)
{
	places x = {.memory = m, .why = why};
	command c = command_begin("CLUSTER", "SLOTS");
	complaint none = {""};
	redisReply *slots = NULL;
	status err;

	err = caller_call(m->caller, &c, &slots, &none);
	if (err && err != ERR_USAGE) /* an error of the command: there is no cluster */
		return complain(why, err, "%s", none.text);
	x.slots = !err && is_usable(slots) ? slots : NULL;
	err = choose_all(&x, taken, n, a, out);
	if (slots)
		freeReplyObject(slots);
	return err;
}
