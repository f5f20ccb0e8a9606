/* decisions — what a person decided about the articles of a store. */
#include <inttypes.h>

#include "judge/drop.h"
#include "library/article.h"
#include "store/decide.h"

/* Changes the store by a decision: about article id, of page `of`; or about the decision id. */
typedef status change(store *st, uint64_t id, uint64_t of, complaint *why);

static status undo(store *st, uint64_t id, uint64_t of, complaint *why)
{
	(void)of;
	return store_undo(st, id, why);
}

static status drop(store *st, uint64_t id, uint64_t of, complaint *why)
{
	return judge_drop(st, id, of, NULL, why);
}

static status forget(store *st, uint64_t id, uint64_t of, complaint *why)
{
	status err = store_remove_decision(st, (int64_t)id);

	(void)of;
	return err == ERR_MISSING ? complain(why, err, "there is no decision %" PRIu64, id) : err;
}

static status decide(firstprint *fp, change *made, uint64_t id, uint64_t of)
{
	store *st = fp->session.store;
	status err;

	if (!st || fp->mode != FIRSTPRINT_WRITE)
		return complain(&fp->why, ERR_USAGE, "a decision needs a store that is open for writing");
	err = id > INT64_MAX || of > INT64_MAX ? ERR_MISSING : session_begin(&fp->session);
	if (!err)
		err = made(st, id, of, &fp->why);
	if (!err)
		err = store_commit(st);
	if (!err)
		return handle_open_again(fp);
	handle_explain(fp, err);
	store_rollback(st);
	return err;
}

int firstprint_undo(firstprint *fp, uint64_t id)
{
	status err = handle_begin(fp, HANDLE_READS);

	return handle_end(fp, err ? err : decide(fp, undo, id, 0));
}

int firstprint_drop(firstprint *fp, uint64_t id, uint64_t of)
{
	status err = handle_begin(fp, HANDLE_READS);

	return handle_end(fp, err ? err : decide(fp, drop, id, of));
}

int firstprint_forget(firstprint *fp, uint64_t decision)
{
	status err = handle_begin(fp, HANDLE_READS);

	return handle_end(fp, err ? err : decide(fp, forget, decision, 0));
}

/* ── reading them ── */

typedef struct search {
	firstprint *fp;
	int64_t after;
	firstprint_decision *out;
	bool found;
} search;

static status read_decision(void *ctx, const store_value *row, size_t n)
{
	search *x = ctx;

	(void)n;
	if (x->found || row[0].integer <= x->after)
		return OK;
	x->found = true;
	*x->out = (firstprint_decision){.id = (uint64_t)row[0].integer,
					.what = article_value(x->fp, row[1].text),
					.url = article_value(x->fp, row[2].text),
					.name = article_name_text(x->fp, row[3].text),
					.of_url = article_value(x->fp, row[4].text),
					.of_name = article_name_text(x->fp, row[5].text),
					.pattern = article_value(x->fp, row[6].text),
					.at = article_value(x->fp, row[7].text)};
	return arena_exhausted(x->fp->memory) ? ERR_MEMORY : OK;
}

int firstprint_next_decision(firstprint *fp, uint64_t after, firstprint_decision *out)
{
	search x = {.fp = fp, .after = after > INT64_MAX ? INT64_MAX : (int64_t)after, .out = out};
	status err = handle_begin_with(fp, HANDLE_READS, out);

	if (!err)
		err = store_ask(fp->session.store, ASK_DECISIONS, read_decision, &x);
	return handle_end(fp, err || x.found ? err : ERR_MISSING);
}
