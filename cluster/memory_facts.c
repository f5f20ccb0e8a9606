#include <stdlib.h>
#include <string.h>

#include "cluster/memory_inside.h"

/* ── what the server says ── */

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
			      .requests = (uint64_t)r->element[5]->integer,
			      .has_left = r->elements > 6 && r->element[6]->integer != 0};
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
			      .is_recovering = field_number(r, "recovering") != 0,
			      .recovering_ms = (int64_t)field_number(r, "recovering")};
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
	command c = command_begin("FIRSTPRINT.INFO", key);
	redisReply *r;
	status err = caller_call(m->caller, &c, &r, why);

	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || !read_facts(r, a, out))
		err = caller_no_answer(m->caller, why);
	freeReplyObject(r);
	return err;
}

/* ── is it the memory that was expected? ── */

static bool names_code(const memory_facts *f)
{
	return strchr(f->spec, '/') || f->files[strspn(f->files, "\n")];
}

status memory_may_load(const memory *m, const memory_facts *f, complaint *why)
{
	if (!names_code(f) || (m->trusted && !strchr(f->spec, '/') && strcmp(f->files, m->trusted) == 0))
		return OK;
	return complain(why, ERR_USAGE, "%.250s: its filter is a file, which is code: it is loaded only if --filter names it",
			memory_shown(m));
}

status memory_trust(memory *m, const char *files)
{
	free(m->trusted);
	m->trusted = strdup(files);
	return m->trusted ? OK : ERR_MEMORY;
}

/* A module of another build may write the same SPEC with other options: it is read with ours. */
static bool is_filter(const memory_facts *f, const char *spec)
{
	filter_settings settings = {.spec = f->spec, .files = f->files, .key = f->key};
	filter *x = NULL;
	bool same = strcmp(f->spec, spec) == 0 ||
		    (!names_code(f) && filter_open_with(&settings, &x, NULL) == OK && strcmp(filter_spec(x), spec) == 0);

	filter_close(x);
	return same;
}

const char *memory_difference(const memory_facts *f, const char *spec, const uint8_t *key)
{
	return memcmp(f->key, key, MEMORY_KEY_SIZE) != 0 ? "key" : is_filter(f, spec) ? NULL : "filter";
}
