#include "plugin/text/anchors.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unicode/utf8.h>

enum { PARAGRAPHS_MOST = 16 };

/* A page of this text; each line is a paragraph. */
static firstprint_page page_of(const char *text, firstprint_span spans[PARAGRAPHS_MOST])
{
	firstprint_page page = {.text = {text, strlen(text)}, .paragraphs = spans};

	for (const char *at = text; *at && page.paragraphs_len < PARAGRAPHS_MOST;) {
		size_t len = strcspn(at, "\n");

		spans[page.paragraphs_len++] = (firstprint_span){at, len};
		at += len + (at[len] == '\n');
	}
	return page;
}

static anchored_text read_page(const char *text, enum anchor_set set, size_t first, arena *a)
{
	static const uint8_t zeros[16];
	firstprint_span spans[PARAGRAPHS_MOST];
	firstprint_page page = page_of(text, spans);
	anchored_text t;
	feature_key key;

	feature_key_init(&key, zeros);
	cr_assert_eq(anchors_of(&page, set, first, &key, a, &t), OK);
	return t;
}

/* The symbols beside anchors; '#' for a word. */
static const char *beside(const anchored_text *t, char *out)
{
	int32_t len = 0;

	for (size_t i = 0; i < t->len; i++) {
		uint32_t symbol = t->pieces[i].symbol;

		if (t->pieces[i].is_beside)
			U8_APPEND_UNSAFE((uint8_t *)out, len, symbol & ANCHORS_WORD ? '#' : symbol);
	}
	out[len] = 0;
	return out;
}

static const char PRINTED[] = "系统采用的特征码提取算法是基于语法获取特征的方法。这种方法将网页内容看成字符流，以一些标点符号和常用汉字作为锚点，"
			      "从网页内容中抽取文字作为网页特征码。";

Test(anchors, takes_what_stands_left_and_right_of_each)
{
	static const struct { const char *name, *text; enum anchor_set set; const char *beside; } rows[] = {
		{ "the paper's example",       PRINTED, ANCHORS_PUNCTUATION, "系法这流以点从码" },
		{ "…with 的 among the anchors", PRINTED, ANCHORS_DE, "系用特征方法这流以点从码" },
		{ "Table I: between two anchors, once", "发射架的人。", ANCHORS_DE, "发架人" },
		{ "的 is a character else",    "发射架的人。", ANCHORS_PUNCTUATION, "发人" },
		{ "no anchor but the start",   "天地玄黄", ANCHORS_PUNCTUATION, "天" },
		{ "no end without a mark",     "天地，玄黄", ANCHORS_PUNCTUATION, "天地玄" },
		{ "all widths",                "天地,玄黄.宇宙!洪荒?日月;盈昃:辰宿", ANCHORS_PUNCTUATION, "天地玄黄宇宙洪荒日月盈昃辰" },
		{ "fullwidth",                 "天地，玄黄．宇宙！洪荒？日月；盈昃：辰宿", ANCHORS_PUNCTUATION, "天地玄黄宇宙洪荒日月盈昃辰" },
		{ "several anchors, one place", "天地玄黄。”“，宇宙洪荒", ANCHORS_PUNCTUATION, "天黄宇" },
		{ "over brackets and spaces",  "天地玄（黄），　（宇宙", ANCHORS_PUNCTUATION, "天黄宇" },
		{ "each paragraph's start",    "天地玄\n黄宇宙", ANCHORS_PUNCTUATION, "天黄" },
		{ "not over a paragraph's end", "天地玄\n。黄宇宙", ANCHORS_PUNCTUATION, "天黄" },
		{ "nothing to read",           "***\n。。。", ANCHORS_PUNCTUATION, "" },
		{ "nothing",                   "", ANCHORS_PUNCTUATION, "" },
		{ "words are whole",           "Rain fell all day, and snow came at night.", ANCHORS_PUNCTUATION, "####" },
		{ "no anchor in a number",     "It rose 1,250.5 points at 10:30 there.", ANCHORS_PUNCTUATION, "##" },
		{ "nor in a word",             "We don't or don’t go to example.com now.", ANCHORS_PUNCTUATION, "##" },
		{ "words among characters",    "他说Linux，天地GNU。", ANCHORS_PUNCTUATION, "他#天#" },
		{ "Hindi, Arabic",             "बारिश हो रही थी। बर्फ गिरी", ANCHORS_PUNCTUATION, "###" },
	};
	arena *a = arena_new();
	char out[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		anchored_text t = read_page(rows[i].text, rows[i].set, 0, a);

		cr_expect_str_eq(beside(&t, out), rows[i].beside, "%s: %s", rows[i].name, out);
	}
	arena_free(a);
}

