/* judge — extracts, judges and stores articles: one on the thread of the caller, many with the workers of a pipeline. */
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "library/article.h"
#include "library/source.h"

/* Keeps what the caller calls the article with the next id. */
static status note_names(firstprint *fp, const char *url, const char *name)
{
	struct named *all = arena_grow(fp->names, fp->named, fp->named_len, &fp->named_room, sizeof *all), *x;

	if (!all)
		return ERR_MEMORY;
	fp->named = all;
	x = &all[fp->named_len++];
	x->url = url ? arena_text(fp->names, url, strlen(url)) : NULL;
	x->name = name ? arena_text(fp->names, name, strlen(name)) : NULL;
	return (url && !x->url) || (name && !x->name) ? ERR_MEMORY : OK;
}

/* Finds the drop that the page is already, with the same bytes: it might be judged otherwise by the pages that came after it. A page that is to be
 * stored under its name is another one than that with another name, though they have one URL. */
static status find_drop(firstprint *fp, const store_article *x, const job *j, firstprint_article *out)
{
	store_reason why;
	uint64_t id;
	const char *url = x->name && fp->mode != FIRSTPRINT_COMPARE ? NULL : x->url;
	status err = !fp->session.store
			     ? ERR_MISSING
			     : store_dropped_before(fp->session.store, x->name, url, x->page->digest, j->arena, &id, &why);

	if (!err)
		err = article_stored(fp, id, out);
	if (!err && fp->mode == FIRSTPRINT_COMPARE)
		out->id = 0;
	return err;
}

/* Judges the page of a finished job, in the open transaction. */
static status judge_job(firstprint *fp, const firstprint_source *page, const job *j, firstprint_article *out)
{
	char now[CLOCK_TEXT];
	store_article x = judge_article_of(j);
	judgement v;
	status err;

	clock_text(now);
	x.url = source_url(page);
	x.name = page->name ? article_name_json(page->name, j->arena) : NULL;
	x.fetched_at = now;
	if (page->name && !x.name)
		return ERR_MEMORY;
	err = find_drop(fp, &x, j, out);
	if (err != ERR_MISSING)
		return err;
	err = fp->mode == FIRSTPRINT_COMPARE ? judge_look(fp->session.judge, &x, &v) : judge_article(fp->session.judge, &x, &v);
	if (!err && !fp->path)
		err = note_names(fp, x.url, page->name);
	return err ? err : article_judged(fp, page, j, &v, now, out);
}

static status begin(firstprint *fp)
{
	return fp->mode == FIRSTPRINT_COMPARE ? OK : session_begin(&fp->session);
}

/* Commits. After an error, undoes everything since there were `before` named articles. */
static status settle(firstprint *fp, status err, size_t before)
{
	if (!err)
		err = session_commit(&fp->session, true, NULL);
	if (!err)
		return OK;
	handle_explain(fp, err);
	if (fp->session.store)
		store_rollback(fp->session.store);
	judge_rolled_back(fp->session.judge);
	fp->named_len = before;
	return err;
}

/* ── one ── */

static status judge_one(firstprint *fp, const firstprint_source *page, firstprint_article *out)
{
	job j = {.arena = fp->memory, .scratch = fp->scratch, .parsing = fp->parsing};
	size_t before = fp->named_len;
	firstprint_article said;
	status err = source_read(page, &j.input, &fp->why);

	if (err)
		return err;
	pipeline_work(fp->session.filter, &j);
	if (j.status)
		return j.status;
	err = begin(fp);
	if (!err)
		err = judge_job(fp, page, &j, &said);
	err = settle(fp, err, before);
	if (!err)
		*out = said;
	return err;
}

int firstprint_judge(firstprint *fp, const firstprint_source *page, firstprint_article *out)
{
	status err = handle_begin_with(fp, HANDLE_JUDGES, page && out);

	return handle_end(fp, err ? err : judge_one(fp, page, out));
}

/* ── many ── */

typedef struct batch {
	firstprint *fp;
	const firstprint_source *pages;
	firstprint_article *said; /* in the memory of the handle */
	complaint first;          /* about the first page that could not be judged */
} batch;

static status open_pipeline(firstprint *fp)
{
	pipeline_settings settings = {.workers = fp->jobs,
				      .most = fp->jobs * PIPELINE_JOBS,
				      .in_order = true,
				      .filter = fp->session.filter,
				      .looks_ahead = true};

	return fp->pipeline ? OK : pipeline_open(&settings, &fp->pipeline, &fp->why);
}

/* A page that exceeds a limit fails alone. If memory runs out, the call ends, since later pages would be judged without this
 * one. */
static status take(void *ctx, job *done)
{
	batch *b = ctx;
	const firstprint_source *page = done->ctx;
	size_t i = (size_t)(page - b->pages);
	status err = done->status;

	if (!err)
		err = judge_job(b->fp, page, done, &b->said[i]);
	else if (err != ERR_FILTER && err != ERR_MEMORY) {
		const char *why = done->extra ? (char *)done->extra : handle_sentence(b->fp, err);

		b->said[i].failure = (int)err;
		b->said[i].why = arena_text(b->fp->memory, why, strlen(why));
		if (!*b->first.text)
			complain(&b->first, OK, "page %zu: %s", i, why);
		err = b->said[i].why ? OK : ERR_MEMORY;
	}
	pipeline_release(b->fp->pipeline, done);
	return err;
}

static void submit(batch *b, const firstprint_source *page, job *j)
{
	complaint why = {""};

	j->ctx = (void *)page;
	j->status = source_read(page, &j->input, &why);
	j->is_ready = j->status != OK; /* a bad page still waits for its turn */
	if (j->status)
		j->extra = arena_text(j->arena, why.text, strlen(why.text));
	pipeline_submit(b->fp->pipeline, j);
}

static status judge_batch(batch *b, size_t n)
{
	pipeline *p = b->fp->pipeline;
	status err = OK;
	job *j;

	for (size_t i = 0; i < n && !err; i++) {
		err = pipeline_next_job(p, take, b, &j);
		if (!err)
			submit(b, &b->pages[i], j);
	}
	while ((j = pipeline_take(p, true)) != NULL) { /* waits for all jobs, which borrow from the caller */
		if (err)
			pipeline_release(p, j);
		else
			err = take(b, j);
	}
	return err;
}

static status judge_all(firstprint *fp, const firstprint_source *pages, size_t n, firstprint_article *out)
{
	batch b = {.fp = fp, .pages = pages, .said = arena_zeros(fp->memory, n, sizeof *out)};
	size_t before = fp->named_len;
	status err = b.said ? open_pipeline(fp) : ERR_MEMORY;

	if (!err)
		err = begin(fp);
	if (!err)
		err = judge_batch(&b, n);
	err = settle(fp, err, before);
	if (err)
		return err;
	memcpy(out, b.said, n * sizeof *out);
	fp->why = b.first;
	return OK;
}

int firstprint_judge_all(firstprint *fp, const firstprint_source *pages, size_t n, firstprint_article *out)
{
	status err = handle_begin_with(fp, HANDLE_JUDGES, n == 0 || (pages && out));

	return handle_end(fp, err || n == 0 ? err : judge_all(fp, pages, n, out));
}
