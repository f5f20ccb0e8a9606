/* Messages that were cut short or changed: wire.h reads none of them as one, and nothing past their ends. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/wire.h"
#include "tests/random.h"

static const uint8_t sent_bytes[] = "0123456789";
static const firstprint_signature sent = {sent_bytes, 10};

/* Copies of their own, so that a sanitizer sees a read past the end. */
static status get_page(const char *bytes, size_t len, wire_page *out, arena *a)
{
	char *copy = malloc(len ? len : 1);
	status err;

	memcpy(copy, bytes, len);
	err = wire_get_page((firstprint_span){copy, len}, a, out);
	free(copy);
	return err;
}

/* Also makes the settled signatures. */
static status get_answers(const char *bytes, size_t len, size_t n)
{
	char *copy = malloc(len ? len : 1);
	arena *a = arena_new();
	wire_answer *back;
	wire_reader r;
	status err;

	if (len)
		memcpy(copy, bytes, len);
	r = wire_read(copy, len);
	err = wire_get_answers(&r, n, a, &back);
	for (size_t i = 0; !err && i < n; i++) {
		firstprint_signature settled = {0};
		status made = wire_settled(&back[i], &sent, a, &settled);

		cr_expect(made == OK || made == ERR_FORMAT);
	}
	arena_free(a);
	free(copy);
	return err;
}

static wire_answer one_answer(void)
{
	wire_answer x = {.id = 5, .link = 1, .front = 4, .back = 5, .middle = {"middle", 6}};

	x.verdict = (firstprint_verdict){.kind = FIRSTPRINT_CONTAINED, .of = 2, .stage = "some-stage", .score = 0.5, .word = "w"};
	firstprint_add_evidence(&x.verdict, "name", 2);
	x.verdict.shares[x.verdict.shares_len++] = (firstprint_share){9, 0.25};
	return x;
}

static wire_writer message_of(const wire_answer *x, size_t n)
{
	wire_answers answers = {0};
	wire_writer w = {0};

	for (size_t i = 0; i < n; i++)
		wire_add_answer(&answers, &x[i]);
	wire_put_answers(&w, &answers);
	wire_answers_free(&answers);
	return w;
}

static status status_of(const wire_answer *x)
{
	wire_writer w = message_of(x, 1);
	status err = get_answers(w.bytes.bytes, w.bytes.len, 1);

	buffer_free(&w.bytes);
	return err;
}

/* The ids are counted: a page without all of them is none. Its signature is what is left, so that shorter ones are pages. */
Test(wire_cut, a_page_without_all_of_its_head_is_refused)
{
	static const uint64_t ids[] = {11, 12};
	wire_page page = {.flags = 1, .replaced = ids, .replaced_len = 2, .signature = sent}, back;
	arena *a = arena_new();
	wire_writer w = {0};

	wire_put_page(&w, &page);
	for (size_t len = 0; len <= w.bytes.len; len++) {
		status err = get_page(w.bytes.bytes, len, &back, a);

		cr_expect_eq(err, len < 2 + 2 + 16 ? ERR_FORMAT : OK, "%zu bytes", len);
		if (!err)
			cr_expect_eq(back.signature.len, len - 20);
	}
	arena_free(a);
	buffer_free(&w.bytes);
}

Test(wire_cut, every_cut_of_answers_is_refused)
{
	wire_answer all[] = {one_answer(), {.is_bad = true}, {.id = 6}, one_answer()};
	wire_writer w = message_of(all, 4);

	cr_assert_eq(get_answers(w.bytes.bytes, w.bytes.len, 4), OK);
	for (size_t len = 0; len < w.bytes.len; len++)
		cr_expect_eq(get_answers(w.bytes.bytes, len, 4), ERR_FORMAT, "%zu bytes", len);
	cr_expect(buffer_append(&w.bytes, "", 1));
	cr_expect_eq(get_answers(w.bytes.bytes, w.bytes.len, 4), ERR_FORMAT, "a byte too many");
	buffer_free(&w.bytes);
}

Test(wire_cut, changed_answers_are_read_or_refused)
{
	wire_answer all[] = {one_answer(), {.is_bad = true}, {.id = 6}, one_answer()};
	wire_writer w = message_of(all, 4);
	uint64_t state = 1;

	for (int i = 0; i < 20000; i++) {
		size_t at = next_random(&state) % w.bytes.len;
		char was = w.bytes.bytes[at];
		status err;

		w.bytes.bytes[at] = (char)next_random(&state);
		err = get_answers(w.bytes.bytes, w.bytes.len, 4);
		cr_expect(err == OK || err == ERR_FORMAT, "byte %zu", at);
		w.bytes.bytes[at] = was;
	}
	buffer_free(&w.bytes);
}

Test(wire_cut, a_score_or_share_that_is_none_is_refused)
{
	static const double rows[] = {-0.001, 1.001, 1e300, -INFINITY, INFINITY, NAN};
	wire_answer x = one_answer();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		x = one_answer();
		x.verdict.score = rows[i];
		cr_expect_eq(status_of(&x), ERR_FORMAT, "score %g", rows[i]);
		x = one_answer();
		x.verdict.shares[0].share = rows[i];
		cr_expect_eq(status_of(&x), ERR_FORMAT, "share %g", rows[i]);
	}
	for (double edge = 0; edge <= 1; edge++) {
		x.verdict.score = x.verdict.shares[0].share = edge;
		cr_expect_eq(status_of(&x), OK, "%g", edge);
	}
}

