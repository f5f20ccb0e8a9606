#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/ask.h"

/* Appends sentences first to last − 1 of an endless text to out. */
static const char *sentences(char *out, int first, int last)
{
	for (int i = first; i < last; i++)
		sprintf(out + strlen(out), "This is sentence %d of the text, and no other. ", i);
	return out;
}

static char *fresh(char *out)
{
	out[0] = '\0';
	return out;
}

/* Figs. 5 to 7: pages with 72.7 % and 37.5 % are refused, one with 16.7 % is not. Exactly a fifth is not above a fifth. */
Test(sentence_hash, drops_and_keeps_as_in_figures_5_to_7)
{
	static const struct { const char *spec; int shared, total; bool drops; } rows[] = {
		{ "sentence-hash", 8, 11, true },
		{ "sentence-hash", 3, 8, true },
		{ "sentence-hash", 1, 6, false },
		{ "sentence-hash", 1, 5, false },
		{ "sentence-hash", 3, 15, false },
		{ "sentence-hash", 4, 15, true },
		{ "sentence-hash:allowed=0", 1, 15, true },
		{ "sentence-hash:allowed=0", 0, 15, false },
		{ "sentence-hash:allowed=0.5", 8, 16, false },
		{ "sentence-hash:allowed=0.5", 9, 16, true },
		{ "sentence-hash:allowed=1", 16, 16, false },
		{ "sentence-hash:allowed=auto", 5, 10, false },
		{ "sentence-hash:allowed=auto", 6, 10, true },
	};
	char old[4096], new[4096];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v;

		remember_text(f, 7, sentences(fresh(old), 0, 30));
		v = check_text(f, sentences((char *)sentences(fresh(new), 30 - rows[i].shared, 30), 50, 50 + rows[i].total - rows[i].shared));
		cr_expect_eq(filter_kind_drops(v.kind), rows[i].drops, "row %zu", i);
		cr_expect_eq(v.of, rows[i].drops ? 7u : 0u, "row %zu", i);
		cr_expect_eq(evidence(&v, "shared"), rows[i].shared, "row %zu", i);
		cr_expect_eq(evidence(&v, "total"), rows[i].total, "row %zu", i);
		cr_expect_eq(evidence(&v, "sentence-share"), (double)rows[i].shared / rows[i].total, "row %zu", i);
		filter_close(f);
	}
}

/* Algorithm 1 cannot tell the first sentence of the index, number 0, from one that is not in it. */
Test(sentence_hash, counts_the_first_sentence_of_the_index)
{
	filter *f = open_filter("sentence-hash");
	char text[4096];

	remember_text(f, 1, sentences(fresh(text), 0, 3));
	sentences(fresh(text), 0, 1);
	cr_expect_eq(check_text(f, sentences(text, 10, 13)).of, 1u);
	filter_close(f);
}

static const char english[] = "The dry period means the temporao will be late. Arrivals for the week were 155,221 bags! "
			      "Has the Bahia crop been sold abroad? Final figures are expected in 3.5 weeks or so.";
static const char chinese[] = "这种方法将网页内容看成字符流。以一些标点符号和常用汉字作为锚点！从网页内容中抽取文字好吗？最后得到网页特征码的集合。";

