/* How a search walks its stages and which match it takes, with a filter whose matches stand in the stored signatures. */
#include "plugin/search.h"

#include <criterion/criterion.h>
#include <string.h>

/* A stored page: in which stage it is found, and what compare says of it. */
typedef struct stored {
	uint64_t stage;
	firstprint_match match;
} stored;

enum { FIRST, SECOND, WEIGHED };

static double enough;            /* of the first stage */
static uint64_t work;            /* of the first stage */
static int compared;             /* how often */
static firstprint_verdict weighed; /* what weigh says */
static bool weighs;

static size_t stages(const void *state, firstprint_stage *out)
{
	(void)state;
	out[FIRST] = (firstprint_stage){.name = "first", .enough = enough, .work = work};
	out[SECOND] = (firstprint_stage){.name = "second"};
	out[WEIGHED] = (firstprint_stage){.name = "weighed", .how = FIRSTPRINT_WEIGHED};
	return weighs ? 3 : 2;
}

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *out)
{
	static const uint64_t key = 1;
	const stored *s = (const stored *)(const void *)sig->bytes;
	bool new = s->stage > SECOND;

	(void)state, (void)use, (void)arena;
	out[FIRST] = (firstprint_keys){.items = &key, .asked = new, .stored = s->stage == FIRST};
	out[SECOND] = (firstprint_keys){.items = &key, .asked = new, .stored = s->stage == SECOND};
	out[WEIGHED] = (firstprint_keys){.items = &key, .stored = 1};
	return FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *old, firstprint_match *match)
{
	(void)state, (void)sig;
	compared++;
	*match = ((const stored *)(const void *)old->bytes)->match;
	return FIRSTPRINT_OK;
}

static int weigh(const void *state, const firstprint_signature *sig, const firstprint_view *view, firstprint_arena *arena,
		 firstprint_verdict *v)
{
	static const uint64_t asked[] = {1, 2};
	firstprint_holder holder;
	uint32_t counts[2];

	(void)state, (void)sig, (void)arena;
	cr_assert_eq(view->count(view, asked, 2, 100, counts), FIRSTPRINT_OK);
	cr_assert_eq(view->holder(view, asked, 2, 100, &holder), FIRSTPRINT_OK);
	cr_expect_eq(view->pages, 2u, "three, rounded down");
	cr_expect(counts[0] == 3 && counts[1] == 0);
	cr_expect(holder.page == 1 && holder.hits == 1 && holder.signature.len == sizeof(stored));
	*v = weighed;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *old, firstprint_verdict *v)
{
	(void)state, (void)sig, (void)old;
	firstprint_add_evidence(v, "likeness", v->likeness);
	firstprint_add_evidence(v, "nearest", (double)v->nearest);
	v->likeness = 7;
	return FIRSTPRINT_OK;
}

static firstprint_verdict search(const stored *pages, size_t n)
{
	static const stored new = {.stage = 99};
	filter_link l = {.from.api = {.name = "made", .stages = stages, .keys = keys, .compare = compare, .weigh = weigh, .explain = explain}};
	firstprint_stage made[FIRSTPRINT_STAGES_MAX] = {0};
	searcher *s = searcher_new();
	firstprint_verdict v;
	complaint why = {""};

	l.scratch = arena_new();
	page_index_open(&l.index, made, stages(NULL, made));
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(link_add(&l, i + 1, &(firstprint_signature){(const uint8_t *)&pages[i], sizeof *pages}, false, &why), OK);
	compared = 0;
	cr_assert_eq(search_run(&l, s, &(firstprint_signature){(const uint8_t *)&new, sizeof new}, &v, &why), OK, "%s", why.text);
	searcher_free(s);
	link_close(&l);
	return v;
}

static void expect_verdict(const stored *pages, size_t n, enum firstprint_kind kind, uint64_t of, const char *found_by)
{
	firstprint_verdict v = search(pages, n);

	cr_expect(v.kind == kind && v.of == of, "kind %d of %d", (int)v.kind, (int)v.of);
	cr_expect(found_by ? v.stage && strcmp(v.stage, found_by) == 0 : !v.stage, "found by %s", v.stage);
}

