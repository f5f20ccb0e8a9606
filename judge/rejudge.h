/* rejudge — signs and judges all articles of a store again, in the order of ids and without fetching: with another
 * filter, other options, or a newer version of the same filter.
 *
 * The new verdicts are kept beside the old ones until store_apply_judged. */
#ifndef JUDGE_REJUDGE_H
#define JUDGE_REJUDGE_H

#include "judge/decisions.h"
#include "plugin/filter.h"
#include "store/store.h"

typedef struct rejudge_settings {
	int jobs;
	size_t memory; /* as in pipeline_settings */
	const decision_patterns *patterns;
	/* Called after each article. dropped_by: the stage that drops it; NULL: it is kept. If it returns false, rejudge stops with
	 * ERR_LIMIT. NULL: none. */
	bool (*tell)(void *ctx, uint64_t done, const char *dropped_by);
	void *ctx;
	void (*tell_unused)(
		const char *pattern); /* called with each pattern that matched no URL, as pattern_shown; NULL: none */
} rejudge_settings;

/* Opens a filter for rejudge. spec NULL: the store's filter, in the version that this program has. Errors as of filter_open. */
status rejudge_open_filter(store *st, const char *spec, filter **out, complaint *why);

/* Judges every article of st with f, which must have been opened for this; settings->jobs workers sign. The patterns apply in
 * addition to the store's decisions. ERR_MISSING: f needs the visible text of pages, which stores do not keep; ERR_FILTER; for
 * both, why has the text of filter_error. ERR_IO, ERR_FORMAT, ERR_MEMORY. */
status rejudge(store *st, filter *f, const rejudge_settings *settings, complaint *why);

#endif
