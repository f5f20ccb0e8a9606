#include "plugin/index/digests.h"

#include <string.h>

#include "base/digest.h"

void text_digest(const firstprint_page *page, uint8_t out[TEXT_DIGEST_SIZE])
{
	uint8_t digest[DIGEST_SIZE];

	memcpy(digest, page->digest, sizeof digest);
	if (page->text.len)
		digest_of(page->text.at, page->text.len, digest);
	memcpy(out, digest, TEXT_DIGEST_SIZE);
}

static uint32_t key_of(const uint8_t *digest)
{
	uint32_t key;

	memcpy(&key, digest, sizeof key);
	return key;
}

void digests_expect(digest_index *x, uint64_t pages)
{
	postings_expect(&x->by_text, pages);
}

int digests_add(digest_index *x, uint64_t id, const firstprint_signature *sig, uint32_t *entry)
{
	uint32_t key = key_of(sig->bytes);
	int err = pages_add(&x->pages, id, sig, entry);

	if (err || postings_add(&x->by_text, &key, 1, *entry))
		return err;
	pages_remove(&x->pages, *entry);
	return FIRSTPRINT_NO_MEMORY;
}

void digests_remove(digest_index *x, uint32_t entry)
{
	uint32_t key = key_of(pages_get(&x->pages, entry)->bytes);

	postings_remove(&x->by_text, &key, 1, entry);
	pages_remove(&x->pages, entry);
}

uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE])
{
	uint32_t key = key_of(digest);
	const uint32_t *entries;
	posting_list list;
	posting_walk w;
	size_t n;

	postings_find(&x->by_text, &key, 1, &list);
	for (postings_walk(&x->by_text, list, false, &w); posting_walk_next(&w, &entries, &n);)
		for (size_t i = 0; i < n; i++) {
			const struct page_entry *page = pages_get(&x->pages, entries[i]);

			if (memcmp(page->bytes, digest, TEXT_DIGEST_SIZE) == 0)
				return page->id;
		}
	return 0;
}

bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict)
{
	uint64_t of = x->exact ? digests_find(x, digest) : 0;

	if (!of)
		return false;
	verdict->kind = FIRSTPRINT_DUPLICATE;
	verdict->of = of;
	verdict->stage = "text";
	verdict->score = 1;
	return true;
}

size_t digests_memory(const digest_index *x)
{
	return pages_memory(&x->pages) + postings_memory(&x->by_text);
}

void digests_free(digest_index *x)
{
	pages_free(&x->pages);
	postings_free(&x->by_text);
}
