/* trace — what a search has read of the indexes of a chain, to tell later whether it would read the same again. */
#ifndef PLUGIN_TRACE_H
#define PLUGIN_TRACE_H

#include "base/arena.h"
#include "plugin/link.h"

typedef struct trace {
	arena *arena;                  /* for what follows */
	uint64_t when[SPEC_LINKS_MAX]; /* the last change of each link before the search */
	struct traced_keys *keys;      /* the last ones noted */
	struct traced_point *points;
	bool failed; /* out of memory */
} trace;

/* Begins a trace of these n links, whose changes are noted. */
void trace_begin(trace *t, const filter_link *links, size_t n, arena *a);
/* Notes n keys of a link's stage, or a search for near fingerprints. t NULL: no effect. */
void trace_keys(trace *t, unsigned link, unsigned stage, const uint64_t *keys, size_t n);
void trace_point(trace *t, unsigned link, const point_query *asked);

/* Would the searches read the same now? */
bool trace_holds(const trace *t, const filter_link *links, size_t n);

#endif
