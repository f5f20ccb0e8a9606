/* copy — a shard is copied with its changes: to a replica, into a file, and back. */
#include <string.h>

#include "base/grow.h"
#include "cluster/inside.h"

enum { PIECE_BYTES = 1 << 20 }; /* of what is saved */

/* ── applying ── */

static status apply_page(shard *s, wire_reader *r)
{
	uint64_t id = wire_number(r, 8);
	uint32_t owner = (uint32_t)wire_number(r, 4);
	firstprint_span bytes = wire_bytes(r, (size_t)wire_number(r, 4));
	firstprint_signature sig = {(const uint8_t *)bytes.at, bytes.len};

	if (r->bad || !request_is_id(id) || owner >= s->owners_len || bytes.len > FIRSTPRINT_SIGNATURE_MAX ||
	    shard_place(s, id))
		return ERR_FORMAT;
	return shard_add_page(s, owner, id, &sig);
}

/* Owners up to this one, and it. */
static status owner_at(shard *s, size_t index, shard_owner **out)
{
	while (s->owners_len <= index) {
		shard_owner *all = index < SHARD_OWNERS_MAX ? grow(s->owners, s->owners_len, &s->owners_room, sizeof *all)
							    : NULL;

		if (!all)
			return index < SHARD_OWNERS_MAX ? ERR_MEMORY : ERR_FORMAT;
		s->owners = all;
		all[s->owners_len++] = (shard_owner){0};
	}
	*out = &s->owners[index];
	return OK;
}

static status apply_owner(shard *s, wire_reader *r, bool says_left)
{
	size_t index = (size_t)wire_number(r, 4);
	firstprint_span name = wire_text(r), answer;
	shard_owner x = {.session = wire_number(r, 8)}, *o;
	status err;

	x.asked = wire_number(r, 8);
	x.read = wire_number(r, 8);
	x.epoch = wire_number(r, 8);
	x.is_compared = wire_number(r, 1) != 0;
	x.has_left = says_left && wire_number(r, 1) != 0;
	x.seen_ms = (int64_t)wire_number(r, 8);
	answer = wire_bytes(r, (size_t)wire_number(r, 4));
	if (r->bad || (name.len && !shard_is_name(name.at, name.len)))
		return ERR_FORMAT;
	err = owner_at(s, index, &o);
	if (err)
		return err;
	if (name.len)
		memcpy(x.name, name.at, name.len);
	x.pages = o->pages;
	x.answer = o->answer;
	buffer_clear(&x.answer);
	*o = x;
	if (!buffer_append(&o->answer, answer.at ? answer.at : "", answer.len))
		return ERR_MEMORY;
	shard_drop_read(s);
	return OK;
}

static status apply_state(shard *s, wire_reader *r)
{
	uint64_t next_id = wire_number(r, 8), next_withdrawn = wire_number(r, 8), epoch = wire_number(r, 8);
	uint64_t epoch_first = wire_number(r, 8);

	if (r->bad)
		return ERR_FORMAT;
	s->next_id = next_id > s->next_id ? next_id : s->next_id; /* none is given twice */
	s->next_withdrawn = next_withdrawn;
	shard_set_epoch(s, epoch);
	s->epoch_first = epoch_first;
	return OK;
}

static status apply_one(shard *s, wire_reader *r)
{
	uint64_t id;
	bool was;

	switch (wire_number(r, 1)) {
	case CHANGE_PAGE:
		return apply_page(s, r);
	case CHANGE_OWNER:
		return apply_owner(s, r, true);
	case CHANGE_OWNER_2:
		return apply_owner(s, r, false);
	case CHANGE_STATE:
		return apply_state(s, r);
	case CHANGE_WITHDRAW:
		id = wire_number(r, 8);
		return r->bad ? ERR_FORMAT : shard_do_withdraw(s, id);
	case CHANGE_TAKE_BACK:
		id = wire_number(r, 8);
		return r->bad ? ERR_FORMAT : shard_forget(s, id, &was);
	case CHANGE_TOLD:
		id = wire_number(r, 8);
		return shard_add_withdrawn(s, id, wire_number(r, 8));
	case CHANGE_TURN:
		s->turn = wire_number(r, 8);
		return OK;
	default:
		return ERR_FORMAT;
	}
}

status shard_apply(shard *s, const void *changes, size_t len)
{
	wire_reader r = wire_read(changes, len);
	status err = OK;

	while (!err && wire_left(&r))
		err = apply_one(s, &r);
	return err || !r.bad ? err : ERR_FORMAT;
}

void shard_expect(shard *s, uint64_t pages)
{
	if (s->len || pages > SHARD_PAGES_MAX)
		return;
	filter_expect(s->filter, pages);
	buckets_expect(&s->places, pages);
}

/* ── saving ── */

/* What is about to be written. */
typedef struct saving {
	wire_writer piece;
	status (*write)(void *, const void *, size_t);
	void *ctx;
} saving;

static status write_piece(saving *x, bool now)
{
	status err = x->piece.failed ? ERR_MEMORY : OK;

	if (err || x->piece.bytes.len == 0 || (!now && x->piece.bytes.len < PIECE_BYTES))
		return err;
	err = x->write(x->ctx, x->piece.bytes.bytes, x->piece.bytes.len);
	buffer_clear(&x->piece.bytes);
	return err;
}

/* Owners come first: before their pages, and before what was withdrawn, of which the first one may have read all. */
status shard_save(const shard *s, status (*write)(void *, const void *, size_t), void *ctx)
{
	saving x = {.write = write, .ctx = ctx};
	status err = OK;

	for (size_t i = 0; i < s->owners_len && !err; i++) {
		change_put_owner(&x.piece, s, &s->owners[i]);
		err = write_piece(&x, false);
	}
	for (size_t i = 0; i < s->withdrawn_len && !err; i++) {
		change_put_told(&x.piece, s->withdrawn[i].number, s->withdrawn[i].id);
		err = write_piece(&x, false);
	}
	for (uint32_t place = 1; place <= s->len && !err; place++)
		if (shard_at(s, place)->bytes) {
			change_put_page(&x.piece, shard_at(s, place));
			err = write_piece(&x, false);
		}
	change_put_state(&x.piece, s);
	change_put_id(&x.piece, CHANGE_TURN, s->turn);
	if (!err)
		err = write_piece(&x, true);
	buffer_free(&x.piece.bytes);
	return err;
}
