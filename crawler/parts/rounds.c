/* rounds — the messages in the rounds of the exchange, and the end of the crawl.
 *
 * A part is done when it has nothing to do and all links that it has forwarded are in the stores of others. A part that receives a
 * link reports that it is busy before it acknowledges the link. So when all parts are done at one moment, no work is left anywhere.
 * A part must see this twice, and each other part must have finished a round in between: after a failover, Redis may report an
 * older state. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "crawler/parts/inside.h"

enum {
	SILENT_MS = 5000,
	BEGIN_MS = 10000 /* time for a part that had ended before this run to begin again */
};

/* Has the part ended, so that the others need not wait for it? */
static bool has_ended(const parts *p, const peer *x)
{
	return x->is_there && x->state == EXCHANGE_LEFT && (x->was_there || clock_ms() - p->opened_ms >= BEGIN_MS);
}

/* ── sending ── */

status parts_request_lease(void *ctx, const char *address, int64_t ms, bool rests)
{
	parts *p = ctx;
	exchange_lease *t;

	if (p->leases_len == LEASES_MOST) /* a report of a rest may be lost */
		return rests ? OK : p->listener.lease(p->listener.ctx, address, PARTS_SYNC_MS);
	t = &p->leases[p->leases_len++];
	t->ms = ms;
	t->rests = rests;
	snprintf(t->address, sizeof t->address, "%s", address);
	return OK;
}

/* Have all entries that arrived been committed? */
static bool is_arrived(const parts *p)
{
	return p->arrived_len && p->session->commits > p->arrived_commits;
}

static bool has_links_for(const peer *x)
{
	return x->is_there && x->sent >= 0 && x->sent < x->committed;
}

/* Reads the next links for a part, at most one batch of them. */
static status add_batch(parts *p, int part, int64_t after, exchange_batch *out)
{
	store_handed *handed = arena_zeros(p->round, WIRE_LINKS_MOST, sizeof *handed);
	wire_link *links = arena_zeros(p->round, WIRE_LINKS_MOST, sizeof *links);
	int64_t left = p->peers[part].committed - after;
	size_t most = left < WIRE_LINKS_MOST ? (size_t)left : WIRE_LINKS_MOST, n = 0;
	status err = handed && links ? store_handed_after(p->session->store, part, after, p->round, handed, most, &n)
				     : ERR_MEMORY;

	for (size_t i = 0; i < n; i++)
		links[i] = (wire_link){.url = handed[i].url,
				       .depth = (unsigned)handed[i].depth,
				       .hops = (unsigned)handed[i].hops,
				       .is_seed = handed[i].is_seed,
				       .is_sitemap = handed[i].is_sitemap};
	*out = (exchange_batch){part, {p->run, (uint64_t)p->peers[part].opened, (uint64_t)after + 1, links, n}};
	return err;
}

static status add_batches(parts *p, int part, exchange_batch *all, size_t *len)
{
	int64_t after = p->peers[part].sent;
	status err = OK;

	for (int i = 0; i < BATCHES_OF_PART_MOST && *len < BATCHES_MOST && after < p->peers[part].committed && !err; i++) {
		err = add_batch(p, part, after, &all[*len]);
		if (!err && !all[*len].links.len)
			return ERR_FORMAT; /* a number is missing */
		after += (int64_t)all[*len].links.len;
		p->peers[part].offered = after;
		(*len)++;
	}
	return err;
}

/* Chooses the links to send. Begins with another part each time, so that every part gets its turn. */
static status choose_batches(parts *p, exchange_request *request)
{
	exchange_batch *all = arena_zeros(p->round, BATCHES_MOST, sizeof *all);
	status err = all ? OK : ERR_MEMORY;

	for (int i = 1; i <= p->of && !err; i++) {
		int part = 1 + ((p->rotation + i) % p->of);

		if (part != p->number && has_links_for(&p->peers[part]))
			err = add_batches(p, part, all, &request->batches_len);
	}
	p->rotation++;
	request->batches = all;
	return err;
}

/* Have all forwarded links arrived, except at parts that have ended? */
static bool has_arrived_everywhere(const parts *p)
{
	for (int i = 1; i <= p->of; i++)
		if (i != p->number && !has_ended(p, &p->peers[i]) && p->peers[i].acked < p->peers[i].forwarded)
			return false;
	return true;
}

