#include "plugin/index/digests.h"

#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "plugin/index/grow32.h"

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

bool digests_add(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE])
{
	uint32_t e = x->buckets.len;
	struct digest_entry *entries = grow32(x->entries, e, &x->room, sizeof *entries);

	if (!entries)
		return false;
	x->entries = entries;
	if (!chains_push(&x->buckets, key_of(digest)))
		return false;
	x->entries[e].id = id;
	memcpy(x->entries[e].digest, digest, TEXT_DIGEST_SIZE);
	return true;
}

bool digests_remove(digest_index *x, uint64_t id, const uint8_t digest[TEXT_DIGEST_SIZE])
{
	const chains *c = &x->buckets;

	for (uint32_t e = chains_first(c, key_of(digest)); e != CHAINS_END; e = chains_next(c, e))
		if (x->entries[e].id == id && memcmp(x->entries[e].digest, digest, TEXT_DIGEST_SIZE) == 0) {
			chains_remove(&x->buckets, e);
			return true;
		}
	return false;
}

uint64_t digests_find(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE])
{
	const chains *c = &x->buckets;
	uint64_t lowest = 0;

	for (uint32_t e = chains_first(c, key_of(digest)); e != CHAINS_END; e = chains_next(c, e))
		if (memcmp(x->entries[e].digest, digest, TEXT_DIGEST_SIZE) == 0 && (!lowest || x->entries[e].id < lowest))
			lowest = x->entries[e].id;
	return lowest;
}

bool digests_check(const digest_index *x, const uint8_t digest[TEXT_DIGEST_SIZE], firstprint_verdict *verdict)
{
	uint64_t of = digests_find(x, digest);

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
	return chains_memory(&x->buckets) + x->room * sizeof *x->entries;
}

void digests_free(digest_index *x)
{
	chains_free(&x->buckets);
	free(x->entries);
	*x = (digest_index){0};
}
