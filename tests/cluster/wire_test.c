#include "cluster/wire.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const uint8_t sent_bytes[] = "the signature that was sent";
static const firstprint_signature sent = {sent_bytes, sizeof sent_bytes - 1};

static size_t count_text(const wire_writer *w, const char *text)
{
	const char *at = w->bytes.bytes, *end = at + w->bytes.len;
	size_t n = 0;

	while (at && (at = memmem(at, (size_t)(end - at), text, strlen(text))) != NULL) {
		at++;
		n++;
	}
	return n;
}

/* ── bytes ── */

Test(wire, a_number_has_its_lowest_byte_first_and_comes_back)
{
	wire_writer w = {0};
	wire_reader r;

	wire_put_number(&w, 3, 0x123456);
	wire_put_number(&w, 8, UINT64_MAX - 1);
	wire_put_real(&w, -0.1);
	wire_put_text(&w, "text", 4);
	cr_assert_eq(w.bytes.len, (size_t)3 + 8 + 8 + 1 + 4);
	cr_expect_eq(memcmp(w.bytes.bytes, "\x56\x34\x12\xfe", 4), 0);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_expect_eq(wire_number(&r, 3), 0x123456u);
	cr_expect_eq(wire_number(&r, 8), UINT64_MAX - 1);
	cr_expect_eq(wire_real(&r), -0.1);
	cr_expect_eq(wire_text(&r).len, (size_t)4);
	cr_expect(!r.bad && wire_left(&r) == 0);
	buffer_free(&w.bytes);
}

Test(wire, behind_the_end_there_are_only_zeros)
{
	wire_reader r = wire_read("\x07\x01\x02", 3), none = wire_read(NULL, 0);

	cr_expect_eq(wire_number(&r, 1), 7u);
	cr_expect_eq(wire_number(&r, 3), 0u);
	cr_expect(r.bad);
	cr_expect_eq(wire_number(&r, 1), 0u, "bad for ever, though a byte is left");
	cr_expect_eq(wire_real(&r), 0.0);
	cr_expect_eq(wire_text(&r).len, (size_t)0);
	cr_expect_eq(wire_number(&none, 1), 0u);
	cr_expect(none.bad);
}

Test(wire, a_text_beyond_255_bytes_is_cut_off)
{
	char text[300];
	wire_writer w = {0};
	wire_reader r;

	memset(text, 'x', sizeof text);
	wire_put_text(&w, text, sizeof text);
	r = wire_read(w.bytes.bytes, w.bytes.len);
	cr_expect_eq(wire_text(&r).len, (size_t)255);
	cr_expect_eq(wire_left(&r), (size_t)0);
	buffer_free(&w.bytes);
}

/* ── pages ── */

static void expect_page(const wire_page *page)
{
	arena *a = arena_new();
	wire_writer w = {0};
	wire_page back;

	wire_put_page(&w, page);
	cr_assert_eq(wire_get_page((firstprint_span){w.bytes.bytes, w.bytes.len}, a, &back), OK);
	cr_expect_eq(back.flags, page->flags);
	cr_assert_eq(back.replaced_len, page->replaced_len);
	for (size_t i = 0; i < page->replaced_len; i++)
		cr_expect_eq(back.replaced[i], page->replaced[i]);
	cr_assert_eq(back.signature.len, page->signature.len);
	cr_expect_eq((uintptr_t)back.signature.bytes % 8, 0u, "aligned to 8");
	if (page->signature.len)
		cr_expect_eq(memcmp(back.signature.bytes, page->signature.bytes, page->signature.len), 0);
	arena_free(a);
	buffer_free(&w.bytes);
}

Test(wire, a_page_comes_back_as_it_was)
{
	static const uint64_t ids[] = {1, UINT64_MAX, 3};

	expect_page(&(wire_page){0});
	expect_page(&(wire_page){.signature = sent});
	expect_page(&(wire_page){.flags = WIRE_LOOK, .signature = {sent_bytes, 1}});
	for (size_t n = 0; n <= 3; n++)
		expect_page(&(wire_page){.flags = WIRE_KEEP | WIRE_NUMBER, .replaced = ids, .replaced_len = n, .signature = sent});
}

Test(wire, a_page_may_replace_as_many_pages_as_its_length_can_say)
{
	static uint64_t ids[WIRE_REPLACED_MAX];

	for (size_t i = 0; i < WIRE_REPLACED_MAX; i++)
		ids[i] = i * i;
	expect_page(&(wire_page){.replaced = ids, .replaced_len = WIRE_REPLACED_MAX, .signature = sent});
}

