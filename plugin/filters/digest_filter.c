#include "plugin/filters/digest_filter.h"

#include <string.h>

int digest_filter_open(void *state, const firstprint_host *host)
{
	((digest_filter *)state)->host = host;
	return FIRSTPRINT_OK;
}

int digest_filter_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out)
{
	const firstprint_host *host = ((const digest_filter *)state)->host;
	uint8_t *bytes;

	*out = (firstprint_signature){0};
	if (!digest)
		return FIRSTPRINT_OK;
	bytes = host->alloc(host->context, arena, TEXT_DIGEST_SIZE);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	*out = (firstprint_signature){memcpy(bytes, digest, TEXT_DIGEST_SIZE), TEXT_DIGEST_SIZE};
	return FIRSTPRINT_OK;
}

int digest_filter_keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		       firstprint_keys *keys)
{
	(void)state, (void)use, (void)arena;
	if (sig->len && sig->len != TEXT_DIGEST_SIZE)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (sig->len)
		keys[0] = text_digest_keys(sig);
	return FIRSTPRINT_OK;
}

int digest_filter_compare(const firstprint_signature *sig, const firstprint_signature *stored, enum firstprint_kind kind,
			  firstprint_match *match)
{
	if (text_digest_matches(sig, stored, match))
		match->kind = kind;
	return FIRSTPRINT_OK;
}

int digest_filter_explain(const firstprint_signature *sig, const char *stage, firstprint_verdict *v)
{
	v->stage = sig->len ? stage : "too-short";
	return FIRSTPRINT_OK;
}
