/* parts — the owner of a host, and the forwarding of URLs. */
#include "crawler/parts/parts.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/grow.h"
#include "crawler/parts/inside.h"
#include "crawler/web/url.h"
#include "store/shared.h"

enum { HOST_NAME_MAX = 255 };

/* ── the owner of a host ── */

/* Uses a digest with the key of the crawl's stores, which is secret: nobody can choose host names that all go to one part. */
int parts_owner(const parts *p, const char *host)
{
	char name[HOST_NAME_MAX + 1];
	uint8_t keyed[STORE_KEY_SIZE + HOST_NAME_MAX + 1], digest[DIGEST_SIZE];
	const char *domain;
	size_t len;
	const char *at = url_host_name(host, &len);
	uint64_t number;
	int part;

	snprintf(name, sizeof name, "%.*s", (int)len, at);
	domain = url_domain(name);
	memcpy(keyed, p->session->key, STORE_KEY_SIZE);
	memcpy(keyed + STORE_KEY_SIZE, domain, strlen(domain) + 1);
	digest_of(keyed, STORE_KEY_SIZE + strlen(domain), digest);
	memcpy(&number, digest, sizeof number);
	part = 1 + (int)(le64toh(number) % (uint64_t)p->of);
	return part == p->number ? 0 : part;
}

/* ── forwarding ── */

void parts_note_commits(parts *p)
{
	if (p->session->commits == p->commits)
		return;
	for (int i = 1; i <= p->of; i++)
		p->peers[i].committed = p->peers[i].forwarded;
	p->commits = p->session->commits;
}

static status forward_to(parts *p, int part, const store_sighting *s)
{
	bool handed;
	status err;

	parts_note_commits(p);
	err = store_hand_over(p->session->store, part, s, &handed);
	p->peers[part].forwarded += handed;
	return err;
}

status parts_forward(parts *p, int part, const store_sighting *s)
{
	enum store_end end;
	status err = store_end_of(p->session->store, s->url, &end);

	if (err && err != ERR_MISSING)
		return err;
	if (!err && (end == END_PAGE || end == END_DROP))
		return OK; /* stored before the store became a part */
	return forward_to(p, part, s);
}

status parts_forward_to_all(parts *p, const store_sighting *s)
{
	status err = OK;

	for (int i = 1; i <= p->of && !err; i++)
		if (i != p->number)
			err = forward_to(p, i, s);
	return err;
}

int64_t parts_waiting(const parts *p, int *of)
{
	int64_t waiting = 0;

	*of = 0;
	for (int i = 1; i <= p->of; i++) {
		waiting += p->peers[i].forwarded - p->peers[i].acked;
		*of += p->peers[i].forwarded > p->peers[i].acked;
	}
	return waiting;
}

/* ── opening ── */

status parts_read(const char *text, store_part *out, complaint *why)
{
	int end = 0, number, of;

	if (sscanf(text, "%3d/%3d%n", &number, &of, &end) != 2 || text[end] || of < 1 || of > EXCHANGE_PARTS_MOST ||
	    number < 1 || number > of)
		return complain(why, ERR_USAGE, "--part %.100s: expected K/N, with K from 1 to N and N up to %d", text,
				EXCHANGE_PARTS_MOST);
	*out = (store_part){number, of};
	return OK;
}

status parts_may_begin(const char *url, const store_part *part, complaint *why)
{
	return exchange_may_begin(url, (int)part->number, (int)part->of, why);
}

/* Decides which part the store is from now on. */
static status choose_part(session *x, const char *text, store_part *out, complaint *why)
{
	store_part was, wanted = {0};
	status err = store_part_of(x->store, &was);

	if (!err && text)
		err = parts_read(text, &wanted, why);
	if (err)
		return err;
	if (text && was.of && (was.of != wanted.of || was.number != wanted.number))
		return complain(why, ERR_USAGE, "--part %s: the store is part %lld/%lld", text, (long long)was.number,
				(long long)was.of);
	*out = text ? wanted : was;
	return OK;
}

