/* Stages, keys, matches and verdicts that break the contract, and how they are refused. */
#include "plugin/contract.h"

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

Test(contract, each_clause_has_its_sentence)
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

Test(contract, there_are_not_too_many_stages)
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

Test(contract, keys_and_matches_are_checked_too)
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

/* ── verdicts; page 3 is stored ── */

static firstprint_verdict sound(void)
{
	return (firstprint_verdict){.kind = FIRSTPRINT_NEAR_DUPLICATE, .of = 3, .stage = "x", .score = 0.5,
				    .evidence = {{"a", 1}}, .evidence_len = 1, .shares = {{.page = 3, .share = 1}}, .shares_len = 1};
}

static page_table known;

static void make(void)
{
	uint32_t entry;

	cr_assert_eq(pages_add(&known, 3, &(firstprint_signature){(const uint8_t *)"s", 1}, false, &entry), OK);
}

static void drop(void)
{
	pages_free(&known);
}

Test(contract, a_sound_verdict_has_no_fault, .init = make, .fini = drop)
{
	firstprint_verdict v = sound(), unique = {.kind = FIRSTPRINT_UNIQUE};
	complaint why = {""};

	cr_expect_eq(verdict_fault(&v, &known, &why), OK, "%s", why.text);
	cr_expect_eq(verdict_fault(&unique, &known, &why), OK, "%s", why.text);
}

#define BROKEN(change, text) {v = sound(); change; expect_refused(&v, text);}

static void expect_refused(const firstprint_verdict *v, const char *text)
{
	complaint why = {""};

	cr_expect_eq(verdict_fault(v, &known, &why), ERR_FILTER, "%s", text);
	cr_expect_str_eq(why.text, text);
}

Test(contract, each_field_of_a_verdict_is_checked, .init = make, .fini = drop)
{
	static char long_name[FIRSTPRINT_NAME_MAX + 2];
	firstprint_verdict v;

	memset(long_name, 'n', sizeof long_name - 1);
	BROKEN(v.kind = 17, "its verdict has the kind 17, which does not exist")
	BROKEN(v.kind = FIRSTPRINT_UNIQUE, "its verdict is unique and names page 3")
	BROKEN((v.kind = FIRSTPRINT_UNIQUE, v.of = 0), "its verdict is unique and has the score 0.5, not 0")
	BROKEN(v.of = 4, "its verdict names page 4, which is not stored")
	BROKEN(v.score = 1.01, "its verdict has the score 1.01; a score is from 0 to 1")
	BROKEN(v.score = NAN, "its verdict has the score nan; a score is from 0 to 1")
	BROKEN(v.stage = NULL, "its verdict's stage is not text of 1 to 64 bytes")
	BROKEN(v.stage = long_name, "its verdict's stage is not text of 1 to 64 bytes")
	BROKEN(v.proposed_by = "", "its verdict's proposed_by is not text of 1 to 64 bytes")
	BROKEN(memset(v.word, 'w', sizeof v.word), "its verdict's word is not text of at most 63 bytes")
	BROKEN(v.evidence_len = FIRSTPRINT_EVIDENCE_MAX + 1, "its verdict has 17 lines of evidence; there is room for 16")
	BROKEN(v.evidence[0].value = INFINITY, "its verdict's evidence 1 has no name or no finite value")
	BROKEN(v.evidence[0].name = "", "its verdict's evidence 1 has no name or no finite value")
	BROKEN(v.shares_len = FIRSTPRINT_SHARES_MAX + 1, "its verdict has 9 shares; there is room for 8")
	BROKEN(v.shares[0].page = 4, "its verdict's share 1 is of no stored page, or not from 0 to 1")
	BROKEN(v.shares[0].share = -0.1, "its verdict's share 1 is of no stored page, or not from 0 to 1")
}
