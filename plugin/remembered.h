/* remembered — the pages a filter was told to remember, with their signatures: what the host lends a filter until the page
 * is forgotten, and how it knows whether a verdict names a page that is there.
 *
 * A copy of each signature stays at one address, aligned to 8 bytes. 16 bytes a page and what malloc needs. */
#ifndef PLUGIN_REMEMBERED_H
#define PLUGIN_REMEMBERED_H

#include <stdbool.h>

#include "plugin/firstprint.h"

typedef struct remembered {
	struct remembered_page {
		uint64_t id;
		struct remembered_bytes *signature; /* NULL: forgotten */
	} *pages;       /* ids ascend */
	size_t len, room;
	size_t gone;    /* how many of them are forgotten */
	size_t bytes;   /* of all signatures */
} remembered; /* all zeros: empty */

/* *kept is the copy. The id must be higher than any that is remembered. false: out of memory, nothing changed. */
bool remembered_add(remembered *r, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept);
/* false: there is no such page. kept may be NULL. */
bool remembered_find(const remembered *r, uint64_t id, firstprint_signature *kept);
void remembered_remove(remembered *r, uint64_t id); /* unknown ids: no effect */
uint64_t remembered_last(const remembered *r); /* the highest id; 0: none */
size_t remembered_memory(const remembered *r);
void remembered_free(remembered *r);

#endif
