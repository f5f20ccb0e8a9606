/* module — firstprint-redis.so: a shard as a value of Redis, and its commands. Redis gives the order, replicas, files, and who may do
 * what; shard.h and request.h are all else.
 *
 *	loadmodule firstprint-redis.so [memory=BYTES] [recovery=SECONDS] [lease=SECONDS] [files=yes]
 *
 * memory: a shard that holds so many bytes refuses more pages; Redis' own maxmemory does not see them. recovery: how long, after another
 * process has taken over, requests wait for owners that have not compared their pages (30). lease: how long a turn lasts that
 * is not ended, where a memory lies on several servers (5). files: a SPEC may name filters in shared
 * objects, which are then loaded into this process; else only those that are built in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cluster/call.h"
#include "cluster/turn_commands.h"
#include "cluster/value.h"
#include "config.h"

enum { RECOVERY_S = 30, LEASE_S = 5, SECONDS_MOST = 3600, FORGET_MOST = 4096, LIST_MOST = 32768 };

#define FIRST_ID_MOST ((uint64_t)1 << 53)

static bool takes_files;

/* ── commands ── */

/* FIRSTPRINT.CREATE key SPEC files KEY first-id again [role]: see shard.h */
static int create(redis_context *c, redis_string **argv, int argc)
{
	uint64_t first_id, again;
	const char *role;
	complaint why = {""};
	char text[600];
	redis_key *key;
	shard *s;
	bool set;

	if (argc != 7 && argc != 8)
		return redis.WrongArity(c);
	arena_reset(call_with.scratch);
	if (!call_number(argv[5], &first_id) || !first_id || first_id > FIRST_ID_MOST || !call_number(argv[6], &again))
		return call_refuse(c, REFUSED_BAD, NULL);
	role = argc == 8 ? call_text(argv[7]) : SHARD_WHOLE;
	key = redis.OpenKey(c, argv[1], REDIS_READ | REDIS_WRITE);
	if (redis.KeyType(key) != REDIS_KEY_EMPTY) {
		redis.CloseKey(key);
		return redis.ReplyWithError(c, "FPEXISTS there is a memory of this name, or another key");
	}
	if (value_make(call_text(argv[2]), call_text(argv[3]), call_bytes(argv[4]), role, &s, &why)) {
		redis.CloseKey(key);
		snprintf(text, sizeof text, "FPSPEC %s", why.text);
		return redis.ReplyWithError(c, text);
	}
	s->next_id = first_id;
	s->waits_for_all = again != 0;
	if (shard_is_leaf(s) && getrandom(&s->epoch_mark, sizeof s->epoch_mark, 0) != sizeof s->epoch_mark)
		s->epoch_mark = call_with.process + redis.Milliseconds();
	set = redis.ModuleTypeSetValue(key, call_with.type, s) == REDIS_OK;
	redis.CloseKey(key);
	if (!set) {
		shard_close(s);
		return call_refuse(c, REFUSED_FULL, NULL);
	}
	redis.Replicate(c, "FIRSTPRINT.CREATE", "ssssscc", argv[1], argv[2], argv[3], argv[4], argv[5], "0", s->role);
	return redis.ReplyWithSimpleString(c, "OK");
}

static void reply_field(redis_context *c, const char *name, long long value)
{
	redis.ReplyWithStringBuffer(c, name, strlen(name));
	redis.ReplyWithLongLong(c, value);
}

static void reply_owner(redis_context *c, const shard *s, const shard_owner *o, int64_t now_ms)
{
	redis.ReplyWithArray(c, 7);
	redis.ReplyWithStringBuffer(c, o->name, strlen(o->name));
	redis.ReplyWithLongLong(c, (long long)o->pages);
	redis.ReplyWithLongLong(c, now_ms - o->seen_ms);
	redis.ReplyWithLongLong(c, o->epoch == s->epoch && o->is_compared);
	redis.ReplyWithLongLong(c, s->withdrawn_len && s->withdrawn[s->withdrawn_len - 1].number > o->read);
	redis.ReplyWithLongLong(c, (long long)o->asked);
	redis.ReplyWithLongLong(c, o->has_left);
}

