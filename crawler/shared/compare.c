/* compare — makes the index agree with the store, which is authoritative: sends the pages that the index lacks, and withdraws those
 * that only the index has. This one procedure adds an existing store to an index, cleans up after a crawler was killed before it
 * stored its answers, and restores an index that was lost. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "crawler/shared/inside.h"

enum { IN_VAIN_MOST = 5, PAUSE_MS = 1000 };

/* A merge of the store's pages and the pages that the index has from it, both ascending by id. */
typedef struct comparison {
	shared *shared;
	const uint64_t *there;
	size_t len, at;
	uint64_t missing[MEMORY_PAGES_MOST], extra[MEMORY_PAGES_MOST];
	size_t missing_len, extra_len;
	arena *memory;
	complaint *why;
} comparison;

static status send_missing(comparison *c)
{
	firstprint_signature signatures[MEMORY_PAGES_MOST];
	bool kept;
	status err = OK;

	arena_reset(c->memory);
	for (size_t i = 0; i < c->missing_len && !err; i++)
		err = store_signature(c->shared->session->store, c->missing[i], c->memory, &signatures[i], &kept);
	if (!err && c->missing_len)
		err = memory_remember(c->shared->memory, c->missing, signatures, c->missing_len, c->why);
	c->missing_len = 0;
	return err;
}

static status send_extra(comparison *c)
{
	status err = c->extra_len ? memory_withdraw(c->shared->memory, c->extra, c->extra_len, c->why) : OK;

	c->extra_len = 0;
	return err;
}

static status note_missing(comparison *c, uint64_t id)
{
	c->missing[c->missing_len++] = id;
	return c->missing_len == MEMORY_PAGES_MOST ? send_missing(c) : OK;
}

static status note_extra(comparison *c, uint64_t id)
{
	c->extra[c->extra_len++] = id;
	return c->extra_len == MEMORY_PAGES_MOST ? send_extra(c) : OK;
}

/* Compares the next page of the store. */
static status compare_page(void *ctx, uint64_t id)
{
	comparison *c = ctx;
	status err = OK;

	while (c->at < c->len && c->there[c->at] < id && !err)
		err = note_extra(c, c->there[c->at++]);
	if (err)
		return err;
	if (c->at < c->len && c->there[c->at] == id) {
		c->at++;
		return OK;
	}
	return note_missing(c, id);
}

static status compare_pages(comparison *c)
{
	status err = store_page_ids(c->shared->session->store, compare_page, c);

	while (c->at < c->len && !err)
		err = note_extra(c, c->there[c->at++]);
	if (!err)
		err = send_missing(c);
	return err ? err : send_extra(c);
}

static status compare_with(shared *s, uint64_t *ids, size_t len, complaint *why)
{
	comparison c = {.shared = s, .there = ids, .len = len, .memory = arena_new(), .why = why};
	status err;

	if (len)
		qsort(ids, len, sizeof *ids, sorted_compare_u64);
	err = c.memory ? compare_pages(&c) : ERR_MEMORY;
	arena_free(c.memory);
	return err;
}

status shared_make_memory(const shared *s, const session *x, const char *lost, complaint *why)
{
	memory_facts like = {.spec = filter_spec(x->filter), .files = filter_files(x->filter), .role = lost};
	uint64_t first_id = x->store ? store_next_id(x->store) : 1;

	memcpy(like.key, x->key, sizeof like.key);
	return lost ? memory_create_again(s->memory, &like, first_id + MEMORY_LOST_GAP, why)
		    : memory_create(s->memory, &like, first_id, 1, why);
}

/* Creates a lost index again. OK also if another client was first. */
static status make_again(shared *s, complaint *why)
{
	status err;

	if (!s->session->store) /* without a store, there are no pages to send again */
		return complain(why, ERR_IO, "%s: the memory is gone", memory_shown(s->memory));
	err = shared_make_memory(s, s->session, s->sharing.shards ? s->sharing.shards : "", why);
	return err == ERR_BUSY ? OK : err;
}

/* Sets the position from which to read withdrawals. Only a new epoch may have lost some. */
static status note_joined(shared *s, const memory_joined *joined)
{
	bool is_first = s->sharing.epoch == 0;
	const char *shards = memory_role(s->memory);

	if (is_first || s->sharing.withdrawn > joined->withdrawn_last)
		s->sharing.withdrawn = joined->withdrawn_last;
	if (is_first)
		s->sharing.epoch = joined->epoch;
	s->epoch = joined->epoch;
	s->is_compared = false;
	s->withdrawn = s->read = s->sharing.withdrawn;
	s->again.len = s->again_done = 0;
	if (!s->sharing.shards || strcmp(s->sharing.shards, shards) != 0)
		s->sharing.shards = arena_text(s->lasting, shards, strlen(shards));
	return s->sharing.shards ? OK : ERR_MEMORY;
}

/* Records the comparison in the store. */
static status note_compared(shared *s)
{
	status err = session_begin(s->session);

	s->is_compared = true;
	s->written_at = s->session->commits;
	if (!err && s->session->store)
		err = store_set_sharing(s->session->store, &s->sharing);
	return err ? err : session_commit(s->session, true, NULL);
}

static status join_and_compare(shared *s, memory_joined *joined, arena *a, complaint *why)
{
	uint64_t *ids;
	size_t len;
	status err = memory_join(s->memory, s->sharing.owner, joined, why);

	if (!err)
		err = note_joined(s, joined);
	if (!err) /* first, because pages that others have withdrawn must not be sent again */
		err = shared_see_withdrawn(s, joined->withdrawn_last, why);
	if (!err && s->session->store)
		err = memory_ids(s->memory, a, &ids, &len, why);
	if (!err && s->session->store)
		err = compare_with(s, ids, len, why);
	if (!err && s->session->store && store_next_id(s->session->store) > s->last_id + 1)
		s->last_id = store_next_id(s->session->store) - 1;
	return err ? err : memory_compared(s->memory, s->last_id, why);
}

/* Pauses after several comparisons without an answer: the index is lost, or reports so, again and again. */
static status pause_in_vain(shared *s, complaint *why)
{
	if (s->in_vain++ < IN_VAIN_MOST || !memory_rest(s->memory, PAUSE_MS))
		return OK;
	return complain(why, ERR_IO, "%s: it is compared again and again; waiting was stopped", memory_shown(s->memory));
}

status shared_compare(shared *s, complaint *why)
{
	memory_joined joined;
	arena *a = arena_new();
	status err = a ? session_commit(s->session, true, NULL) : ERR_MEMORY;
	complaint cause = {""};

	while (!err && !(err = pause_in_vain(s, &cause)) && (err = join_and_compare(s, &joined, a, &cause)) == ERR_MISSING) {
		arena_reset(a); /* the index was lost meanwhile, or another epoch has begun */
		err = make_again(s, &cause);
	}
	if (!err)
		err = note_compared(s);
	arena_free(a);
	return err ? complain(why, err, "%s", *cause.text ? cause.text : session_error(s->session, err)) : OK;
}
