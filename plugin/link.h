/* link — one opened filter, behind the contract. Whatever it may get wrong is noticed here and told in one sentence that
 * names it; what it remembers is lent to it here. A filter of the program (filter.h) is one link or a chain of several. */
#ifndef PLUGIN_LINK_H
#define PLUGIN_LINK_H

#include "base/arena.h"
#include "base/buffer.h"
#include "plugin/abi1.h"
#include "plugin/loader.h"
#include "plugin/remembered.h"
#include "plugin/spec.h"
#include "plugin/text/features.h"

enum { LINK_KEY_SIZE = 16 };

typedef struct filter_link {
	loaded from;
	void *state;
	firstprint_host host;
	abi1_host host_1;      /* for filters of that version */
	feature_key key;       /* of host.hash */
	complaint refusal;     /* what it said with host.complain */
	remembered pages;
} filter_link;

typedef struct link_settings {
	spec_link spec;
	const char *file;      /* a stored SPEC: where its file was, "" or NULL: nobody knows */
	const uint8_t *key;    /* LINK_KEY_SIZE bytes */
	bool divided;
} link_settings;

/* Loads, sets and opens; *l must stay where it is until link_close. Its SPEC with all options is appended to spec.
 * ERR_USAGE, ERR_MEMORY; closed again on any failure. */
status link_open(filter_link *l, const link_settings *settings, buffer *spec, complaint *why);
void link_close(filter_link *l); /* accepts zeros */

/* Each: ERR_MEMORY; ERR_FORMAT: not a signature of this filter; ERR_FILTER: it broke the contract. why says so. */

/* Pure, any thread. ERR_MISSING: it needs the visible text, which is not there. */
status link_sign(const filter_link *l, const firstprint_page *page, arena *a, firstprint_signature *out, complaint *why);
/* sig is aligned to 8, as in all that follow. */
status link_settle(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *out, complaint *why);
status link_check(const filter_link *l, const firstprint_signature *sig, firstprint_verdict *out, complaint *why);
status link_remember(filter_link *l, uint64_t page_id, const firstprint_signature *sig, complaint *why);
status link_forget(filter_link *l, uint64_t page_id, complaint *why); /* unknown ids: no effect */
size_t link_memory(const filter_link *l);

#endif
