#include "cluster/turn_commands.h"

#include <stdlib.h>

#include "cluster/call.h"

/* ── what they have in common ── */

/* key owner session turn, and at least `least` arguments in all. */
static bool begin(redis_context *c, redis_string **argv, int argc, int least, request *r, uint64_t *turn)
{
	if (argc < least) {
		redis.WrongArity(c);
		return false;
	}
	if (!call_request(c, argv, r))
		return false;
	if (call_number(argv[4], turn))
		return true;
	call_refuse(c, REFUSED_BAD, NULL);
	return false;
}

static int end(redis_context *c, redis_string **argv, const request *r, refusal no, int n)
{
	call_replicate(c, argv[1], r->shard);
	return no ? call_refuse(c, no, r->shard) : redis.ReplyWithLongLong(c, n);
}

/* For each argument behind the turn. */
static int change_all(redis_context *c, redis_string **argv, int argc, refusal (*change)(request *, uint64_t, firstprint_span))
{
	refusal no = REFUSED_NOT;
	uint64_t turn;
	request r;

	if (!begin(c, argv, argc, 6, &r, &turn))
		return REDIS_OK;
	for (int i = 5; i < argc && !no; i++)
		no = change(&r, turn, call_bytes(argv[i]));
	return end(c, argv, &r, no, argc - 5);
}

/* 8 bytes. */
static bool read_id(firstprint_span bytes, uint64_t *out)
{
	wire_reader in = wire_read(bytes.at, bytes.len);

	*out = wire_number(&in, 8);
	return !in.bad && !wire_left(&in);
}

/* ── of a head ── */

int turn_command(redis_context *c, redis_string **argv, int argc)
{
	request_turned turned;
	uint64_t read, needed, compares;
	request r;
	refusal no;

	if (argc != 7)
		return redis.WrongArity(c);
	if (!begin(c, argv, argc, 7, &r, &read))
		return REDIS_OK;
	no = call_number(argv[5], &needed) && call_number(argv[6], &compares)
		     ? request_turn(&r, compares != 0, read, needed, &turned)
		     : REFUSED_BAD;
	call_replicate(c, argv[1], r.shard);
	if (no)
		return call_refuse(c, no, r.shard);
	redis.ReplyWithArray(c, 4);
	redis.ReplyWithLongLong(c, (long long)turned.turn);
	redis.ReplyWithLongLong(c, (long long)turned.before);
	redis.ReplyWithLongLong(c, (long long)turned.first_id);
	return redis.ReplyWithLongLong(c, (long long)turned.withdrawn_last);
}

int done_command(redis_context *c, redis_string **argv, int argc)
{
	uint64_t turn;
	request r;

	if (argc != 5)
		return redis.WrongArity(c);
	if (!begin(c, argv, argc, 5, &r, &turn))
		return REDIS_OK;
	return end(c, argv, &r, request_done(&r, turn), 0);
}

static refusal announce_one(request *r, uint64_t turn, firstprint_span bytes)
{
	uint64_t id;

	return read_id(bytes, &id) ? request_announce(r, turn, id) : REFUSED_BAD;
}

int announce_command(redis_context *c, redis_string **argv, int argc)
{
	return change_all(c, argv, argc, announce_one);
}

int grow_command(redis_context *c, redis_string **argv, int argc)
{
	const char *leaf;
	status err;
	shard *s;

	if (argc != 3)
		return redis.WrongArity(c);
	arena_reset(call_with.scratch);
	leaf = call_text(argv[2]);
	s = call_shard(c, argv[1], REDIS_READ | REDIS_WRITE);
	if (!s)
		return REDIS_OK;
	err = leaf ? shard_add_leaf(s, leaf) : ERR_FORMAT;
	s->epoch_mark += !err; /* all owners join again, and learn of it */
	if (err == ERR_LIMIT)
		return redis.ReplyWithError(c, "FPSPEC there are as many shards as there may be");
	if (err)
		return call_refuse(c, err == ERR_FORMAT ? REFUSED_BAD : REFUSED_FULL, s);
	redis.Replicate(c, "FIRSTPRINT.GROW", "ss", argv[1], argv[2]);
	return redis.ReplyWithSimpleString(c, "OK");
}

/* ── of a leaf ── */

int count_command(redis_context *c, redis_string **argv, int argc)
{
	firstprint_span *signatures;
	wire_writer counts = {0};
	request r;
	refusal no;

	if (argc < 5)
		return redis.WrongArity(c);
	if (!call_request(c, argv, &r))
		return REDIS_OK;
	signatures = call_all(argv + 4, argc - 4);
	if (!signatures)
		return call_refuse(c, REFUSED_FULL, NULL);
	no = request_count(&r, signatures, (size_t)argc - 4, &counts);
	free(signatures);
	return call_answer(c, argv[1], r.shard, no, &counts);
}

int check_command(redis_context *c, redis_string **argv, int argc)
{
	firstprint_span *signatures;
	wire_writer answers = {0};
	uint64_t turn;
	request r;
	refusal no;

	if (!begin(c, argv, argc, 6, &r, &turn))
		return REDIS_OK;
	signatures = call_all(argv + 5, argc - 5);
	if (!signatures)
		return call_refuse(c, REFUSED_FULL, NULL);
	no = request_check(&r, turn, signatures, (size_t)argc - 5, &answers);
	free(signatures);
	return call_answer(c, argv[1], r.shard, no, &answers);
}

static refusal put_one(request *r, uint64_t turn, firstprint_span bytes)
{
	wire_reader in = wire_read(bytes.at, bytes.len);
	uint64_t id = wire_number(&in, 8);
	uint8_t *copy;

	if (in.bad || wire_left(&in) > FIRSTPRINT_SIGNATURE_MAX)
		return REFUSED_BAD;
	arena_reset(call_with.scratch);
	copy = arena_copy(call_with.scratch, in.at, wire_left(&in)); /* aligned */
	return copy ? request_put(r, turn, id, &(firstprint_signature){copy, wire_left(&in)}) : REFUSED_FULL;
}

int put_command(redis_context *c, redis_string **argv, int argc)
{
	return change_all(c, argv, argc, put_one);
}

/* 8 bytes of the id, and 4 of the number. */
static refusal keep_one(request *r, uint64_t turn, firstprint_span bytes)
{
	wire_reader in = wire_read(bytes.at, bytes.len);
	uint64_t id = wire_number(&in, 8), number = wire_number(&in, 4);

	return in.bad || wire_left(&in) ? REFUSED_BAD : request_keep(r, turn, id, number);
}

int keep_command(redis_context *c, redis_string **argv, int argc)
{
	return change_all(c, argv, argc, keep_one);
}

static refusal take_one(request *r, uint64_t turn, firstprint_span bytes)
{
	uint64_t id;

	return read_id(bytes, &id) ? request_take(r, turn, id) : REFUSED_BAD;
}

int take_command(redis_context *c, redis_string **argv, int argc)
{
	return change_all(c, argv, argc, take_one);
}
