/* Stages, keys and matches that break the contract, and how they are refused. */
#include "plugin/stage_fault.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	(void)state, (void)sig, (void)use, (void)arena, (void)keys;
	return FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored, firstprint_match *match)
{
	(void)state, (void)sig, (void)stored, (void)match;
	return FIRSTPRINT_OK;
}

static int finalize(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n, firstprint_arena *arena,
		    firstprint_signature *out)
{
	(void)state, (void)sig, (void)counts, (void)n, (void)arena, (void)out;
	return FIRSTPRINT_OK;
}

static int weigh(const void *state, const firstprint_signature *sig, const firstprint_view *view, firstprint_arena *arena,
		 firstprint_verdict *v)
{
	(void)state, (void)sig, (void)view, (void)arena, (void)v;
	return FIRSTPRINT_OK;
}

static const firstprint_filter counts = {FIRSTPRINT_HEAD, .keys = keys, .finalize = finalize},
			       weighs = {FIRSTPRINT_HEAD, .keys = keys, .weigh = weigh};
static const firstprint_filter none = {FIRSTPRINT_HEAD}, with_keys = {FIRSTPRINT_HEAD, .keys = keys},
			       compares = {FIRSTPRINT_HEAD, .keys = keys, .compare = compare};

Test(stage_fault, each_clause_has_its_sentence)
{
	static const struct {
		const firstprint_filter *filter;
		firstprint_stage stage;
		const char *says;
	} rows[] = {
		{&compares, {.name = "x"}, NULL},
		{&compares, {.name = "x", .how = FIRSTPRINT_NEAR, .bits = 64}, NULL},
		{&compares, {.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 1024, .width = 64}, NULL},
		{&compares, {.name = "x", .read = 1 << 16, .list = 1 << 16, .compared = 1024}, NULL},
		{&counts, {.name = "x", .how = FIRSTPRINT_COUNTED, .list = 1000000}, NULL},
		{&compares, {0}, "its stage 1 has no name"},
		{&compares, {.name = ""}, "its stage 1 has no name"},
		{&compares, {.name = "\xff"}, "its stage 1 has no name"},
		{&compares, {.name = "x", .how = FIRSTPRINT_WEIGHED + 1}, "of kind 5, which does not exist"},
		{&none, {.name = "x"}, "needs the function keys"},
		{&with_keys, {.name = "x"}, "needs the function compare"},
		{&with_keys, {.name = "x", .how = FIRSTPRINT_NEAR}, "needs the function compare"},
		{&compares, {.name = "x", .how = FIRSTPRINT_WEIGHED}, "needs the function weigh"},
		{&compares, {.name = "x", .how = FIRSTPRINT_COUNTED}, "needs the function finalize"},
		{&compares, {.name = "x", .how = FIRSTPRINT_NEAR, .bits = 65}, "out of range: bits"},
		{&compares, {.name = "x", .list = (1 << 16) + 1}, "out of range: list"},
		{&compares, {.name = "x", .read = (1 << 16) + 1}, "out of range: read"},
		{&compares, {.name = "x", .compared = 1025}, "out of range: compared"},
		{&compares, {.name = "x", .how = FIRSTPRINT_CLUSTERS, .width = 9}, "out of range: clusters"},
		{&compares, {.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 1025, .width = 9}, "out of range: clusters"},
		{&compares, {.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 2}, "out of range: width"},
		{&compares, {.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 2, .width = 65}, "out of range: width"},
		{&compares, {.name = "x", .enough = NAN}, "out of range: enough"},
		{&compares, {.name = "x", .fresh = -1}, "out of range: fresh"},
		{&compares, {.name = "x", .fresh = INFINITY}, "out of range: fresh"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		status err = stages_fault(rows[i].filter, &rows[i].stage, 1, &why);

		cr_expect_eq(err, rows[i].says ? ERR_FILTER : OK, "row %zu: %s", i, why.text);
		cr_expect(!rows[i].says || strstr(why.text, rows[i].says), "row %zu: %s", i, why.text);
	}
}

Test(stage_fault, there_are_not_too_many_stages)
{
	firstprint_stage stages[FIRSTPRINT_STAGES_MAX];
	complaint why = {""};

	for (size_t i = 0; i < FIRSTPRINT_STAGES_MAX; i++)
		stages[i] = (firstprint_stage){.name = "x"};
	cr_expect_eq(stages_fault(&compares, stages, FIRSTPRINT_STAGES_MAX, &why), OK);
	cr_expect_eq(stages_fault(&compares, stages, FIRSTPRINT_STAGES_MAX + 1, &why), ERR_FILTER);
	cr_expect(strstr(why.text, "it has 9 stages"), "%s", why.text);
	stages[2] = stages[5] = (firstprint_stage){.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 2, .width = 2};
	cr_expect_eq(stages_fault(&compares, stages, 5, &why), OK);
	cr_expect_eq(stages_fault(&compares, stages, 6, &why), ERR_FILTER);
	stages[0] = (firstprint_stage){.name = "x", .how = FIRSTPRINT_WEIGHED};
	stages[1] = stages[2];
	cr_expect_eq(stages_fault(&weighs, stages, 1, &why), OK);
	cr_expect_eq(stages_fault(&weighs, stages, 2, &why), ERR_FILTER);
	cr_expect(strstr(why.text, "one that weighs"), "%s", why.text);
}

Test(stage_fault, keys_and_matches_are_checked_too)
{
	static const uint64_t items[FIRSTPRINT_KEYS_MAX];
	const firstprint_stage shared = {.name = "x"}, near = {.name = "x", .how = FIRSTPRINT_NEAR};
	const firstprint_stage clusters = {.name = "x", .how = FIRSTPRINT_CLUSTERS, .clusters = 2, .width = 3};

	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){0}, NULL), OK);
	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){.items = items, .stored = FIRSTPRINT_KEYS_MAX, .hits = 255}, NULL), OK);
	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){.items = items, .asked = FIRSTPRINT_KEYS_MAX + 1}, NULL), ERR_FILTER);
	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){.items = items, .stored = FIRSTPRINT_KEYS_MAX + 1}, NULL), ERR_FILTER);
	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){.items = items, .asked = 1, .hits = 256}, NULL), ERR_FILTER);
	cr_expect_eq(keys_fault(&shared, &(firstprint_keys){.asked = 1}, NULL), ERR_FILTER);
	cr_expect_eq(keys_fault(&near, &(firstprint_keys){.items = items, .asked = 1, .stored = 1}, NULL), OK);
	cr_expect_eq(keys_fault(&near, &(firstprint_keys){.items = items, .asked = 2}, NULL), ERR_FILTER);
	cr_expect_eq(keys_fault(&clusters, &(firstprint_keys){.items = items, .asked = 3, .stored = 3}, NULL), OK);
	cr_expect_eq(keys_fault(&clusters, &(firstprint_keys){.items = items, .stored = 4}, NULL), ERR_FILTER);
	cr_expect_eq(match_fault(&(firstprint_match){FIRSTPRINT_SUPERSEDES, -3}, NULL), OK);
	cr_expect_eq(match_fault(&(firstprint_match){FIRSTPRINT_SUPERSEDES + 1, 0}, NULL), ERR_FILTER);
	cr_expect_eq(match_fault(&(firstprint_match){FIRSTPRINT_UNIQUE, INFINITY}, NULL), ERR_FILTER);
}
