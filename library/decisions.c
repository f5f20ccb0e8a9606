/* decisions — what a person decided about the articles of a store. */
#include <string.h>

#include "library/article.h"
#include "store/decide.h"

static status undo(firstprint *fp, uint64_t id)
{
	store *st = fp->session.store;
	status err;

	if (!st || fp->mode != FIRSTPRINT_WRITE)
		return complain(&fp->why, ERR_USAGE, "a decision needs a store that is open for writing");
	err = session_begin(&fp->session);
	if (!err)
		err = store_undo(st, id, &fp->why);
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

	return handle_end(fp, err ? err : id > INT64_MAX ? ERR_MISSING : undo(fp, id));
}

/* ── reading them ── */

typedef struct search {
	firstprint *fp;
	int64_t after;
	firstprint_decision *out;
	bool found;
} search;

static const char *kept(const search *x, const store_value *row, size_t n, const char *column)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(row[i].name, column) == 0)
			return row[i].type == STORE_TEXT ? arena_text(x->fp->memory, row[i].text, strlen(row[i].text)) : NULL;
	return NULL;
}

static status read_decision(void *ctx, const store_value *row, size_t n)
{
	search *x = ctx;

	if (x->found || row[0].integer <= x->after)
		return OK;
	x->found = true;
	*x->out = (firstprint_decision){.id = (uint64_t)row[0].integer,
					.what = kept(x, row, n, "what"),
					.url = kept(x, row, n, "url"),
					.name = article_name_text(x->fp, kept(x, row, n, "name")),
					.of_url = kept(x, row, n, "of_url"),
					.of_name = article_name_text(x->fp, kept(x, row, n, "of_name")),
					.pattern = kept(x, row, n, "pattern"),
					.at = kept(x, row, n, "at")};
	return arena_exhausted(x->fp->memory) ? ERR_MEMORY : OK;
}

int firstprint_next_decision(firstprint *fp, uint64_t after, firstprint_decision *out)
{
	search x = {.fp = fp, .after = after > INT64_MAX ? INT64_MAX : (int64_t)after, .out = out};
	status err = handle_begin(fp, HANDLE_READS);

	if (!err)
		err = store_ask(fp->session.store, ASK_DECISIONS, read_decision, &x);
	return handle_end(fp, err || x.found ? err : ERR_MISSING);
}
