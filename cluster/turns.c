/* turns — who may judge next, where the pages of a memory lie on several servers: one owner at a time, in the order in which they came. An
 * owner that waits asks again and again; one that does not ask for long has left the queue. */
#include "cluster/inside.h"

enum { PATIENCE_MS = 1000 }; /* who waits asks at least so often */

static const uint64_t TURN_MOST = INT64_MAX / 2, IDS_MOST = 4096; /* of one turn */

static bool is_held(const request *r)
{
	return r->shard->turn_owner && r->now_ms < r->shard->turn_until_ms;
}

static bool waits(const request *r, const shard_owner *o)
{
	return *o->name && o->waits_ms && r->now_ms - o->waits_ms < PATIENCE_MS;
}

/* How many wait that came before. */
static uint64_t count_before(const request *r, const shard_owner *me)
{
	uint64_t n = 0;

	for (size_t i = 0; i < r->shard->owners_len; i++) {
		const shard_owner *o = &r->shard->owners[i];

		n += o != me && waits(r, o) && o->waits_since < me->waits_since;
	}
	return n;
}

static void take_turn(request *r, shard_owner *o)
{
	shard *s = r->shard;
	uint32_t me = (uint32_t)(o - s->owners) + 1;

	if (s->turn_owner != me || !is_held(r)) {
		s->turn++;
		shard_note_turn(s);
	}
	s->turn_owner = me;
	s->turn_until_ms = r->now_ms + r->lease_ms;
	o->waits_ms = 0;
}

/* Before me are those that wait for longer, and who has the turn. */
static uint64_t wait_for_turn(request *r, shard_owner *o)
{
	shard *s = r->shard;

	if (!waits(r, o))
		o->waits_since = ++s->places_taken;
	o->waits_ms = r->now_ms;
	return count_before(r, o) + is_held(r);
}

/* Why the owner may not have a turn now. */
static refusal may_turn(request *r, bool compares, shard_owner **out)
{
	refusal no = request_owner(r, out);

	if (no)
		return no;
	(*out)->seen_ms = r->now_ms;
	if (!shard_is_head(r->shard))
		return REFUSED_BAD;
	if (compares) /* which others wait for */
		return REFUSED_NOT;
	if (!(*out)->is_compared || (*out)->epoch != r->shard->epoch)
		return REFUSED_COMPARE;
	return request_is_recovering(r) ? REFUSED_RECOVERING : REFUSED_NOT;
}

refusal request_turn(request *r, bool compares, uint64_t read, uint64_t ids, request_turned *out)
{
	shard *s = r->shard;
	shard_owner *o;
	refusal no = may_turn(r, compares, &o);

	*out = (request_turned){0};
	if (no || ids > IDS_MOST)
		return no ? no : REFUSED_BAD;
	if (s->turn_owner != (uint32_t)(o - s->owners) + 1 || !is_held(r)) {
		out->before = wait_for_turn(r, o);
		if (out->before)
			return REFUSED_NOT;
	}
	take_turn(r, o);
	if (!compares) {
		o->read = read < s->next_withdrawn ? read : s->next_withdrawn - 1;
		o->asked++;
	}
	out->turn = s->turn;
	out->first_id = s->next_id;
	out->withdrawn_last = s->next_withdrawn - 1;
	s->next_id += ids;
	shard_note_owner(s, o);
	shard_note_state(s);
	return REFUSED_NOT;
}

/* Is it this owner's turn, and this one? */
static refusal has_turn(request *r, uint64_t turn)
{
	shard_owner *o;
	refusal no = request_owner(r, &o);

	if (no)
		return no;
	return r->shard->turn == turn && r->shard->turn_owner == (uint32_t)(o - r->shard->owners) + 1 ? REFUSED_NOT
												      : REFUSED_STALE;
}

refusal request_done(request *r, uint64_t turn)
{
	refusal no = has_turn(r, turn);

	if (!no)
		r->shard->turn_owner = 0;
	return no == REFUSED_STALE ? REFUSED_NOT : no;
}

refusal request_announce(request *r, uint64_t turn, uint64_t id)
{
	refusal no = has_turn(r, turn);

	if (no || !request_is_id(id))
		return no ? no : REFUSED_BAD;
	return request_refused(shard_announce(r->shard, id));
}

/* ── at a leaf ── */

/* May the owner change something here, in this turn? */
static refusal meet_turn(request *r, uint64_t turn, shard_owner **out)
{
	refusal no = request_owner(r, out);

	if (no)
		return no;
	if (!shard_is_leaf(r->shard) || turn > TURN_MOST)
		return REFUSED_BAD;
	if (turn < r->shard->turn)
		return REFUSED_STALE;
	if (turn > r->shard->turn) {
		r->shard->turn = turn;
		shard_note_turn(r->shard);
	}
	return REFUSED_NOT;
}

