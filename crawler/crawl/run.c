/* run — what a run has done so far: its limits, its commits, and the progress line. */
#include "crawler/crawl/crawl.h"

bool run_is_late(const crawl *c)
{
	return c->settings->max_time > 0 && clock_ms() - c->progress.started_ms >= (int64_t)(c->settings->max_time * 1000);
}

bool run_has_enough(const crawl *c)
{
	return run_is_late(c) || (c->settings->max_pages && c->articles >= c->settings->max_pages);
}

void run_show_progress(crawl *c, bool now)
{
	progress_counts shown = {.pages = c->counts.pages,
				 .drops = c->counts.drops,
				 .queued = c->counts.queued + c->counts.to_refresh,
				 .done = c->articles,
				 .failed = c->failed,
				 .last_failure = c->last_failure,
				 .is_down = frontier_is_down(c->frontier)};
	complaint trouble = {""};

	frontier_count(c->frontier, &shown.waiting, &shown.resting);
	if (c->shared)
		shared_delay(c->shared, &trouble);
	if (c->parts && !*trouble.text)
		parts_delay(c->parts, &trouble);
	shown.trouble = *trouble.text ? trouble.text : NULL;
	progress_tick(&c->progress, &shown, now);
}

status run_commit(crawl *c, bool now)
{
	bool committed = false;
	status err = session_commit(&c->session, now || c->commits_often, &committed);

	if (!err && committed)
		err = store_count(c->session.store, &c->counts);
	run_show_progress(c, false);
	return err;
}
