#include "cluster/value.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT_VERSION = 3 }; /* of what is saved */

static bool takes_files;

status value_make(const char *spec, const char *files, firstprint_span key, const char *role, shard **out, complaint *why)
{
	if (!spec || !files || !role || key.len != FILTER_KEY_SIZE)
		return complain(why, ERR_USAGE, "SPEC, files and a key of %d bytes are needed", FILTER_KEY_SIZE);
	if (!takes_files && strchr(spec, '/'))
		return complain(why, ERR_USAGE, "filters in files are not loaded: see files= of firstprint-redis.so");
	return shard_open(spec, takes_files ? files : "", (const uint8_t *)key.at, role, out, why);
}

static status save_piece(void *file, const void *changes, size_t len)
{
	redis.SaveStringBuffer(file, changes, len);
	return OK;
}

static void save(redis_file *file, void *value)
{
	const shard *s = value;

	redis.SaveStringBuffer(file, s->spec, strlen(s->spec));
	redis.SaveStringBuffer(file, s->files, strlen(s->files));
	redis.SaveStringBuffer(file, (const char *)s->key, sizeof s->key);
	redis.SaveStringBuffer(file, s->role, strlen(s->role));
	redis.SaveUnsigned(file, s->kept);
	if (shard_save(s, save_piece, file) == OK)
		redis.SaveStringBuffer(file, "", 0);
	else
		_exit(1); /* of the child that saves: Redis then says that the file was not written */
}

/* Text with a NUL behind it, to be freed; NULL: the file is damaged, or memory has run out. */
static char *load_text(redis_file *file)
{
	size_t len;
	char *bytes = redis.LoadStringBuffer(file, &len), *copy;

	if (!bytes)
		return NULL;
	copy = strndup(bytes, len);
	redis.Free(bytes);
	return copy;
}

/* What version 1 wrote was always a whole memory. */
static char *load_role(redis_file *file, int version)
{
	return version > 1 ? load_text(file) : strdup(SHARD_WHOLE);
}

static status load_pieces(redis_file *file, shard *s)
{
	size_t len = 1;
	status err = OK;

	while (!err && len) {
		char *piece = redis.LoadStringBuffer(file, &len);

		err = piece ? shard_apply(s, piece, len) : ERR_FORMAT;
		redis.Free(piece);
	}
	return err;
}

static void *load(redis_file *file, int version)
{
	size_t key_len = 0;
	char *spec = load_text(file), *files = spec ? load_text(file) : NULL,
	     *key = files ? redis.LoadStringBuffer(file, &key_len) : NULL, *role = key ? load_role(file, version) : NULL;
	uint64_t pages = role ? redis.LoadUnsigned(file) : 0;
	complaint why = {""};
	shard *s = NULL;
	status err = version <= FORMAT_VERSION && role && !redis.IsIOError(file)
			     ? value_make(spec, files, (firstprint_span){key, key_len}, role, &s, &why)
			     : ERR_FORMAT;

	if (!err) {
		shard_expect(s, pages);
		err = load_pieces(file, s);
	}
	if (err) {
		redis.LogIOError(file, "warning", "firstprint: a memory cannot be loaded: %s",
				 *why.text ? why.text : status_text(err));
		shard_close(s);
		s = NULL;
	}
	free(spec);
	free(files);
	free(role);
	redis.Free(key);
	return s;
}

/* A shard that is written as commands. */
typedef struct rewriting {
	redis_file *file;
	redis_string *key;
} rewriting;

static status rewrite_piece(void *ctx, const void *changes, size_t len)
{
	rewriting *x = ctx;

	redis.EmitAOF(x->file, "FIRSTPRINT.APPLY", "sb", x->key, changes, len);
	return OK;
}

static void rewrite(redis_file *file, redis_string *key, void *value)
{
	const shard *s = value;
	rewriting x = {file, key};

	redis.EmitAOF(file, "FIRSTPRINT.CREATE", "sccbccc", key, s->spec, s->files, (const char *)s->key, sizeof s->key, "1",
		      "0", s->role);
	if (shard_save(s, rewrite_piece, &x))
		_exit(1); /* as in save */
}

static size_t memory(const void *value)
{
	return shard_memory(value);
}

static void free_value(void *value)
{
	shard_close(value);
}

redis_type *value_type(redis_context *c, bool files)
{
	redis_methods methods = {
		.version = 1, .load = load, .save = save, .rewrite = rewrite, .memory = memory, .free = free_value};

	takes_files = files;
	return redis.CreateDataType(c, "fp-memory", FORMAT_VERSION, &methods);
}
