/* digest_filter — the common part of filters whose signature is one digest, and for which pages with equal digests are
 * duplicates: equal text, equal titles, equal bytes. Such a filter's state is a digest_filter. It adds a `sign` that says
 * which digest, and a `check` that says which kind and stage; its other functions are those below.
 *
 * An empty signature means that the page has nothing to compare: it is unique, stage "too-short". */
#ifndef PLUGIN_INDEX_DIGEST_FILTER_H
#define PLUGIN_INDEX_DIGEST_FILTER_H

#include "plugin/firstprint.h"
#include "plugin/index/digests.h"

typedef struct digest_filter {
	const firstprint_host *host;
	digest_index met;
} digest_filter; /* all zeros: empty */

int digest_filter_open(void *state, const firstprint_host *host);
/* The signature is the first TEXT_DIGEST_SIZE bytes of digest; NULL: the empty signature. */
int digest_filter_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out);
/* If a remembered page has the same digest, the verdict gets this kind and score 1. stage is its stage either way. */
int digest_filter_check(const void *state, const firstprint_signature *sig, enum firstprint_kind kind, const char *stage,
			firstprint_verdict *verdict);
int digest_filter_remember(void *state, uint64_t page_id, const firstprint_signature *sig);
int digest_filter_forget(void *state, uint64_t page_id, const firstprint_signature *sig);
int digest_filter_better(const firstprint_verdict *a, const firstprint_verdict *b);
size_t digest_filter_memory(const void *state);
void digest_filter_close(void *state);

#endif
