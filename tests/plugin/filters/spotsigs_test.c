#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/ask.h"

static firstprint_page page_of(const char *text, const char *lang)
{
	firstprint_span t = {text, strlen(text)};

	return (firstprint_page){.url = "", .title = "", .lang = lang, .text = t, .visible = t};
}

static const char storm[] =
	"The storm reached a harbour on the northern coast before dawn. A fishing boat is missing, the coast guard said, and "
	"the search began as a helicopter left the airfield. The mayor is asking an old school to open a shelter. The river "
	"is rising, a bridge is closed and the railway stopped an express train near the border.";
static const char storm_in_a_shell[] =
	"Home\nNews\nSport\nThe storm reached a harbour on the northern coast before dawn. A fishing boat is missing, the coast "
	"guard said, and the search began as a helicopter left the airfield. The mayor is asking an old school to open a "
	"shelter. The river is rising, a bridge is closed and the railway stopped an express train near the border.\nContact us";
static const char storm_edited[] =
	"The storm reached a harbour on the northern coast after midnight. A fishing boat is missing, the coast guard said, and "
	"the search began as a helicopter left the airfield. The mayor is asking an old church to open a shelter. The river "
	"is rising, a bridge is closed and the railway stopped an express train near the border.";
static const char market[] =
	"The bank raised a key rate on the first Tuesday of spring. A rival lender is waiting, the governor told reporters, and "
	"the market fell as a trader left the exchange. The minister is drafting an early budget to calm the bond market.";
static const char kernel_zh[] =
	"内核的维护者是一位年轻的工程师。他把代码的结构改得很清楚，写了新的文档，合并了大量的补丁。"
	"发布的版本是稳定的版本，修复了文件系统的错误，提高了网络的速度，用户的反馈是积极的反馈。";
static const char kernel_zh_edited[] =
	"内核的维护者是一位年轻的工程师。他把代码的结构改得很清楚，写了新的文档，合并了大量的补丁。"
	"发布的版本是稳定的版本，修复了驱动程序的错误，提高了网络的速度，用户的反馈是积极的反馈。";
static const char cooking_zh[] =
	"厨师的秘诀是新鲜的材料。她把蔬菜的水分去掉，放了适量的香料，煮了一个小时的汤，味道是家乡的味道。";