static status start_round(parts *p, enum exchange_state state)
{
	exchange_request *request = &p->request;
	status err;

	*request = (exchange_request){.state = state, .leases = p->asked};
	arena_reset(p->round);
	p->acks_arrived = is_arrived(p);
	request->reads = state != EXCHANGE_LEFT && (p->acks_arrived || !p->arrived_len);
	if (p->acks_arrived) {
		request->acks = p->arrived;
		request->acks_len = p->arrived_len;
	}
	err = state == EXCHANGE_LEFT ? OK : choose_batches(p, request);
	if (err)
		return err;
	memcpy(p->asked, p->leases, p->leases_len * sizeof *p->leases);
	request->leases_len = p->leases_len;
	p->leases_len = 0;
	p->is_syncing = true;
	return exchange_start(p->exchange, request);
}

/* Is there anything to send? A full stream does not count; the regular rounds check it. */
static bool has_news(const parts *p)
{
	bool has = p->leases_len || is_arrived(p);

	for (int i = 1; i <= p->of && !has; i++)
		has = i != p->number && has_links_for(&p->peers[i]) && !p->peers[i].is_full;
	return has;
}

status parts_sync(parts *p, bool is_idle, complaint *why)
{
	bool is_done;
	status err;

	parts_note_commits(p);
	p->is_idle = is_idle;
	is_done = is_idle && !p->arrived_len && has_arrived_everywhere(p);
	if (p->is_syncing || (!has_news(p) && clock_ms() - p->synced_ms < PARTS_SYNC_MS))
		return OK;
	err = start_round(p, is_done ? EXCHANGE_DONE : EXCHANGE_BUSY);
	return err ? complain(why, err, "%s", session_error(p->session, err)) : OK;
}

int parts_fd(const parts *p)
{
	return requester_fd(exchange_requester(p->exchange));
}

/* ── receiving ── */

/* The part has begun, or has begun again with another store. */
static void meet(peer *x, const char *store)
{
	snprintf(x->store, sizeof x->store, "%s", store);
	x->was_there = false;
	x->sent = -1;
}

/* Returns the number of our last link that it has stored. If it reports an earlier run, links with numbers above those at the start
 * of this run do not count. */
static int64_t acked_of(const parts *p, const peer *x, const exchange_part *found)
{
	int64_t heard = (int64_t)found->acked;

	return found->acked_run != p->run && heard > x->opened ? x->opened : heard;
}

static void see_peer(const parts *p, peer *x, const exchange_part *found)
{
	if (found->round != x->round)
		x->seen_ms = clock_ms();
	x->is_there = found->store != NULL;
	x->state = found->state;
	x->round = found->round;
	x->acked = acked_of(p, x, found);
	if (x->is_there && strcmp(found->store, x->store) != 0)
		meet(x, found->store);
	x->is_full = x->offered > (int64_t)found->sent;
	x->offered = 0;
	x->was_there |= x->is_there && x->state != EXCHANGE_LEFT;
	if (x->sent < x->acked || (found->is_empty && x->acked < x->sent))
		x->sent = x->acked; /* or its stream has lost the links: send them again */
	else if (found->sent)
		x->sent = (int64_t)found->sent;
}

static void see_peers(parts *p, const exchange_part *found)
{
	for (int i = 1; i <= p->of; i++)
		if (i != p->number)
			see_peer(p, &p->peers[i], &found[i]);
}

static status receive_leases(parts *p, const int64_t *waits)
{
	status err = OK;

	for (size_t i = 0; i < p->request.leases_len && !err; i++)
		if (!p->asked[i].rests)
			err = p->listener.lease(p->listener.ctx, p->asked[i].address, waits[i]);
	return err;
}

/* Takes only the link with the next number: a lower number is a repetition, and a higher one follows links that were lost. */
static status receive_links(parts *p, const char *sender, const wire_links *x, store_mark *mark)
{
	status err = OK;

	if (mark->run != (int64_t)x->run && mark->number > (int64_t)x->base)
		mark->number = (int64_t)x->base;
	mark->run = (int64_t)x->run;
	for (size_t i = 0; i < x->len && !err; i++) {
		if (x->first + i != (uint64_t)mark->number + 1)
			continue;
		err = p->listener.link(p->listener.ctx, &x->links[i]);
		mark->number++;
	}
	return err ? err : store_set_heard(p->session->store, sender, mark);
}

