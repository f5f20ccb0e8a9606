/* divided_judge — pages are judged where a memory lies on several servers: a request is one turn. In it, pages are judged in rounds. In a
 * round they are settled by what the leaves count, checked at all leaves, and then decided one after the other; a page that is kept is met
 * by those behind it in our own filter. If it changes how a later one is settled, the round ends there. */
#include <stdlib.h>
#include <string.h>

#include "cluster/memory_inside.h"
#include "plugin/verdict_fault.h"

/* One page of the request. */
typedef struct asked_page {
	wire_page page;
	bool is_bad;                /* the filter did not make its signature */
	firstprint_signature asked; /* what leaves are asked to count; no bytes: nothing */
	uint32_t *counts;           /* of all leaves */
	size_t counts_len;
	firstprint_signature settled;
	uint32_t checked;          /* its number among those that leaves are asked to check */
	firstprint_verdict *links; /* the best over all leaves, of each link */
} asked_page;

/* Those that are judged in one round. */
typedef struct judge_round {
	divided *d;
	asked_page *pages;
	size_t len;
	uint64_t kept[MEMORY_PAGES_MOST];    /* our filter remembers them */
	uint32_t numbers[MEMORY_PAGES_MOST]; /* of those that are kept, as checked */
	size_t kept_len;
	complaint *why;
} judge_round;

static bool is_judged(const asked_page *p)
{
	return !p->is_bad && !(p->page.flags & WIRE_NUMBER);
}

static firstprint_span span_of(const firstprint_signature *sig)
{
	return (firstprint_span){(const char *)sig->bytes, sig->len};
}

static status no_answer(const divided *d, complaint *why)
{
	return caller_no_answer(d->memory->caller, why);
}

/* ── what leaves count ── */

/* Adds what one leaf has counted for a page. */
static status add_counts(judge_round *r, wire_reader *in, asked_page *p, bool is_first)
{
	size_t n = (size_t)wire_number(in, 4);

	if (in->bad || n > wire_left(in) / 4 || (!is_first && n != p->counts_len))
		return no_answer(r->d, r->why);
	if (is_first) {
		p->counts = arena_zeros(r->d->arena, n + 1, sizeof *p->counts);
		p->counts_len = n;
	}
	if (!p->counts)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++)
		p->counts[i] += (uint32_t)wire_number(in, 4);
	return OK;
}

static status read_counts(judge_round *r, const redisReply *reply, bool is_first)
{
	wire_reader in = wire_read(reply->str, reply->type == REDIS_REPLY_STRING ? (size_t)reply->len : 0);
	status err = OK;

	for (size_t i = 0; i < r->len && !err; i++)
		if (r->pages[i].asked.len)
			err = add_counts(r, &in, &r->pages[i], is_first);
	return err;
}

static status ask_for_counts(judge_round *r)
{
	status err = OK;

	for (size_t i = 0; i < r->len && !err; i++) {
		asked_page *p = &r->pages[i];

		p->asked = (firstprint_signature){0};
		p->counts_len = 0;
		if (is_judged(p))
			err = filter_ask_counts(r->d->filter, &p->page.signature, r->d->arena, &p->asked);
		p->is_bad |= err == ERR_FORMAT;
		err = err == ERR_FORMAT ? OK : err;
	}
	return err;
}

static status count_at_all(judge_round *r)
{
	firstprint_span asked[MEMORY_PAGES_MOST];
	redisReply *replies[MEMORY_SHARDS_MOST] = {NULL};
	size_t n = 0;
	status err = ask_for_counts(r);

	for (size_t i = 0; i < r->len && !err; i++)
		if (r->pages[i].asked.len)
			asked[n++] = span_of(&r->pages[i].asked);
	if (err || n == 0)
		return err;
	err = divided_call_all(r->d, "FIRSTPRINT.COUNT", false, asked, n, replies, r->why);
	for (size_t i = 0; i < r->d->len && !err; i++)
		err = read_counts(r, replies[i], i == 0);
	divided_free_replies(r->d, replies);
	return err;
}

/* By what the leaves count, and our own filter. */
static status settle(judge_round *r, asked_page *p, firstprint_signature *out)
{
	uint32_t *own, *sums = arena_zeros(r->d->arena, p->counts_len + 1, sizeof *sums);
	size_t n;
	status err = sums ? filter_count(r->d->filter, &p->asked, r->d->arena, &own, &n) : ERR_MEMORY;

	for (size_t i = 0; i < p->counts_len && !err; i++)
		sums[i] = p->counts[i] + (i < n ? own[i] : 0);
	return err ? err : filter_finalize_counted(r->d->filter, &p->page.signature, sums, p->counts_len, r->d->arena, out);
}

