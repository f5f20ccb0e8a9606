/* length — an example of a filter outside the program, built with nothing but the installed header: pages whose articles
 * have the same length, in steps of `step` bytes, are near-duplicates. */
#include <firstprint.h>
#include <string.h>

enum { MOST = 64 };

struct length {
	int64_t step;
	const firstprint_host *host;
	struct { uint64_t id, steps; } met[MOST];
	size_t n;
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

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct length *x = state;
	uint64_t steps;

	if (sig->len != sizeof steps)
		return FIRSTPRINT_BAD_SIGNATURE;
	memcpy(&steps, sig->bytes, sizeof steps);
	verdict->stage = "length";
	for (size_t i = 0; i < x->n; i++)
		if (x->met[i].steps == steps) {
			verdict->kind = FIRSTPRINT_NEAR_DUPLICATE;
			verdict->of = x->met[i].id;
			verdict->score = 0.5;
			return FIRSTPRINT_OK;
		}
	return FIRSTPRINT_OK;
}

static int remember(void *state, uint64_t id, const firstprint_signature *sig)
{
	struct length *x = state;

	if (x->n == MOST)
		return FIRSTPRINT_NO_MEMORY;
	x->met[x->n].id = id;
	memcpy(&x->met[x->n++].steps, sig->bytes, sizeof(uint64_t));
	return FIRSTPRINT_OK;
}

static int forget(void *state, uint64_t id, const firstprint_signature *sig)
{
	struct length *x = state;

	(void)sig;
	for (size_t i = 0; i < x->n; i++)
		if (x->met[i].id == id)
			x->met[i--] = x->met[--x->n];
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
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.version = 1,
};
