/* digest_filter — all of a filter but its `sign`, when signatures are digests and equal ones are one page: exact titles, exact
 * bytes. A filter's state is a digest_filter, and its functions are these, with the stage named in `check`.
 *
 * A signature of no bytes is a page that has nothing to compare: unique, stage "too-short". */
#ifndef PLUGIN_INDEX_DIGEST_FILTER_H
#define PLUGIN_INDEX_DIGEST_FILTER_H

#include "plugin/firstprint.h"
#include "plugin/index/digests.h"

typedef struct digest_filter {
	const firstprint_host *host;
	digest_index met;
} digest_filter; /* all zeros: empty */

int digest_filter_open(void *state, const firstprint_host *host);
/* The signature of a digest; NULL: of nothing. */
int digest_filter_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out);
/* On a match the verdict is of kind, by stage. */
int digest_filter_check(const void *state, const firstprint_signature *sig, enum firstprint_kind kind, const char *stage,
	       firstprint_verdict *verdict);
int digest_filter_remember(void *state, uint64_t page_id, const firstprint_signature *sig);
int digest_filter_forget(void *state, uint64_t page_id, const firstprint_signature *sig);
int digest_filter_better(const firstprint_verdict *a, const firstprint_verdict *b);
size_t digest_filter_memory(const void *state);
void digest_filter_close(void *state);

#endif