static status settle_all(judge_round *r)
{
	status err = OK;

	for (size_t i = 0; i < r->len && !err; i++) {
		asked_page *p = &r->pages[i];

		if (is_judged(p))
			err = settle(r, p, &p->settled);
		p->is_bad |= err == ERR_FORMAT;
		err = err == ERR_FORMAT ? OK : err;
	}
	return err;
}

/* ── what leaves say ── */

/* n · links answers of one leaf: the first one's stand until others are better. */
static status merge_answers(divided *d, wire_answer *from, size_t n, bool is_first, firstprint_verdict *into, bool *is_bad)
{
	size_t links = filter_links_len(d->filter);
	firstprint_verdict *more = arena_zeros(d->arena, links, sizeof *more);

	for (size_t i = 0; i < n && more; i++) {
		for (size_t k = 0; k < links; k++) {
			is_bad[i] |= from[i * links + k].is_bad;
			more[k] = from[i * links + k].verdict;
		}
		if (is_first)
			memcpy(into + i * links, more, links * sizeof *more);
		else
			filter_merge(d->filter, into + i * links, more);
	}
	return more ? OK : ERR_MEMORY;
}

static status read_check(divided *d, leaf *at, const redisReply *reply, size_t n, wire_answer **out, complaint *why)
{
	wire_reader in = wire_read(reply->str, reply->type == REDIS_REPLY_STRING ? (size_t)reply->len : 0);
	complaint fault = {""};
	status err;

	at->kept = wire_number(&in, 8);
	at->has_room = wire_number(&in, 1) != 0;
	n *= filter_links_len(d->filter);
	err = wire_get_answers(&in, n, d->arena, out);
	for (size_t i = 0; i < n && !err; i++)
		if (!(*out)[i].is_bad && verdict_fault(&(*out)[i].verdict, NULL, &fault))
			return complain(why, ERR_FORMAT, "%.250s: %.200s", caller_shown(d->memory->caller), fault.text);
	return err == ERR_FORMAT ? no_answer(d, why) : err;
}

status divided_check(divided *d, const firstprint_signature *settled, size_t n, firstprint_verdict **out, bool **is_bad,
		     complaint *why)
{
	firstprint_span arguments[MEMORY_PAGES_MOST];
	redisReply *replies[MEMORY_SHARDS_MOST] = {NULL};
	wire_answer *answers;
	status err;

	*out = arena_zeros(d->arena, n * filter_links_len(d->filter) + 1, sizeof **out);
	*is_bad = arena_zeros(d->arena, n + 1, sizeof **is_bad);
	if (!*out || !*is_bad)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++)
		arguments[i] = span_of(&settled[i]);
	err = divided_call_all(d, "FIRSTPRINT.CHECK", true, arguments, n, replies, why);
	for (size_t i = 0; i < d->len && !err; i++) {
		err = read_check(d, &d->leaves[i], replies[i], n, &answers, why);
		if (!err)
			err = merge_answers(d, answers, n, i == 0, *out, *is_bad);
	}
	divided_free_replies(d, replies);
	return err;
}

static status check_at_all(judge_round *r)
{
	firstprint_signature settled[MEMORY_PAGES_MOST];
	size_t n = 0, links = filter_links_len(r->d->filter);
	firstprint_verdict *all;
	bool *is_bad;
	status err;

	for (size_t i = 0; i < r->len; i++)
		if (is_judged(&r->pages[i])) {
			r->pages[i].checked = (uint32_t)n;
			settled[n++] = r->pages[i].settled;
		}
	if (n == 0)
		return OK;
	err = divided_check(r->d, settled, n, &all, &is_bad, r->why);
	for (size_t i = 0, k = 0; i < r->len && !err; i++)
		if (is_judged(&r->pages[i])) {
			r->pages[i].links = all + k * links;
			r->pages[i].is_bad = is_bad[k++];
		}
	return err;
}

/* ── deciding ── */

/* Would it be settled otherwise, since pages before it are kept? Then it is for the next round. */
static status is_settled_otherwise(judge_round *r, asked_page *p, bool *out)
{
	firstprint_signature now;
	status err;

	*out = false;
	if (!r->kept_len || !p->counts_len)
		return OK;
	err = settle(r, p, &now);
	*out = !err && (now.len != p->settled.len || memcmp(now.bytes, p->settled.bytes, now.len) != 0);
	return err;
}

static status keep(judge_round *r, const asked_page *p, uint64_t id)
{
	status err = filter_add(r->d->filter, id, &p->settled);

	if (err)
		return err;
	r->numbers[r->kept_len] = p->checked;
	r->kept[r->kept_len++] = id;
	return OK;
}

