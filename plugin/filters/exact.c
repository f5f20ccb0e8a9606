/* exact — drops a page whose article text is, to the letter, that of a page met before.
 *
 * The text is what purify kept: markup, menus, scripts and white space do not count. A page without article text is
 * compared by its bytes. Signature: 16 bytes of SHA-256. The smallest filter that does something: copy it to start
 * one of your own. */
#include "plugin/firstprint.h"
#include "plugin/index/digests.h"

struct exact {
	const firstprint_host *host;
	digest_index met;
};

static int open_exact(void *state, const firstprint_host *host)
{
	((struct exact *)state)->host = host;
	return FIRSTPRINT_OK;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct exact *x = state;
	uint8_t *digest = x->host->alloc(arena, TEXT_DIGEST_SIZE);

	if (!digest)
		return FIRSTPRINT_NO_MEMORY;
	digests_of_page(page, digest);
	*out = (firstprint_signature){digest, TEXT_DIGEST_SIZE};
	return FIRSTPRINT_OK;
}

static int check(void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct exact *x = state;

	if (sig->len != TEXT_DIGEST_SIZE)
		return FIRSTPRINT_BAD_SIGNATURE;
	verdict->stage = "text";
	verdict->of = digests_find(&x->met, sig->bytes);
	if (verdict->of) {
		verdict->kind = FIRSTPRINT_DUPLICATE;
		verdict->score = 1;
	}
	return FIRSTPRINT_OK;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct exact *x = state;

	if (sig->len != TEXT_DIGEST_SIZE)
		return FIRSTPRINT_BAD_SIGNATURE;
	return digests_add(&x->met, page_id, sig->bytes) ? FIRSTPRINT_OK : FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct exact *x = state;

	if (sig->len != TEXT_DIGEST_SIZE)
		return FIRSTPRINT_BAD_SIGNATURE;
	digests_remove(&x->met, page_id, sig->bytes);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	return sizeof(struct exact) + digests_memory(&((const struct exact *)state)->met);
}

static void close_exact(void *state)
{
	digests_free(&((struct exact *)state)->met);
}

FIRSTPRINT_FILTER(exact) = {
	.abi = FIRSTPRINT_ABI,
	.name = "exact",
	.summary = "drops pages whose article text was met before, to the letter",
	.state_size = sizeof(struct exact),
	.open = open_exact,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_exact,
};