/* From equal to different: the same text, with a menu around it, edited, another page. */
Test(spotsigs, grades_pages_by_what_they_share)
{
	static const struct { const char *name, *spec, *met, *asked, *lang; enum firstprint_kind kind; const char *stage; double least, most; } rows[] = {
		{ "the same",          "spotsigs:size=0", storm, storm, "en", FIRSTPRINT_DUPLICATE, "text", 1, 1 },
		{ "in a shell",        "spotsigs:size=0", storm, storm_in_a_shell, "en", FIRSTPRINT_NEAR_DUPLICATE, "spots", 0.9, 1 },
		{ "two words changed", "spotsigs:size=0", storm, storm_edited, "en", FIRSTPRINT_NEAR_DUPLICATE, "spots", 0.7, 0.95 },
		{ "another page",      "spotsigs:size=0", storm, market, "en", FIRSTPRINT_UNIQUE, "spots", 0, 0 },
		{ "short: a shell",    "spotsigs",        storm, storm_in_a_shell, "en", FIRSTPRINT_NEAR_DUPLICATE, "features", 0.8, 1 },
		{ "short: two words",  "spotsigs",        storm, storm_edited, "en", FIRSTPRINT_NEAR_DUPLICATE, "features", 0.55, 0.9 },
		{ "short: another",    "spotsigs",        storm, market, "en", FIRSTPRINT_UNIQUE, "features", 0, 0 },
		{ "language unknown",  "spotsigs",        storm, storm_edited, "", FIRSTPRINT_NEAR_DUPLICATE, "features", 0.55, 0.9 },
		{ "tau above it",      "spotsigs:tau=0.95", storm, storm_edited, "en", FIRSTPRINT_UNIQUE, "features", 0, 0 },
		{ "Chinese, edited",   "spotsigs:size=0", kernel_zh, kernel_zh_edited, "zh", FIRSTPRINT_NEAR_DUPLICATE, "spots", 0.6, 0.95 },
		{ "Chinese, another",  "spotsigs:size=0", kernel_zh, cooking_zh, "zh", FIRSTPRINT_UNIQUE, "spots", 0, 0 },
		{ "Chinese, short",    "spotsigs",        kernel_zh, kernel_zh_edited, "zh", FIRSTPRINT_NEAR_DUPLICATE, "features", 0.6, 0.95 },
		{ "Chinese, short 2",  "spotsigs",        kernel_zh, cooking_zh, "zh", FIRSTPRINT_UNIQUE, "features", 0, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v;

		remember_page(f, 3, page_of(rows[i].met, rows[i].lang));
		v = check_page(f, page_of(rows[i].asked, rows[i].lang));
		cr_expect_eq(v.kind, rows[i].kind, "%s", rows[i].name);
		cr_expect_eq(v.of, v.kind ? 3u : 0u, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s", rows[i].name);
		cr_expect(v.score >= rows[i].least && v.score <= rows[i].most, "%s: %f", rows[i].name, v.score);
		cr_expect_eq(evidence(&v, "jaccard"), v.kind == FIRSTPRINT_NEAR_DUPLICATE ? v.score : -1, "%s", rows[i].name);
		filter_close(f);
	}
}

Test(spotsigs, counts_spots_as_the_paper_does)
{
	static const char one[] = "a red fox an old owl the big bear is sleeping soundly the end comes";
	static const char two[] = "a red fox an old owl the big bear is sleeping soundly the night comes";
	filter *f = open_filter("spotsigs:size=0,least=1");
	firstprint_verdict v;

	remember_page(f, 1, page_of(one, "en"));
	v = check_page(f, page_of(two, "en"));
	cr_expect_eq(v.of, 1u);
	cr_expect_eq(evidence(&v, "spots"), 5);
	cr_expect_eq(evidence(&v, "shared"), 4);
	cr_expect_eq(v.score, 4 / 6.0);
	filter_close(f);
}

Test(spotsigs, names_the_most_similar_page_then_the_oldest)
{
	filter *f = open_filter("spotsigs:size=0,least=1,tau=0.1");

	remember_page(f, 1, page_of("a red fox an old owl the cold sea", "en"));
	remember_page(f, 2, page_of("a red fox an old owl the big bear", "en"));
	remember_page(f, 3, page_of("the big bear a red fox an old owl", "en"));
	cr_expect_eq(check_page(f, page_of("an old owl the big bear a red fox", "en")).of, 2u);
	forget_page(f, 2);
	cr_expect_eq(check_page(f, page_of("an old owl the big bear a red fox", "en")).of, 3u);
	forget_page(f, 3);
	cr_expect_eq(check_page(f, page_of("an old owl the big bear a red fox", "en")).of, 1u);
	filter_close(f);
}

/* The texts differ in words that are in no spot. */
Test(spotsigs, of_hundreds_of_equal_sets_names_the_oldest)
{
	filter *f = open_filter("spotsigs:size=0,least=1");
	char text[200];

	for (uint64_t id = 1; id <= 500; id++) {
		snprintf(text, sizeof text, "Report %llu. The bank raised a key rate.", (unsigned long long)id);
		remember_page(f, id, page_of(text, "en"));
	}
	for (uint64_t id = 1; id <= 3; id++) {
		cr_expect_eq(check_page(f, page_of("Another report. The bank raised a key rate.", "en")).of, id);
		forget_page(f, id);
	}
	filter_close(f);
}

Test(spotsigs, with_too_few_spots_only_equal_text_is_dropped)
{
	static const char text[] = "Rain fell on Milton the whole day long.";
	filter *f = open_filter("spotsigs:size=0");
	firstprint_verdict v = check_page(f, page_of(text, "en"));

	cr_expect(v.kind == FIRSTPRINT_UNIQUE && v.of == 0);
	cr_expect_str_eq(v.stage, "too-short");
	cr_expect_eq(evidence(&v, "spots"), 1);
	remember_page(f, 1, page_of(text, "en"));
	cr_expect_eq(check_page(f, page_of(text, "en")).kind, FIRSTPRINT_DUPLICATE);
	cr_expect_str_eq(check_page(f, page_of("Snow fell on Milton the whole day long.", "en")).stage, "too-short");
	forget_page(f, 1);
	cr_expect_eq(check_page(f, page_of(text, "en")).kind, FIRSTPRINT_UNIQUE);
	filter_close(f);
}

/* storm has 59 words, storm_in_a_shell 64. */
Test(spotsigs, finds_a_near_duplicate_across_the_size_limit)
{
	static const struct { const char *spec, *stage; } rows[] = {
		{ "spotsigs:size=0", "spots" },     { "spotsigs:size=40", "spots" },     { "spotsigs:size=62", "features" },
		{ "spotsigs:size=80", "features" }, { "spotsigs:size=1000000000", "features" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int turn = 0; turn < 2; turn++) {
			filter *f = open_filter(rows[i].spec);
			firstprint_verdict v;

			remember_page(f, 1, page_of(turn ? storm : storm_in_a_shell, "en"));
			v = check_page(f, page_of(turn ? storm_in_a_shell : storm, "en"));
			cr_expect_eq(v.of, 1u, "%s", rows[i].spec);
			cr_expect_str_eq(v.stage, rows[i].stage, "%s", rows[i].spec);
			filter_close(f);
		}
}

Test(spotsigs, the_option_purify_says_which_text_is_judged)
{
	firstprint_page other = page_of(storm, "en"), shell = page_of(market, "en");
	filter *f = open_filter("spotsigs:size=0"), *raw = open_filter("spotsigs:size=0,purify=off");

	shell.visible = other.text; /* as if the extraction had lost the article */
	remember_page(f, 1, other);
	remember_page(raw, 1, other);
	cr_expect_eq(check_page(f, shell).of, 0u);
	cr_expect_eq(check_page(raw, shell).of, 1u);
	filter_close(f);
	filter_close(raw);
}

Test(spotsigs, takes_its_antecedents_from_the_option)
{
	static const char text[] = "In Milton rain fell. In Leeds snow fell. In York wind rose. In Bath hail fell. The fog came to Hull.";
	static const struct { const char *spec; double spots; } rows[] = {
		{ "spotsigs:size=0,least=100", 1 },
		{ "spotsigs:size=0,least=100,antecedents=auto", 1 },
		{ "spotsigs:size=0,least=100,antecedents=in", 4 },
		{ "spotsigs:size=0,least=100,antecedents=in/the", 5 },
	};
	static const char *const refused[] = {"spotsigs:antecedents=",      "spotsigs:antecedents=/",     "spotsigs:antecedents=the/Is",
					      "spotsigs:antecedents=the / is", "spotsigs:antecedents=ｔｈｅ", "spotsigs:antecedents=a b",
					      "spotsigs:antecedents=."};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v = check_text(f, text);

		cr_expect_eq(evidence(&v, "spots"), rows[i].spots, "%s: %g", rows[i].spec, evidence(&v, "spots"));
		cr_expect_eq(evidence(&v, "words"), 21, "%s: %g", rows[i].spec, evidence(&v, "words"));
		filter_close(f);
	}
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		static const uint8_t key[FILTER_KEY_SIZE];
		complaint why = {""};
		filter *f = NULL;

		cr_expect_eq(filter_open(refused[i], key, &f, &why), ERR_USAGE, "%s", refused[i]);
		cr_expect(strstr(why.text, "antecedents must be auto, or words") || strstr(why.text, "''"), "%s", why.text);
	}
}

Test(spotsigs, refuses_signatures_it_did_not_make)
{
	filter *f = open_filter("spotsigs:size=0"), *other = open_filter("spotsigs");
	firstprint_page page = page_of(storm, "en");
	arena *a = arena_new();
	firstprint_signature sig, cut;
	firstprint_verdict v;
	uint8_t *bytes;

	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	for (size_t len = 0; len < sig.len; len++) {
		cut = (firstprint_signature){sig.bytes, len};
		cr_expect_eq(filter_check(f, &cut, &v, NULL), ERR_FORMAT, "check, %zu bytes", len);
		cr_expect_eq(filter_add(f, 1, &cut), ERR_FORMAT, "remember, %zu bytes", len);
		cr_expect_eq(filter_remove(f, 1), OK);
	}
	cr_expect_eq(filter_check(other, &sig, &v, NULL), ERR_FORMAT, "of the other kind of features");
	bytes = arena_alloc(a, sig.len + 1); /* also at an odd address */
	memcpy(bytes + 1, sig.bytes, sig.len);
	cut = (firstprint_signature){bytes + 1, sig.len};
	cr_expect_eq(filter_check(f, &cut, &v, NULL), OK);
	memset(bytes + sig.len - 3, 0, 4);
	cr_expect_eq(filter_check(f, &cut, &v, NULL), ERR_FORMAT, "features that do not ascend");
	arena_free(a);
	filter_close(f);
	filter_close(other);
}

/* ── compared with a scan of all pages, with random pages ── */

enum { PAGES = 300, FAMILIES = 20, WORDS = 60 };

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* A page of a family: the family's words, one in ten replaced, without a part of the beginning. */
static void write_page(char out[2000], uint32_t *state)
{
	static const char *const behind[] = {"the", "a", "in", "is", "so"};
	uint32_t family = next_random(state) % FAMILIES, from = next_random(state) % (WORDS / 2);

	out[0] = '\0';
	for (uint32_t i = from; i < WORDS; i++) {
		uint32_t draw = next_random(state) % 10, word = draw ? family * 1000 + i : next_random(state) % 500;
		char text[32] = "w";

		for (char *at = text + 1; word; word /= 10, *at = '\0')
			*at++ = (char)('a' + word % 10);
		strcat(strcat(strcat(out, behind[i % 5]), " "), text);
		strcat(out, i % 7 ? " " : ". ");
	}
}

static firstprint_signature random_signature(filter *f, uint32_t *state, arena *a)
{
	static char text[2000];
	firstprint_signature sig;
	firstprint_page page;

	write_page(text, state);
	page = page_of(text, "en");
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	return sig;
}

static firstprint_verdict ask(filter *f, const firstprint_signature *sig)
{
	firstprint_verdict v;

	cr_assert_eq(filter_check(f, sig, &v, NULL), OK);
	return v;
}

/* The best verdict of a filter that remembers only one page at a time. */
static firstprint_verdict scan(filter *f, const firstprint_signature pages[PAGES], const bool *is_kept,
			       const firstprint_signature *asked)
{
	firstprint_verdict best = {0};

	for (uint64_t id = 1; id <= PAGES; id++) {
		firstprint_verdict v;

		if (!is_kept[id - 1])
			continue;
		filter_add(f, id, &pages[id - 1]);
		v = ask(f, asked);
		filter_remove(f, id);
		if (v.kind > FIRSTPRINT_UNIQUE && (!best.of || v.score > best.score))
			best = v;
	}
	return best;
}

/* Remembers all pages and forgets two in three of them, some at once. */
static void crawl(filter *f, const firstprint_signature pages[PAGES], bool is_kept[PAGES])
{
	for (uint64_t id = 1; id <= PAGES; id++) {
		cr_assert_eq(filter_add(f, id, &pages[id - 1]), OK);
		is_kept[id - 1] = id % 3 == 0;
		if (id % 3 == 1)
			cr_assert_eq(filter_remove(f, id), OK);
	}
	for (uint64_t id = 2; id <= PAGES; id += 3)
		cr_assert_eq(filter_remove(f, id), OK);
}

/* How many of 40 questions found something. */
static int expect_scan_and_replay(const char *spec, uint32_t seed)
{
	filter *before = open_filter(spec), *after = open_filter(spec);
	static firstprint_signature pages[PAGES];
	static bool is_kept[PAGES];
	arena *a = arena_new();
	int drops = 0;

	for (int i = 0; i < PAGES; i++)
		pages[i] = random_signature(before, &seed, a);
	crawl(before, pages, is_kept);
	for (uint64_t id = 1; id <= PAGES; id++)
		if (is_kept[id - 1])
			cr_assert_eq(filter_add(after, id, &pages[id - 1]), OK);
	for (int i = 0; i < 40; i++) {
		filter *alone = open_filter(spec);
		firstprint_signature asked = random_signature(before, &seed, a);
		firstprint_verdict one = ask(before, &asked), two = ask(after, &asked), all = scan(alone, pages, is_kept, &asked);

		cr_assert(one.kind == all.kind && one.of == all.of && one.score == all.score, "%s, question %d: %zu, not %zu", spec,
			  i, (size_t)one.of, (size_t)all.of);
		cr_assert(one.kind == two.kind && one.of == two.of && one.score == two.score, "%s, replayed, %d", spec, i);
		drops += filter_kind_drops(one.kind);
		filter_close(alone);
	}
	filter_close(before);
	filter_close(after);
	arena_free(a);
	return drops;
}

Test(spotsigs, answers_as_if_it_compared_every_page_even_after_forget_and_replay)
{
	static const char *const specs[] = {"spotsigs:size=0,tau=0.25,least=1", "spotsigs:size=100,tau=0.25",
					    "spotsigs:size=90,tau=0.3", "spotsigs:size=1000,tau=0.2", "spotsigs:size=60,tau=0.05"};

	for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		int drops = expect_scan_and_replay(specs[i], i);

		cr_expect(drops > 5, "%s, %d of 40: the questions tell something", specs[i], drops);
	}
}

