/* compare — makes the index agree with the store, which is authoritative: sends the pages that the index lacks, and withdraws those
 * that only the index has. This one procedure adds an existing store to an index, cleans up after a crawler was killed before it
 * stored its answers, and restores an index that was lost. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/sorted.h"
#include "crawler/shared/inside.h"

enum { IN_VAIN_MOST = 5, PAUSE_MS = 1000, AT_ONCE = 256, RECOVERY_MS = 30000 };

/* A merge of the store's pages and the pages that the index has from it, both ascending by id. */
typedef struct comparison {
	shared *shared;
	uint64_t *there;
	size_t len, at, extra_len; /* the first extra_len of those before `at` are the ones that only the index has */
	uint64_t missing[AT_ONCE];
	size_t missing_len;
	arena *memory;
	complaint *why;
} comparison;

static status send_missing(comparison *c)
{
	firstprint_signature signatures[AT_ONCE];
	bool keeps[AT_ONCE];
	status err = OK;

	arena_reset(c->memory);
	for (size_t i = 0; i < c->missing_len && !err; i++)
		err = shared_read(c->shared, c->missing[i], c->memory, &signatures[i], &keeps[i]);
	if (!err)
		err = client_put(c->shared->client, c->missing, signatures, keeps, c->missing_len, c->why);
	c->missing_len = 0;
	return err;
}

/* Compares the next page of the store. */
static status compare_page(void *ctx, uint64_t id)
{
	comparison *c = ctx;

	while (c->at < c->len && c->there[c->at] < id)
		c->there[c->extra_len++] = c->there[c->at++];
	if (c->at < c->len && c->there[c->at] == id) {
		c->at++;
		return OK;
	}
	c->missing[c->missing_len++] = id;
	return c->missing_len == AT_ONCE ? send_missing(c) : OK;
}

static status compare_pages(comparison *c)
{
	status err = store_page_ids(c->shared->session->store, compare_page, c);

	while (c->at < c->len)
		c->there[c->extra_len++] = c->there[c->at++];
	if (!err)
		err = send_missing(c);
	return err ? err : client_put(c->shared->client, c->there, NULL, NULL, c->extra_len, c->why);
}

status shared_make_index(const shared *s, const session *x, bool is_again, complaint *why)
{
	client_facts like = {.spec = filter_spec(x->filter),
			     .files = filter_files(x->filter),
			     .first_id = x->store ? store_next_id(x->store) : 1,
			     .is_again = is_again};

	memcpy(like.key, x->key, sizeof like.key);
	return client_create(s->client, &like, why);
}

/* Creates a lost index again. OK also if another client was first. */
static status make_again(shared *s, complaint *why)
{
	status err;

	if (!s->session->store) /* without a store, there are no pages to send again */
		return complain(why, ERR_IO, "%s: the index is gone", client_shown(s->client));
	err = shared_make_index(s, s->session, true, why);
	return err == ERR_BUSY ? OK : err;
}

/* How long others have to send their pages after a loss, in milliseconds. */
static int64_t recovery_ms(void)
{
	const char *ms = getenv("FIRSTPRINT_RECOVERY_MS");

	return ms && *ms ? strtoll(ms, NULL, 10) : RECOVERY_MS;
}

/* Did the index lose something not long ago? Then drops of other stores' pages are checked later. */
static void plan_check(shared *s, bool lost)
{
	bool is_again;
	int64_t age_ms = client_age_ms(s->client, &is_again),
		wait_ms = lost || is_again ? recovery_ms() - (lost ? 0 : age_ms) : 0;

	s->is_unchecked = true;
	s->check_ms = clock_ms() + (wait_ms > 0 ? wait_ms : 0);
}

static status compare_store(shared *s, complaint *why)
{
	comparison c = {.shared = s, .memory = arena_new(), .why = why};
	arena *ids = arena_new();
	status err = c.memory && ids ? client_ids(s->client, ids, &c.there, &c.len, why) : ERR_MEMORY;

	if (!err && c.len)
		qsort(c.there, c.len, sizeof *c.there, sorted_compare_u64);
	if (!err)
		err = compare_pages(&c);
	arena_free(c.memory);
	arena_free(ids);
	return err;
}

static status join_and_compare(shared *s, bool lost, complaint *why)
{
	const session *x = s->session;
	status err;

	if (x->store && store_next_id(x->store) > s->last_id + 1)
		s->last_id = store_next_id(x->store) - 1;
	err = client_join(s->client, x->filter, x->key, s->sharing.owner, s->last_id, why);
	if (err)
		return err;
	if (!s->was_compared)
		requester_retry_until(client_requester(s->client), -1);
	s->again.len = s->again_done = 0;
	shared_skip_withdrawn(s);
	plan_check(s, lost);
	if (x->store)
		err = compare_store(s, why);
	return err ? err : client_compared(s->client, why);
}

/* Records in the store what it shares. */
static status note_sharing(shared *s)
{
	status err = session_begin(s->session);

	if (!err && s->session->store)
		err = store_set_sharing(s->session->store, &s->sharing);
	return err ? err : session_commit(s->session, true, NULL);
}

/* Pauses after several comparisons without an answer: the index is lost, or reports so, again and again. */
static status pause_in_vain(shared *s, complaint *why)
{
	if (s->in_vain++ < IN_VAIN_MOST || !requester_pause(client_requester(s->client), PAUSE_MS))
		return OK;
	return complain(why, ERR_IO, "%s: it is compared again and again; waiting was stopped", client_shown(s->client));
}

status shared_compare(shared *s, complaint *why)
{
	bool lost = s->was_compared;
	complaint cause = {""};
	status err = session_commit(s->session, true, NULL);

	while (!err && !(err = pause_in_vain(s, &cause)) && (err = join_and_compare(s, lost, &cause)) == ERR_MISSING) {
		cause = (complaint){""};
		lost = true;
		err = make_again(s, &cause); /* it was lost meanwhile, or has lost its end */
	}
	if (!err)
		err = note_sharing(s);
	s->was_compared |= !err;
	return err ? complain(why, err, "%s", *cause.text ? cause.text : session_error(s->session, err)) : OK;
}