/* FIRSTPRINT.INFO key: names and values; the last is a list of owners: name, pages, milliseconds since it asked, has it compared, has it
 * not read all of what was withdrawn, requests, has it left. */
static int info(redis_context *c, redis_string **argv, int argc)
{
	int64_t now_ms = redis.Milliseconds();
	long owners = 0;
	shard *s;

	if (argc != 2)
		return redis.WrongArity(c);
	s = call_shard(c, argv[1], REDIS_READ);
	if (!s)
		return REDIS_OK;
	for (size_t i = 0; i < s->owners_len; i++)
		owners += *s->owners[i].name != '\0';
	redis.ReplyWithArray(c, 24);
	redis.ReplyWithStringBuffer(c, "spec", 4);
	redis.ReplyWithStringBuffer(c, s->spec, strlen(s->spec));
	redis.ReplyWithStringBuffer(c, "files", 5);
	redis.ReplyWithStringBuffer(c, s->files, strlen(s->files));
	redis.ReplyWithStringBuffer(c, "key", 3);
	redis.ReplyWithStringBuffer(c, (const char *)s->key, sizeof s->key);
	redis.ReplyWithStringBuffer(c, "role", 4);
	redis.ReplyWithStringBuffer(c, s->role, strlen(s->role));
	reply_field(c, "pages", (long long)s->kept);
	reply_field(c, "next-id", (long long)s->next_id);
	reply_field(c, "memory", (long long)shard_memory(s));
	reply_field(c, "signatures", (long long)s->signature_bytes);
	reply_field(c, "memory-most", (long long)call_with.memory_most);
	reply_field(c, "withdrawn", (long long)s->withdrawn_len);
	reply_field(c, "recovering", s->waits_until_ms > now_ms ? s->waits_until_ms - now_ms : 0);
	redis.ReplyWithStringBuffer(c, "owners", 6);
	redis.ReplyWithArray(c, owners);
	for (size_t i = 0; i < s->owners_len; i++)
		if (*s->owners[i].name)
			reply_owner(c, s, &s->owners[i], now_ms);
	return REDIS_OK;
}

/* FIRSTPRINT.JOIN key owner session [epochs of the leaves]: asked, epoch, first and last number of what was withdrawn, first id of the
 * epoch, next id, turn */
static int join(redis_context *c, redis_string **argv, int argc)
{
	request_joined joined;
	uint64_t leaves = 0;
	request r;
	refusal no;
	char epoch[24];

	if (argc != 4 && argc != 5)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	no = argc == 5 && !call_number(argv[4], &leaves) ? REFUSED_BAD : request_join(&r, leaves, &joined);
	call_replicate(c, argv[1], r.shard);
	if (no)
		return call_refuse(c, no, r.shard);
	snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)joined.epoch);
	redis.ReplyWithArray(c, 7);
	redis.ReplyWithLongLong(c, (long long)joined.asked);
	redis.ReplyWithStringBuffer(c, epoch, strlen(epoch));
	redis.ReplyWithLongLong(c, (long long)joined.withdrawn_first);
	redis.ReplyWithLongLong(c, (long long)joined.withdrawn_last);
	redis.ReplyWithLongLong(c, (long long)joined.epoch_first);
	redis.ReplyWithLongLong(c, (long long)joined.next_id);
	return redis.ReplyWithLongLong(c, (long long)joined.turn);
}

