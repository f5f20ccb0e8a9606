/* exact-title — drops a page whose title is equal to that of a stored page.
 *
 * A baseline: experiment I of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c). On their news pages it dropped
 * many, and one in three of these was a duplicate. Pages without a title are kept. The verdict is near-duplicate, not
 * duplicate, because the texts are not compared. Signature: 16 bytes of SHA-256, or none if there is no title. */
#include <string.h>

#include "base/digest.h"
#include "plugin/index/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[DIGEST_SIZE];
	size_t len = strlen(page->title);

	digest_of(page->title, len, digest);
	return digest_filter_sign(state, len ? digest : NULL, arena, out);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	return digest_filter_check(state, sig, FIRSTPRINT_NEAR_DUPLICATE, "title", verdict);
}

FIRSTPRINT_FILTER(exact_title) = {
	FIRSTPRINT_HEAD,
	.name = "exact-title",
	.summary = "a baseline: drops pages whose title is equal to that of a stored page",
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