static status decide(judge_round *r, asked_page *p, wire_answer *x)
{
	filter *f = r->d->filter;
	firstprint_verdict *own = arena_zeros(r->d->arena, filter_links_len(f), sizeof *own);
	status err = own ? filter_ask(f, &p->settled, own) : ERR_MEMORY;

	if (err)
		return err;
	filter_merge(f, p->links, own);
	x->link = filter_decide(f, p->links);
	x->verdict = p->links[x->link];
	wire_compare(&p->page.signature, &p->settled, x);
	return OK;
}

/* Its answer. */
static status answer(judge_round *r, asked_page *p, wire_answer *x)
{
	bool is_look = p->page.flags & WIRE_LOOK;
	status err = is_judged(p) ? decide(r, p, x) : OK;

	*x = err || p->is_bad ? (wire_answer){.is_bad = true} : *x;
	if (err || p->is_bad || is_look)
		return err;
	x->id = r->d->next_id++;
	if (!is_judged(p) || (filter_kind_drops(x->verdict.kind) && !(p->page.flags & WIRE_KEEP)))
		return OK;
	return keep(r, p, x->id);
}

/* *done: so many are decided. */
static status decide_all(judge_round *r, wire_answer *answers, size_t *done)
{
	bool otherwise = false;
	status err = OK;

	for (*done = 0; *done < r->len && !err && !otherwise; *done += !err && !otherwise) {
		asked_page *p = &r->pages[*done];

		if (is_judged(p))
			err = is_settled_otherwise(r, p, &otherwise);
		if (!err && !otherwise)
			err = answer(r, p, &answers[*done]);
	}
	return err;
}

/* ── rounds ── */

/* From now on a leaf meets them. */
static status put_kept(judge_round *r)
{
	status err = divided_keep(r->d, r->kept, r->numbers, r->kept_len, r->why);

	for (size_t i = 0; i < r->kept_len; i++) {
		status forgotten = filter_remove(r->d->filter, r->kept[i]);

		err = err ? err : forgotten;
	}
	return err;
}

/* Pages up to the next one that replaces others, which are withdrawn before it is judged. */
static size_t until_replaced(const asked_page *pages, size_t n)
{
	size_t len = 1;

	while (len < n && !pages[len].page.replaced_len)
		len++;
	return len;
}

static status judge_some(divided *d, asked_page *pages, size_t n, wire_answer *answers, size_t *done, complaint *why)
{
	judge_round r = {.d = d, .pages = pages, .len = until_replaced(pages, n), .why = why};
	status err = divided_take(d, pages->page.replaced, pages->page.replaced_len, why), last;

	pages->page.replaced_len = 0;
	if (!err)
		err = count_at_all(&r);
	if (!err)
		err = settle_all(&r);
	if (!err)
		err = check_at_all(&r);
	if (!err)
		err = decide_all(&r, answers, done);
	last = r.kept_len ? put_kept(&r) : OK;
	return err ? err : last;
}

static status read_pages(divided *d, asked_page *out, uint64_t *ids, complaint *why)
{
	const memory *m = d->memory;
	status err = OK;

	*ids = 0;
	for (size_t i = 0; i < m->pages_len && !err; i++) {
		const buffer *bytes = &m->pages[i].bytes;

		err = wire_get_page((firstprint_span){bytes->bytes, bytes->len}, d->arena, &out[i].page);
		*ids += !(out[i].page.flags & WIRE_LOOK);
	}
	return err ? complain(why, err, "%s", status_text(err)) : OK;
}

/* None of the pages was judged: those that leaves remember by now are taken back, as long as it is our turn. */
static void take_back(divided *d, size_t n)
{
	complaint none = {""};

	for (size_t i = 0; i < n; i++)
		if (d->answers[i].id && divided_take(d, &d->answers[i].id, 1, &none))
			return;
}

static status judge_all(divided *d, asked_page *pages, complaint *why)
{
	size_t n = d->memory->pages_len, at = 0, done = 0;
	status err = OK;

	for (; at < n && !err; at += done) {
		done = 0;
		err = judge_some(d, pages + at, n - at, d->answers + at, &done, why);
	}
	if (err)
		take_back(d, at);
	return err;
}

status divided_judge(divided *d, complaint *why)
{
	size_t n = d->memory->pages_len;
	asked_page *pages;
	uint64_t ids;
	status err;

	arena_reset(d->arena);
	pages = arena_zeros(d->arena, n + 1, sizeof *pages);
	d->answers = arena_zeros(d->arena, n + 1, sizeof *d->answers);
	err = pages && d->answers ? read_pages(d, pages, &ids, why) : ERR_MEMORY;
	if (!err)
		err = divided_begin_turn(d, false, ids, why);
	if (err)
		return *why->text ? err : complain(why, err, "%s", status_text(err));
	err = divided_end_turn(d, judge_all(d, pages, why), why);
	return err && !*why->text ? complain(why, err, "%s", filter_error(d->filter)) : err;
}
