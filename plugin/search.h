/* search — gives the verdict of one link on a page: walks its stages, compares the stored pages that they find, and keeps the best.
 *
 * Everything here only reads the link, so that any number of threads may search at once, each with a searcher of its own. */
#ifndef PLUGIN_SEARCH_H
#define PLUGIN_SEARCH_H

#include "plugin/filter.h"
#include "plugin/trace.h"

/* One thread's scratch memory; searcher_new and searcher_free are in filter.h. */
struct searcher {
	candidates *candidates;
	arena *arena;
	buffer room;   /* for parts of a signature */
	trace *trace;  /* notes what is read; NULL: nothing does */
	unsigned link; /* which link is searched now */
	/* What a sort has found for the page (filter.h), in place of the index; NULL: the index is searched. */
	const filter_found *sorted;
	size_t sorted_len;
	struct candidate found[CANDIDATES_MAX];
};

/* Counts the page's counted keys and finalizes its signature, in a. Errors: those of link.h. */
status search_finalize(const filter_link *l, searcher *s, const firstprint_signature *sig, arena *a, firstprint_signature *out,
		       complaint *why);
/* The number of a stage of a link, as in filter_key and filter_found. */
static inline uint8_t search_stage_number(size_t link, size_t stage)
{
	return (uint8_t)(link * FIRSTPRINT_STAGES_MAX + stage);
}

/* sig: finalized. */
status search_run(const filter_link *l, searcher *s, const firstprint_signature *sig, firstprint_verdict *out, complaint *why);

/* The verdict on a page with this signature if the stored page `entry` were the only one. UNIQUE also if the filter only weighs several
 * pages together. */
status search_compare(const filter_link *l, const firstprint_signature *sig, uint32_t entry, firstprint_verdict *out,
		      complaint *why);

#endif
