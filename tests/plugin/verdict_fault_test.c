/* A verdict that breaks the contract, in each of its fields, and how it is refused. Page 3 is stored. */
#include "plugin/verdict_fault.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

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

TestSuite(verdict_fault, .init = make, .fini = drop);

Test(verdict_fault, a_sound_verdict_has_none)
{
	firstprint_verdict v = sound(), unique = {.kind = FIRSTPRINT_UNIQUE}, of_any = sound();
	complaint why = {""};

	of_any.of = of_any.shares[0].page = 77;
	cr_expect_eq(verdict_fault(&v, &known, &why), OK, "%s", why.text);
	cr_expect_eq(verdict_fault(&unique, &known, &why), OK, "%s", why.text);
	cr_expect_eq(verdict_fault(&of_any, NULL, &why), OK, "%s", why.text);
}

#define BROKEN(change, text) {v = sound(); change; expect_refused(&v, text);}

static void expect_refused(const firstprint_verdict *v, const char *text)
{
	complaint why = {""};

	cr_expect_eq(verdict_fault(v, &known, &why), ERR_FILTER, "%s", text);
	cr_expect_str_eq(why.text, text);
}

Test(verdict_fault, each_field_is_checked)
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
