/* remembered — the pages that a filter was told to remember, and copies of their signatures. The filter may use a copy
 * until its page is forgotten. The host uses the table to check that a verdict names a remembered page.
 *
 * A copy never moves and is aligned to 8 bytes. A page takes its signature, 24 bytes and the overhead of malloc. The 24 bytes of
 * a forgotten page stay in use until all later pages are forgotten. */
#ifndef PLUGIN_REMEMBERED_H
#define PLUGIN_REMEMBERED_H

#include <stdbool.h>

#include "plugin/firstprint.h"
#include "plugin/index/pages.h"

typedef struct remembered {
	page_table pages;
	size_t count; /* of pages that are remembered now */
	size_t bytes; /* in all copies together */
} remembered;         /* all zeros: empty */

/* *kept becomes the copy; stays: sig itself, which does not move. The id must be higher than remembered_last.
 * FIRSTPRINT_NO_MEMORY, FIRSTPRINT_FULL: nothing changed. */
int remembered_add(remembered *r, uint64_t id, const firstprint_signature *sig, bool stays, firstprint_signature *kept);
/* *kept becomes the copy; kept may be NULL. false: the page is not remembered. */
bool remembered_find(const remembered *r, uint64_t id, firstprint_signature *kept);
void remembered_remove(remembered *r, uint64_t id); /* unknown ids: no effect */
uint64_t remembered_last(const remembered *r);      /* the highest id that is remembered; 0: there is none */
size_t remembered_memory(const remembered *r);      /* in bytes */
void remembered_free(remembered *r);

#endif