/* A copy that is aligned to 8. */
static status read_signature(firstprint_span bytes, arena *a, firstprint_signature *out)
{
	uint8_t *copy;

	if (bytes.len > FIRSTPRINT_SIGNATURE_MAX)
		return ERR_FORMAT;
	copy = arena_copy(a, bytes.at, bytes.len);
	*out = (firstprint_signature){copy, copy ? bytes.len : 0};
	return copy ? OK : ERR_MEMORY;
}

static status count_one(request *r, firstprint_span bytes, wire_writer *out)
{
	firstprint_signature sig;
	uint32_t *counts = NULL;
	size_t n = 0;
	status err;

	arena_reset(r->arena);
	err = read_signature(bytes, r->arena, &sig);
	if (!err)
		err = filter_count(r->shard->filter, &sig, r->arena, &counts, &n);
	wire_put_number(out, 4, n);
	for (size_t i = 0; i < n; i++)
		wire_put_number(out, 4, counts[i]);
	return err == ERR_FORMAT ? OK : err;
}

refusal request_count(request *r, const firstprint_span *asked, size_t n, wire_writer *out)
{
	shard_owner *o;
	refusal no = request_owner(r, &o);
	status err = OK;

	if (no || !shard_is_leaf(r->shard))
		return no ? no : REFUSED_BAD;
	for (size_t i = 0; i < n && !err; i++)
		err = count_one(r, asked[i], out);
	return err ? request_refused(err) : out->failed ? REFUSED_FULL : REFUSED_NOT;
}

/* An empty list of what was checked in this turn, with room for n. */
static status begin_checked(shard_checked *c, uint64_t turn, size_t n)
{
	arena_reset(c->arena);
	c->len = 0;
	c->turn = turn;
	c->all = arena_zeros(c->arena, n + 1, sizeof *c->all);
	return c->all ? OK : ERR_MEMORY;
}

/* Adds the signature to what was checked; one that cannot be read, without bytes: then the filter will not keep it. */
static status add_checked(shard_checked *c, firstprint_span bytes, const firstprint_signature **out)
{
	firstprint_signature *sig = &c->all[c->len++];

	*out = sig;
	return read_signature(bytes, c->arena, sig);
}

static status check_one(request *r, firstprint_span bytes, wire_answers *to)
{
	shard *s = r->shard;
	size_t links = filter_links_len(s->filter);
	const firstprint_signature *sig;
	firstprint_verdict *all;
	status err = add_checked(&s->checked, bytes, &sig);

	arena_reset(r->arena);
	all = arena_zeros(r->arena, links, sizeof *all);
	if (!err)
		err = all ? filter_ask(s->filter, sig, all) : ERR_MEMORY;
	if (err && err != ERR_FORMAT)
		return err;
	for (size_t i = 0; i < links; i++) {
		wire_answer x = {.is_bad = err == ERR_FORMAT, .link = (unsigned)i};

		if (!err) {
			x.verdict = all[i];
			request_name_pages(s, &x.verdict);
		}
		wire_add_answer(to, &x);
	}
	return OK;
}

refusal request_check(request *r, uint64_t turn, const firstprint_span *signatures, size_t n, wire_writer *out)
{
	wire_answers answers = {0};
	shard_owner *o;
	refusal no = meet_turn(r, turn, &o);
	status err;

	if (no)
		return no;
	err = begin_checked(&r->shard->checked, turn, n);
	wire_put_number(out, 8, r->shard->kept);
	wire_put_number(out, 1, request_has_room(r));
	for (size_t i = 0; i < n && !err; i++)
		err = check_one(r, signatures[i], &answers);
	if (!err)
		wire_put_answers(out, &answers);
	wire_answers_free(&answers);
	return err ? request_refused(err) : out->failed ? REFUSED_FULL : REFUSED_NOT;
}

static refusal keep(request *r, const shard_owner *o, uint64_t id, const firstprint_signature *sig)
{
	if (!request_is_id(id))
		return REFUSED_BAD;
	if (shard_place(r->shard, id))
		return REFUSED_NOT;
	if (!request_has_room(r))
		return REFUSED_FULL;
	return request_refused(shard_remember(r->shard, o, id, sig));
}

refusal request_put(request *r, uint64_t turn, uint64_t id, const firstprint_signature *sig)
{
	shard_owner *o;
	refusal no = meet_turn(r, turn, &o);

	return no ? no : keep(r, o, id, sig);
}

refusal request_keep(request *r, uint64_t turn, uint64_t id, uint64_t number)
{
	const shard_checked *c = &r->shard->checked;
	shard_owner *o;
	refusal no = meet_turn(r, turn, &o);

	if (no || c->turn != turn)
		return no ? no : REFUSED_STALE;
	return number < c->len ? keep(r, o, id, &c->all[number]) : REFUSED_BAD;
}

refusal request_take(request *r, uint64_t turn, uint64_t id)
{
	shard_owner *o;
	refusal no = meet_turn(r, turn, &o);

	return no ? no : request_refused(shard_take_back(r->shard, id));
}