Test(wire_cut, evidence_that_is_no_number_is_refused)
{
	static const double rows[] = {INFINITY, -INFINITY, NAN};

	for (size_t i = 0; i < 3; i++) {
		wire_answer x = one_answer();

		x.verdict.evidence[0].value = rows[i];
		cr_expect_eq(status_of(&x), ERR_FORMAT, "%g", rows[i]);
	}
}

Test(wire_cut, a_kind_and_the_page_it_names_belong_together)
{
	wire_answer x = one_answer();

	x.verdict.of = 0;
	cr_expect_eq(status_of(&x), ERR_FORMAT, "contained in nothing");
	x.verdict.kind = FIRSTPRINT_UNIQUE;
	cr_expect_eq(status_of(&x), OK);
	x.verdict.of = 2;
	cr_expect_eq(status_of(&x), ERR_FORMAT, "unique, and of a page");
	x = one_answer();
	x.verdict.stage = NULL;
	cr_expect_eq(status_of(&x), ERR_FORMAT, "contained, and no stage said so");
}

/* The first byte of a row is its kind, and the next one the link, of which the reader knows nothing. */
Test(wire_cut, only_kinds_that_there_are_are_read)
{
	wire_answer x = one_answer();
	wire_writer w = message_of(&x, 1);
	size_t row = 1 + 1 + strlen("some-stage") + 1 + strlen("name");

	cr_assert_eq(w.bytes.bytes[row], FIRSTPRINT_CONTAINED);
	for (int kind = 0; kind < 256; kind++) {
		bool drops_or_keeps = kind > FIRSTPRINT_UNIQUE && kind <= FIRSTPRINT_SUPERSEDES;

		w.bytes.bytes[row] = (char)kind;
		cr_expect_eq(get_answers(w.bytes.bytes, w.bytes.len, 1), drops_or_keeps ? OK : ERR_FORMAT, "kind %d", kind);
	}
	w.bytes.bytes[row] = FIRSTPRINT_CONTAINED;
	for (int link = 0; link < 256; link++) {
		w.bytes.bytes[row + 1] = (char)link;
		cr_expect_eq(get_answers(w.bytes.bytes, w.bytes.len, 1), OK, "link %d", link);
	}
	buffer_free(&w.bytes);
}

Test(wire_cut, a_word_without_room_for_its_end_is_refused)
{
	wire_answer x = one_answer();
	size_t row = 1 + 1 + strlen("some-stage") + 1 + strlen("name"), word = row + 1 + 1 + 8 + 8 + 8 + 8 + 1 + 1;
	wire_writer w = message_of(&x, 1), longer = {0};

	cr_assert_eq(w.bytes.bytes[word], 1);
	for (size_t len = FIRSTPRINT_WORD_SIZE - 1; len <= FIRSTPRINT_WORD_SIZE; len++) {
		char text[FIRSTPRINT_WORD_SIZE];

		memset(text, 'w', sizeof text);
		wire_put_bytes(&longer, w.bytes.bytes, word);
		wire_put_text(&longer, text, len);
		wire_put_bytes(&longer, w.bytes.bytes + word + 2, w.bytes.len - word - 2);
		cr_expect_eq(get_answers(longer.bytes.bytes, longer.bytes.len, 1), len < FIRSTPRINT_WORD_SIZE ? OK : ERR_FORMAT);
		buffer_clear(&longer.bytes);
	}
	buffer_free(&w.bytes);
	buffer_free(&longer.bytes);
}

/* The message `w`, with so many pieces of `size` bytes at `at`, behind their number, instead of one. */
static status with_pieces(const wire_writer *w, size_t at, size_t size, size_t n)
{
	const char *bytes = w->bytes.bytes;
	wire_writer more = {0};
	status err;

	cr_assert_eq(bytes[at], 1);
	wire_put_bytes(&more, bytes, at);
	wire_put_number(&more, 1, n);
	for (size_t i = 0; i < n; i++)
		wire_put_bytes(&more, bytes + at + 1, size);
	wire_put_bytes(&more, bytes + at + 1 + size, w->bytes.len - at - 1 - size);
	err = get_answers(more.bytes.bytes, more.bytes.len, 1);
	buffer_free(&more.bytes);
	return err;
}

Test(wire_cut, more_evidence_or_shares_than_there_is_room_for_are_refused)
{
	wire_answer x = one_answer();
	wire_writer w = message_of(&x, 1);
	size_t shares = w.bytes.len - 6 - 12 - 16 - 1, evidence = shares - 9 - 1;

	cr_expect_eq(with_pieces(&w, evidence, 9, FIRSTPRINT_EVIDENCE_MAX), OK);
	cr_expect_eq(with_pieces(&w, evidence, 9, FIRSTPRINT_EVIDENCE_MAX + 1), ERR_FORMAT);
	cr_expect_eq(with_pieces(&w, shares, 16, FIRSTPRINT_SHARES_MAX), OK);
	cr_expect_eq(with_pieces(&w, shares, 16, FIRSTPRINT_SHARES_MAX + 1), ERR_FORMAT);
	buffer_free(&w.bytes);
}
