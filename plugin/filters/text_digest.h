/* text_digest — the first stage of every filter that looks at the text: exactly the same text as a stored page, by the first 16
 * bytes of SHA-256, with which its signatures begin.
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

enum { TEXT_DIGEST_SIZE = 16 };

/* The option, for an int64_t at this offset of the filter's state. */
#define EXACT_OPTION(at) \
	{ \
		"exact", "drop a page with the text of a stored page at once; off: go by the filter's own features alone", \
			FIRSTPRINT_SWITCH, at, 1, 0, 1, NULL \
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

/* n numbers of 32 bits as keys, in memory from host->alloc. NULL: out of memory. */
const uint64_t *wide_keys(const firstprint_host *host, firstprint_arena *arena, const uint32_t *items, size_t n);

#endif