static status count_forwarded(parts *p)
{
	status err = OK;

	for (int i = 1; i <= p->of && !err; i++) {
		peer *x = &p->peers[i];

		err = store_last_handed(p->session->store, i, &x->forwarded);
		x->opened = x->committed = x->forwarded;
		x->sent = -1;
		x->seen_ms = clock_ms();
	}
	p->commits = p->session->commits;
	p->opened_ms = clock_ms();
	return err;
}

/* Hosts of other parts that have URLs in the queue. */
typedef struct strangers {
	const parts *parts;
	struct stranger {
		int64_t id;
		int owner;
	} * hosts;
	size_t len, room;
} strangers;

static status note_stranger(void *ctx, const store_host *host)
{
	strangers *x = ctx;
	const struct stranger new = {host->id, parts_owner(x->parts, host->host)};

	return new.owner ? grow_add(&x->hosts, &x->len, &x->room, &new, sizeof new) : OK;
}

/* Forwards the queued URLs of other parts' hosts, which the store has if it was a crawl of its own before. */
static status forward_queue(parts *p)
{
	strangers x = {.parts = p};
	status err = store_queued_hosts(p->session->store, note_stranger, &x);

	if (!err)
		err = session_begin(p->session);
	for (size_t i = 0; i < x.len && !err; i++) {
		int64_t handed;

		err = store_hand_over_host(p->session->store, x.hosts[i].id, x.hosts[i].owner, PARTS_SKIP, &handed);
		p->peers[x.hosts[i].owner].forwarded += handed;
	}
	free(x.hosts);
	return err ? err : session_commit(p->session, true, NULL);
}

static status open_parts(parts *p, const char *url, session *x, const store_part *part, complaint *why)
{
	status err;

	p->session = x;
	p->number = (int)part->number;
	p->of = (int)part->of;
	p->lasting = arena_new();
	p->round = arena_new();
	p->arrived_text = arena_new();
	if (!p->lasting || !p->round || !p->arrived_text)
		return ERR_MEMORY;
	if (getrandom(&p->run, sizeof p->run, 0) != sizeof p->run)
		return ERR_IO;
	p->run >>= 1; /* SQL integers are signed */
	p->peers = arena_zeros(p->lasting, (size_t)p->of + 1, sizeof *p->peers);
	if (!p->peers)
		return ERR_MEMORY;
	err = exchange_open(url, store_sharing_of(x->store)->owner, p->number, p->of, &p->exchange, why);
	if (!err) /* only now: this part may belong to another store */
		err = store_set_part(x->store, part);
	if (!err)
		err = count_forwarded(p);
	return err ? err : forward_queue(p);
}

status parts_open(const char *url, const char *part, session *x, const parts_listener *listener, parts **out, complaint *why)
{
	store_part is = {0};
	parts *p;
	status err = choose_part(x, part, &is, why);

	*out = NULL;
	if (!err && !is.of)
		return OK;
	p = err ? NULL : calloc(1, sizeof *p);
	if (!err)
		err = p ? open_parts(p, url, x, &is, why) : ERR_MEMORY;
	if (err) {
		parts_close(p);
		return *why->text ? err : complain(why, err, "%s", session_error(x, err));
	}
	p->listener = *listener;
	requester_retry_until(exchange_requester(p->exchange), -1);
	*out = p;
	return OK;
}

int parts_count_at(const char *url)
{
	arena *a = arena_new();
	exchange_summary *all;
	complaint none = {""};
	int n = 0;

	if (a && exchange_status(url, a, &all, &n, &none))
		n = 0;
	arena_free(a);
	return n;
}

void parts_close(parts *p)
{
	if (!p)
		return;
	exchange_close(p->exchange);
	arena_free(p->lasting);
	arena_free(p->round);
	arena_free(p->arrived_text);
	free(p);
}

void parts_stop_at(parts *p, int stop_fd)
{
	requester_retry_until(exchange_requester(p->exchange), stop_fd);
}
