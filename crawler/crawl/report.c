/* report — tells the user about the end of a crawl, and determines its exit code. */
#include <string.h>

#include "base/shell.h"
#include "crawler/console/summary.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

enum { NAMED_MOST = 10 }; /* hosts, and seeds */

/* State of naming items one after the other. */
struct naming {
	const crawl *crawl;
	int found;
	bool lost; /* a seed failed, and nothing else of its host was reached */
};

/* Row: reason, count. *ctx: is there a reason that names no option? */
static status print_reason(void *ctx, const store_value *row, size_t n)
{
	char reason[200];

	(void)n;
	*(bool *)ctx |= !strstr(row[0].text, "(see --");
	terminal_clean(row[0].text, reason, sizeof reason);
	terminal_say("  %lld × %s", (long long)row[1].integer, reason);
	return OK;
}

static void report_no_pages(crawl *c, const char *path)
{
	char word[SHELL_WORD];
	bool may_change = false;

	terminal_say("no page could be fetched; see \"firstprint inspect %s\"", shell_word(path, word));
	store_ask(c->session.store, ASK_COMMON_REASONS, print_reason, &may_change);
	if (may_change && c->counts.queued + c->counts.to_refresh == 0)
		terminal_say("with --refresh they are tried again");
}

/* Names a seed that led to no page. Row: url, state, reason, to_url, host_reached, dead. */
static status report_seed(void *ctx, const store_value *row, size_t n)
{
	struct naming *x = ctx;
	char url[200], to[200], reason[200];
	bool failed = strcmp(row[1].text, "skip") != 0 || strncmp(row[2].text ? row[2].text : "", "robots.txt: ", 12) == 0;

	(void)n;
	if (!row[5].integer)
		return OK;
	x->lost |= failed && !row[4].integer;
	if (++x->found > NAMED_MOST)
		return OK;
	terminal_clean(row[0].text, url, sizeof url);
	terminal_clean(row[3].text, to, sizeof to);
	terminal_clean(row[2].text, reason, sizeof reason);
	terminal_say("seed %s%s%s: %s%s%s", url, *to ? ", to " : "", to, row[1].text, *reason ? ": " : "", reason);
	return OK;
}

/* Returns whether seeds failed in a way that makes the crawl fail. */
static bool report_dead_seeds(const crawl *c, const char *path)
{
	struct naming seeds = {.crawl = c};
	char word[SHELL_WORD];

	if (store_ask(c->session.store, ASK_SEEDS, report_seed, &seeds))
		return false;
	if (seeds.found > NAMED_MOST)
		terminal_say("and %d more seeds without a page; see \"firstprint inspect %s seeds\"", seeds.found - NAMED_MOST,
			     shell_word(path, word));
	return seeds.lost || (c->settings->strict_seeds && seeds.found);
}

/* Names a host that could not be reached lately, if it has URLs in the queue. */
static void report_unreachable(void *ctx, const frontier_host *h, int64_t for_ms)
{
	struct naming *x = ctx;
	int64_t queued = 0;
	char urls[64];

	if (store_count_queued(x->crawl->session.store, h->id, &queued) || !queued)
		return;
	if (++x->found <= NAMED_MOST)
		terminal_say("%s: not reached for the last %lld s; %s stay%s in the queue", h->name, (long long)(for_ms / 1000),
			     terminal_count(queued, "URL", urls), queued == 1 ? "s" : "");
}

/* Names hosts whose URLs are still in the queue because they could not be reached. Returns whether the crawl has given them up. */
static bool report_outage(const crawl *c)
{
	struct naming hosts = {.crawl = c};
	bool gave_up;

	if (frontier_is_down(c->frontier))
		terminal_say("the network is down: no host could be reached");
	gave_up = frontier_unreachable(c->frontier, report_unreachable, &hosts);
	if (hosts.found > NAMED_MOST)
		terminal_say("and %d more hosts", hosts.found - NAMED_MOST);
	if (hosts.found)
		terminal_say("the same command asks for them again");
	return gave_up;
}

