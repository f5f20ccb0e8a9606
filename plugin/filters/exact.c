/* exact — drops a page whose article text is equal to that of a stored page.
 *
 * The text is what purify extracted: markup, menus, scripts and white space do not count. A page without article text is
 * compared by its bytes. Signature: 16 bytes of SHA-256. This is the smallest filter that does something: copy it to
 * begin your own (its other half is in plugin/index/digest_filter.c). */
#include "plugin/index/digests.h"
#include "plugin/index/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	text_digest(page, digest);
	return digest_filter_sign(state, digest, arena, out);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	return digest_filter_check(state, sig, FIRSTPRINT_DUPLICATE, "text", verdict);
}

FIRSTPRINT_FILTER(exact) = {
	FIRSTPRINT_HEAD,
	.name = "exact",
	.summary = "drops pages whose article text is equal to that of a stored page",
	.state_size = sizeof(digest_filter),
	.open = digest_filter_open,
	.sign = sign,
	.check = check,
	.remember = digest_filter_remember,
	.forget = digest_filter_forget,
	.memory = digest_filter_memory,
	.close = digest_filter_close,
	.version = 1,
	.better = digest_filter_better,
};
