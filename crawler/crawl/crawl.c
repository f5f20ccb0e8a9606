/* crawl — the command: opens what a crawl needs, reads the seeds, and reports the end. */
#include <stdio.h>

#include "crawler/crawl/crawl.h"
#include "crawler/frontier/seeds.h"
#include "crawler/frontier/traps.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "store/ask.h"

static void report_bad_seed(void *ctx, const char *message)
{
	crawl *c = ctx;

	c->bad_seeds = true;
	terminal_say("%s", message);
}

static status read_seeds(crawl *c, complaint *why)
{
	seeds_reader reader = {discover_seed, report_bad_seed, c};
	status err = session_begin(&c->session);

	for (size_t i = 0; i < c->settings->operands_len && !err; i++) {
		err = seeds_read(c->settings->operands[i], &reader, why);
		if (err == ERR_USAGE) {
			report_bad_seed(c, why->text);
			err = OK;
		}
	}
	return err ? err : session_commit(&c->session, true, NULL);
}

/* Adds a seed of an earlier run, or the target of its redirect, to the scope. */
static status add_earlier_seed(void *ctx, const char *url)
{
	crawl *c = ctx;
	url_parts u;
	status err;

	arena_reset(c->scratch);
	err = url_parse(url, NULL, c->scratch, &u);
	return err ? err : scope_add_seed(c->scope, &u);
}

/* Row of ASK_SEEDS: url, … */
static status trust_earlier_seed(void *ctx, const store_value *row, size_t n)
{
	crawl *c = ctx;
	char host[URL_LEN_MOST + 1];

	(void)n;
	snprintf(host, sizeof host, "%.*s", (int)url_host_len(row[0].text), row[0].text);
	return secrets_trust(c->secrets, host);
}

/* Reads what earlier runs have left: seeds and counts. Earlier seeds get the secrets only if the command line has no seeds. */
static status load_earlier(crawl *c)
{
	status err = store_seeds(c->session.store, add_earlier_seed, c);

	if (!err && !c->settings->operands_len)
		err = store_ask(c->session.store, ASK_SEEDS, trust_earlier_seed, c);
	return err ? err : store_count(c->session.store, &c->counts);
}

/* Puts what an option of this run allows into the queue again, if it was skipped before. */
static status requeue_allowed(crawl *c)
{
	static const char *const learned[] = {"repeats: ", "soft 404"};
	const settings *s = c->settings;
	store *st = c->session.store;
	int64_t count;
	status err = s->no_host_budget ? store_requeue_skips(st, 0, FRONTIER_BUDGET, &count) : OK;

	if (!err && s->allow_private)
		err = store_requeue_skips(st, 0, "robots.txt: " FETCH_PRIVATE, &count);
	if (s->traps != TRAPS_FOLLOW)
		return err;
	for (size_t i = 0; i < sizeof learned / sizeof *learned && !err; i++)
		err = store_requeue_skips(st, 0, learned[i], &count);
	for (size_t i = 0; trap_reasons[i] && !err; i++)
		err = store_requeue_skips(st, 0, trap_reasons[i], &count);
	return err;
}

/* With --refresh, puts everything that was fetched before into the queue again. If the last process was killed, what it had in work
 * comes last. */
static status mend_queue(crawl *c)
{
	const settings *s = c->settings;
	uint64_t due = 0;
	char urls[64];
	status err = session_begin(&c->session);

	if (!err && s->refresh)
		err = store_refresh(c->session.store, &due);
	if (!err)
		err = store_find_suspects(c->session.store, &c->commits_often);
	if (!err)
		err = requeue_allowed(c);
	if (!err)
		err = session_commit(&c->session, true, NULL);
	if (!err && s->refresh && !s->quiet)
		terminal_say("%s %s fetched again%s", terminal_count((int64_t)due, "URL", urls), due == 1 ? "is" : "are",
			     s->include || s->exclude ? ", but for those that --include and --exclude leave out" : "");
	return err;
}

static status open_workers(crawl *c, complaint *why)
{
	const settings *s = c->settings;
	const pipeline_settings pipe = {.workers = (int)s->jobs,
					.most = (int)s->jobs * 4 + (int)s->connections + 1 + (int)crawl_pending_most(c),
					.memory = (size_t)s->memory,
					.keeps_bodies = s->warc != NULL, /* the archive has them */
					.filter = c->session.filter,
					.looks_ahead = !c->shared,
					.after = visit_resolve_links};

	return pipeline_open(&pipe, &c->pipeline, why);
}

static bool is_wanted(void *ctx, const url_parts *u, int depth)
{
	return !discover_refuses(ctx, u, depth);
}

static status open_frontier(crawl *c)
{
	const settings *s = c->settings;
	frontier_settings front = {.per_host = (int)s->per_host,
				   .delay_s = s->delay,
				   .adaptive = s->delay > 0,
				   .depth_most = s->depth < 0 ? -1 : (int)s->depth,
				   .obey_robots = s->robots == ROBOTS_OBEY,
				   .use_rules = s->traps == TRAPS_AVOID,
				   .use_budget = c->learns && !s->no_host_budget,
				   .pages_most = s->refresh ? 0 : s->per_host_pages,
				   .give_up_ms = (int64_t)(s->give_up * 1000),
				   .agent = c->agent,
				   .is_wanted = is_wanted,
				   .wanted_ctx = c,
				   .scope = c->scope};

	if (c->parts && s->delay > 0) {
		front.request_lease = parts_request_lease;
		front.lease_ctx = c->parts;
	}
	return frontier_open(&front, c->session.store, &c->frontier);
}