Test(anchors, one_word_is_one_symbol_however_it_is_written)
{
	static const struct { const char *name, *a, *b; bool same; } rows[] = {
		{ "case",            "Rain.", "RAIN.", true },
		{ "fullwidth",       "Rain.", "Ｒａｉｎ。", true },
		{ "apostrophes",     "don't", "don’t", true },
		{ "another word",    "Rain.", "Ruin.", false },
		{ "another number",  "1.5",   "1.6", false },
		{ "another character", "天", "地", false },
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		anchored_text x = read_page(rows[i].a, ANCHORS_PUNCTUATION, 0, a);
		anchored_text y = read_page(rows[i].b, ANCHORS_PUNCTUATION, 0, a);

		cr_assert(x.len == 1 && y.len == 1, "%s", rows[i].name);
		cr_expect_eq(x.pieces[0].symbol == y.pieces[0].symbol, rows[i].same, "%s", rows[i].name);
	}
	arena_free(a);
}

Test(anchors, counts_the_characters_of_each_paragraph_without_white_space)
{
	arena *a = arena_new();
	anchored_text t = read_page("天地，玄黄。\n***\nTo be or\nnot", ANCHORS_PUNCTUATION, 0, a);

	cr_assert_eq(t.paragraphs_len, (size_t)3, "a row of stars is not a paragraph");
	cr_expect_eq(t.paragraphs[0].characters, (size_t)6);
	cr_expect_eq(t.paragraphs[1].characters, (size_t)6);
	cr_expect_eq(t.paragraphs[2].characters, (size_t)3);
	cr_expect_eq(t.characters, (size_t)18);
	cr_expect_eq(t.paragraphs[1].from, t.paragraphs[0].to);
	cr_expect_eq(t.paragraphs[2].to, t.len);
	arena_free(a);
}

Test(anchors, reads_no_more_than_the_first_characters_and_the_last_word_whole)
{
	static const struct { const char *name, *text; size_t first, pieces, paragraphs; } rows[] = {
		{ "all",              "天地\n玄黄", 0, 4, 2 },
		{ "three",            "天地\n玄黄", 3, 3, 2 },
		{ "two",              "天地\n玄黄", 2, 2, 1 },
		{ "within a word",    "Rain fell today", 6, 2, 1 },
		{ "more than all",    "天地\n玄黄", 100, 4, 2 },
	};
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		anchored_text t = read_page(rows[i].text, ANCHORS_PUNCTUATION, rows[i].first, a);

		cr_expect_eq(t.len, rows[i].pieces, "%s: %zu", rows[i].name, t.len);
		cr_expect_eq(t.paragraphs_len, rows[i].paragraphs, "%s", rows[i].name);
	}
	arena_free(a);
}

/* Table I: the printed code of A2' is contained in ours, in this order. Ours has more symbols; the paper does not say why
 * it lacks them. */
Test(anchors, has_the_printed_code_of_the_papers_long_text)
{
	static const char text[] =
		"在神七科研攻关中，哈尔滨工业大学承担着宇航员舱外宇航服的地面实验系统，学院气动技术中心课题组负责“水平舱环控系统改造”"
		"和“紧急复压系统”的研制。……而在神七发射前 38 分钟，上海的一名科研人员拔掉地面连接神七的最后一个重要插座，成为最后一位"
		"撤离发射架的人。";
	static const char printed[] = "在中哈服地统学责水造和海一七最座成架人";
	arena *a = arena_new();
	char out[512];
	anchored_text t = read_page(text, ANCHORS_DE, 0, a);
	const char *at = beside(&t, out);

	for (size_t i = 0; printed[i]; i += 3) { /* 3 bytes each in UTF-8 */
		char one[4] = {printed[i], printed[i + 1], printed[i + 2], 0};

		at = strstr(at, one);
		cr_assert(at, "%s in %s", one, out);
		at += 3;
	}
	arena_free(a);
}