Test(wire, a_signature_that_is_too_long_is_refused)
{
	size_t len = 4 + (size_t)FIRSTPRINT_SIGNATURE_MAX;
	char *bytes = calloc(1, len + 1);
	arena *a = arena_new();
	wire_page page;

	cr_expect_eq(wire_get_page((firstprint_span){bytes, len}, a, &page), OK);
	cr_expect_eq(wire_get_page((firstprint_span){bytes, len + 1}, a, &page), ERR_FORMAT);
	arena_free(a);
	free(bytes);
}

/* ── answers ── */

static wire_answer full_answer(void)
{
	wire_answer x = {.id = 77, .link = 3, .verdict = {.kind = FIRSTPRINT_NEAR_DUPLICATE, .of = 12, .score = 0.75}};
	firstprint_verdict *v = &x.verdict;

	v->stage = "stage-of-test";
	v->proposed_by = "proposer";
	strcpy(v->word, "6-3/16");
	for (int i = 0; i < FIRSTPRINT_EVIDENCE_MAX; i++)
		firstprint_add_evidence(v, i % 2 ? "hamming" : "stage-of-test", i - 7.5);
	v->shares_len = FIRSTPRINT_SHARES_MAX;
	for (size_t i = 0; i < v->shares_len; i++)
		v->shares[i] = (firstprint_share){UINT64_MAX - i, (double)i / 7};
	wire_compare(&sent, &sent, &x);
	return x;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static void expect_verdict(const firstprint_verdict *v, const firstprint_verdict *w)
{
	cr_expect(v->kind == w->kind && v->of == w->of && v->score == w->score);
	cr_expect(same_text(v->stage, w->stage) && same_text(v->proposed_by, w->proposed_by));
	cr_expect_str_eq(v->word, w->word);
	cr_assert(v->evidence_len == w->evidence_len && v->shares_len == w->shares_len);
	for (size_t i = 0; i < v->evidence_len; i++)
		cr_expect(same_text(v->evidence[i].name, w->evidence[i].name) && v->evidence[i].value == w->evidence[i].value);
	for (size_t i = 0; i < v->shares_len; i++)
		cr_expect(v->shares[i].page == w->shares[i].page && v->shares[i].share == w->shares[i].share);
}

static void expect_answer(const wire_answer *x, const wire_answer *y)
{
	cr_assert_eq(x->is_bad, y->is_bad);
	cr_expect(x->id == y->id && x->link == y->link && x->front == y->front && x->back == y->back);
	cr_assert_eq(x->middle.len, y->middle.len);
	if (x->middle.len)
		cr_expect_eq(memcmp(x->middle.at, y->middle.at, x->middle.len), 0);
	expect_verdict(&x->verdict, &y->verdict);
}

/* The message with these answers. */
static wire_writer put_all(const wire_answer *all, size_t n)
{
	wire_answers answers = {0};
	wire_writer w = {0};

	for (size_t i = 0; i < n; i++)
		wire_add_answer(&answers, &all[i]);
	wire_put_answers(&w, &answers);
	wire_answers_free(&answers);
	cr_assert_not(w.failed);
	return w;
}

static status get_all(const wire_writer *w, size_t n, arena *a, wire_answer **out)
{
	wire_reader r = wire_read(w->bytes.bytes, w->bytes.len);

	return wire_get_answers(&r, n, a, out);
}

Test(wire, answers_come_back_as_they_were)
{
	static const uint8_t other[] = "the signature that is settled";
	wire_answer all[] = {full_answer(), {.is_bad = true}, {.id = 78}, {.id = 0, .verdict.stage = "too-short"}, full_answer()}, *back;
	size_t n = sizeof all / sizeof *all;
	arena *a = arena_new();
	wire_writer w;

	wire_compare(&sent, &(firstprint_signature){other, sizeof other}, &all[2]);
	w = put_all(all, n);
	cr_assert_eq(get_all(&w, n, a, &back), OK);
	for (size_t i = 0; i < n; i++)
		expect_answer(&all[i], &back[i]);
	cr_expect_eq(get_all(&w, n + 1, a, &back), ERR_FORMAT, "more answers than there are");
	cr_expect_eq(get_all(&w, n - 1, a, &back), ERR_FORMAT, "fewer answers than there are");
	arena_free(a);
	buffer_free(&w.bytes);
}

Test(wire, no_answers_are_answers_too)
{
	arena *a = arena_new();
	wire_writer w = put_all(NULL, 0);
	wire_answer *back;

	cr_expect_eq(w.bytes.len, (size_t)1);
	cr_expect_eq(get_all(&w, 0, a, &back), OK);
	arena_free(a);
	buffer_free(&w.bytes);
}

Test(wire, a_text_that_comes_again_is_written_once)
{
	wire_answer all[] = {full_answer(), full_answer(), full_answer()};
	wire_writer w = put_all(all, 3);

	cr_expect_eq(count_text(&w, "stage-of-test"), (size_t)1);
	cr_expect_eq(count_text(&w, "hamming"), (size_t)1);
	cr_expect_eq(count_text(&w, "proposer"), (size_t)1);
	buffer_free(&w.bytes);
}

/* A filter that makes up its names must not make answers that nobody can read. */
Test(wire, answers_with_too_many_names_can_still_be_read)
{
	enum { PAGES = 40 };
	static char names[PAGES * FIRSTPRINT_EVIDENCE_MAX][16];
	static wire_answer all[PAGES];
	arena *a = arena_new();
	wire_answer *back;
	wire_writer w;

	for (size_t i = 0; i < PAGES * FIRSTPRINT_EVIDENCE_MAX; i++) {
		snprintf(names[i], sizeof names[i], "name-%zu", i);
		firstprint_add_evidence(&all[i / FIRSTPRINT_EVIDENCE_MAX].verdict, names[i], (double)i);
	}
	for (size_t i = 0; i < PAGES; i++) {
		all[i].verdict.kind = FIRSTPRINT_DUPLICATE;
		all[i].verdict.of = 1;
		all[i].verdict.stage = names[PAGES * FIRSTPRINT_EVIDENCE_MAX - 1 - i];
	}
	w = put_all(all, PAGES);
	cr_assert_eq(get_all(&w, PAGES, a, &back), OK);
	cr_expect_str_eq(back[0].verdict.evidence[0].name, "name-0");
	cr_expect_eq(back[PAGES - 1].verdict.evidence[FIRSTPRINT_EVIDENCE_MAX - 1].value, PAGES * FIRSTPRINT_EVIDENCE_MAX - 1.0);
	arena_free(a);
	buffer_free(&w.bytes);
}

/* ── settled signatures ── */

Test(wire, a_settled_signature_is_sent_as_what_differs)
{
	static const struct { const char *name, *sent, *settled; size_t middle; } rows[] = {
		{ "equal",              "abcdefgh", "abcdefgh",     0 },
		{ "both empty",         "",         "",             0 },
		{ "was empty",          "",         "abc",          3 },
		{ "becomes empty",      "abc",      "",             0 },
		{ "appended",           "abcdefgh", "abcdefghij",   2 },
		{ "put before",         "abcdefgh", "xyabcdefgh",   2 },
		{ "put inside",         "abcdefgh", "abcdXYZefgh",  3 },
		{ "cut at the end",     "abcdefgh", "abcd",         0 },
		{ "cut at the front",   "abcdefgh", "efgh",         0 },
		{ "cut inside",         "abcdefgh", "abgh",         0 },
		{ "one byte",           "abcdefgh", "abcdXfgh",     1 },
		{ "twice the same",     "abab",     "abababab",     4 },
		{ "all of one byte",    "aaaa",     "aa",           0 },
		{ "nothing in common",  "abcdefgh", "12345678901", 11 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_signature from = {(const uint8_t *)rows[i].sent, strlen(rows[i].sent)}, back;
		firstprint_signature to = {(const uint8_t *)rows[i].settled, strlen(rows[i].settled)};
		arena *a = arena_new();
		wire_answer x = {0};

		wire_compare(&from, &to, &x);
		cr_expect_eq(x.middle.len, rows[i].middle, "%s: %zu bytes", rows[i].name, x.middle.len);
		cr_assert_eq(wire_settled(&x, &from, a, &back), OK, "%s", rows[i].name);
		cr_expect(back.len == to.len && memcmp(back.bytes, to.bytes, to.len) == 0, "%s", rows[i].name);
		cr_expect_eq((uintptr_t)back.bytes % 8, 0u, "%s", rows[i].name);
		arena_free(a);
	}
}

Test(wire, a_settled_signature_is_not_made_of_bytes_that_were_not_sent)
{
	static const wire_answer rows[] = {
		{ .front = 28 }, { .back = 28 }, { .front = 14, .back = 14 }, { .front = UINT32_MAX, .back = UINT32_MAX },
		{ .front = 1, .back = UINT32_MAX }, { .front = 27, .back = 1 },
	};
	wire_answer longest = {.front = 1, .middle = {(const char *)sent_bytes, FIRSTPRINT_SIGNATURE_MAX}};
	firstprint_signature back;
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(wire_settled(&rows[i], &sent, a, &back), ERR_FORMAT, "row %zu", i);
	cr_expect_eq(wire_settled(&longest, &sent, a, &back), ERR_FORMAT, "longer than a signature may be");
	arena_free(a);
}