static status receive_entry(parts *p, const exchange_entry *e)
{
	exchange_ack *out = &p->arrived[p->arrived_len++];
	store_mark mark;
	status err = store_heard(p->session->store, e->sender, &mark);

	if (!err && e->links.len)
		err = receive_links(p, e->sender, &e->links, &mark);
	*out = (exchange_ack){.id = arena_text(p->arrived_text, e->id, strlen(e->id)),
			      .sender = arena_text(p->arrived_text, e->sender, strlen(e->sender)),
			      .run = (uint64_t)mark.run,
			      .number = (uint64_t)mark.number};
	return err || (out->id && out->sender) ? err : ERR_MEMORY;
}

static status receive_entries(parts *p, const exchange_reply *heard)
{
	status err = heard->entries_len ? session_begin(p->session) : OK;

	if (p->acks_arrived) {
		p->arrived_len = 0;
		arena_reset(p->arrived_text);
	}
	p->acks_arrived = false;
	if (heard->entries_len)
		p->arrived_commits = p->session->commits;
	for (size_t i = 0; i < heard->entries_len && !err; i++)
		err = receive_entry(p, &heard->entries[i]);
	return err;
}

/* ── the end ── */

static bool are_all_done(const parts *p)
{
	for (int i = 1; i <= p->of; i++)
		if (i != p->number && !has_ended(p, &p->peers[i]) &&
		    (!p->peers[i].is_there || p->peers[i].state != EXCHANGE_DONE))
			return false;
	return p->request.state == EXCHANGE_DONE && !p->arrived_len;
}

/* Has each part that is done finished a round since all were first seen done? */
static bool is_confirmed(const parts *p)
{
	for (int i = 1; i <= p->of; i++)
		if (i != p->number && p->peers[i].state == EXCHANGE_DONE && p->peers[i].round == p->peers[i].settled_round)
			return false;
	return true;
}

static void look_for_end(parts *p)
{
	bool was_settled = p->is_settled;

	p->is_settled = are_all_done(p);
	if (!p->is_settled || was_settled) {
		p->is_over = p->is_settled && is_confirmed(p);
		return;
	}
	for (int i = 1; i <= p->of; i++)
		p->peers[i].settled_round = p->peers[i].round;
}

status parts_receive(parts *p, complaint *why)
{
	exchange_reply heard;
	bool taken;
	status err = p->is_syncing ? exchange_take(p->exchange, false, &taken, &heard, why) : OK;

	if (!p->is_syncing || !taken || err)
		return err;
	p->is_syncing = false;
	p->synced_ms = clock_ms();
	see_peers(p, heard.parts);
	err = receive_leases(p, heard.waits);
	if (!err)
		err = receive_entries(p, &heard);
	if (!err)
		look_for_end(p);
	return err && !*why->text ? complain(why, err, "%s", session_error(p->session, err)) : err;
}

bool parts_is_over(const parts *p)
{
	return p->is_over;
}

void parts_leave(parts *p)
{
	exchange_reply heard;
	complaint why = {""};
	bool taken;
	status err = OK;

	if (p->is_syncing)
		err = exchange_take(p->exchange, true, &taken, &heard, &why);
	if (!err && p->acks_arrived)
		p->arrived_len = 0;
	if (!err && !start_round(p, EXCHANGE_LEFT))
		exchange_take(p->exchange, true, &taken, &heard, &why);
	p->is_syncing = false;
}

/* ── the progress line ── */

static void describe_wait(const parts *p, int part, complaint *out)
{
	const peer *x = &p->peers[part];
	int64_t silent_ms = clock_ms() - x->seen_ms;

	if (!x->is_there)
		complain(out, OK, "part %d/%d has not begun", part, p->of);
	else if (x->state == EXCHANGE_LEFT && !has_ended(p, x))
		complain(out, OK, "part %d/%d has ended, and may begin again", part, p->of);
	else if (x->state != EXCHANGE_LEFT && silent_ms >= SILENT_MS)
		complain(out, OK, "part %d/%d has been silent for %lld s", part, p->of, (long long)(silent_ms / 1000));
}

/* Reports the first part that is missing, or how many are still at work. */
void parts_delay(const parts *p, complaint *out)
{
	int busy = 0;

	requester_delay(exchange_requester(p->exchange), out);
	for (int i = 1; i <= p->of && p->is_idle && !*out->text; i++) {
		busy += i != p->number && p->peers[i].state == EXCHANGE_BUSY;
		if (i != p->number)
			describe_wait(p, i, out);
	}
	if (!*out->text && p->is_idle && busy)
		complain(out, OK, "%d of %d parts are still at work", busy, p->of);
}
