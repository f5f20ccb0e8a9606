/* digests — the pages that a filter remembers, found by their ids, and by exactly the same text: an index by the first 16
 * bytes of SHA-256, with which every signature begins.
 *
 * Methods of papers do not have the stage "text". So each filter that begins with it has the option DIGESTS_OPTION, and is
 * the paper's method alone with exact=off.
 *
 * 128 bits of a cryptographic digest are enough: to write another text with the digest of a given one costs 2^128 tries,
 * and in no real collection do two different texts have the same digest by chance. 38 bytes per page. */
#ifndef PLUGIN_INDEX_DIGESTS_H
#define PLUGIN_INDEX_DIGESTS_H

#include "plugin/firstprint.h"
#include "plugin/index/pages.h"
#include "plugin/index/postings.h"

enum { TEXT_DIGEST_SIZE = 16 };

typedef struct digest_index {
	page_table pages; /* all pages with their signatures; other indexes of the filter use its entries */
	postings by_text;
	int64_t exact; /* the option */
} digest_index;        /* all zeros: empty */

/* For a filter whose state has its digest_index at this offset. */
#define DIGESTS_OPTION(at) \
	{ \
		"exact", "drop a page with the text of a stored page at once; off: go by the filter's own features alone", \
			FIRSTPRINT_SWITCH, (at) + offsetof(digest_index, exact), 1, 0, 1, NULL \
	}

/* The digest of the page's article. If it has no article text, that of its bytes: pages without text are not duplicates
 * of each other for that. */
void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE]);

/* Adds a page, whose signature begins with its digest, as entry number *entry of x->pages. Ids ascend; the signature is
 * borrowed. Errors: those of pages_add; nothing changed. */
int digests_add(digest_index *x, uint64_t id, const firstprint_signature *sig, uint32_t *entry);
/* Before the first call of digests_add: about so many pages will come. */
void digests_expect(digest_index *x, uint64_t pages);
void digests_remove(digest_index *x, uint32_t entry);
/* The lowest id with this digest; 0: none. */
uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE]);
/* The first stage of every filter that looks at the text, unless exact is off. true: a page has exactly this text, and the verdict becomes:
 * duplicate of the lowest such id, stage "text", score 1. false: the verdict is unchanged. */
bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict);
size_t digests_memory(const digest_index *x); /* in bytes, without the borrowed ones */
void digests_free(digest_index *x);

#endif
