/* How a signature is finalized depends on the stored pages, and on nothing else: not on the order of the past, not on removed
 * pages, not on a restart. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

enum { STEPS = 10000, KEPT_MOST = 400, PROBES = 200 };

typedef struct kept {
	uint64_t id;
	firstprint_signature sig; /* final; in the test's arena */
} kept;

static uint32_t draw(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* Page i: lines of one of four sites, most of them labels from a pool that its pages share, and a line of its own. */
static firstprint_page page_number(uint32_t i, arena *a)
{
	uint32_t state = i * 7919 + 3, site = draw(&state) % 4;
	firstprint_page page = {.url = arena_printf(a, "http://site%u/%u", site, i), .title = "", .lang = "en"};
	char *text = arena_zeros(a, 4000, 1), *at = text;

	for (uint32_t l = 0; l < 5; l++) {
		uint32_t line = l == 2 ? 100000 + i / 2 : site * 100 + draw(&state) % 12;

		for (uint32_t k = 0; k < (line < 400 ? 4 : 14); k++) {
			uint32_t word = line * 31 + k * k * 7 + k;

			at += sprintf(at, "w%c%c%c ", 'a' + (int)(word % 26), 'a' + (int)(word / 26 % 26), 'a' + (int)(word / 676 % 26));
		}
		if (l < 4)
			*at++ = '\n';
	}
	page_of_text(text, a, &page);
	return page;
}

static firstprint_signature final_of(filter *f, uint32_t i, arena *a)
{
	firstprint_page page = page_number(i, a);
	firstprint_signature sig = sign_page(f, page, a), final;

	cr_assert_eq(filter_finalize(f, &sig, a, &final), OK);
	return final;
}

static void remove_at(filter *f, kept *all, size_t *n, size_t at)
{
	cr_assert_eq(filter_remove(f, all[at].id), OK);
	memmove(all + at, all + at + 1, (--*n - at) * sizeof *all);
}

/* Adds, removes, and takes back the last page, as after a transaction that failed. Returns how many are kept. */
static size_t run_steps(filter *f, kept all[KEPT_MOST], arena *a)
{
	uint32_t state = 1;
	uint64_t id = 0;
	size_t n = 0;

	for (uint32_t i = 0; i < STEPS; i++) {
		uint32_t what = draw(&state) % 10;

		if (n && (what < 4 || n == KEPT_MOST)) {
			remove_at(f, all, &n, what < 3 ? draw(&state) % n : n - 1);
		} else {
			all[n] = (kept){++id, final_of(f, draw(&state) % 3000, a)};
			cr_assert_eq(filter_add(f, all[n].id, &all[n].sig), OK);
			n++;
		}
	}
	return n;
}

static void check_probe(filter *f, filter *again, uint32_t i, int *marked)
{
	arena *a = arena_new();
	firstprint_signature x = final_of(f, i, a), y = final_of(again, i, a);
	firstprint_verdict v, w;

	cr_assert(x.len == y.len && memcmp(x.bytes, y.bytes, x.len) == 0, "probe %u is finalized in two ways", i);
	cr_assert_eq(filter_check(f, &x, &v, NULL), OK);
	cr_assert_eq(filter_check(again, &y, &w, NULL), OK);
	cr_assert(v.kind == w.kind && v.of == w.of && v.score == w.score && strcmp(v.stage, w.stage) == 0, "probe %u", i);
	for (size_t k = 0; k < v.evidence_len; k++)
		cr_assert(v.evidence_len == w.evidence_len && v.evidence[k].value == w.evidence[k].value, "probe %u", i);
	*marked += evidence(&v, "site-share") > 0;
	arena_free(a);
}

Test(finalize, depends_on_the_stored_pages_and_on_nothing_else)
{
	filter *f = open_filter("cascade:least=8"), *again = open_filter("cascade:least=8");
	static kept all[KEPT_MOST];
	arena *a = arena_new();
	size_t n = run_steps(f, all, a);
	int marked = 0;

	cr_assert_gt(n, 50);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(filter_add(again, all[i].id, &all[i].sig), OK);
	for (uint32_t i = 0; i < PROBES; i++)
		check_probe(f, again, 3000 + i, &marked);
	cr_expect_gt(marked, 20, "lines of a site were found in %d probes", marked);
	arena_free(a);
	filter_close(f);
	filter_close(again);
}

Test(finalize, a_final_signature_stays_as_it_is)
{
	filter *f = open_filter("cascade:least=8");
	arena *a = arena_new();
	firstprint_signature once, twice;

	for (uint32_t i = 0; i < 60; i++) {
		firstprint_signature sig = final_of(f, i, a);

		cr_assert_eq(filter_add(f, i + 1, &sig), OK);
	}
	once = final_of(f, 5000, a);
	cr_assert_eq(filter_finalize(f, &once, a, &twice), OK);
	cr_expect(once.len == twice.len && memcmp(once.bytes, twice.bytes, once.len) == 0);
	arena_free(a);
	filter_close(f);
}
