/* rejudge — all that a store keeps is signed and judged anew, in the order of ids and without a fetch: with another filter,
 * other options, or a newer version of the same.
 *
 * What comes out stands beside the old verdicts until store_apply_judged. */
#ifndef CRAWLER_JUDGE_REJUDGE_H
#define CRAWLER_JUDGE_REJUDGE_H

#include "plugin/filter.h"
#include "store/store.h"

/* Judges every article of st with f, which is freshly opened, on jobs workers. ERR_MISSING: f needs the visible text of
 * pages, which no store keeps; ERR_FILTER; both: filter_error says which filter. */
status rejudge(store *st, filter *f, int jobs, complaint *why);

#endif