/* The signature of a page of 20,000 words is bounded by the sample, and the edited page is found. */
Test(spotsigs, bounds_the_signature_of_a_huge_page)
{
	filter *f = open_filter("spotsigs:size=1000000000");
	char *text = calloc(1, 400000), *at = text;
	uint32_t state = 1;
	firstprint_page page;
	arena *a = arena_new();
	firstprint_signature sig;
	firstprint_verdict v;

	for (int i = 0; i < 20000; i++) {
		for (uint32_t word = next_random(&state) | 1 << 20; word; word /= 26)
			*at++ = (char)('a' + word % 26);
		memcpy(at, i % 9 ? " " : ". ", 2);
		at += i % 9 ? 1 : 2;
	}
	page = page_of(text, "en");
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	cr_expect(sig.len < 10000, "%zu bytes", sig.len);
	cr_assert_eq(filter_add(f, 1, &sig), OK);
	text[100] = text[100] == 'x' ? 'y' : 'x';
	v = check_page(f, page);
	cr_expect(v.kind == FIRSTPRINT_NEAR_DUPLICATE && v.score > 0.99);
	arena_free(a);
	filter_close(f);
	free(text);
}

Test(spotsigs, memory_grows_with_what_it_holds)
{
	filter *f = open_filter("spotsigs");
	size_t before = filter_memory(f);

	remember_page(f, 1, page_of(storm, "en"));
	cr_expect_gt(filter_memory(f), before + 1500, "%zu", filter_memory(f) - before);
	filter_close(f);
}
