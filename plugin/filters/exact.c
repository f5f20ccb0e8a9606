/* exact, exact-page, exact-title — drop a page whose article text, bytes or title are equal to those of a stored page.
 *
 *	exact        the text that purify extracted: markup, menus, scripts and white space do not count. A page without
 *	             article text is compared by its bytes
 *	exact-page   the page's bytes. A date or an advertisement beside the article is enough to miss a duplicate
 *	exact-title  the title. Pages without a title are kept. The verdict is near-duplicate, since the texts are not compared
 *
 * exact-title and exact-page are baselines: experiments I and II of Guo, Chen, Xin, Wang 2013
 * (plugin/filters/length_variable.c), and exact is their experiment III. On their news pages exact-title dropped many, and one in
 * three of these was a duplicate. Signature: 16 bytes of SHA-256, or none if there is nothing to compare. */
#include <string.h>

#include "base/digest.h"
#include "plugin/filters/text_digest.h"

struct exact {
	text_filter base;
	const char *stage;
	enum firstprint_kind kind; /* of a page with an equal digest */
};

static int open_exact(void *state, const firstprint_host *host, const char *stage, enum firstprint_kind kind)
{
	struct exact *x = state;

	x->stage = stage;
	x->kind = kind;
	return text_filter_open(state, host);
}

static int open_text(void *state, const firstprint_host *host)
{
	return open_exact(state, host, "text", FIRSTPRINT_DUPLICATE);
}

static int open_page(void *state, const firstprint_host *host)
{
	return open_exact(state, host, "bytes", FIRSTPRINT_DUPLICATE);
}

static int open_title(void *state, const firstprint_host *host)
{
	return open_exact(state, host, "title", FIRSTPRINT_NEAR_DUPLICATE);
}

/* The signature is the beginning of the digest. */
static int sign_digest(const void *state, const uint8_t *digest, firstprint_arena *arena, firstprint_signature *out)
{
	return text_filter_write(state, arena, &(firstprint_span){(const char *)digest, TEXT_DIGEST_SIZE}, 1, out);
}

static int sign_text(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[TEXT_DIGEST_SIZE];

	text_digest(page, digest);
	return sign_digest(state, digest, arena, out);
}

static int sign_page(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	return sign_digest(state, page->digest, arena, out);
}

static int sign_title(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[DIGEST_SIZE];

	if (!*page->title)
		return FIRSTPRINT_OK;
	digest_of(page->title, strlen(page->title), digest);
	return sign_digest(state, digest, arena, out);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	stages[0] = TEXT_STAGE;
	stages[0].name = ((const struct exact *)state)->stage;
	return 1;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	(void)state, (void)use, (void)arena;
	if (sig->len && sig->len != TEXT_DIGEST_SIZE)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (sig->len)
		keys[0] = text_digest_keys(sig);
	return FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	if (text_digest_matches(sig, stored, match))
		match->kind = ((const struct exact *)state)->kind;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)stored;
	v->stage = sig->len ? ((const struct exact *)state)->stage : "too-short";
	return FIRSTPRINT_OK;
}

#define EXACT_FUNCTIONS \
	.state_size = sizeof(struct exact), .version = 1, .stages = stages, .keys = keys, .compare = compare, .explain = explain

FIRSTPRINT_FILTER(exact) = {
	FIRSTPRINT_HEAD,   .name = "exact",   .summary = "drops pages whose article text is equal to that of a stored page",
	.open = open_text, .sign = sign_text, EXACT_FUNCTIONS,
};

FIRSTPRINT_FILTER(exact_page) = {
	FIRSTPRINT_HEAD,
	.name = "exact-page",
	.summary = "a baseline: drops pages whose bytes are equal to those of a stored page",
	.open = open_page,
	.sign = sign_page,
	EXACT_FUNCTIONS,
};

FIRSTPRINT_FILTER(exact_title) = {
	FIRSTPRINT_HEAD,
	.name = "exact-title",
	.summary = "a baseline: drops pages whose title is equal to that of a stored page",
	.open = open_title,
	.sign = sign_title,
	EXACT_FUNCTIONS,
};
