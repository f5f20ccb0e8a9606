#include "plugin/filters/text_digest.h"

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

firstprint_keys text_digest_keys(const firstprint_signature *sig)
{
	return (firstprint_keys){.items = (const uint64_t *)(const void *)sig->bytes, .stored = 1, .asked = 1};
}

bool text_digest_matches(const firstprint_signature *a, const firstprint_signature *b, firstprint_match *match)
{
	if (memcmp(a->bytes, b->bytes, TEXT_DIGEST_SIZE) != 0)
		return false;
	*match = (firstprint_match){FIRSTPRINT_DUPLICATE, 1};
	return true;
}

bool text_digest_explains(firstprint_verdict *v)
{
	if (v->kind != FIRSTPRINT_DUPLICATE)
		return false;
	v->stage = "text";
	v->score = 1;
	return true;
}

const uint64_t *wide_keys(const firstprint_host *host, firstprint_arena *arena, const uint32_t *items, size_t n)
{
	uint64_t *keys = host->alloc(host->context, arena, n * sizeof *keys);

	for (size_t i = 0; keys && i < n; i++)
		keys[i] = items[i];
	return keys;
}