/* FIRSTPRINT.IDS key owner session after: the next `after`, 8 bytes, and ids, 8 bytes each */
static int ids(redis_context *c, redis_string **argv, int argc)
{
	wire_writer list = {0}, all = {0};
	uint64_t after;
	uint32_t place;
	request r;
	refusal no;

	if (argc != 5)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	if (!call_number(argv[4], &after) || after > SHARD_PAGES_MAX)
		return call_refuse(c, REFUSED_BAD, NULL);
	place = (uint32_t)after;
	no = request_ids(&r, &place, LIST_MOST, &list);
	wire_put_number(&all, 8, place);
	wire_put_bytes(&all, list.bytes.bytes, list.bytes.len);
	buffer_free(&list.bytes);
	return call_answer(c, argv[1], r.shard, no, &all);
}

/* One argument of FIRSTPRINT.REMEMBER: the id, 8 bytes, and the signature. */
static refusal remember_one(request *r, firstprint_span bytes)
{
	wire_reader in = wire_read(bytes.at, bytes.len);
	uint64_t id = wire_number(&in, 8);
	uint8_t *copy;

	if (in.bad || wire_left(&in) > FIRSTPRINT_SIGNATURE_MAX)
		return REFUSED_BAD;
	arena_reset(call_with.scratch);
	copy = arena_copy(call_with.scratch, in.at, wire_left(&in)); /* aligned */
	return copy ? request_remember(r, id, &(firstprint_signature){copy, wire_left(&in)}) : REFUSED_FULL;
}

static refusal withdraw_one(request *r, firstprint_span bytes)
{
	wire_reader in = wire_read(bytes.at, bytes.len);
	uint64_t id = wire_number(&in, 8);

	return in.bad || wire_left(&in) ? REFUSED_BAD : request_withdraw(r, id);
}

/* For each argument behind key, owner and session. */
static int change_pages(redis_context *c, redis_string **argv, int argc, refusal (*change)(request *, firstprint_span))
{
	refusal no = REFUSED_NOT;
	request r;

	if (argc < 5)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	for (int i = 4; i < argc && !no; i++)
		no = change(&r, call_bytes(argv[i]));
	call_replicate(c, argv[1], r.shard);
	return no ? call_refuse(c, no, r.shard) : redis.ReplyWithLongLong(c, argc - 4);
}

/* FIRSTPRINT.REMEMBER key owner session page… */
static int remember(redis_context *c, redis_string **argv, int argc)
{
	return change_pages(c, argv, argc, remember_one);
}

/* FIRSTPRINT.WITHDRAW key owner session id… */
static int withdraw_pages(redis_context *c, redis_string **argv, int argc)
{
	return change_pages(c, argv, argc, withdraw_one);
}

/* FIRSTPRINT.COMPARED key owner session highest-id [highest-turn] */
static int compared(redis_context *c, redis_string **argv, int argc)
{
	uint64_t highest, turn = 0;
	request r;
	refusal no;

	if (argc != 5 && argc != 6)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	no = call_number(argv[4], &highest) && (argc == 5 || call_number(argv[5], &turn)) && turn < INT64_MAX / 2
		     ? request_compared(&r, highest, turn)
		     : REFUSED_BAD;
	call_replicate(c, argv[1], r.shard);
	return no ? call_refuse(c, no, r.shard) : redis.ReplyWithSimpleString(c, "OK");
}

/* FIRSTPRINT.LEAVE key owner session */
static int leave(redis_context *c, redis_string **argv, int argc)
{
	request r;
	refusal no;

	if (argc != 4)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	no = request_leave(&r);
	call_replicate(c, argv[1], r.shard);
	return no ? call_refuse(c, no, r.shard) : redis.ReplyWithSimpleString(c, "OK");
}

/* FIRSTPRINT.JUDGE key owner session number read page…: see request_judge */
static int judge(redis_context *c, redis_string **argv, int argc)
{
	wire_writer told = {0};
	firstprint_span *pages;
	uint64_t number, read;
	request r;
	refusal no;

	if (argc < 6)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	if (!call_number(argv[4], &number) || !call_number(argv[5], &read))
		return call_refuse(c, REFUSED_BAD, NULL);
	pages = call_all(argv + 6, argc - 6);
	if (!pages)
		return call_refuse(c, REFUSED_FULL, NULL);
	no = request_judge(&r, number, read, pages, (size_t)argc - 6, &told);
	free(pages);
	return call_answer(c, argv[1], r.shard, no, &told);
}

