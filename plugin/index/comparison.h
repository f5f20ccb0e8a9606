/* comparison — one call of check: the pages that several stages propose are compared with the newcomer, and the best one makes
 * the verdict.
 *
 *	comparison c = {.new = …};
 *	comparison_run(&c, "simhash", 1)                     compares the best of the candidates that have hits now
 *	comparison_run(&c, "shingles", PROFILES_HITS_MIN)    and those of the next stage
 *	comparison_explain(&c, &verdict) */
#ifndef PLUGIN_INDEX_COMPARISON_H
#define PLUGIN_INDEX_COMPARISON_H

#include "plugin/index/candidates.h"
#include "plugin/index/pages.h"
#include "plugin/text/verify.h"

enum { COMPARED_MOST = 48 }; /* pages of one stage: those with most hits */

typedef struct comparison {
	const profile *new;
	verify_limits limits;
	const page_table *pages;
	candidates *proposed;
	/* The profile of a stored page. false: it is not to be compared. */
	bool (*profile_of)(const void *ctx, const struct page_entry *page, profile *out);
	const void *ctx;
	/* Starts as zeros: the best of the confirmed pages, and the best of the refused ones, to explain the verdict; and the stages
	 * that proposed them. */
	verify_result best, refused;
	const char *best_by, *refused_by;
} comparison;

/* proposer: the stage that gave the hits; static text. */
void comparison_run(comparison *c, const char *proposer, uint32_t hits_min);

/* The verdict by the best page; if there is none, why the best of the refused ones was refused; if no page was proposed, the stage
 * "no-candidate". */
void comparison_explain(const comparison *c, firstprint_verdict *v);

#endif
