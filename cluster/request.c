#include "cluster/inside.h"

#include <string.h>

enum { LIVE_MS = 60000 };   /* an owner that asked so shortly before is waited for */
enum { YOUNGER_MOST = 16 }; /* that are withdrawn for one page: they repeat each other, too */

static const uint64_t ID_MOST = INT64_MAX / 2; /* of an owner's pages: ids go on behind them */

bool request_is_id(uint64_t id)
{
	return id && id <= ID_MOST;
}

refusal request_refused(status err)
{
	switch (err) {
	case OK:
		return REFUSED_NOT;
	case ERR_MEMORY:
	case ERR_LIMIT:
		return REFUSED_FULL;
	case ERR_FORMAT:
		return REFUSED_BAD;
	default:
		return REFUSED_BROKEN;
	}
}

/* ── epochs ── */

/* That of this process and of the shard's mark. */
static uint64_t epoch_of(const request *r)
{
	uint64_t mark = r->shard->epoch_mark * 0x9e3779b97f4a7c15u;

	return mark ? (r->process ^ mark >> 2) | (uint64_t)1 << 62 : r->process;
}

/* To be called first: another process is asked than before. */
static void see_epoch(request *r)
{
	shard *s = r->shard;

	if (s->epoch == epoch_of(r))
		return;
	s->waits_until_ms = s->epoch || s->waits_for_all ? r->now_ms + r->recovery_ms : 0;
	shard_begin_epoch(s, epoch_of(r));
}

/* Has an owner that is likely to be there not compared its pages yet? */
static bool is_waited_for(const request *r)
{
	const shard *s = r->shard;

	for (size_t i = 0; i < s->owners_len; i++)
		if (*s->owners[i].name && !s->owners[i].has_left && s->owners[i].epoch != s->epoch &&
		    s->waits_until_ms - r->recovery_ms - s->owners[i].seen_ms < LIVE_MS)
			return true;
	return s->waits_for_all;
}

bool request_is_recovering(request *r)
{
	shard *s = r->shard;

	if (s->waits_until_ms && (r->now_ms >= s->waits_until_ms || !is_waited_for(r))) {
		s->waits_until_ms = 0;
		s->waits_for_all = false;
	}
	return s->waits_until_ms != 0;
}

/* ── owners ── */

/* What it compared with another process must not count for this one: it joins again first. */
refusal request_owner(request *r, shard_owner **out)
{
	see_epoch(r);
	*out = shard_find_owner(r->shard, r->owner, r->owner_len);
	if (!*out || (!(*out)->has_joined && (*out)->session)) /* its last session may be among what was lost */
		return REFUSED_COMPARE;
	return (*out)->session == r->session ? REFUSED_NOT : REFUSED_TAKEN;
}

refusal request_join(request *r, uint64_t leaves, request_joined *out)
{
	shard *s = r->shard;
	shard_owner *o;
	status err;

	if (shard_is_head(s))
		s->epoch_mark = leaves;
	see_epoch(r);
	err = shard_add_owner(r->shard, r->owner, r->owner_len, &o);
	if (err)
		return request_refused(err);
	o->session = r->session;
	o->is_compared = o->has_left = false;
	o->has_joined = true;
	o->seen_ms = r->now_ms;
	shard_note_owner(r->shard, o);
	*out = (request_joined){.asked = o->asked,
				.epoch = s->epoch,
				.withdrawn_first = s->withdrawn_len ? s->withdrawn[0].number : s->next_withdrawn,
				.withdrawn_last = s->next_withdrawn - 1,
				.epoch_first = s->epoch_first,
				.next_id = s->next_id,
				.turn = s->turn};
	return REFUSED_NOT;
}

refusal request_compared(request *r, uint64_t highest, uint64_t turn)
{
	shard_owner *o;
	refusal no = request_owner(r, &o);

	if (no || highest > ID_MOST)
		return no ? no : REFUSED_BAD;
	shard_pass_id(r->shard, highest);
	if (turn > r->shard->turn) {
		r->shard->turn = turn;
		shard_note_turn(r->shard);
	}
	o->is_compared = true;
	o->epoch = r->shard->epoch;
	o->seen_ms = r->now_ms;
	shard_note_owner(r->shard, o);
	return REFUSED_NOT;
}

/* It need not have joined in this epoch. */
refusal request_leave(request *r)
{
	shard_owner *o;

	see_epoch(r);
	o = shard_find_owner(r->shard, r->owner, r->owner_len);
	if (!o || o->session != r->session)
		return REFUSED_TAKEN;
	o->has_left = true;
	shard_note_owner(r->shard, o);
	return REFUSED_NOT;
}