/* Names a host whose budget was spent. Row: host, count. */
static status report_budget(void *ctx, const store_value *row, size_t n)
{
	struct naming *x = ctx;
	char host[200], urls[64];

	(void)n;
	terminal_clean(row[0].text, host, sizeof host);
	if (++x->found <= NAMED_MOST)
		terminal_say("%s: %s %s skipped (host-budget), since too many before gave no new article", host,
			     terminal_count(row[1].integer, "URL", urls), row[1].integer == 1 ? "was" : "were");
	return OK;
}

static void report_budgets(const crawl *c)
{
	struct naming hosts = {.crawl = c};

	if (store_ask(c->session.store, ASK_OVER_BUDGET, report_budget, &hosts) || !hosts.found)
		return;
	if (hosts.found > NAMED_MOST)
		terminal_say("and %d more hosts", hosts.found - NAMED_MOST);
	terminal_say("with --no-host-budget the same command fetches them");
}

/* Reports URLs that wait for other parts, which have ended or were not there. */
static void report_handed(const crawl *c)
{
	int of = 0;
	int64_t waiting = c->parts ? parts_waiting(c->parts, &of) : 0;
	char number[32];

	if (waiting)
		terminal_say("%s URLs wait for %d other part%s, to which their hosts belong", terminal_number(waiting, number),
			     of, of == 1 ? "" : "s");
}

/* Reports that there was nothing to do: the queue was empty and is still empty. */
static void report_finished(const crawl *c, const char *path)
{
	char store[SHELL_WORD], url[SHELL_WORD] = "";

	if (c->reached + c->unreached + c->failed || c->counts.queued + c->counts.to_refresh)
		return;
	if (!c->settings->refresh) {
		if (c->shared)
			shell_word(shared_shown(c->shared), url);
		terminal_say("everything was fetched before; \"firstprint crawl --refresh%s%s -o %s\" asks what has changed",
			     c->shared ? " --shared " : "", url, shell_word(path, store));
	} else {
		terminal_say("nothing in %s was fetched by a crawl, so there is nothing to fetch again", path);
	}
}

/* Reports that the run has done what it was allowed to, and that there is more to do. */
static void report_limit(const crawl *c)
{
	int64_t left = c->counts.queued + c->counts.to_refresh;
	char number[64];

	if (run_has_enough(c) && left)
		terminal_say("--%s is reached; %s %s queued, and the same command goes on",
			     run_is_late(c) ? "max-time" : "max-pages", terminal_count(left, "URL", number),
			     left == 1 ? "is" : "are");
}

static void report_unused(const crawl *c)
{
	if (!c->reached)
		return;
	scope_tell_unused(c->scope, terminal_say_unused);
	judge_tell_unused(c->session.judge, terminal_say_unused);
}

int crawl_report(crawl *c, const char *path)
{
	bool nothing = c->counts.pages + c->counts.drops == 0 && !c->parts,
	     /* a part may own no host */ silent = c->unreached && !c->articles, gave_up, failed;
	complaint notice = {""};
	status err = OK;

	progress_clear(&c->progress);
	if (c->shared)
		shared_notice(c->shared, &notice);
	if (*notice.text)
		terminal_say("%s", notice.text);
	if (c->settings->json)
		err = summary_print_json(c->session.store, NULL, 0);
	else if (!c->settings->quiet)
		err = summary_print(c->session.store, &path, 1);
	if (err)
		terminal_say("%s: everything is stored, but there is no summary: %s", path, session_error(&c->session, err));
	gave_up = report_outage(c);
	report_budgets(c);
	report_handed(c);
	report_unused(c);
	failed = report_dead_seeds(c, path);
	if (c->stopped) {
		terminal_say("stopped; everything is kept, and the same command continues from here");
		return EXIT_STOPPED_BY_SIGNAL;
	}
	if (!c->settings->quiet)
		report_limit(c);
	if (nothing)
		report_no_pages(c, path);
	else if (!c->settings->quiet)
		report_finished(c, path);
	if (silent)
		terminal_say(
			"no article could be fetched again; %lld were not reached and stay as they were, see \"firstprint inspect\" and "
			"its list of changes",
			(long long)c->unreached);
	return err || c->bad_seeds || nothing || silent || gave_up || failed ? EXIT_FAILED : EXIT_DONE;
}