/* A list that changes nothing, of which the one argument behind the key says what is wanted. fill: false: it says nothing of that kind. */
static int list(redis_context *c, redis_string **argv, int argc,
		bool (*fill)(const shard *, const redis_string *, wire_writer *))
{
	wire_writer all = {0};
	shard *s;

	if (argc != 3)
		return redis.WrongArity(c);
	s = call_shard(c, argv[1], REDIS_READ);
	if (!s)
		return REDIS_OK;
	return fill(s, argv[2], &all) ? call_reply(c, &all) : call_refuse(c, REFUSED_BAD, NULL);
}

static bool list_withdrawn(const shard *s, const redis_string *what, wire_writer *out)
{
	uint64_t read;

	if (!call_number(what, &read))
		return false;
	request_withdrawn(s, read, LIST_MOST, out);
	return true;
}

static bool list_absent(const shard *s, const redis_string *what, wire_writer *out)
{
	wire_reader in = wire_read(call_bytes(what).at, call_bytes(what).len);

	while (wire_left(&in) >= 8) {
		uint64_t id = wire_number(&in, 8);

		if (!shard_place(s, id))
			wire_put_number(out, 8, id);
	}
	return true;
}

/* FIRSTPRINT.WITHDRAWN key read: numbers and ids, 8 bytes each */
static int withdrawn(redis_context *c, redis_string **argv, int argc)
{
	return list(c, argv, argc, list_withdrawn);
}

/* FIRSTPRINT.ABSENT key ids, 8 bytes each: those that are not remembered */
static int absent(redis_context *c, redis_string **argv, int argc)
{
	return list(c, argv, argc, list_absent);
}

/* FIRSTPRINT.FORGET key owner: how many of its pages are left; to be called until there are none */
static int forget(redis_context *c, redis_string **argv, int argc)
{
	request r;
	uint64_t left;
	refusal no;

	if (argc != 3)
		return redis.WrongArity(c);
	r = call_request_of(call_shard(c, argv[1], REDIS_READ | REDIS_WRITE));
	if (!r.shard)
		return REDIS_OK;
	r.owner = call_bytes(argv[2]).at;
	r.owner_len = call_bytes(argv[2]).len;
	no = request_forget(&r, FORGET_MOST, &left);
	call_replicate(c, argv[1], r.shard);
	if (no == REFUSED_TAKEN)
		return redis.ReplyWithError(c, "FPTAKEN no store of this name shares it");
	return no ? call_refuse(c, no, r.shard) : redis.ReplyWithLongLong(c, (long long)left);
}

/* FIRSTPRINT.APPLY key changes: only for replicas and the append-only file */
static int apply(redis_context *c, redis_string **argv, int argc)
{
	firstprint_span changes;
	status err;
	shard *s;

	if (argc != 3)
		return redis.WrongArity(c);
	s = call_shard(c, argv[1], REDIS_READ | REDIS_WRITE);
	if (!s)
		return REDIS_OK;
	changes = call_bytes(argv[2]);
	err = shard_apply(s, changes.at, changes.len);
	if (err) {
		redis.Log(c, "warning", "firstprint: changes cannot be applied: %s", status_text(err));
		shard_lose_epoch(s); /* what is missing comes back when the owners compare */
		return call_refuse(c, REFUSED_BAD, s);
	}
	redis.Replicate(c, "FIRSTPRINT.APPLY", "ss", argv[1], argv[2]);
	return redis.ReplyWithSimpleString(c, "OK");
}

/* ── loading ── */

