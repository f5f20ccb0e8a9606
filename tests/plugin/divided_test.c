/* Two or three states that divide the pages among them give the verdicts of one state with all pages. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/plugin/ask.h"
#include "tests/plugin/made_articles.h"

enum { PAGES = 400, STATES_MAX = 3 };

/* All divisible filters, and chains of them. */
static const char *const specs[] = {
	"cascade", "cascade:confirm=off,sentences=3,bits=8", "cascade:least=4", "spotsigs", "spotsigs:size=0,least=2", "feature-code",
	"feature-code:stops=all,ratio=0", "length-variable:least=4", "minhash", "minhash:tau=0.2", "exact", "exact-title", "exact-page",
	"none", "exact+cascade", "exact-title+minhash+cascade",
};

static filter *open_part(const char *spec)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter_settings settings = {.spec = spec, .key = zeros};
	complaint why = {""};
	filter *f = NULL;

	cr_assert_eq(filter_open_with(&settings, &f, &why), OK, "%s: %s", spec, why.text);
	return f;
}

/* The signature as all n states together finalize it. */
static firstprint_signature finalize_all(filter *const *parts, size_t n, const firstprint_signature *sig, arena *a)
{
	firstprint_signature final, asked;
	uint32_t *sums = NULL, *counts;
	size_t len = 0, more;

	cr_assert_eq(filter_ask_counts(parts[0], sig, a, &asked), OK);
	for (size_t i = 0; i < n; i++) {
		cr_assert_eq(filter_count(parts[i], &asked, a, &counts, &more), OK);
		cr_assert(i == 0 || more == len);
		for (size_t k = 0; k < more && i; k++)
			sums[k] += counts[k];
		sums = i ? sums : counts;
		len = more;
	}
	cr_assert_eq(filter_finalize_counted(parts[n - 1], sig, sums, len, a, &final), OK, "%s", filter_error(parts[n - 1]));
	return final;
}

/* The verdict of all n states together. */
static firstprint_verdict ask_all(filter *const *parts, size_t n, const firstprint_signature *sig)
{
	firstprint_verdict best[4], answers[4];

	cr_assert_leq(filter_links_len(parts[0]), 4u);
	cr_assert_eq(filter_ask(parts[0], sig, best), OK);
	for (size_t i = 1; i < n; i++) {
		cr_assert_eq(filter_ask(parts[i], sig, answers), OK);
		filter_merge(parts[0], best, answers);
	}
	return best[filter_decide(parts[0], best)];
}

typedef struct tally {
	int met, final; /* pages that were not unique, and whose signature finalize changed */
} tally;

static tally check_division(const char *spec, size_t n)
{
	filter *whole = open_part(spec), *parts[STATES_MAX];
	arena *a = arena_new();
	firstprint_verdict one, best;
	tally t = {0, 0};

	for (size_t i = 0; i < n; i++)
		parts[i] = open_part(spec);
	for (uint32_t i = 0; i < PAGES; i++) {
		firstprint_signature made = sign_article(whole, i, a), sig, of_all = finalize_all(parts, n, &made, a);

		cr_assert_eq(filter_finalize(whole, &made, a, &sig), OK);
		cr_expect(sig.len == of_all.len && (!sig.len || memcmp(sig.bytes, of_all.bytes, sig.len) == 0), "%s in %zu, page %u is final otherwise", spec, n, i);
		t.final += sig.len != made.len;
		cr_assert_eq(filter_check(whole, &sig, &one, NULL), OK);
		best = ask_all(parts, n, &sig);
		cr_expect(one.kind == best.kind && one.of == best.of && one.score == best.score,
			  "%s in %zu, page %u: %s of %llu, %g, and not %s of %llu, %g", spec, n, i, filter_kind_text(best.kind),
			  (unsigned long long)best.of, best.score, filter_kind_text(one.kind), (unsigned long long)one.of, one.score);
		t.met += one.kind != FIRSTPRINT_UNIQUE;
		if (filter_kind_drops(one.kind))
			continue;
		cr_assert_eq(filter_add(whole, i + 1, &sig), OK);
		cr_assert_eq(filter_add(parts[(i * 2654435761u >> 7) % n], i + 1, &sig), OK);
	}
	arena_free(a);
	filter_close(whole);
	for (size_t i = 0; i < n; i++)
		filter_close(parts[i]);
	return t;
}

Test(divided, several_states_give_the_verdicts_of_one)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
		for (size_t n = 2; n <= STATES_MAX; n++) {
			tally t = check_division(specs[i], n);

			cr_expect(t.met > 5 || strcmp(specs[i], "none") == 0, "%s met %d only", specs[i], t.met);
			cr_expect(t.final > 5 || !strstr(specs[i], "cascade") || strstr(specs[i], "confirm=off"), "%s final %d only", specs[i], t.final);
		}
}

Test(divided, counts_that_are_not_of_the_signature_are_refused)
{
	filter *f = open_part("exact+cascade");
	arena *a = arena_new();
	firstprint_signature sig = sign_article(f, 5, a), out, asked;
	uint32_t *counts;
	size_t n;

	cr_assert_eq(filter_ask_counts(f, &sig, a, &asked), OK);
	cr_assert_eq(filter_count(f, &asked, a, &counts, &n), OK);
	cr_assert_gt(n, 0u);
	cr_expect_eq(filter_finalize_counted(f, &sig, counts, n - 1, a, &out), ERR_FORMAT);
	cr_expect_eq(filter_count(f, &sig, a, &counts, &n), ERR_FORMAT, "a signature is no question");
	cr_expect_eq(filter_finalize_counted(f, &sig, arena_zeros(a, n + 1, sizeof *counts), n + 1, a, &out), ERR_FORMAT);
	arena_free(a);
	filter_close(f);
}

Test(divided, a_filter_says_when_it_cannot_be_divided)
{
	filter *weighs = open_filter("exact+sentence-hash"), *clusters = open_filter("cascade:clusters=4");
	filter *compares = open_filter("exact+cascade");

	cr_expect_not(filter_is_divisible(weighs));
	cr_expect_not(filter_is_divisible(clusters));
	cr_expect(filter_is_divisible(compares));
	filter_close(weighs);
	filter_close(clusters);
	filter_close(compares);
}
