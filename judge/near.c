#include "judge/near.h"

#include <string.h>

#include "store/ask.h"
#include "store/fulltext.h"

typedef struct neighbourhood {
	const near_question *question;
	feature_key key;
	runs runs; /* of the article */
	nearest best;
	arena *answer, *scratch; /* scratch: for one comparison */
} neighbourhood;

static bool is_other(const near_question *q, uint64_t id)
{
	return q->of_store != q->in || id != q->of;
}

static status compare(neighbourhood *n, uint64_t id, firstprint_span text)
{
	near_article x = {.id = id};
	runs r;
	status err;

	if (!is_other(n->question, id))
		return OK;
	err = runs_of(text, &n->key, n->scratch, &r);
	if (err)
		return err;
	x.like = likeness_of(&n->runs, &r);
	nearest_add(&n->best, &x);
	return OK;
}

/* Compares with an article that the index found, unless that is one of the past. */
static status compare_found(void *ctx, uint64_t id)
{
	neighbourhood *n = ctx;
	firstprint_span text;
	store_head head;
	status err;

	arena_reset(n->scratch);
	err = store_head_of(n->question->in, id, n->scratch, &head);
	if (err || strcmp(head.kind, "past") == 0)
		return err == ERR_MISSING ? OK : err;
	err = store_text(n->question->in, id, n->scratch, &text);
	return err ? err : compare(n, id, text);
}

static status compare_by_index(neighbourhood *n, fulltext *x, complaint *why)
{
	const char *query = runs_words(&n->runs, " OR ", n->answer);
	status err = query ? OK : ERR_MEMORY;

	if (!err && *query)
		err = fulltext_alike(x, query, NEAREST_COMPARED, compare_found, n);
	if (err)
		fulltext_complain(x, n->question->file, err, why);
	return err;
}

/* Compares with all articles whose ids are above `after`. */
static status compare_from(neighbourhood *n, uint64_t after)
{
	store_kept k = {.id = after};
	status err = OK;

	while (!err) {
		arena_reset(n->scratch);
		err = store_next_kept(n->question->in, k.id, n->scratch, &k);
		if (!err)
			err = compare(n, k.id, k.text);
	}
	return err == ERR_MISSING ? OK : err;
}

/* Compares with the articles that the index finds, and with those that it does not have: without an index, with all. */
static status look_around(neighbourhood *n, near_answer *out, complaint *why)
{
	const near_question *q = n->question;
	fulltext *x = NULL;
	status err = fulltext_open(q->file, q->in, STORE_READ, &x, why);

	if (err == ERR_MISSING && !q->needs_index) {
		err = compare_from(n, 0);
	} else if (!err) {
		out->has_index = true;
		err = compare_by_index(n, x, why);
		if (!err && !q->needs_index)
			err = compare_from(n, fulltext_last(x));
		else if (!err)
			err = store_count_texts(q->in, fulltext_last(x), &out->unseen);
	}
	fulltext_close(x);
	return err;
}

status near_find(const near_question *q, arena *a, near_answer *out, complaint *why)
{
	neighbourhood n = {.question = q, .best.most = q->most, .answer = a, .scratch = arena_new()};
	uint8_t key[STORE_KEY_SIZE];
	firstprint_span text;
	status err = n.scratch ? store_text(q->of_store, q->of, a, &text) : ERR_MEMORY;

	*out = (near_answer){0};
	store_key(q->in, key);
	feature_key_init(&n.key, key);
	if (!err)
		err = runs_of(text, &n.key, a, &n.runs);
	n.best.items = err ? NULL : arena_zeros(a, q->most + 1, sizeof *n.best.items);
	if (!err)
		err = n.best.items ? look_around(&n, out, why) : ERR_MEMORY;
	out->items = n.best.items;
	out->len = n.best.len;
	arena_free(n.scratch);
	return err;
}
