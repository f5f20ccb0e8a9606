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
	buffer room;  /* for parts of a signature */
	trace *trace; /* notes what is read; NULL: nothing does */
	struct candidate found[CANDIDATES_MAX];
};

/* Counts the page's counted keys and finalizes its signature, in a. Errors: those of link.h. */
status search_finalize(const filter_link *l, searcher *s, const firstprint_signature *sig, arena *a, firstprint_signature *out,
		       complaint *why);
/* sig: finalized. */
status search_run(const filter_link *l, searcher *s, const firstprint_signature *sig, firstprint_verdict *out, complaint *why);

/* Candidates that were found elsewhere. */
typedef struct search_hit {
	uint8_t stage;
	uint32_t entry, hits;
} search_hit;

/* The verdict of search_run if the stages find these, and no other, pages; in the order of stages. */
status search_found(const filter_link *l, searcher *s, const firstprint_signature *sig, const search_hit *found, size_t n,
		    firstprint_verdict *out, complaint *why);
/* The verdict on a page with this signature if the stored page `entry` were the only one. UNIQUE also if the filter only weighs several
 * pages together. */
status search_compare(const filter_link *l, const firstprint_signature *sig, uint32_t entry, firstprint_verdict *out,
		      complaint *why);

#endif