Test(search, the_best_match_makes_the_verdict)
{
	static const stored rows[][3] = {
		{{0, {FIRSTPRINT_NEAR_DUPLICATE, 0.5}}, {0, {FIRSTPRINT_NEAR_DUPLICATE, 0.6}}, {0, {FIRSTPRINT_UNIQUE, 0.9}}},
		{{0, {FIRSTPRINT_UNIQUE, 0.9}}, {0, {FIRSTPRINT_SUPERSEDES, -0.5}}, {0, {FIRSTPRINT_UNIQUE, 0.9}}},
		{{0, {FIRSTPRINT_NEAR_DUPLICATE, 1}}, {0, {FIRSTPRINT_DUPLICATE, 1}}, {0, {FIRSTPRINT_DUPLICATE, 1}}},
		{{0, {FIRSTPRINT_SUPERSEDES, 0.7}}, {0, {FIRSTPRINT_CONTAINED, 0.8}}, {0, {FIRSTPRINT_CONTAINED, 0.8}}},
		{{0, {FIRSTPRINT_UNIQUE, 0.1}}, {0, {FIRSTPRINT_NEAR_DUPLICATE, 0.2}}, {1, {FIRSTPRINT_NEAR_DUPLICATE, 0.3}}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_verdict(rows[i], 3, rows[i][1].match.kind, 2, "first");
	expect_verdict(NULL, 0, FIRSTPRINT_UNIQUE, 0, NULL);
}

Test(search, a_match_that_is_enough_ends_it)
{
	static const stored pages[] = {{FIRST, {FIRSTPRINT_NEAR_DUPLICATE, 0.5}}, {SECOND, {FIRSTPRINT_NEAR_DUPLICATE, 0.6}}};

	enough = 0.5;
	expect_verdict(pages, 2, FIRSTPRINT_NEAR_DUPLICATE, 1, "first");
	cr_expect_eq(compared, 1);
	enough = 0.51;
	expect_verdict(pages, 2, FIRSTPRINT_NEAR_DUPLICATE, 2, "second");
	cr_expect_eq(compared, 2);
}

Test(search, a_unique_page_tells_which_came_nearest)
{
	static const stored pages[] = {{FIRST, {FIRSTPRINT_UNIQUE, 0.2}}, {SECOND, {FIRSTPRINT_UNIQUE, 0.4}}};
	firstprint_verdict v = search(pages, 2);

	cr_expect(v.kind == FIRSTPRINT_UNIQUE && v.of == 0 && v.score == 0 && v.likeness == 0.4);
	cr_expect(v.evidence[0].value == 0.4 && v.evidence[1].value == 2, "explain has them, too");
	cr_expect_str_eq(v.stage, "second");
	cr_expect_null(v.proposed_by);
}

Test(search, comparing_ends_when_the_work_is_done)
{
	static const stored pages[20] = {{FIRST, {FIRSTPRINT_UNIQUE, 0}}};

	work = 5 * sizeof(stored) * sizeof(stored);
	search(pages, 20);
	cr_expect_eq(compared, 5);
	work = 0;
	search(pages, 20);
	cr_expect_eq(compared, 20);
}

Test(search, weigh_has_the_last_word)
{
	static const stored pages[] = {{SECOND, {FIRSTPRINT_UNIQUE, 0.2}}, {SECOND, {FIRSTPRINT_UNIQUE, 0.4}}, {SECOND, {FIRSTPRINT_UNIQUE, 0.3}}};

	weighs = true;
	weighed = (firstprint_verdict){.kind = FIRSTPRINT_CONTAINED, .of = 2, .stage = "heavy", .score = 0.5};
	expect_verdict(pages, 3, FIRSTPRINT_CONTAINED, 2, "heavy");
	weighed = (firstprint_verdict){.stage = "light"};
	expect_verdict(pages, 3, FIRSTPRINT_UNIQUE, 0, "light");
	weighed = (firstprint_verdict){0};
	expect_verdict(pages, 3, FIRSTPRINT_UNIQUE, 0, "second");
}
