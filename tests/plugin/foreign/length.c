/* length — an example of a filter outside the program, built with nothing but the installed header: pages whose articles
 * have the same length, in steps of `step` bytes, are near-duplicates. */
#include <firstprint.h>
#include <string.h>

struct length {
	int64_t step;
	const firstprint_host *host;
};

static int open_length(void *state, const firstprint_host *host)
{
	((struct length *)state)->host = host;
	return FIRSTPRINT_OK;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct length *x = state;
	uint64_t steps = page->text.len / (uint64_t)x->step;
	uint8_t *bytes = x->host->alloc(x->host->context, arena, sizeof steps);

	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	memcpy(bytes, &steps, sizeof steps);
	*out = (firstprint_signature){bytes, sizeof steps};
	return FIRSTPRINT_OK;
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[0].name = "length";
	stages[0].oldest = 1;
	return 1;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	(void)state, (void)use, (void)arena;
	if (sig->len != sizeof(uint64_t))
		return FIRSTPRINT_BAD_SIGNATURE;
	keys[0].items = (const uint64_t *)(const void *)sig->bytes;
	keys[0].asked = keys[0].stored = 1;
	return FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored, firstprint_match *match)
{
	(void)state;
	match->likeness = 0.5;
	if (memcmp(sig->bytes, stored->bytes, sizeof(uint64_t)) == 0)
		match->kind = FIRSTPRINT_NEAR_DUPLICATE;
	return FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"step", "lengths in the same step of so many bytes are equal", FIRSTPRINT_INTEGER, offsetof(struct length, step), 100,
	 1, 1000000, NULL},
	{0},
};

FIRSTPRINT_FILTER(length) = {
	FIRSTPRINT_HEAD,
	.name = "length",
	.summary = "drops pages whose articles have about the same length",
	.options = options,
	.state_size = sizeof(struct length),
	.open = open_length,
	.version = 1,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
};
