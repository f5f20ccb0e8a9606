/* digests — the pages that a filter remembers, found by their ids, and by exactly the same text: an index by the first 16
 * bytes of SHA-256, with which every signature begins.
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
} digest_index; /* all zeros: empty */

/* The digest of the page's article. If it has no article text, that of its bytes: pages without text are not duplicates
 * of each other for that. */
void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE]);

/* Adds a page, whose signature begins with its digest, as entry number *entry of x->pages. Ids ascend; the signature is
 * borrowed. Errors: those of pages_add; nothing changed. */
int digests_add(digest_index *x, uint64_t id, const firstprint_signature *sig, uint32_t *entry);
void digests_remove(digest_index *x, uint32_t entry);
/* The lowest id with this digest; 0: none. */
uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE]);
/* The first stage of every filter that looks at the text. true: a page has exactly this text, and the verdict becomes:
 * duplicate of the lowest such id, stage "text", score 1. false: the verdict is unchanged. */
bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict);
size_t digests_memory(const digest_index *x); /* in bytes, without the borrowed ones */
void digests_free(digest_index *x);

#endif
