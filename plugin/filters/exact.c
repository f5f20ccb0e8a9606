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

enum { TEXT, PAGE, TITLE }; /* what is compared: of exact, which has no `open` of its own, TEXT */

static const struct {
	const char *stage;
	enum firstprint_kind kind; /* of a page with an equal digest */
} methods[] = {
	[TEXT] = {"text", FIRSTPRINT_DUPLICATE},
	[PAGE] = {"bytes", FIRSTPRINT_DUPLICATE},
	[TITLE] = {"title", FIRSTPRINT_NEAR_DUPLICATE},
};

struct exact {
	text_filter base;
	int what;
};

static int open_page(void *state, const firstprint_host *host)
{
	((struct exact *)state)->what = PAGE;
	return text_filter_open(state, host);
}

static int open_title(void *state, const firstprint_host *host)
{
	((struct exact *)state)->what = TITLE;
	return text_filter_open(state, host);
}

static int what_of(const void *state)
{
	return ((const struct exact *)state)->what;
}

/* The signature is the beginning of the digest. */
static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	uint8_t digest[DIGEST_SIZE];

	if (what_of(state) == TEXT)
		text_digest(page, digest);
	else if (what_of(state) == PAGE)
		memcpy(digest, page->digest, sizeof digest);
	else if (*page->title)
		digest_of(page->title, strlen(page->title), digest);
	else
		return FIRSTPRINT_OK;
	return text_filter_write(state, arena, &(firstprint_span){(const char *)digest, TEXT_DIGEST_SIZE}, 1, out);
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	stages[0] = TEXT_STAGE;
	stages[0].name = methods[what_of(state)].stage;
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
		match->kind = methods[what_of(state)].kind;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	(void)stored;
	v->stage = sig->len ? methods[what_of(state)].stage : "too-short";
	return FIRSTPRINT_OK;
}

#define EXACT_FUNCTIONS \
	.state_size = sizeof(struct exact), .version = 1, .sign = sign, .stages = stages, .keys = keys, .compare = compare, \
	.explain = explain

FIRSTPRINT_FILTER(exact) = {
	FIRSTPRINT_HEAD,
	.name = "exact",
	.summary = "drops pages whose article text is equal to that of a stored page",
	.open = text_filter_open,
	EXACT_FUNCTIONS,
};

FIRSTPRINT_FILTER(exact_page) = {
	FIRSTPRINT_HEAD,
	.name = "exact-page",
	.summary = "a baseline: drops pages whose bytes are equal to those of a stored page",
	.open = open_page,
	EXACT_FUNCTIONS,
};

FIRSTPRINT_FILTER(exact_title) = {
	FIRSTPRINT_HEAD,
	.name = "exact-title",
	.summary = "a baseline: drops pages whose title is equal to that of a stored page",
	.open = open_title,
	EXACT_FUNCTIONS,
};
