/* exact-page — drops a page whose bytes are, one by one, those of a page met before.
 *
 * Experiment II of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c), a base line: a date or an
 * advertisement in the frame, and a reprint goes unseen. Their experiment III, equal purified text, is `exact`.
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
	.summary = "drops pages whose bytes were met before, every one: a base line",
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