Test(sentence_hash, finds_edited_pages_in_english_and_chinese)
{
	static const struct { const char *name, *old, *new; enum firstprint_kind kind; const char *stage; int shared, total; } rows[] = {
		{ "the same", english, english, FIRSTPRINT_DUPLICATE, "text", -1, -1 },
		{ "other case, spaces, punctuation", english,
		  "THE DRY PERIOD -- means the \"temporao\" will be late! Arrivals for the week were 155,221 bags.\n"
		  "Has the Bahia crop been sold abroad; Final figures are expected in 3.5 weeks or so",
		  FIRSTPRINT_NEAR_DUPLICATE, "sentences", 2, 3 },
		{ "another order", english,
		  "Has the Bahia crop been sold abroad? Final figures are expected in 3.5 weeks or so. "
		  "Arrivals for the week were 155,221 bags! The dry period means the temporao will be late.",
		  FIRSTPRINT_NEAR_DUPLICATE, "sentences", 4, 4 },
		{ "another number", english,
		  "The dry period means the temporao will be late. Arrivals for the week were 155,222 bags! "
		  "Has the Bahia crop been sold abroad? Final figures are expected in 35 weeks or so.",
		  FIRSTPRINT_NEAR_DUPLICATE, "sentences", 2, 4 },
		{ "another page", english,
		  "Standard Oil plans to form a venture. It will manage the money market. Both companies are borrowing more now.",
		  FIRSTPRINT_UNIQUE, "sentences", 0, 3 },
		{ "Chinese, one sentence changed", chinese,
		  "这种方法将网页内容看成字符流。以一些标点符号和常用汉字作为锚点！从网页内容中抽取文字好吗？最后什么也没有得到啊。",
		  FIRSTPRINT_NEAR_DUPLICATE, "sentences", 3, 4 },
		{ "Chinese, spaces and lines", chinese,
		  "这种 方法将网页内容看成字符流？\n以一些标点符号，和常用汉字作为锚点。\n从网页内容中抽取文字好吗\n最后得到网页特征码的集合",
		  FIRSTPRINT_NEAR_DUPLICATE, "sentences", 4, 4 },
		{ "Chinese, another page", chinese, "今天北京的天气非常寒冷。明天的气温还会继续下降！请大家注意防寒保暖好吗？",
		  FIRSTPRINT_UNIQUE, "sentences", 0, 3 },
		{ "contained in a longer one", english,
		  "The dry period means the temporao will be late. Arrivals for the week were 155,221 bags! "
		  "Has the Bahia crop been sold abroad?",
		  FIRSTPRINT_CONTAINED, "sentences", 3, 3 },
		{ "too few sentences", english, "The dry period means the temporao will be late. Arrivals for the week were 155,221 bags!",
		  FIRSTPRINT_UNIQUE, "too-short", -1, 2 },
		{ "nothing", english, "", FIRSTPRINT_UNIQUE, "too-short", -1, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("sentence-hash");
		firstprint_verdict v;

		remember_text(f, 3, rows[i].old);
		v = check_text(f, rows[i].new);
		cr_expect_eq(v.kind, rows[i].kind, "%s: %s", rows[i].name, filter_kind_text(v.kind));
		cr_expect_eq(v.of, v.kind == FIRSTPRINT_UNIQUE ? 0u : 3u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s", rows[i].name);
		cr_expect_eq(evidence(&v, "shared"), rows[i].shared, "%s: %g", rows[i].name, evidence(&v, "shared"));
		cr_expect_eq(evidence(&v, "total"), rows[i].total, "%s: %g", rows[i].name, evidence(&v, "total"));
		filter_close(f);
	}
}

Test(sentence_hash, very_short_and_repeated_sentences_do_not_count)
{
	filter *f = open_filter("sentence-hash");
	char text[4096];
	firstprint_verdict v;

	remember_text(f, 1, sentences(strcpy(text, "Yes. No. Not at all. 好的。是吗？ "), 0, 6));
	v = check_text(f, sentences(strcpy(text, "Yes. No. Not at all. 好的。是吗？ "), 10, 15));
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(evidence(&v, "total"), 5);
	sentences(fresh(text), 0, 1);
	sentences(text, 0, 1);
	sentences(text, 0, 1);
	v = check_text(f, sentences(text, 20, 25));
	cr_expect_eq(evidence(&v, "shared"), 1);
	cr_expect_eq(evidence(&v, "total"), 6);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}

Test(sentence_hash, names_the_page_that_shares_most_then_the_oldest)
{
	filter *f = open_filter("sentence-hash");
	char text[8192];

	remember_text(f, 2, sentences(fresh(text), 0, 5));
	remember_text(f, 4, sentences(fresh(text), 0, 8));
	remember_text(f, 6, sentences(fresh(text), 1, 9));
	cr_expect_eq(check_text(f, sentences(fresh(text), 0, 10)).of, 4u, "8 of each, the first");
	cr_expect_eq(check_text(f, sentences(fresh(text), 1, 10)).of, 6u, "8, not 7");
	filter_close(f);
}

Test(sentence_hash, names_all_pages_that_a_page_was_put_together_from)
{
	filter *f = open_filter("sentence-hash");
	char text[8192];
	firstprint_verdict v;

	for (int i = 0; i < 12; i++)
		remember_text(f, (uint64_t)i + 1, sentences(fresh(text), 100 * i, 100 * i + 20));
	sentences(fresh(text), 200, 203);
	sentences(text, 500, 505);
	sentences(text, 901, 903);
	v = check_text(f, sentences(text, 9000, 9010)); /* 5 are on page 6, 3 on page 3, 2 on page 10, and 10 on no page */
	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE);
	cr_expect_eq(v.of, 6u);
	cr_expect_str_eq(v.stage, "pieces");
	cr_expect_eq(v.score, 5 / 20.0);
	cr_expect_eq(evidence(&v, "sentence-share"), 10 / 20.0);
	cr_expect_eq(evidence(&v, "sources"), 3);
	cr_assert_eq(v.shares_len, 2u);
	cr_expect(v.shares[0].page == 3 && v.shares[0].share == 3 / 20.0);
	cr_expect(v.shares[1].page == 10 && v.shares[1].share == 2 / 20.0);
	fresh(text);
	for (int i = 0; i < 12; i++)
		sentences(text, 100 * i, 100 * i + 2);
	v = check_text(f, text);
	cr_expect_eq(v.of, 1u);
	cr_expect_eq(v.shares_len, 8u, "as many as a verdict has room for");
	cr_expect_eq(v.shares[7].page, 9u);
	filter_close(f);
}

/* Every page has the same ten legal sentences, and sentences of its own. */
static const char *with_terms(char *text, int page)
{
	sentences(fresh(text), 0, 10);
	return sentences(text, 100 * page, 100 * page + 10);
}

Test(sentence_hash, with_auto_common_sentences_stop_counting_as_the_collection_grows)
{
	filter *fixed = open_filter("sentence-hash"), *adaptive = open_filter("sentence-hash:allowed=auto");
	char text[8192];
	firstprint_verdict v;

	for (int i = 1; i <= 40; i++) {
		remember_text(fixed, (uint64_t)i, with_terms(text, i));
		remember_text(adaptive, (uint64_t)i, with_terms(text, i));
	}
	cr_expect_eq(check_text(fixed, with_terms(text, 50)).kind, FIRSTPRINT_NEAR_DUPLICATE);
	v = check_text(adaptive, with_terms(text, 50));
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(evidence(&v, "common"), 10);
	cr_expect_eq(evidence(&v, "total"), 10);
	sentences(fresh(text), 0, 10);
	v = check_text(adaptive, text);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_str_eq(v.stage, "common", "nothing but terms");
	sentences(fresh(text), 700, 709);
	v = check_text(adaptive, sentences(text, 0, 10));
	cr_expect_eq(v.of, 7u, "its own sentences tell");
	filter_close(fixed);
	filter_close(adaptive);
}

/* max(2, log₂ N): a sentence on 2 of 3 pages counts, on 3 of 3 it does not, on 3 of 8 it does. */
Test(sentence_hash, with_auto_a_sentence_counts_on_two_pages_or_the_logarithm_of_all)
{
	static const struct { int with, without; double common; } rows[] = {
		{ 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 10 }, { 3, 4, 10 }, { 3, 5, 0 }, { 4, 11, 10 }, { 4, 12, 0 },
	};
	char text[8192];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("sentence-hash:allowed=auto");
		firstprint_verdict v;

		for (int p = 1; p <= rows[i].with + rows[i].without; p++)
			remember_text(f, (uint64_t)p, p <= rows[i].with ? with_terms(text, p) : sentences(fresh(text), 100 * p, 100 * p + 5));
		v = check_text(f, with_terms(text, 90));
		cr_expect_eq(evidence(&v, "common"), rows[i].common, "row %zu: %g", i, evidence(&v, "common"));
		cr_expect_eq(evidence(&v, "of-shared"), 10 - rows[i].common, "row %zu", i);
		filter_close(f);
	}
}

