/* exact-page — drops a page whose bytes are equal to those of a stored page.
 *
 * A baseline: experiment II of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c). A date or an advertisement
 * beside the article is enough to miss a duplicate. Their experiment III, equal extracted text, is the filter `exact`.
 * Signature: 16 bytes of SHA-256. */
#include "plugin/filters/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	return digest_filter_sign(state, page->digest, arena, out);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0] = (firstprint_stage){.name = "bytes", .oldest = 1, .fresh = 1};
	return 1;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	(void)state;
	return digest_filter_compare(sig, stored, FIRSTPRINT_DUPLICATE, match);
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)state, (void)stored;
	return digest_filter_explain(sig, "bytes", v);
}

FIRSTPRINT_FILTER(exact_page) = {
	FIRSTPRINT_HEAD,
	.name = "exact-page",
	.summary = "a baseline: drops pages whose bytes are equal to those of a stored page",
	.state_size = sizeof(digest_filter),
	.open = digest_filter_open,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = digest_filter_keys,
	.compare = compare,
	.explain = explain,
};
