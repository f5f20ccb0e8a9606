/* link — one opened filter, called through the contract. The link detects whatever the filter can get wrong, and reports it
 * in one sentence that names the filter. It keeps the remembered signatures and lends them to the filter. A filter of the
 * program (filter.h) is one link or a chain of several. */
#ifndef PLUGIN_LINK_H
#define PLUGIN_LINK_H

#include "base/arena.h"
#include "base/buffer.h"
#include "plugin/firstprint.h"
#include "plugin/loader.h"
#include "plugin/remembered.h"
#include "plugin/spec.h"
#include "plugin/text/features.h"

enum { LINK_KEY_SIZE = 16 };

typedef struct filter_link {
	loaded from;
	void *state;
	firstprint_host host;
	feature_key key;   /* for host.hash */
	complaint refusal; /* what it passed to host.complain */
	remembered pages;
	bool is_stale; /* forget was called, or remember failed, since the last refresh */
} filter_link;

typedef struct link_settings {
	spec_link spec;
	const char *file;   /* if a store gave the SPEC: the path its file had; "" or NULL: unknown */
	const uint8_t *key; /* LINK_KEY_SIZE bytes */
	bool divided;       /* see firstprint_host */
} link_settings;

/* Loads the filter, sets its options and opens it. *l must not move until link_close. Appends to spec the link's full
 * SPEC, after a '+' if spec is not empty. ERR_USAGE, ERR_MEMORY; on an error the link is closed again. */
status link_open(filter_link *l, const link_settings *settings, buffer *spec, complaint *why);
void link_close(filter_link *l); /* accepts zeros */

/* All of these return ERR_MEMORY; ERR_FORMAT: sig is not a signature of this filter; ERR_FILTER: the filter broke the
 * contract. why has the message. */

/* Pure; any thread. ERR_MISSING: it needs the page's visible text, which is not there. */
status link_sign(const filter_link *l, const firstprint_page *page, arena *a, firstprint_signature *out, complaint *why);
/* In this and the following functions sig must be aligned to 8 bytes. */
status link_settle(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *out, complaint *why);
/* Returns what settle needs the states to count, in a; no bytes: nothing. */
status link_ask_counts(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *out,
		       complaint *why);
/* Returns the counts of the state, in a. asked: aligned to 8. */
status link_count(const filter_link *l, const firstprint_signature *asked, arena *a, uint32_t **counts, size_t *n,
		  complaint *why);
/* As link_settle, with these counts. */
status link_settle_counted(const filter_link *l, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
			   firstprint_signature *out, complaint *why);
status link_check(const filter_link *l, const firstprint_signature *sig, firstprint_verdict *out, complaint *why);
/* Call it before the first link_remember, with about the number of pages that follow at once. */
void link_expect(filter_link *l, uint64_t pages);
/* page_id must be higher than all remembered ones, else ERR_FORMAT. stays: sig does not move, and is not copied. ERR_FILTER also if
 * the filter cannot number more pages. On an error the page is not remembered. */
status link_remember(filter_link *l, uint64_t page_id, const firstprint_signature *sig, bool stays, complaint *why);
status link_forget(filter_link *l, uint64_t page_id, complaint *why); /* unknown ids: no effect */
/* Call it before settle, check and remember: if pages were forgotten, or remember failed, the filter may have to recompute
 * something. */
status link_refresh(filter_link *l, complaint *why);
size_t link_memory(const filter_link *l); /* bytes held, signatures included */

#endif
