/* exact — drops a page whose article text is equal to that of a stored page.
 *
 * The text is what purify extracted: markup, menus, scripts and white space do not count. A page without article text is
 * compared by its bytes. Signature: 16 bytes of SHA-256. This is the smallest filter that does something: copy it to
 * begin your own (its other half is in plugin/filters/digest_filter.c). */
#include "plugin/filters/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	text_digest(page, digest);
	return digest_filter_sign(state, digest, arena, out);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0] = (firstprint_stage){.name = "text", .oldest = 1, .fresh = 1};
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
	return digest_filter_explain(sig, "text", v);
}

FIRSTPRINT_FILTER(exact) = {
	FIRSTPRINT_HEAD,
	.name = "exact",
	.summary = "drops pages whose article text is equal to that of a stored page",
	.state_size = sizeof(digest_filter),
	.open = digest_filter_open,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = digest_filter_keys,
	.compare = compare,
	.explain = explain,
};
