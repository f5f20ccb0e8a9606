/* client_judge — a page that repeats one which the replica knows costs no round trip: only what may be kept is appended to the log, and all
 * pages of the request are judged at their place there, in their order, so that verdicts are those of one process. */
#include <string.h>

#include "base/clock.h"
#include "cluster/client_inside.h"

enum { REPORT_ROOM = 80, READ_MS = 1000 /* so old may be what the replica knows of others */ };

/* ── entries are appended and applied ── */

void client_begin_entry(client *c, wire_writer *w)
{
	entry_begin(w, c->owner, c->stamp, c->session, ++c->request);
}

static status apply_all(client *c, const log_reply *reply, replica_expected *expected, arena *a, complaint *why)
{
	status err = OK;

	if (reply->n && !c->at.count) /* the first entry */
		c->age_ms = reply->entries[0].age_ms;
	for (size_t i = 0; i < reply->n && !err; i++)
		err = replica_apply(c->replica, reply->entries[i].bytes, expected,
				    expected && !expected->is_applied ? c->arena : a, why);
	if (!err && replica_is_replaced(c->replica, c->session) && c->request > 1)
		err = complain(why, ERR_BUSY, "%s: another process has joined as this store", c->server->shown);
	return err;
}

/* Sends one request to the log, and applies the reply. */
static status sync_once(client *c, const firstprint_span *append, replica_expected *expected, bool *more, complaint *why)
{
	arena *a = arena_new();
	char text[REPORT_ROOM];
	const log_request request = {.append = append, .store = c->owner, .report = text};
	log_position at = c->at;
	log_reply reply;
	status err = ERR_MEMORY;

	client_report(c, false, text, sizeof text);
	if (a)
		err = log_sync(c->server, &request, &at, a, &reply, why);
	if (!err)
		err = apply_all(c, &reply, expected, a, why);
	if (!err) {
		c->at = at;
		*more = reply.more;
	}
	if (err == ERR_MISSING) /* what is there now may be another log */
		c->server->log->remove_report(c->server, c->owner, &(complaint){""});
	c->read_ms = clock_ms();
	arena_free(a);
	return err;
}

status client_read(client *c, complaint *why)
{
	bool more = true;
	status err = OK;

	while (!err && more)
		err = sync_once(c, NULL, NULL, &more, why);
	return err;
}

status client_append(client *c, wire_writer *w, replica_expected *expected, complaint *why)
{
	const firstprint_span bytes = {w->bytes.bytes, w->bytes.len};
	replica_expected own = {.session = c->session, .request = c->request};
	bool more = true;
	status err = w->failed ? ERR_MEMORY : OK;

	expected = expected ? expected : &own;
	expected->session = c->session;
	expected->request = c->request;
	if (!err)
		err = sync_once(c, &bytes, expected, &more, why);
	while (!err && !expected->is_applied && more)
		err = sync_once(c, NULL, expected, &more, why);
	buffer_free(&w->bytes);
	if (!err && !expected->is_applied)
		err = complain(why, ERR_MISSING, "%s: an entry was lost", c->server->shown);
	return err;
}

/* ── judging ── */

/* Pages of a request that make an entry: all, unless it would be too long. */
typedef struct request {
	client *client;
	const client_page *pages;
	client_answer *answers;
	size_t n;
	bool *appended;  /* these pages are in it, since they may be kept */
	size_t *numbers; /* of the pages that are judged */
	firstprint_signature *signatures;
	replica_verdict *verdicts;
	size_t len; /* of the last three */
} request;

static uint64_t next_id(client *c)
{
	uint64_t seen = replica_highest(c->replica), top = (seen > c->last_id ? seen : c->last_id) >> REPLICA_NUMBER_BITS;

	c->last_id = (top + 1) << REPLICA_NUMBER_BITS | replica_owner_number(c->owner, strlen(c->owner));
	return c->last_id;
}

static bool is_judged(const client_page *p)
{
	return !(p->flags & CLIENT_NUMBER);
}

/* Must the page be in the log, whatever it repeats? */
static bool must_append(const client_page *p)
{
	return p->replaced_len || (p->flags & CLIENT_KEEP);
}