refusal request_forget(request *r, size_t most, uint64_t *left)
{
	shard *s = r->shard;
	shard_owner *o;
	status err = OK;

	see_epoch(r);
	o = shard_find_owner(s, r->owner, r->owner_len);
	*left = 0;
	if (!o)
		return REFUSED_TAKEN;
	if (o->session) { /* whoever is still there notices */
		o->session = 0;
		shard_note_owner(s, o);
	}
	for (uint32_t place = 1; place <= s->len && most && o->pages && !err; place++) {
		shard_page *page = shard_at(s, place);

		if (page->bytes && page->owner == (uint32_t)(o - s->owners)) {
			err = shard_withdraw(s, page->id);
			most--;
		}
	}
	*left = o->pages;
	if (!o->pages && !err)
		shard_remove_owner(s, o);
	return request_refused(err);
}

/* ── comparing ── */

refusal request_ids(request *r, uint32_t *after, size_t most, wire_writer *out)
{
	const shard *s = r->shard;
	shard_owner *o;
	refusal no = request_owner(r, &o);
	uint32_t place = *after;

	if (no)
		return no;
	while (place < s->len && most) {
		const shard_page *page = shard_at(s, ++place);

		if (page->bytes && page->owner == (uint32_t)(o - s->owners)) {
			wire_put_number(out, 8, page->id);
			most--;
		}
	}
	*after = place < s->len ? place : 0;
	return out->failed ? REFUSED_FULL : REFUSED_NOT;
}

bool request_has_room(const request *r)
{
	return !r->memory_most || shard_memory(r->shard) < r->memory_most;
}

/* Withdraws the pages of this epoch that repeat the page, which is older. */
static status withdraw_younger(shard *s, uint64_t id, const firstprint_signature *sig)
{
	firstprint_verdict v;
	status err = OK;

	for (int n = 0; n < YOUNGER_MOST && !err; n++) {
		err = filter_check(s->filter, sig, &v, NULL);
		if (err || !filter_kind_drops(v.kind))
			return err;
		v.of = shard_at(s, (uint32_t)v.of)->id;
		if (v.of < s->epoch_first || v.of < id)
			return OK;
		err = shard_withdraw(s, v.of);
	}
	return err;
}

refusal request_remember(request *r, uint64_t id, const firstprint_signature *sig)
{
	shard *s = r->shard;
	shard_owner *o;
	refusal no = request_owner(r, &o);
	bool is_late = !no && o->epoch != s->epoch && id < s->epoch_first && s->next_id > s->epoch_first;
	status err = OK;

	if (no || !request_is_id(id) || shard_place(s, id))
		return no ? no : request_is_id(id) ? REFUSED_NOT : REFUSED_BAD;
	if (!request_has_room(r))
		return REFUSED_FULL;
	if (is_late)
		err = withdraw_younger(s, id, sig);
	return request_refused(err ? err : shard_remember(s, o, id, sig));
}

refusal request_withdraw(request *r, uint64_t id)
{
	shard_owner *o;
	refusal no = request_owner(r, &o);
	uint32_t place = no ? 0 : shard_place(r->shard, id);

	if (!place)
		return no;
	if (shard_at(r->shard, place)->owner != (uint32_t)(o - r->shard->owners))
		return REFUSED_BAD;
	return request_refused(shard_withdraw(r->shard, id));
}

void request_withdrawn(const shard *s, uint64_t read, size_t most, wire_writer *out)
{
	for (size_t i = 0; i < s->withdrawn_len && most; i++)
		if (s->withdrawn[i].number > read) {
			wire_put_number(out, 8, s->withdrawn[i].number);
			wire_put_number(out, 8, s->withdrawn[i].id);
			most--;
		}
}

/* ── judging ── */

/* A request while it is judged. */
typedef struct judging {
	request *request;
	shard_owner *owner;
	uint64_t first_id; /* if it fails, all pages from here on are taken back */
	wire_answers answers;
} judging;

void request_name_pages(const shard *s, firstprint_verdict *v)
{
	if (v->of)
		v->of = shard_at(s, (uint32_t)v->of)->id;
	for (size_t i = 0; i < v->shares_len; i++)
		v->shares[i].page = shard_at(s, (uint32_t)v->shares[i].page)->id;
}

static status settle_and_check(shard *s, const wire_page *p, arena *a, firstprint_signature *settled, wire_answer *x)
{
	status err = filter_finalize(s->filter, &p->signature, a, settled);

	if (!err)
		err = filter_check(s->filter, settled, &x->verdict, &x->link);
	if (err)
		return err;
	request_name_pages(s, &x->verdict);
	wire_compare(&p->signature, settled, x);
	return OK;
}

