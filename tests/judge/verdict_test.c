#include "judge/verdict.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "plugin/filter.h"

static void expect_evidence(const firstprint_verdict *v, const char *expected)
{
	char *text = verdict_evidence_json(v);

	cr_assert(text != NULL);
	cr_expect_str_eq(text, expected, "%s", text);
	free(text);
}

Test(verdict, evidence_is_an_object_of_its_numbers_in_their_order)
{
	expect_evidence(&(firstprint_verdict){.evidence = {{"sentences", 1}, {"hamming", 2}}, .evidence_len = 2},
			"{\"sentences\":1,\"hamming\":2}");
	expect_evidence(&(firstprint_verdict){.evidence = {{"z", 0}, {"a", -3}}, .evidence_len = 2}, "{\"z\":0,\"a\":-3}");
	expect_evidence(&(firstprint_verdict){0}, "{}");
}

Test(verdict, fractions_have_few_digits)
{
	expect_evidence(&(firstprint_verdict){.evidence = {{"r", 0.5}}, .evidence_len = 1}, "{\"r\":0.5}");
	expect_evidence(&(firstprint_verdict){.evidence = {{"r", 2.0 / 3}}, .evidence_len = 1}, "{\"r\":0.666667}");
}

Test(verdict, evidence_may_be_as_long_as_the_contract_allows)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"};
	firstprint_verdict v = {0};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		firstprint_add_evidence(&v, names[i], (double)i);
	expect_evidence(&v, "{\"a\":0,\"b\":1,\"c\":2,\"d\":3,\"e\":4,\"f\":5,\"g\":6,\"h\":7,\"i\":8,\"j\":9,\"k\":10,\"l\":11,"
			"\"m\":12,\"n\":13,\"o\":14,\"p\":15}");
}

Test(verdict, shares_are_a_list_or_nothing)
{
	firstprint_verdict v = {.shares = {{3, 0.4}, {1ull << 40, 1}}, .shares_len = 2};
	char *text = verdict_shares_json(&v);

	cr_assert(text != NULL);
	cr_expect_str_eq(text, "[{\"page\":3,\"share\":0.4},{\"page\":1099511627776,\"share\":1.0}]", "%s", text);
	free(text);
	v.shares_len = 0;
	cr_expect(verdict_shares_json(&v) == NULL);
}

Test(verdict, a_kind_is_found_by_its_name)
{
	enum firstprint_kind kind;

	for (enum firstprint_kind k = FIRSTPRINT_UNIQUE; k <= FIRSTPRINT_SUPERSEDES; k++)
		cr_expect(verdict_kind(filter_kind_text(k), &kind) && kind == k, "%s", filter_kind_text(k));
	kind = FIRSTPRINT_CONTAINED;
	cr_expect(!verdict_kind("near", &kind) && kind == FIRSTPRINT_CONTAINED);
	cr_expect(!verdict_kind("", &kind));
}
