#include "cluster/entry.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t sig_bytes[] = "a signature";
static const firstprint_signature sig = {sig_bytes, sizeof sig_bytes};

static const entry_item items[] = {{.step = STEP_JOIN},
				   {.step = STEP_PAGE, .id = ENTRY_ID_MOST, .flags = ENTRY_KEEP | ENTRY_HELD, .signature = {sig_bytes, sizeof sig_bytes}},
				   {.step = STEP_LOCAL},
				   {.step = STEP_WITHDRAW, .id = 7},
				   {.step = STEP_PAGE, .id = 8},
				   {.step = STEP_COMPARED},
				   {.step = STEP_FORGET, .owner = {"other", 5}},
				   {.step = STEP_LEAVE}};
enum { ITEMS = sizeof items / sizeof *items };

static void write_all(wire_writer *w)
{
	entry_begin(w, "store-1", 11, 12, 13);
	for (size_t i = 0; i < ITEMS; i++)
		entry_put(w, &items[i]);
	cr_assert(!w->failed);
}

Test(entry, what_was_written_is_read)
{
	arena *a = arena_new();
	wire_writer w = {0};
	entry_item x;
	entry e;

	write_all(&w);
	cr_assert(entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e));
	cr_expect(e.owner.len == 7 && memcmp(e.owner.at, "store-1", 7) == 0 && e.stamp == 11 && e.session == 12 && e.request == 13);
	for (size_t i = 0; i < ITEMS; i++) {
		cr_assert_eq(entry_next(&e, a, &x), OK);
		cr_expect(x.step == items[i].step && x.id == items[i].id && x.flags == items[i].flags && x.owner.len == items[i].owner.len, "%zu", i);
		cr_assert_eq(x.signature.len, items[i].signature.len);
		cr_expect(!x.signature.len || (memcmp(x.signature.bytes, sig.bytes, sig.len) == 0 && (uintptr_t)x.signature.bytes % 8 == 0));
	}
	cr_expect(entry_next(&e, a, &x) == OK && x.step == STEP_NONE);
	buffer_free(&w.bytes);
	arena_free(a);
}

/* Wherever it is cut: the items before that are read, and then there are none. */
Test(entry, what_was_cut_ends_there)
{
	arena *a = arena_new();
	wire_writer w = {0};

	write_all(&w);
	for (size_t len = 0; len < w.bytes.len; len++) {
		entry_item x = {.step = STEP_JOIN};
		size_t n = 0;
		entry e;

		if (!entry_read((firstprint_span){w.bytes.bytes, len}, &e)) {
			cr_expect_lt(len, 40u);
			continue;
		}
		while (x.step != STEP_NONE && n <= ITEMS) {
			cr_assert_eq(entry_next(&e, a, &x), OK);
			n += x.step != STEP_NONE;
		}
		cr_expect_lt(n, (size_t)ITEMS, "of %zu bytes", len);
	}
	buffer_free(&w.bytes);
	arena_free(a);
}

Test(entry, another_format_or_an_unknown_step_is_none)
{
	entry_item x;
	arena *a = arena_new();
	entry e;
	wire_writer w = {0};

	cr_expect(!entry_read((firstprint_span){"", 0}, &e));
	entry_begin(&w, "", 1, 1, 1);
	cr_expect(!entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e), "without an owner");
	buffer_clear(&w.bytes);
	entry_begin(&w, "a", 1, 1, 1);
	wire_put_number(&w, 1, 200);
	wire_put_number(&w, 1, STEP_JOIN);
	cr_assert(entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e));
	cr_expect(entry_next(&e, a, &x) == OK && x.step == STEP_NONE);
	cr_expect(entry_next(&e, a, &x) == OK && x.step == STEP_NONE, "nor what follows it");
	w.bytes.bytes[0]++;
	cr_expect(!entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e));
	buffer_free(&w.bytes);
	arena_free(a);
}

/* A client that took it would give itself ids behind it, which do not fit anywhere. */
Test(entry, an_id_that_is_too_large_is_none)
{
	static const enum entry_step steps[] = {STEP_PAGE, STEP_WITHDRAW};

	for (size_t i = 0; i < 2; i++) {
		arena *a = arena_new();
		wire_writer w = {0};
		entry_item x;
		entry e;

		entry_begin(&w, "store-1", 11, 12, 13);
		entry_put(&w, &(entry_item){.step = steps[i], .id = ENTRY_ID_MOST + 1, .signature = {(const uint8_t *)"12345678", steps[i] == STEP_PAGE ? 8 : 0}});
		entry_put(&w, &(entry_item){.step = STEP_LOCAL});
		cr_assert(entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e));
		cr_expect(entry_next(&e, a, &x) == OK && x.step == STEP_NONE);
		cr_expect(entry_next(&e, a, &x) == OK && x.step == STEP_NONE);
		buffer_free(&w.bytes);
		arena_free(a);
	}
}

Test(entry, a_signature_that_is_too_long_is_none)
{
	for (size_t more = 0; more < 2; more++) {
		size_t len = (size_t)FIRSTPRINT_SIGNATURE_MAX + more;
		uint8_t *bytes = calloc(1, len);
		entry_item page = {.step = STEP_PAGE, .id = 1, .signature = {bytes, len}}, x;
		arena *a = arena_new();
		wire_writer w = {0};
		entry e;

		entry_begin(&w, "a", 1, 1, 1);
		entry_put(&w, &page);
		cr_assert(!w.failed && entry_read((firstprint_span){w.bytes.bytes, w.bytes.len}, &e));
		cr_expect(entry_next(&e, a, &x) == OK);
		cr_expect_eq(x.step, more ? STEP_NONE : STEP_PAGE);
		buffer_free(&w.bytes);
		arena_free(a);
		free(bytes);
	}
}