/* Judges the pages as things are. *any: some may be kept. */
static status look(request *x, bool *any, complaint *why)
{
	client *c = x->client;
	status err = OK;

	for (size_t i = 0; i < x->n && !err; i++) {
		const client_page *p = &x->pages[i];
		replica_verdict *v = &x->verdicts[x->len];

		x->appended[i] = must_append(p);
		*any |= x->appended[i];
		if (!is_judged(p))
			continue;
		x->numbers[x->len] = i;
		x->signatures[x->len++] = p->signature;
		if (!x->appended[i]) {
			err = replica_check(c->replica, &p->signature, c->arena, v, why);
			x->appended[i] = !v->is_bad && !filter_kind_drops(v->verdict.kind);
			*any |= x->appended[i];
		}
	}
	return err;
}

static void put_page(request *x, size_t i, wire_writer *w)
{
	const client_page *p = &x->pages[i];

	for (size_t k = 0; k < p->replaced_len; k++)
		entry_put(w, &(entry_item){.step = STEP_WITHDRAW, .id = p->replaced[k]});
	if (!is_judged(p))
		return;
	if (!x->appended[i])
		entry_put(w, &(entry_item){.step = STEP_LOCAL});
	else
		entry_put(w, &(entry_item){.step = STEP_PAGE,
					   .id = x->answers[i].id,
					   .flags = p->flags & CLIENT_KEEP ? ENTRY_KEEP : 0,
					   .signature = p->signature});
}

/* Appends the pages, and judges all at their place. *again: pages that were only looked at are not found to repeat anything any more. */
static status append(request *x, bool *again, complaint *why)
{
	replica_expected expected = {.pages = x->signatures, .verdicts = x->verdicts, .len = x->len};
	wire_writer w = {0};
	status err;

	client_begin_entry(x->client, &w);
	for (size_t i = 0; i < x->n; i++)
		put_page(x, i, &w);
	err = client_append(x->client, &w, &expected, why);
	*again = false;
	for (size_t i = 0; i < x->len && !err; i++) {
		bool kept = !x->verdicts[i].is_bad && !filter_kind_drops(x->verdicts[i].verdict.kind);

		*again |= kept && !x->appended[x->numbers[i]];
		x->appended[x->numbers[i]] |= kept;
	}
	return err;
}

static void put_answers(request *x)
{
	for (size_t i = 0; i < x->len; i++) {
		const replica_verdict *v = &x->verdicts[i];
		client_answer *out = &x->answers[x->numbers[i]];

		out->id = v->is_bad ? 0 : out->id;
		out->link = v->link;
		out->verdict = v->verdict;
		out->final = v->final;
	}
}

static status open_request(request *x)
{
	arena *a = x->client->arena;

	x->appended = arena_zeros(a, x->n + 1, sizeof *x->appended);
	x->numbers = arena_zeros(a, x->n + 1, sizeof *x->numbers);
	x->signatures = arena_zeros(a, x->n + 1, sizeof *x->signatures);
	x->verdicts = arena_zeros(a, x->n + 1, sizeof *x->verdicts);
	return x->appended && x->numbers && x->signatures && x->verdicts ? OK : ERR_MEMORY;
}

static status judge_request(request *x, complaint *why)
{
	bool any = false;
	status err = open_request(x);

	for (size_t i = 0; i < x->n && !err; i++)
		x->answers[i].id = next_id(x->client);
	if (!err)
		err = look(x, &any, why);
	while (!err && any)
		err = append(x, &any, why);
	if (!err)
		put_answers(x);
	return err;
}

/* How many of the pages from `at` on make an entry. */
static size_t entry_pages(const client *c, size_t at)
{
	size_t n = 0, bytes = 0;

	for (; at + n < c->len && bytes < LOG_ENTRY_BYTES; n++)
		bytes += c->pages[at + n].signature.len;
	return n;
}

status client_judge(void *ctx, complaint *why)
{
	client *c = ctx;
	status err = !c->len || clock_ms() - c->read_ms >= READ_MS ? client_read(c, why) : OK;

	for (size_t at = 0; at < c->len && !err;) {
		request x = {.client = c, .pages = c->pages + at, .answers = c->answers + at, .n = entry_pages(c, at)};

		err = judge_request(&x, why);
		at += x.n;
	}
	return err;
}
