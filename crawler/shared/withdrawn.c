/* withdrawn — withdrawn pages: tells the index about our own, and has the drops of those that others have withdrawn judged
 * again. */
#include "base/clock.h"
#include "base/grow.h"
#include "crawler/shared/inside.h"
#include "store/ask.h"

static status add_id(id_list *to, uint64_t id)
{
	return grow_add(&to->ids, &to->len, &to->room, &id, sizeof id);
}

status shared_withdraw(shared *s, uint64_t id)
{
	return add_id(&s->gone, id);
}

/* Handles a page of our own, which the index has refused, since it repeats another store's. */
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
	s->refused += !err;
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
	return s->session->store && s->is_unchecked && clock_ms() >= s->check_ms;
}

/* Checks whether the index still has each original that is in another store, or is gone. */
static status check_originals(shared *s, arena *a)
{
	uint64_t *originals;
	size_t n;
	status err = store_originals_elsewhere(s->session->store, a, &originals, &n);

	for (size_t i = 0; i < n && !err; i++)
		if (!client_has(s->client, originals[i]))
			err = add_drops_of(s, originals[i], a);
	s->is_unchecked = err != OK;
	return err;
}

static status read_all(shared *s, arena *a)
{
	size_t n;
	const uint64_t *ids = client_withdrawn(s->client, &n);
	status err = OK;

	while (s->handled < n && !err)
		err = add_drops_of(s, ids[s->handled++], a);
	if (!err && must_check(s))
		err = check_originals(s, a);
	return err;
}

static size_t unheard(const shared *s)
{
	size_t n;

	client_withdrawn(s->client, &n);
	return n - s->handled;
}

bool shared_has_withdrawn(const shared *s)
{
	return s->again_done < s->again.len || s->gone.len || must_check(s) || (s->session->store && unheard(s));
}

void shared_skip_withdrawn(shared *s)
{
	client_withdrawn(s->client, &s->handled);
}

status shared_see_withdrawn(shared *s)
{
	arena *a;
	status err;

	if (s->again_done == s->again.len)
		s->again_done = s->again.len = 0;
	if (!s->session->store || (!unheard(s) && !must_check(s)))
		return OK;
	a = arena_new();
	err = a ? read_all(s, a) : ERR_MEMORY;
	arena_free(a);
	return err;
}

status shared_read(const shared *s, uint64_t id, arena *a, firstprint_signature *sig, bool *keep)
{
	store_head head;
	bool kept;
	status err = store_signature(s->session->store, id, a, sig, &kept);

	if (!err)
		err = store_head_of(s->session->store, id, a, &head);
	if (!err)
		*keep = judge_keeps(s->session->judge, head.url, head.name);
	return err;
}

static status add_page(shared *s, uint64_t drop)
{
	client_page page = {0};
	bool keep;
	status err = shared_read(s, drop, s->answers, &page.signature, &keep);

	if (err)
		return err;
	page.flags = keep ? CLIENT_KEEP : 0;
	s->pages[s->again_len++] = page;
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
