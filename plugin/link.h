/* link — one opened filter: its state, its stored pages, and its functions, called through the contract. Each call checks whatever
 * the filter can get wrong, and reports it in one sentence that names the filter. A filter of the program (filter.h) is one link or
 * a chain of several; how a link's pages are searched: search.h. */
#ifndef PLUGIN_LINK_H
#define PLUGIN_LINK_H

#include "base/arena.h"
#include "base/buffer.h"
#include "plugin/filter.h"
#include "plugin/index/page_index.h"
#include "plugin/loader.h"
#include "plugin/spec.h"
#include "plugin/text/features.h"

typedef struct filter_link {
	loaded from;
	void *state;
	firstprint_host host;
	feature_key key;   /* for host.hash */
	complaint refusal; /* what it passed to host.complain */
	page_index index;
	arena *scratch; /* for the keys of a page that is added or removed */
} filter_link;

/* Loads the filter, sets its options and opens it. *l must not move until link_close. file: the path that its file had when it was
 * stored; "": unknown. Appends to spec the link's full SPEC, after a '+' if spec is not empty. ERR_USAGE, ERR_MEMORY; ERR_FILTER: its stages are wrong. On an error the link is closed
 * again. */
status link_open(filter_link *l, const spec_link *link, const char *file, const filter_settings *settings, buffer *spec,
		 complaint *why);
void link_close(filter_link *l); /* accepts zeros */

/* All of these return ERR_MEMORY; ERR_FORMAT: sig is not a signature of this filter; ERR_FILTER: the filter broke the
 * contract. why has the message. Signatures must be aligned to 8 bytes. From link_sign to link_explain they are pure; any thread. */

/* ERR_MISSING: it needs the page's visible text, which is not there. */
status link_sign(const filter_link *l, const firstprint_page *page, arena *a, firstprint_signature *out, complaint *why);
/* The keys of all stages for this use, in a. */
status link_keys(const filter_link *l, const firstprint_signature *sig, enum firstprint_use use, arena *a,
		 firstprint_keys keys[FIRSTPRINT_STAGES_MAX], complaint *why);
/* Only for a filter that finalizes. counts: of all keys asked in the COUNTED stage. ERR_FORMAT also if n is not the number of these. */
status link_finalize(const filter_link *l, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
		     firstprint_signature *out, complaint *why);
/* entry: of a stored page. */
status link_compare(const filter_link *l, const firstprint_signature *sig, uint32_t entry, firstprint_match *out,
		    complaint *why);
/* The filter explains v, whose kind, page, stage and likeness are set. stored: PAGES_NONE: no page was
 * compared. */
status link_explain(const filter_link *l, const firstprint_signature *sig, uint32_t stored, firstprint_verdict *v,
		    complaint *why);
/* Any thread, many at once while nothing is added or removed. */
status link_weigh(const filter_link *l, const firstprint_signature *sig, const firstprint_view *view, arena *a,
		  firstprint_verdict *v, complaint *why);

/* page_id must be higher than all stored ones, else ERR_FORMAT. stays: sig does not move, and is not copied. ERR_FILTER also if there
 * are too many pages to number. On an error the page is not stored. */
status link_add(filter_link *l, uint64_t page_id, const firstprint_signature *sig, bool stays, complaint *why);
/* Unknown ids: no effect. After an error the page is removed, too, but its keys stay in the index; they lead nowhere. */
status link_remove(filter_link *l, uint64_t page_id, complaint *why);
/* Call it before searching and link_add: pages may have been removed. */
status link_refresh(filter_link *l, complaint *why);

#endif
