#include "plugin/index/digest_filter.h"

#include <string.h>

int same_open(void *state, const firstprint_host *host)
{
	((same_index *)state)->host = host;
	return FIRSTPRINT_OK;
}

int same_sign(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t *bytes;

	if (!digest) {
		*out = (firstprint_signature){0};
		return FIRSTPRINT_OK;
	}
	bytes = ((const same_index *)state)->host->alloc(arena, TEXT_DIGEST_SIZE);
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

int same_check(void *state, const firstprint_signature *sig, enum firstprint_kind kind, const char *stage,
	       firstprint_verdict *verdict)
{
	const same_index *x = state;

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

int same_remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	same_index *x = state;

	if (sig->len == 0 || error_of(sig))
		return error_of(sig);
	return digests_add(&x->met, page_id, sig->bytes) ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

int same_forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	same_index *x = state;

	if (sig->len == TEXT_DIGEST_SIZE)
		digests_remove(&x->met, page_id, sig->bytes);
	return error_of(sig);
}

size_t same_memory(const void *state)
{
	return sizeof(same_index) + digests_memory(&((const same_index *)state)->met);
}

void same_close(void *state)
{
	digests_free(&((same_index *)state)->met);
}