static bool create_commands(redis_context *c)
{
	static const struct {
		const char *name;
		redis_command *run;
		const char *flags;
	} commands[] = {
		{"firstprint.create", create, "write deny-oom"},
		{"firstprint.info", info, "readonly"},
		{"firstprint.join", join, "write"},
		{"firstprint.ids", ids, "write"},
		{"firstprint.remember", remember, "write deny-oom"},
		{"firstprint.withdraw", withdraw_pages, "write"},
		{"firstprint.compared", compared, "write"},
		{"firstprint.leave", leave, "write"},
		{"firstprint.judge", judge, "write deny-oom"},
		{"firstprint.withdrawn", withdrawn, "readonly"},
		{"firstprint.absent", absent, "readonly"},
		{"firstprint.forget", forget, "write"},
		{"firstprint.apply", apply, "write"},
		{"firstprint.turn", turn_command, "write"},
		{"firstprint.done", done_command, "write"},
		{"firstprint.announce", announce_command, "write"},
		{"firstprint.grow", grow_command, "write"},
		{"firstprint.count", count_command, "write"},
		{"firstprint.check", check_command, "write"},
		{"firstprint.put", put_command, "write deny-oom"},
		{"firstprint.keep", keep_command, "write deny-oom"},
		{"firstprint.take", take_command, "write"},
	};
	bool created = true;

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		created = created &&
			  redis.CreateCommand(c, commands[i].name, commands[i].run, commands[i].flags, 1, 1, 1) == REDIS_OK;
	return created;
}

/* One argument of the module: "memory=1000000000". */
static bool read_argument(const redis_string *argument)
{
	firstprint_span text = call_bytes(argument);
	char copy[64], *value, *end;
	double number;

	if (text.len >= sizeof copy)
		return false;
	memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	value = strchr(copy, '=');
	if (!value)
		return false;
	*value++ = '\0';
	number = strtod(value, &end);
	if (strcmp(copy, "memory") == 0 && *value && !*end && number >= 0 && number < 1e18)
		call_with.memory_most = (size_t)number;
	else if (strcmp(copy, "recovery") == 0 && *value && !*end && number >= 0 && number <= SECONDS_MOST)
		call_with.recovery_ms = (int64_t)(number * 1000);
	else if (strcmp(copy, "lease") == 0 && *value && !*end && number > 0 && number <= SECONDS_MOST)
		call_with.lease_ms = (int64_t)(number * 1000);
	else if (strcmp(copy, "files") == 0 && (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0))
		takes_files = value[0] == 'y';
	else
		return false;
	return true;
}

/* The name that Redis looks for. NOLINTBEGIN(readability-identifier-naming) */
__attribute__((visibility("default"))) int RedisModule_OnLoad(redis_context *c, redis_string **argv, int argc);

int RedisModule_OnLoad(redis_context *c, redis_string **argv, int argc)
/* NOLINTEND(readability-identifier-naming) */
{
	if (!redis_api_find(c))
		return REDIS_ERROR;
	redis.SetModuleAttribs(c, "firstprint", 1, REDIS_API);
	call_with.recovery_ms = RECOVERY_S * 1000;
	call_with.lease_ms = LEASE_S * 1000;
	for (int i = 0; i < argc; i++)
		if (!read_argument(argv[i])) {
			redis.Log(c, "warning", "firstprint: not an argument of this module: %s", call_bytes(argv[i]).at);
			return REDIS_ERROR;
		}
	redis.SetModuleOptions(c, REDIS_HANDLES_IO_ERRORS);
	call_with.type = value_type(c, takes_files);
	call_with.scratch = arena_new();
	if (getrandom(&call_with.process, sizeof call_with.process, 0) != sizeof call_with.process || !call_with.scratch ||
	    !call_with.type)
		return REDIS_ERROR;
	call_with.process = call_with.process >> 2 | (uint64_t)1 << 62; /* no other epoch, and no sign */
	return create_commands(c) ? REDIS_OK : REDIS_ERROR;
}
