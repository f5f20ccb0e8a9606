/* digest_filter — the common part of filters whose signature is one digest, and for which pages with equal digests are
 * duplicates: equal text, equal titles, equal bytes. Such a filter's state is a digest_filter.
 *
 * An empty signature means that the page has nothing to compare: it is unique, stage "too-short". */
#ifndef PLUGIN_FILTERS_DIGEST_FILTER_H
#define PLUGIN_FILTERS_DIGEST_FILTER_H

#include "plugin/filters/text_digest.h"

typedef struct digest_filter {
	const firstprint_host *host;
} digest_filter;

int digest_filter_open(void *state, const firstprint_host *host);
/* The signature is the first TEXT_DIGEST_SIZE bytes of digest; NULL: the empty signature. */
int digest_filter_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out);
int digest_filter_keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		       firstprint_keys *keys);
/* The match of two pages with equal digests has this kind and likeness 1. */
int digest_filter_compare(const firstprint_signature *sig, const firstprint_signature *stored, enum firstprint_kind kind,
			  firstprint_match *match);
/* stage: of a page that has something to compare. */
int digest_filter_explain(const firstprint_signature *sig, const char *stage, firstprint_verdict *v);

#endif