static status withdraw_replaced(judging *j, const wire_page *p)
{
	shard *s = j->request->shard;
	status err = OK;

	for (size_t i = 0; i < p->replaced_len && !err; i++) {
		uint32_t place = shard_place(s, p->replaced[i]);

		if (place && shard_at(s, place)->owner == (uint32_t)(j->owner - s->owners))
			err = shard_withdraw(s, p->replaced[i]);
	}
	return err;
}

static status judge_page(judging *j, const wire_page *p, wire_answer *x)
{
	shard *s = j->request->shard;
	firstprint_signature settled;
	bool is_kept;
	status err = withdraw_replaced(j, p);

	if (!err && !(p->flags & WIRE_NUMBER))
		err = settle_and_check(s, p, j->request->arena, &settled, x);
	if (err || p->flags & WIRE_LOOK)
		return err;
	x->id = s->next_id++;
	is_kept = !(p->flags & WIRE_NUMBER) && (p->flags & WIRE_KEEP || !filter_kind_drops(x->verdict.kind));
	return is_kept ? shard_remember(s, j->owner, x->id, &settled) : OK;
}

/* One page that the filter did not make does not stop the others. */
static status judge_one(judging *j, firstprint_span bytes)
{
	wire_page page;
	wire_answer x = {0};
	status err;

	arena_reset(j->request->arena);
	err = wire_get_page(bytes, j->request->arena, &page);
	if (err)
		return err == ERR_FORMAT ? ERR_USAGE : err;
	err = judge_page(j, &page, &x);
	if (err == ERR_FORMAT)
		x = (wire_answer){.is_bad = true};
	else if (err)
		return err;
	wire_add_answer(&j->answers, &x);
	return OK;
}

/* None of the pages was judged. */
static void take_back(judging *j)
{
	shard *s = j->request->shard;

	for (uint32_t place = s->len; place && shard_at(s, place)->id >= j->first_id; place--)
		shard_take_back(s, shard_at(s, place)->id);
}

static status judge_all(judging *j, const firstprint_span *pages, size_t n)
{
	shard *s = j->request->shard;
	wire_writer answer = {0};
	status err = OK;

	j->first_id = s->next_id;
	for (size_t i = 0; i < n && !err; i++)
		err = judge_one(j, pages[i]);
	if (!err)
		wire_put_answers(&answer, &j->answers);
	if (!err && answer.failed)
		err = ERR_MEMORY;
	if (err)
		take_back(j);
	buffer_free(err ? &answer.bytes : &j->owner->answer);
	if (!err)
		j->owner->answer = answer.bytes;
	return err;
}

static void put_answer(const shard *s, const shard_owner *o, wire_writer *out)
{
	wire_put_number(out, 8, s->next_withdrawn - 1);
	wire_put_bytes(out, o->answer.bytes, o->answer.len);
}

/* Why the request cannot be judged now. *again: it was judged already. */
static refusal may_judge(request *r, uint64_t number, shard_owner **owner, bool *again)
{
	refusal no = request_owner(r, owner);

	*again = false;
	if (no)
		return no;
	(*owner)->seen_ms = r->now_ms;
	if (!(*owner)->is_compared || (*owner)->epoch != r->shard->epoch)
		return REFUSED_COMPARE;
	*again = number && number == (*owner)->asked;
	if (*again)
		return REFUSED_NOT;
	if (number != (*owner)->asked + 1)
		return REFUSED_COMPARE;
	if (*r->shard->role)
		return REFUSED_BAD;
	return request_is_recovering(r) ? REFUSED_RECOVERING : request_has_room(r) ? REFUSED_NOT : REFUSED_FULL;
}

refusal request_judge(request *r, uint64_t number, uint64_t read, const firstprint_span *pages, size_t n, wire_writer *out)
{
	judging j = {.request = r};
	bool again;
	refusal no = may_judge(r, number, &j.owner, &again);
	status err;

	if (no)
		return no;
	if (!again) {
		err = judge_all(&j, pages, n);
		wire_answers_free(&j.answers);
		if (err)
			return err == ERR_USAGE ? REFUSED_BAD : request_refused(err);
		j.owner->asked = number;
		j.owner->read = read < r->shard->next_withdrawn ? read : r->shard->next_withdrawn - 1;
		shard_note_owner(r->shard, j.owner);
		shard_note_state(r->shard);
	}
	put_answer(r->shard, j.owner, out);
	return out->failed ? REFUSED_FULL : REFUSED_NOT;
}
