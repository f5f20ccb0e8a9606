/* A verdict in advance is taken only if it is what the filter says in the page's turn, whatever happened in between. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/plugin/made_articles.h"

enum { PAGES = 640, AHEAD = 160 };

/* All filters, and chains of them. */
static const char *const specs[] = {
	"cascade:least=4", "cascade:confirm=off,sentences=3,bits=8", "cascade:clusters=5,least=4", "cascade:clusters=40,least=4,confirm=off,bits=20,sentences=20", "sentence-hash", "sentence-hash:allowed=auto",
	"spotsigs:least=2", "feature-code", "feature-code:stops=all,ratio=off", "length-variable:least=4", "minhash:tau=0.2", "exact", "exact-title", "exact-page",
	"none", "exact+cascade:least=4", "exact-title+sentence-hash+minhash",
};

static bool is_same(const firstprint_verdict *a, const firstprint_verdict *b)
{
	bool same = a->kind == b->kind && a->of == b->of && a->score == b->score && a->evidence_len == b->evidence_len &&
		    a->shares_len == b->shares_len && strcmp(a->word, b->word) == 0 && !a->stage == !b->stage;

	for (size_t i = 0; same && i < a->evidence_len; i++)
		same = a->evidence[i].value == b->evidence[i].value;
	for (size_t i = 0; same && i < a->shares_len; i++)
		same = a->shares[i].page == b->shares[i].page && a->shares[i].share == b->shares[i].share;
	return same && (!a->stage || strcmp(a->stage, b->stage) == 0);
}

/* Judges page i with its verdict in advance, and without. Returns whether both are the same. */
static bool judge_page(filter *f, uint64_t id, const firstprint_signature *sig, const filter_ahead *ahead, arena *a)
{
	firstprint_signature final, again;
	firstprint_verdict v, direct;
	unsigned link, direct_link;

	cr_assert_eq(filter_judge(f, sig, ahead, a, &final, &v, &link), OK);
	cr_assert_eq(filter_judge(f, sig, NULL, a, &again, &direct, &direct_link), OK);
	if (!is_same(&v, &direct) || link != direct_link || final.len != again.len || (final.len && memcmp(final.bytes, again.bytes, final.len)))
		return false;
	if (!filter_kind_drops(v.kind))
		cr_assert_eq(filter_add(f, id, &final), OK);
	return true;
}

/* Looks ahead from page `from` on, then judges these pages in their order; some pages are removed in between. */
static void play(filter *f, searcher *s, uint32_t from, const char *spec)
{
	firstprint_signature sigs[AHEAD];
	filter_ahead *ahead[AHEAD];
	arena *a = arena_new();

	for (uint32_t i = 0; i < AHEAD; i++) {
		sigs[i] = sign_article(f, from + i, a);
		ahead[i] = filter_look_ahead(f, s, &sigs[i], a);
		cr_assert(ahead[i], "%s, page %u", spec, from + i);
	}
	for (uint32_t i = 0; i < AHEAD; i++) {
		cr_assert(judge_page(f, from + i + 1, &sigs[i], ahead[i], a), "%s, page %u", spec, from + i);
		if ((from + i) % 41 == 40)
			forget_page(f, from + i - 30);
	}
	/* so that a search can look ahead again after a page was removed */
	cr_assert_eq(filter_check(f, &sigs[0], &(firstprint_verdict){0}, NULL), OK);
	arena_free(a);
}

Test(ahead, verdicts_are_those_of_one_thread)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		filter *f = open_filter(specs[i]);
		searcher *s = searcher_new();

		cr_assert_eq(filter_watch(f), OK);
		for (uint32_t from = 0; from < PAGES; from += AHEAD)
			play(f, s, from, specs[i]);
		searcher_free(s);
		filter_close(f);
	}
}