/* Samples of 64 out of 400 and 600 sentences are enough to estimate the share roughly. */
Test(sentence_hash, compares_long_pages_by_their_samples)
{
	static const struct { int old_len, first, last; double least, most; } rows[] = {
		{ 600, 0, 400, 1, 1 },       /* contained in the longer one */
		{ 400, 200, 600, 0.3, 0.7 }, /* half of it */
		{ 600, 600, 1000, 0, 0 },
		{ 600, 0, 20, 0, 1 },        /* a short page: any share, as few of its sentences can be in the sample */
	};
	char *text = malloc(100000);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("sentence-hash:sample=64");
		firstprint_verdict v;

		remember_text(f, 1, sentences(fresh(text), 0, rows[i].old_len));
		v = check_text(f, sentences(fresh(text), rows[i].first, rows[i].last));
		cr_expect(evidence(&v, "sentence-share") >= rows[i].least && evidence(&v, "sentence-share") <= rows[i].most,
			  "row %zu: %g", i, evidence(&v, "sentence-share"));
		cr_expect(i > 0 || v.kind == FIRSTPRINT_CONTAINED);
		filter_close(f);
	}
	free(text);
}

Test(sentence_hash, forgets_a_page_and_only_that_one)
{
	filter *f = open_filter("sentence-hash");
	char text[8192];
	size_t held;

	remember_text(f, 1, sentences(fresh(text), 0, 10));
	held = filter_memory(f);
	remember_text(f, 2, sentences(fresh(text), 5, 15));
	cr_expect_gt(filter_memory(f), held);
	cr_expect_eq(check_text(f, sentences(fresh(text), 1, 10)).of, 1u);
	forget_page(f, 9);
	cr_expect_eq(check_text(f, sentences(fresh(text), 0, 10)).of, 1u, "an unknown id has no effect");
	forget_page(f, 1);
	forget_page(f, 1);
	cr_expect_eq(check_text(f, sentences(fresh(text), 1, 10)).of, 2u);
	cr_expect_eq(check_text(f, sentences(fresh(text), 0, 4)).of, 0u);
	filter_close(f);
}