static status open_network(crawl *c, complaint *why)
{
	const settings *s = c->settings;
	char agent[AGENT_MOST];
	fetch_settings fetch = {.connections = (int)s->connections,
				.timeout_ms = (int64_t)(s->timeout * 1000),
				.bytes_most = (size_t)s->max_bytes,
				.ca_file = s->ca,
				.proxy = s->proxy,
				.allow_private = s->allow_private,
				.user_agent = agent,
				.keep_heads = s->warc != NULL,
				.keep_secrets = s->warc_secrets,
				.skips_text = s->plain_text == PLAIN_TEXT_SKIP,
				.no_cookies = s->no_cookies,
				.secrets = c->secrets};
	status err;

	agent_name(s, agent);
	agent_token(s, c->agent);
	err = fetcher_open(&fetch, &c->fetcher, why);
	if (!err)
		err = open_workers(c, why);
	return err ? err : open_frontier(c);
}

static void close_crawl(crawl *c)
{
	pipeline_close(c->pipeline);
	fetcher_close(c->fetcher);
	while (c->visits)
		visit_free(c, c->visits);
	frontier_close(c->frontier);
	scope_close(c->scope);
	secrets_close(c->secrets);
	arena_free(c->scratch);
	arena_free(c->walls.memory);
	calendar_free(&c->calendar);
	warc_archive_close(c->warc);
	parts_close(c->parts);
	shared_close(c->shared);
	session_close(&c->session);
	signals_close(c->signals);
}

/* Sees to the error that ended the crawl, and returns it. */
static int fail(crawl *c, const char *path, status err, complaint *why)
{
	progress_clear(&c->progress);
	session_salvage(&c->session, err);
	if (err == ERR_MEMORY && c->session.store)
		store_leave_work(c->session.store);
	if (err == ERR_FILTER)
		return complain(why, err, "%s", session_error(&c->session, err));
	return *why->text ? err : complain(why, err, "%s: %s", path, session_error(&c->session, err));
}

/* Writes the cookies at the end of the run. Returns the exit code, which is `code` unless that fails. */
static int save_cookies(crawl *c, int code)
{
	complaint why = {""};

	if (!c->settings->save_cookies || !c->fetcher || !fetcher_write_cookies(c->fetcher, c->settings->save_cookies, &why))
		return code;
	terminal_say("--save-cookies: %s", why.text);
	return code ? code : EXIT_FAILED;
}

/* A command that is refused for its archive changes nothing in the store. */
static status fill_queue(crawl *c, complaint *why)
{
	status err = archive_open(c, why);

	if (!err)
		err = mend_queue(c);
	if (!err)
		err = load_earlier(c);
	if (!err && c->shared)
		err = receive_open(c, why);
	return err ? err : read_seeds(c, why);
}

/* Copies by which causes were told may be gone after a refresh. It reads all drops, for which somebody who stops the crawl does not
 * wait: the refresh that continues does it. */
static status end_refresh(crawl *c)
{
	status err;

	if (!c->settings->refresh || c->stopped)
		return OK;
	err = session_begin(&c->session);
	if (!err)
		err = store_tell_causes(c->session.store);
	return err ? err : session_commit(&c->session, true, NULL);
}

/* The command is refused: a store that it has made is not left behind, unless a shared index knows of it. */
static void leave_nothing(crawl *c)
{
	if (!c->shared)
		store_unmake(c->session.store);
}

int crawl_command(const settings *s, complaint *why)
{
	const char *path = s->store ? s->store : "firstprint.db";
	crawl c = {.settings = s, .signals = -1, .why = why, .pending.end = &c.pending.first};
	int code = crawl_open(&c, path, why);
	status err;

	if (code) {
		leave_nothing(&c);
		close_crawl(&c);
		return code;
	}
	if (*c.session.notice.text)
		terminal_say("%s", c.session.notice.text);
	err = fill_queue(&c, why);
	/* Up to here a signal ends the process at once: no work is lost, and reading seeds from a terminal can be stopped. */
	c.signals = signals_open();
	if (c.shared)
		shared_stop_at(c.shared, c.signals);
	if (c.parts)
		parts_stop_at(c.parts, c.signals);
	progress_start(&c.progress, s->quiet, s->json);
	if (!err)
		err = open_network(&c, why);
	if (err)
		leave_nothing(&c);
	if (!err)
		err = crawl_loop(&c);
	if (!err)
		err = end_refresh(&c);
	if (!err)
		run_show_progress(&c, true);
	if (!err)
		err = archive_end(&c, why);
	code = err ? fail(&c, path, err, why) : crawl_report(&c, path);
	code = save_cookies(&c, code);
	close_crawl(&c);
	return code;
}
