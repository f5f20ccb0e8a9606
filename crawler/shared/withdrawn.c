/* withdrawn — withdrawn pages: tells the index about our own, and has the drops of those that others have withdrawn judged
 * again. */
#include "base/grow.h"
#include "crawler/shared/inside.h"
#include "store/ask.h"

static status add_id(id_list *to, uint64_t id)
{
	uint64_t *ids = grow(to->ids, to->len, &to->room, sizeof *ids);

	if (!ids)
		return ERR_MEMORY;
	to->ids = ids;
	ids[to->len++] = id;
	return OK;
}

status shared_withdraw(shared *s, uint64_t id)
{
	return add_id(&s->gone, id);
}

/* Handles a page of our own, which was kept only because the index had lost an older one. */
static status withdraw_own(shared *s, uint64_t page, arena *a)
{
	firstprint_signature ignored;
	bool kept = false;
	status err = store_signature(s->session->store, page, a, &ignored, &kept);

	if (err || !kept)
		return err == ERR_MISSING ? OK : err;
	err = session_begin(s->session);
	if (!err)
		err = store_withdraw_page(s->session->store, page);
	s->let_in += !err;
	return err;
}

static status add_drops_of(shared *s, uint64_t page, arena *a)
{
	uint64_t *drops = NULL;
	size_t n = 0;
	status err = withdraw_own(s, page, a);

	if (!err)
		err = store_drops_of(s->session->store, page, a, &drops, &n);
	for (size_t i = 0; i < n && !err; i++)
		err = add_id(&s->again, drops[i]);
	return err;
}

static bool must_check(const shared *s)
{
	return s->session->store && s->is_compared && s->sharing.epoch != s->epoch && s->checked != s->epoch;
}

/* Checks whether the index still has each original: after a loss, it may not know about pages that others have withdrawn. */
static status check_originals(shared *s, arena *a, complaint *why)
{
	enum { PIECE = 32768 };
	uint64_t *originals, *absent;
	size_t n, m = 0;
	status err = store_originals_elsewhere(s->session->store, a, &originals, &n);

	for (size_t at = 0; at < n && !err; at += PIECE) {
		err = memory_absent(s->memory, originals + at, n - at < PIECE ? n - at : PIECE, a, &absent, &m, why);
		for (size_t i = 0; i < m && !err; i++)
			err = add_drops_of(s, absent[i], a);
	}
	if (!err)
		s->checked = s->epoch;
	return err;
}

/* Reads the next withdrawals: numbers and ids alternate. Withdrawals after the last answer have to wait, because a page that is
 * about to be stored may repeat such a page. */
static status read_some(shared *s, uint64_t last, arena *a, bool *more, complaint *why)
{
	uint64_t *list;
	size_t len = 0;
	status err = memory_withdrawn(s->memory, s->withdrawn, a, &list, &len, why);

	*more = len > 0;
	for (size_t i = 0; i + 1 < len && *more && !err; i += 2) {
		*more = list[i] <= last;
		if (*more) {
			err = add_drops_of(s, list[i + 1], a);
			s->withdrawn = list[i];
		}
	}
	return err;
}

static status read_all(shared *s, uint64_t last, arena *a, complaint *why)
{
	bool more = true;
	status err = OK;

	while (!err && more && s->withdrawn < last)
		err = read_some(s, last, a, &more, why);
	if (!err && s->withdrawn < last)
		s->withdrawn = last;
	if (!err && must_check(s))
		err = check_originals(s, a, why);
	return err;
}

bool shared_has_withdrawn(const shared *s)
{
	return s->again_done < s->again.len || s->gone.len || must_check(s) || (s->session->store && s->heard > s->withdrawn);
}

status shared_see_withdrawn(shared *s, uint64_t last, complaint *why)
{
	arena *a;
	status err;

	if (!s->session->store || (last <= s->withdrawn && !must_check(s)))
		return OK;
	a = arena_new();
	err = a ? read_all(s, last, a, why) : ERR_MEMORY;
	arena_free(a);
	return err;
}

static status add_page(shared *s, uint64_t drop)
{
	wire_page *p = &s->pages[s->again_len];
	store_head head;
	bool kept;
	status err;

	*p = (wire_page){0};
	err = store_signature(s->session->store, drop, s->answers, &p->signature, &kept);
	if (!err)
		err = store_head_of(s->session->store, drop, s->answers, &head);
	if (err)
		return err;
	p->flags = judge_keeps(s->session->judge, head.url, head.name) ? WIRE_KEEP : 0;
	s->again_len++;
	return OK;
}

status shared_add_again(shared *s, size_t most)
{
	status err = OK;

	s->again_len = 0;
	while (s->again_len < most && s->again_done + s->again_len < s->again.len && !err) {
		err = add_page(s, s->again.ids[s->again_done + s->again_len]);
		if (err == ERR_MISSING) { /* a newer article has replaced it meanwhile */
			s->again.ids[s->again_done + s->again_len] = s->again.ids[--s->again.len];
			err = OK;
		}
	}
	return err;
}

status shared_told_again(shared *s, size_t i, const told *t)
{
	status err = judge_told_again(s->session->judge, s->again.ids[s->again_done + i], t);

	if (err != ERR_MISSING)
		return err;
	/* a newer article has replaced it meanwhile */
	return filter_kind_drops(t->verdict.kind) ? OK : shared_withdraw(s, t->id);
}

status shared_note_read(shared *s)
{
	bool is_checked = s->checked == s->epoch && s->sharing.epoch != s->epoch;
	status err;

	if (!s->session->store || s->again_done < s->again.len || (s->sharing.withdrawn == s->withdrawn && !is_checked))
		return OK;
	err = session_begin(s->session);
	if (err)
		return err;
	s->again_done = s->again.len = 0;
	s->sharing.withdrawn = s->withdrawn;
	if (is_checked)
		s->sharing.epoch = s->epoch;
	s->written_at = s->session->commits;
	s->session->written++;
	return store_set_sharing(s->session->store, &s->sharing);
}
