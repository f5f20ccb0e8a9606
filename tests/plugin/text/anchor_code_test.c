#include "plugin/text/anchors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/utf8.h>

static const anchor_code_rule DEFAULTS = {
	.anchors = ANCHORS_PUNCTUATION, .first = 1000, .unit = 300, .unit_share = 0.75, .paragraphs = 6, .ends = 2, .least = 2,
};

enum { PARAGRAPHS_MOST = 64 };

static anchor_code code_of(const char *text, anchor_code_rule rule, arena *a)
{
	static const uint8_t zeros[16];
	firstprint_span spans[PARAGRAPHS_MOST];
	firstprint_page page = {.text = {text, strlen(text)}, .paragraphs = spans};
	anchor_code code;
	feature_key key;

	for (const char *at = text; *at && page.paragraphs_len < PARAGRAPHS_MOST;) {
		size_t len = strcspn(at, "\n");

		spans[page.paragraphs_len++] = (firstprint_span){at, len};
		at += len + (at[len] == '\n');
	}
	feature_key_init(&key, zeros);
	cr_assert_eq(anchor_code_of(&page, &rule, &key, a, &code), OK);
	return code;
}

static const char *text_of(const anchor_code *c, char *out)
{
	int32_t len = 0;

	for (size_t i = 0; i < c->len; i++)
		U8_APPEND_UNSAFE((uint8_t *)out, len, c->symbols[i] & ANCHORS_WORD ? '#' : c->symbols[i]);
	out[len] = 0;
	return out;
}

/* Each has ten characters. */
#define HEAVEN "天地玄黄，宇宙洪荒。"
#define SUN    "日月盈昃，辰宿列张。"
#define COLD   "寒来暑往，秋收冬藏。"

Test(anchor_code, follows_the_steps_of_algorithms_1_and_2)
{
	static const struct { const char *name, *text; int64_t unit; double share; const char *code; } rows[] = {
		{ "one paragraph is a unit by its share", HEAVEN, 300, 0.75, "天黄宇荒" },
		{ "long enough, whatever its share", HEAVEN "\n" SUN "\n寒来，暑往", 10, 0.75, "天黄宇荒日昃辰张" },
		{ "by either condition: by length", HEAVEN "\n" SUN, 10, 1, "天黄宇荒日昃辰张" },
		{ "…and by share", HEAVEN "\n日，月", 1000, 0.75, "天黄宇荒" },
		{ "a share just met", HEAVEN HEAVEN HEAVEN "\n" SUN, 1000, 0.75, "天黄宇荒天黄宇荒天黄宇荒" },
		{ "a share just missed", HEAVEN HEAVEN HEAVEN "\n" SUN, 1000, 0.751, "天黄宇荒天黄宇荒天黄宇荒日昃辰张" },
		{ "step 3c: no unit, few paragraphs: all of them", "专题\n" HEAVEN "\n" SUN "\n" COLD, 1000, 0.75,
		  "专天黄宇荒日昃辰张寒往秋藏" },
		{ "step 3b: no unit, six paragraphs: ends of two and two", "天地玄\n黄宇宙\n洪荒日\n月盈昃\n辰宿列\n张寒来", 1000, 0.75,
		  "天玄黄宙辰列张来" },
		{ "step 3b: a paragraph of one character, once", "天\n黄\n洪荒日\n月盈昃\n辰\n张", 1000, 0.75, "天黄辰张" },
		{ "step 4: too short a code: the first 4N", "天地玄黄宇宙洪荒日月盈昃", 1000, 0.75, "天地玄黄宇宙洪荒" },
		{ "step 4, in words", "to be or not to be that is the question", 1000, 0.75, "########" },
		{ "step 4, of a short text", "天", 1000, 0.75, "天" },
		{ "nothing", "", 1000, 0.75, "" },
	};
	arena *a = arena_new();
	char out[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		anchor_code_rule rule = DEFAULTS;
		anchor_code c;

		rule.unit = rows[i].unit;
		rule.unit_share = rows[i].share;
		c = code_of(rows[i].text, rule, a);
		cr_expect_str_eq(text_of(&c, out), rows[i].code, "%s: %s", rows[i].name, out);
	}
	arena_free(a);
}

Test(anchor_code, takes_overlapping_ends_once)
{
	anchor_code_rule rule = DEFAULTS;
	arena *a = arena_new();
	char out[64];
	anchor_code c;

	rule.paragraphs = 3;
	c = code_of("天地\n玄黄\n宇宙", rule, a);
	cr_expect_str_eq(text_of(&c, out), "天地玄黄宇宙", "%s", out);
	arena_free(a);
}

Test(anchor_code, looks_at_the_first_characters_only)
{
	anchor_code_rule rule = DEFAULTS;
	arena *a = arena_new();
	char out[512];
	anchor_code c;

	rule.first = 20;
	c = code_of(HEAVEN SUN COLD, rule, a);
	cr_expect_str_eq(text_of(&c, out), "天黄宇荒日昃辰张", "%s", out);
	arena_free(a);
}

Test(anchor_code, is_bounded)
{
	enum { PIECES = 2 * ANCHOR_CODE_MOST };
	anchor_code_rule rule = DEFAULTS;
	char *text = malloc(4 * PIECES + 1);
	arena *a = arena_new();

	rule.first = 0;
	for (size_t i = 0; i < PIECES; i++)
		memcpy(text + 4 * i, "天,", 5);
	cr_expect_eq(code_of(text, rule, a).len, (size_t)ANCHOR_CODE_MOST);
	arena_free(a);
	free(text);
}
