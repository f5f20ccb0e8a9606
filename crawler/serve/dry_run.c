#include "crawler/serve/dry_run.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/inspect/change.h"
#include "judge/rejudge.h"
#include "store/ask.h"

enum { CHANGES_MOST = 500 };

struct dry_run {
	const serve_settings *settings;
	pthread_t thread;
	bool has_thread; /* a thread to join */
	atomic_bool running, stops;
	atomic_uint_least64_t done, all;
	char *spec;
	json_t *result; /* of the last run; do not read while one is running */
};

dry_run *dry_run_new(const serve_settings *settings)
{
	dry_run *d = calloc(1, sizeof *d);

	if (d)
		d->settings = settings;
	return d;
}

static void join(dry_run *d)
{
	if (d->has_thread)
		pthread_join(d->thread, NULL);
	d->has_thread = false;
}

void dry_run_free(dry_run *d)
{
	if (!d)
		return;
	d->stops = true;
	join(d);
	json_decref(d->result);
	free(d->spec);
	free(d);
}

/* ── on its thread ── */

static bool tell(void *ctx, uint64_t done, const char *dropped_by)
{
	dry_run *d = ctx;

	(void)dropped_by;
	d->done = done;
	return !d->stops;
}

typedef struct changes {
	json_t *first;
	json_int_t total;
} changes;

static status put_change(void *ctx, const store_value *row, size_t n)
{
	changes *c = ctx;

	(void)n;
	c->total++;
	return c->total > CHANGES_MOST || json_array_append_new(c->first, change_json(row)) == 0 ? OK : ERR_MEMORY;
}

static status judge_all(dry_run *d, store *st, filter *f, complaint *why)
{
	const decision_patterns none = {0};
	rejudge_settings settings = {
		.jobs = d->settings->jobs, .memory = d->settings->memory, .patterns = &none, .tell = tell, .ctx = d};
	store_counts counts = {0};
	status err = store_count(st, &counts);

	d->all = (uint64_t)(counts.pages + counts.drops);
	return err ? err : rejudge(st, f, &settings, why);
}

static status run(dry_run *d, json_t **out, complaint *why)
{
	changes c = {.first = json_array()};
	filter *f = NULL;
	store *st = NULL;
	status err = store_open(d->settings->store, STORE_READ, &st, why);

	if (!err)
		err = rejudge_open_filter(st, d->spec, &f, why);
	if (!err)
		err = judge_all(d, st, f, why);
	if (!err)
		err = store_ask(st, ASK_JUDGED_CHANGES, put_change, &c);
	if (!err)
		*out = json_pack("{s:b, s:s, s:s, s:I, s:O}", "running", 0, "asked", d->spec, "filter", filter_spec(f), "total",
				 c.total, "changes", c.first);
	else
		store_complain(st, d->settings->store, err, why);
	json_decref(c.first);
	filter_close(f);
	store_close(st);
	return err;
}

static void *work(void *ctx)
{
	dry_run *d = ctx;
	complaint why = {""};
	json_t *result = NULL;
	status err = run(d, &result, &why);

	d->result = err ? json_pack("{s:b, s:s}", "running", 0, "error", *why.text ? why.text : status_text(err)) : result;
	d->running = false;
	return NULL;
}

/* ── for the page ── */

static bool are_builtins(const char *spec)
{
	const char *link = spec;

	while (filter_builtin(link, strcspn(link, ":@+"))) {
		link = strchr(link, '+');
		if (!link)
			return true;
		link++;
	}
	return false;
}

status dry_run_start(dry_run *d, const char *spec, complaint *why)
{
	if (d->running)
		return complain(why, ERR_BUSY, "all articles are being judged already");
	if (!are_builtins(spec))
		return complain(why, ERR_USAGE, "%.200s: not a built-in filter; 'firstprint judge' takes others, too", spec);
	join(d);
	json_decref(d->result);
	d->result = NULL;
	free(d->spec);
	d->spec = strdup(spec);
	d->done = d->all = 0;
	if (!d->spec)
		return ERR_MEMORY;
	d->running = true;
	d->has_thread = pthread_create(&d->thread, NULL, work, d) == 0;
	if (!d->has_thread)
		d->running = false;
	return d->has_thread ? OK : ERR_MEMORY;
}

json_t *dry_run_look(dry_run *d)
{
	if (d->running)
		return json_pack("{s:b, s:I, s:I}", "running", 1, "done", (json_int_t)d->done, "all", (json_int_t)d->all);
	return d->result ? json_incref(d->result) : json_pack("{s:b, s:s}", "running", 0, "error", "nothing was asked for");
}
