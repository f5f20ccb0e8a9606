/* exact-page — drops a page whose bytes are equal to those of a stored page.
 *
 * A baseline: experiment II of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c). A date or an advertisement
 * beside the article is enough to miss a duplicate. Their experiment III, equal extracted text, is the filter `exact`.
 * Signature: 16 bytes of SHA-256. */
#include "plugin/index/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	return digest_filter_sign(state, page->digest, arena, out);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	return digest_filter_check(state, sig, FIRSTPRINT_DUPLICATE, "bytes", verdict);
}

FIRSTPRINT_FILTER(exact_page) = {
	FIRSTPRINT_HEAD,
	.name = "exact-page",
	.summary = "a baseline: drops pages whose bytes are equal to those of a stored page",
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
