/* exact-page — drops a page whose bytes are, one by one, those of a page met before.
 *
 * Experiment II of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c), a base line: a date or an
 * advertisement in the frame, and a reprint goes unseen. Their experiment III, equal purified text, is `exact`.
 * Signature: 16 bytes of SHA-256. */
#include "plugin/index/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	return same_sign(state, page->digest, arena, out);
}

static int check(void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	return same_check(state, sig, FIRSTPRINT_DUPLICATE, "bytes", verdict);
}

FIRSTPRINT_FILTER(exact_page) = {
	.abi = FIRSTPRINT_ABI,
	.name = "exact-page",
	.summary = "drops pages whose bytes were met before, every one: a base line",
	.state_size = sizeof(same_index),
	.open = same_open,
	.sign = sign,
	.check = check,
	.remember = same_remember,
	.forget = same_forget,
	.memory = same_memory,
	.close = same_close,
};
