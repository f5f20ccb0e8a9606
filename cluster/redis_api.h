/* redis_api — the functions of Redis' module interface that module.c calls. No package of Debian has the header; Redis finds functions
 * by their names, so we declare those that we use and ask for them when the module is loaded. Redis 7.0 and later. */
#ifndef CLUSTER_REDIS_API_H
#define CLUSTER_REDIS_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct redis_context redis_context;
typedef struct redis_string redis_string;
typedef struct redis_key redis_key;
typedef struct redis_file redis_file;
typedef struct redis_type redis_type;

enum { REDIS_OK = 0, REDIS_ERROR = 1 };
enum { REDIS_API = 1 };                   /* the version of the interface */
enum { REDIS_READ = 1, REDIS_WRITE = 2 }; /* how a key is opened */
enum { REDIS_KEY_EMPTY = 0 };             /* its type */
enum { REDIS_HANDLES_IO_ERRORS = 1 };     /* an option of the module */

typedef int redis_command(redis_context *context, redis_string **argv, int argc);

/* How values of a type are loaded, saved, written to the append-only file, counted and freed. */
typedef struct redis_methods {
	uint64_t version; /* 1 */
	void *(*load)(redis_file *file, int version);
	void (*save)(redis_file *file, void *value);
	void (*rewrite)(redis_file *file, redis_string *key, void *value);
	size_t (*memory)(const void *value);
	void (*digest)(void *digest, void *value);
	void (*free)(void *value);
} redis_methods;

/* Result, name, parameters. */
#define REDIS_FUNCTIONS(X) \
	X(void, SetModuleAttribs, (redis_context * context, const char *name, int version, int api)) \
	X(void, SetModuleOptions, (redis_context * context, int options)) \
	X(int, CreateCommand, \
	  (redis_context * context, const char *name, redis_command *run, const char *flags, int first_key, int last_key, \
	   int step)) \
	X(redis_type *, CreateDataType, (redis_context * context, const char *name, int version, redis_methods *methods)) \
	X(void *, OpenKey, (redis_context * context, redis_string * name, int mode)) \
	X(void, CloseKey, (redis_key * key)) \
	X(int, KeyType, (redis_key * key)) \
	X(redis_type *, ModuleTypeGetType, (redis_key * key)) \
	X(void *, ModuleTypeGetValue, (redis_key * key)) \
	X(int, ModuleTypeSetValue, (redis_key * key, redis_type * type, void *value)) \
	X(const char *, StringPtrLen, (const redis_string *text, size_t *len)) \
	X(int, WrongArity, (redis_context * context)) \
	X(int, ReplyWithError, (redis_context * context, const char *text)) \
	X(int, ReplyWithSimpleString, (redis_context * context, const char *text)) \
	X(int, ReplyWithLongLong, (redis_context * context, long long number)) \
	X(int, ReplyWithArray, (redis_context * context, long len)) \
	X(int, ReplyWithStringBuffer, (redis_context * context, const char *bytes, size_t len)) \
	X(int, Replicate, (redis_context * context, const char *command, const char *format, ...)) \
	X(long long, Milliseconds, (void)) \
	X(void, Log, (redis_context * context, const char *level, const char *format, ...)) \
	X(void, SaveUnsigned, (redis_file * file, uint64_t number)) \
	X(uint64_t, LoadUnsigned, (redis_file * file)) \
	X(void, SaveStringBuffer, (redis_file * file, const char *bytes, size_t len)) \
	X(char *, LoadStringBuffer, (redis_file * file, size_t * len)) \
	X(int, IsIOError, (redis_file * file)) \
	X(void, LogIOError, (redis_file * file, const char *level, const char *format, ...)) \
	X(void, EmitAOF, (redis_file * file, const char *command, const char *format, ...)) \
	X(void, Free, (void *memory))

typedef struct redis_functions {
#define FIELD(result, name, parameters) result(*name) parameters;
	REDIS_FUNCTIONS(FIELD)
#undef FIELD
} redis_functions;

extern redis_functions redis;

/* Finds them. false: this Redis lacks one. */
bool redis_api_find(redis_context *context);

#endif
