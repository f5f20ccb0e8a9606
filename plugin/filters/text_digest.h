/* text_digest — what the filters that look at the text have in common: how they are opened and write their signatures, and their
 * first stage: exactly the same text as a stored page, by the first 16 bytes of SHA-256, with which a signature begins.
 *
 * Methods of papers do not have this stage. So each filter that begins with it has the option EXACT_OPTION, and is the
 * paper's method alone with exact=off.
 *
 * 128 bits of a cryptographic digest are enough: to write another text with the digest of a given one costs 2^128 tries,
 * and in no real collection do two different texts have the same digest by chance. */
#ifndef PLUGIN_FILTERS_TEXT_DIGEST_H
#define PLUGIN_FILTERS_TEXT_DIGEST_H

#include <stdbool.h>

#include "plugin/firstprint.h"
#include "plugin/text/features.h"

/* The state of a filter begins with it. */
typedef struct text_filter {
	const firstprint_host *host;
	feature_key key; /* the store's */
	int64_t exact;   /* EXACT_OPTION */
} text_filter;

/* Sets host and key: the filter's `open`, or the end of it. Returns FIRSTPRINT_OK. */
int text_filter_open(void *state, const firstprint_host *host);

/* A signature of n parts, one after another, in memory from host->alloc. FIRSTPRINT_NO_MEMORY. */
int text_filter_write(const text_filter *f, firstprint_arena *arena, const firstprint_span *parts, size_t n,
		      firstprint_signature *out);
/* *k becomes n numbers of 32 bits, all stored and asked, in memory from host->alloc. FIRSTPRINT_NO_MEMORY. */
int text_filter_keys(const text_filter *f, firstprint_arena *arena, const uint32_t *items, size_t n, firstprint_keys *k);

enum { TEXT_DIGEST_SIZE = 16 };

#define EXACT_OPTION \
	{ \
		"exact", "drop a page with the text of a stored page at once; off: go by the filter's own features alone", \
			FIRSTPRINT_SWITCH, offsetof(text_filter, exact), 1, 0, 1, NULL \
	}

/* The stage of pages with equal digests. Of several such pages the oldest is named. */
#define TEXT_STAGE ((firstprint_stage){.name = "text", .oldest = 1, .fresh = 1})

/* The digest of the page's article. If it has no article text, that of its bytes: pages without text are not duplicates
 * of each other for that. */
void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE]);

/* The key of a signature that begins with its digest; it points into the signature. */
firstprint_keys text_digest_keys(const firstprint_signature *sig);
/* Do both signatures begin with the same digest? Then *match becomes: duplicate, likeness 1. */
bool text_digest_matches(const firstprint_signature *a, const firstprint_signature *b, firstprint_match *match);
/* The verdict of such a match: stage "text", score 1. false: the verdict is of another kind, and is not changed. */
bool text_digest_explains(firstprint_verdict *v);

#endif