/* A verdict that nobody found: what is taken from it is what it says. */
Test(ahead, a_verdict_that_holds_is_taken_and_one_that_does_not_is_found_again)
{
	filter *f = open_filter("exact");
	searcher *s = searcher_new();
	arena *a = arena_new();
	firstprint_signature one = sign_article(f, 1, a), other = sign_article(f, 3, a), final;
	filter_ahead *ahead;
	firstprint_verdict v;
	unsigned link;

	cr_assert_eq(filter_watch(f), OK);
	ahead = filter_look_ahead(f, s, &one, a);
	cr_assert_eq(filter_add(f, 1, &other), OK);
	cr_assert_eq(filter_judge(f, &one, ahead, a, &final, &v, &link), OK);
	cr_expect_eq(final.bytes, one.bytes);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE, "another page does not matter");
	cr_assert_eq(filter_add(f, 2, &one), OK);
	cr_assert_eq(filter_judge(f, &one, ahead, a, &final, &v, &link), OK);
	cr_expect(v.kind == FIRSTPRINT_DUPLICATE && v.of == 2);
	ahead = filter_look_ahead(f, s, &one, a);
	forget_page(f, 1);
	cr_assert_eq(filter_judge(f, &one, ahead, a, &final, &v, &link), OK);
	cr_expect_eq(v.of, 2u);
	forget_page(f, 2);
	cr_assert_eq(filter_check(f, &other, &v, NULL), OK, "after this a search may look ahead again");
	cr_assert_eq(filter_judge(f, &one, ahead, a, &final, &v, &link), OK);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_null(filter_look_ahead(f, s, &(firstprint_signature){one.bytes, 3}, a), "no signature of this filter");
	arena_free(a);
	searcher_free(s);
	filter_close(f);
}

static const char shared[] = "The river rose in the night again. The bridge was closed before dawn. The school will stay shut today.";

static firstprint_signature sign_text(filter *f, const char *text, arena *a)
{
	firstprint_page page = {.url = "http://site/x", .title = "", .lang = "en"};

	page_of_text(text, a, &page);
	return sign_page(f, page, a);
}

static void add_text(filter *f, uint64_t id, const char *text, arena *a)
{
	firstprint_signature sig = sign_text(f, text, a), final;

	cr_assert_eq(filter_finalize(f, &sig, a, &final), OK);
	cr_assert_eq(filter_add(f, id, &final), OK);
}

/* Of equal filters and signatures, only a verdict that was found again has its final signature elsewhere. */
static bool is_taken(filter *f, const firstprint_signature *sig, const filter_ahead *ahead, arena *a)
{
	firstprint_signature first, second;
	firstprint_verdict v;
	unsigned link;

	cr_assert_eq(filter_judge(f, sig, ahead, a, &first, &v, &link), OK);
	cr_assert_eq(filter_judge(f, sig, ahead, a, &second, &v, &link), OK);
	return first.bytes == second.bytes;
}

Test(ahead, every_page_may_move_others_to_another_cluster)
{
	filter *f = open_filter("cascade:clusters=2,least=4"), *g = open_filter("cascade:least=4");
	searcher *s = searcher_new();
	arena *a = arena_new();
	static const char unlike[] = "A trader left the exchange at noon. Prices fell by a tenth within the hour.";
	firstprint_signature one = sign_text(f, shared, a), here = sign_text(g, shared, a);
	filter_ahead *clustered, *plain;

	cr_assert(!filter_watch(f) && !filter_watch(g));
	clustered = filter_look_ahead(f, s, &one, a);
	plain = filter_look_ahead(g, s, &here, a);
	cr_expect(is_taken(f, &one, clustered, a) && is_taken(g, &here, plain, a));
	add_text(f, 1, unlike, a);
	add_text(g, 1, unlike, a);
	cr_expect_not(is_taken(f, &one, clustered, a));
	cr_expect(is_taken(g, &here, plain, a), "without clusters an unlike page does not matter");
	arena_free(a);
	searcher_free(s);
	filter_close(f);
	filter_close(g);
}

/* On three of seven pages a sentence is common, on three of eight it is not: the bound is the logarithm. */
Test(ahead, the_number_of_pages_decides_which_sentences_are_common)
{
	filter *f = open_filter("sentence-hash:allowed=auto,exact=off");
	searcher *s = searcher_new();
	arena *a = arena_new();
	firstprint_signature new = sign_text(f, shared, a), final;
	filter_ahead *ahead;
	firstprint_verdict v;
	unsigned link;

	cr_assert_eq(filter_watch(f), OK);
	for (uint64_t id = 1; id <= 8; id++) {
		const char *text = id <= 3 ? shared
					   : arena_printf(a, "Report %d came in early that morning. Nobody in town %d had read it. The mayor said %d words about it.",
							  (int)id, (int)id, (int)id);

		ahead = id == 8 ? filter_look_ahead(f, s, &new, a) : NULL;
		add_text(f, id, text, a);
	}
	cr_assert_eq(filter_judge(f, &new, ahead, a, &final, &v, &link), OK);
	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE);
	arena_free(a);
	searcher_free(s);
	filter_close(f);
}
