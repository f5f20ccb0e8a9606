/* exact-title — drops a page whose title is equal to that of a stored page.
 *
 * A baseline: experiment I of Guo, Chen, Xin, Wang 2013 (plugin/filters/length_variable.c). On their news pages it dropped
 * many, and one in three of these was a duplicate. Pages without a title are kept. The verdict is near-duplicate, not
 * duplicate, because the texts are not compared. Signature: 16 bytes of SHA-256, or none if there is no title. */
#include <string.h>

#include "base/digest.h"
#include "plugin/filters/digest_filter.h"

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[DIGEST_SIZE];
	size_t len = strlen(page->title);

	digest_of(page->title, len, digest);
	return digest_filter_sign(state, len ? digest : NULL, arena, out);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0] = (firstprint_stage){.name = "title", .oldest = 1, .fresh = 1};
	return 1;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	(void)state;
	return digest_filter_compare(sig, stored, FIRSTPRINT_NEAR_DUPLICATE, match);
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)state, (void)stored;
	return digest_filter_explain(sig, "title", v);
}

FIRSTPRINT_FILTER(exact_title) = {
	FIRSTPRINT_HEAD,
	.name = "exact-title",
	.summary = "a baseline: drops pages whose title is equal to that of a stored page",
	.state_size = sizeof(digest_filter),
	.open = digest_filter_open,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = digest_filter_keys,
	.compare = compare,
	.explain = explain,
};
