#include "plugin/index/digest_filter.h"

#include <string.h>

#include "plugin/index/verdicts.h"

int digest_filter_open(void *state, const firstprint_host *host)
{
	((digest_filter *)state)->host = host;
	return FIRSTPRINT_OK;
}

int digest_filter_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out)
{
	const firstprint_host *host = ((const digest_filter *)state)->host;
	uint8_t *bytes;

	if (!digest) {
		*out = (firstprint_signature){0};
		return FIRSTPRINT_OK;
	}
	bytes = host->alloc(host->context, arena, TEXT_DIGEST_SIZE);
	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	memcpy(bytes, digest, TEXT_DIGEST_SIZE);
	*out = (firstprint_signature){bytes, TEXT_DIGEST_SIZE};
	return FIRSTPRINT_OK;
}

static int error_of(const firstprint_signature *sig)
{
	return sig->len == 0 || sig->len == TEXT_DIGEST_SIZE ? FIRSTPRINT_OK : FIRSTPRINT_BAD_SIGNATURE;
}

int digest_filter_check(const void *state, const firstprint_signature *sig, enum firstprint_kind kind, const char *stage,
			firstprint_verdict *verdict)
{
	const digest_filter *x = state;

	if (sig->len == 0 || error_of(sig)) {
		verdict->stage = "too-short";
		return error_of(sig);
	}
	verdict->stage = stage;
	verdict->of = digests_find(&x->met, sig->bytes);
	if (verdict->of) {
		verdict->kind = kind;
		verdict->score = 1;
	}
	return FIRSTPRINT_OK;
}

int digest_filter_remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	digest_filter *x = state;
	uint32_t entry;

	if (sig->len == 0 || error_of(sig))
		return error_of(sig);
	return digests_add(&x->met, page_id, sig, &entry);
}

int digest_filter_forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	digest_filter *x = state;
	uint32_t entry = pages_find(&x->met.pages, page_id);

	if (entry != PAGES_NONE)
		digests_remove(&x->met, entry);
	return error_of(sig);
}

int digest_filter_better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	return verdict_better(a, a->score, b, b->score);
}

size_t digest_filter_memory(const void *state)
{
	return sizeof(digest_filter) + digests_memory(&((const digest_filter *)state)->met);
}

void digest_filter_close(void *state)
{
	digests_free(&((digest_filter *)state)->met);
}
