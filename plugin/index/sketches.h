/* sketches — which of the pages met share something rare with a newcomer; and what is kept of them to compare by.
 *
 * Each page hangs under its SKETCHES_INDEXED lowest shingle hashes. A newcomer's whole sample is looked up; pages met
 * at two or more of its hashes are worth comparing. A page that shares half its shingles with the newcomer is missed
 * once in thousands; one that is contained in a newcomer of up to eight times its length, or contains it, hardly ever.
 *
 * A shingle that very many pages have (a legal line) says little: of its pages only the SKETCHES_CHAIN_MOST last met
 * count. Their number, not their order in memory, decides, so that a restart finds the same. */
#ifndef PLUGIN_INDEX_SKETCHES_H
#define PLUGIN_INDEX_SKETCHES_H

#include "plugin/index/chains.h"
#include "plugin/text/sketch.h"

enum { SKETCHES_INDEXED = 16, SKETCHES_HITS_LEAST = 2, SKETCHES_CHAIN_MOST = 1024 };

typedef struct sketch_index {
	struct sketch_entry {
		uint64_t id;     /* 0: forgotten */
		uint32_t *bytes; /* what is kept; NULL: forgotten */
		uint32_t len;    /* of bytes, in bytes */
		uint16_t hits;   /* of the question under way */
	} *entries;              /* in ascending order of ids */
	uint32_t len, room;
	chains postings;         /* by shingle hash */
	uint32_t *owners;        /* posting → entry */
	uint32_t owners_room;
	uint32_t *touched;       /* entries with hits, of the question under way */
	uint32_t touched_room;
	size_t bytes;            /* kept of all pages */
} sketch_index; /* all zeros: empty */

/* Puts a page under its sketch and keeps a copy of bytes, aligned to 4, for who visits it. ids ascend. false: out of
 * memory, nothing changed. */
bool sketches_add(sketch_index *x, uint64_t id, const sketch *s, firstprint_span bytes);
void sketches_remove(sketch_index *x, uint64_t id); /* unknown ids: no effect */
/* What is kept of a page; false: it is not there. */
bool sketches_get(const sketch_index *x, uint64_t id, firstprint_span *bytes);

/* Calls visit once for each page that may share much with s, with what is kept of it. */
void sketches_each_near(sketch_index *x, const sketch *s, void (*visit)(void *ctx, uint64_t id, firstprint_span bytes),
			void *ctx);

size_t sketches_memory(const sketch_index *x);
void sketches_free(sketch_index *x);

#endif