Test(sentence_hash, refuses_signatures_it_did_not_make)
{
	filter *f = open_filter("sentence-hash:sample=16");
	arena *a = arena_new();
	char text[4096];
	firstprint_signature good = sign_page(f, page_with(sentences(fresh(text), 0, 5)), a), bad;
	uint8_t *bytes = malloc(good.len);
	firstprint_verdict v;

	for (size_t len = 0; len < good.len; len++) {
		bad = (firstprint_signature){good.bytes, len};
		cr_expect_eq(filter_check(f, &bad, &v, NULL), ERR_FORMAT, "%zu bytes", len);
		cr_expect_eq(filter_add(f, 1, &bad), ERR_FORMAT, "%zu bytes", len);
		cr_expect_eq(filter_remove(f, 1), OK);
	}
	memcpy(bytes, good.bytes, good.len);
	memcpy(bytes + 24, bytes + 32, 8); /* not ascending */
	bad = (firstprint_signature){bytes, good.len};
	cr_expect_eq(filter_check(f, &bad, &v, NULL), ERR_FORMAT);
	memcpy(bytes, good.bytes, good.len);
	bytes[16] = 17; /* more than there are */
	cr_expect_eq(filter_check(f, &bad, &v, NULL), ERR_FORMAT);
	free(bytes);
	arena_free(a);
	filter_close(f);
}

Test(sentence_hash, refuses_negative_shares)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	static const char *specs[] = { "sentence-hash:allowed=-0.5", "sentence-hash:allowed=1.1", "sentence-hash:least=0" };
	filter *f = NULL;

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
		cr_expect_eq(filter_open(specs[i], zeros, &f, NULL), ERR_USAGE, "%s", specs[i]);
}

/* Page n of a crawl in which many sentences recur. */
static const char *random_page(char *text, unsigned n)
{
	uint32_t state = n * 2654435761u;

	fresh(text);
	for (int i = 0; i < 8; i++) {
		state = state * 1664525 + 1013904223;
		sentences(text, (int)(state >> 22), (int)(state >> 22) + 2);
	}
	return text;
}

Test(sentence_hash, replaying_the_kept_signatures_gives_the_same_verdicts)
{
	static const char *specs[] = { "sentence-hash:allowed=0.4", "sentence-hash:allowed=auto,sample=16", "sentence-hash:sample=16" };
	char text[8192];

	for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
		filter *before = open_filter(specs[s]), *after = open_filter(specs[s]);
		int drops = 0;

		for (unsigned id = 1; id <= 300; id++) {
			remember_text(before, id, random_page(text, id));
			if (id % 5 == 0)
				forget_page(before, id);
			else
				remember_text(after, id, text);
		}
		for (unsigned n = 250; n < 500; n++) {
			firstprint_verdict one = check_text(before, random_page(text, n)), two = check_text(after, text);

			cr_assert(one.kind == two.kind && one.of == two.of && one.score == two.score, "question %u", n);
			cr_assert(one.shares_len == two.shares_len && memcmp(one.shares, two.shares, sizeof one.shares) == 0);
			drops += filter_kind_drops(one.kind);
		}
		cr_expect(drops > 20, "%s: %d of 250: the questions tell something", specs[s], drops);
		filter_close(before);
		filter_close(after);
	}
}
