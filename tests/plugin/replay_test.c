/* What every filter must guarantee: after a restart that replays the kept signatures it gives the same verdicts as without
 * one, even if a page was forgotten. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "plugin/filter.h"
#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

enum { PAGES = 120 };

static const char *const more[] = {"cascade:confirm=off,sentences=3,bits=8", "cascade:clusters=4",
				   "cascade:confirm=off,clusters=5,bits=10,sentences=9", "exact+minhash", NULL};

static firstprint_signature signatures[PAGES];

/* Page i: a new article, or an edit of an earlier one; every fifth is Chinese, the others English. */
static const char *text_of(int i, arena *a)
{
	int seed = i % 3 == 2 ? i / 3 : i;
	char *text = arena_zeros(a, 9000, 1), *at = text;

	for (int s = 0; s < 14; s++) {
		if (i % 3 == 2 && s == i % 11)
			continue; /* the edit: one sentence is missing */
		if (seed % 5 == 4)
			for (int k = 0; k < 15; k++) {
				unsigned c = 0x4e00 + (unsigned)(seed * 131 + s * 17 + k * k * 7 + k) % 900;

				at += sprintf(at, "%c%c%c", 0xe0 | c >> 12, 0x80 | (c >> 6 & 63), 0x80 | (c & 63));
			}
		else
			for (int k = 0; k < 9; k++)
				at += sprintf(at, "w%c%c%c ", 'a' + (seed * 7 + s * 3 + k) % 26, 'a' + (seed + k * 5) % 26,
					      'a' + (s * 11 + k) % 26);
		at += sprintf(at, seed % 5 == 4 ? "。" : "ends the %d. ", s);
	}
	return text;
}

static firstprint_signature sign(filter *f, int i, arena *a)
{
	firstprint_page page = {.url = "", .title = i % 7 ? "" : "A title", .lang = i % 5 == 4 ? "zh" : "en"};
	const char *text = text_of(i, a);
	firstprint_signature sig;

	page_of_text(text, a, &page);
	digest_of(text, strlen(text), page.digest);
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	return sig;
}

static void judge(filter *f, int i, firstprint_verdict *v)
{
	cr_assert_eq(filter_check(f, &signatures[i], v, NULL), OK);
	if (!filter_kind_drops(v->kind))
		cr_assert_eq(filter_add(f, (uint64_t)i + 1, &signatures[i]), OK);
}

static bool same(const firstprint_verdict *a, const firstprint_verdict *b)
{
	bool alike = a->kind == b->kind && a->of == b->of && a->score == b->score && strcmp(a->stage ? a->stage : "", b->stage ? b->stage : "") == 0;

	for (size_t i = 0; i < a->evidence_len && alike; i++)
		alike = a->evidence_len == b->evidence_len && a->evidence[i].value == b->evidence[i].value;
	return alike;
}

/* Judges half of the pages, forgets page 4, then judges the other half with this filter and with a restarted one, which was told to
 * expect so many pages; 0: which was not told. */
static void check_replay(const char *spec, uint64_t expected)
{
	filter *f = open_filter(spec), *g = open_filter(spec);
	firstprint_verdict v[PAGES], w;
	arena *a = arena_new();
	int dropped = 0;

	for (int i = 0; i < PAGES; i++)
		signatures[i] = sign(f, i, a);
	for (int i = 0; i < PAGES / 2; i++)
		judge(f, i, &v[i]);
	cr_assert_eq(filter_remove(f, 4), OK);
	if (expected)
		filter_begin_load(g, expected);
	for (int i = 0; i < PAGES / 2; i++)
		if (!filter_kind_drops(v[i].kind) && i != 3)
			cr_assert_eq(filter_add(g, (uint64_t)i + 1, &signatures[i]), OK);
	cr_assert_eq(filter_end_load(g), OK);
	for (int i = PAGES / 2; i < PAGES; i++) {
		judge(f, i, &v[i]);
		judge(g, i, &w);
		cr_expect(same(&v[i], &w), "%s: page %d, %llu expected", spec, i, (unsigned long long)expected);
		dropped += filter_kind_drops(v[i].kind);
	}
	cr_expect(strcmp(spec, "none") == 0 || strncmp(spec, "exact", 5) == 0 || dropped > 0, "%s met nothing", spec);
	cr_expect_gt(filter_memory(f), 0);
	arena_free(a);
	filter_close(f);
	filter_close(g);
}

Test(replay, a_restart_changes_no_verdict)
{
	for (size_t i = 0; filter_builtins[i]; i++)
		check_replay(filter_builtins[i]->name, 0);
	for (size_t i = 0; more[i]; i++)
		check_replay(more[i], 0);
}

Test(replay, however_many_pages_were_expected_no_verdict_changes)
{
	static const uint64_t expected[] = {1, PAGES / 2, 10 * PAGES, UINT64_MAX};

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		check_replay("cascade", expected[i]);
		check_replay("cascade:clusters=4", expected[i]);
		check_replay("exact+cascade:confirm=off,bits=8", expected[i]);
	}
}

/* Bytes that are not a signature of the filter are refused. */
Test(replay, signatures_of_other_filters_are_refused)
{
	for (size_t i = 0; filter_builtins[i]; i++) {
		filter *f = open_filter(filter_builtins[i]->name);
		firstprint_signature strange = {(const uint8_t *)"abcdefg", 7};
		firstprint_verdict v;

		if (strcmp(filter_builtins[i]->name, "none") != 0) {
			cr_expect_eq(filter_check(f, &strange, &v, NULL), ERR_FORMAT, "%s", filter_builtins[i]->name);
			cr_expect_eq(filter_add(f, 1, &strange), ERR_FORMAT, "%s", filter_builtins[i]->name);
		}
		filter_close(f);
	}
}
