#include "plugin/filters/text_digest.h"

#include <string.h>

#include "base/digest.h"

int text_filter_open(void *state, const firstprint_host *host)
{
	text_filter *f = state;

	f->host = host;
	feature_key_init(&f->key, host->key);
	return FIRSTPRINT_OK;
}

int text_filter_write(const text_filter *f, firstprint_arena *arena, const firstprint_span *parts, size_t n,
		      firstprint_signature *out)
{
	size_t len = 0;
	uint8_t *bytes;

	for (size_t i = 0; i < n; i++)
		len += parts[i].len;
	bytes = f->host->alloc(f->host->context, arena, len);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	*out = (firstprint_signature){bytes, len};
	for (size_t i = 0; i < n; i++)
		if (parts[i].len)
			bytes = mempcpy(bytes, parts[i].at, parts[i].len);
	return FIRSTPRINT_OK;
}

int text_filter_keys(const text_filter *f, firstprint_arena *arena, const uint32_t *items, size_t n, firstprint_keys *k)
{
	uint64_t *keys = f->host->alloc(f->host->context, arena, n * sizeof *keys);

	if (!keys)
		return FIRSTPRINT_NO_MEMORY;
	for (size_t i = 0; i < n; i++)
		keys[i] = items[i];
	*k = (firstprint_keys){.items = keys, .stored = (uint32_t)n, .asked = (uint32_t)n};
	return FIRSTPRINT_OK;
}

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
