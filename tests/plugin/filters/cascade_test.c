#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/ask.h"
#include "plugin/index/hamming.h"

/* A signature in the layout of cascade.c, made by hand. */
struct fingerprint {
	uint8_t text[16];
	uint64_t simhash;
	uint32_t sentences, keywords;
};

static struct fingerprint fingerprint_of(uint64_t id, uint64_t simhash, uint32_t sentences)
{
	struct fingerprint p = {.simhash = simhash, .sentences = sentences, .keywords = 10};

	memcpy(p.text, &id, sizeof id); /* another text for each id */
	return p;
}

static firstprint_signature bytes_of(const struct fingerprint *p)
{
	return (firstprint_signature){(const uint8_t *)p, sizeof *p};
}

static void remember(filter *f, uint64_t id, struct fingerprint p)
{
	firstprint_signature sig = bytes_of(&p);

	cr_assert_eq(filter_add(f, id, &sig), OK);
}

static firstprint_verdict check(filter *f, struct fingerprint p)
{
	firstprint_signature sig = bytes_of(&p);
	firstprint_verdict v;

	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	return v;
}

/* Kumar, Govindarajulu 2013, as printed: Tables 2 to 5. */
static const char w1_printed[] = "00011000001011110010100000001110010111000011010001100100011001000010100";
static const char w2_printed[] = "0101111000110101011010100010101101010001000011010010010101000011";
static const char w3_printed[] = "0100010001011010010011000011110000011101000101000010100101000011";
static const char new_printed[] = "0101111000110101011010100010101101010001000011010010010101000100";
enum { W1_SENTENCES = 6, W2_SENTENCES = 5, W3_SENTENCES = 4, NEW_SENTENCES = 4 };

static uint64_t parse(const char *bits)
{
	return strtoull(bits, NULL, 2);
}

/* §3.3, T_B = 3: a page that differs in 2 bits is dropped, one that differs in 4 is kept. §4.2 says the opposite ("more
 * than T_B … near duplicate"); then no page would be a duplicate of itself. */
Test(cascade, drops_at_two_bits_and_keeps_at_four_as_in_the_papers_example)
{
	static const struct { const char *name, *met, *asked; int distance; bool drops; } rows[] = {
		{ "§3.3, first example",  "110010", "101010", 2, true },
		{ "§3.3, second example", "100110", "111011", 4, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("cascade:confirm=off,least=8,bits=3");
		firstprint_verdict v;

		remember(f, 1, fingerprint_of(1, parse(rows[i].met), 4));
		v = check(f, fingerprint_of(2, parse(rows[i].asked), 4));
		cr_expect_eq(filter_kind_drops(v.kind), rows[i].drops, "%s", rows[i].name);
		cr_expect_eq(__builtin_popcountll(parse(rows[i].met) ^ parse(rows[i].asked)), rows[i].distance, "%s", rows[i].name);
		filter_close(f);
	}
}

/* Tables 2 and 4: T_S = 1 and a new page of 4 sentences. Only with |S_d − S_k| ≤ T_S do the same
 * pages pass as in the paper. */
Test(cascade, proposes_the_pages_that_table_4_lists)
{
	hamming_match found[HAMMING_MOST];
	hamming_index x;
	unsigned met = 0;
	size_t n;

	hamming_open(&x, 64, 1);
	hamming_add(&x, 1, parse(w2_printed), W1_SENTENCES); /* any fingerprint will do: only the counts matter */
	hamming_add(&x, 2, parse(w2_printed), W2_SENTENCES);
	hamming_add(&x, 3, parse(w3_printed), W3_SENTENCES);
	n = hamming_find(&x, parse(new_printed), NEW_SENTENCES, found);
	for (size_t i = 0; i < n; i++)
		met |= 1u << found[i].entry;
	cr_expect_eq(met, 1u << 2 | 1u << 3);
	hamming_free(&x);
}

/* W1 has 71 digits, which cannot be a fingerprint; the others have 64. */
Test(cascade, reads_the_papers_fingerprints_except_a_malformed_one)
{
	cr_expect_eq(strlen(w1_printed), (size_t)71);
	cr_expect_eq(strlen(w2_printed), (size_t)64);
	cr_expect_eq(strlen(w3_printed), (size_t)64);
	cr_expect_eq(strlen(new_printed), (size_t)64);
}

/* Tables 3 and 5: 3 bits to W2, 27 to W3. §5a concludes "not a near duplicate": true for T_B ≤ 2 only. */
Test(cascade, finds_the_distances_of_tables_3_and_5)
{
	hamming_match found[HAMMING_MOST];
	int distances[4] = {0};
	hamming_index x;
	size_t n;

	hamming_open(&x, 64, 1);
	hamming_add(&x, 2, parse(w2_printed), W2_SENTENCES);
	hamming_add(&x, 3, parse(w3_printed), W3_SENTENCES);
	n = hamming_find(&x, parse(new_printed), NEW_SENTENCES, found);
	for (size_t i = 0; i < n; i++)
		distances[found[i].entry] = found[i].distance;
	cr_expect_eq(distances[2], 3);
	cr_expect_eq(distances[3], 27);
	hamming_free(&x);
}

Test(cascade, judges_the_papers_new_page_by_its_thresholds)
{
	static const struct { const char *spec; uint64_t of; } rows[] = {
		{ "cascade:confirm=off,least=8,sentences=1,bits=2", 0 },  { "cascade:confirm=off,least=8,sentences=1,bits=3", 2 },
		{ "cascade:confirm=off,least=8,sentences=0,bits=3", 0 },  { "cascade:confirm=off,least=8,sentences=0,bits=26", 0 },
		{ "cascade:confirm=off,least=8,sentences=0,bits=27", 3 }, { "cascade:confirm=off,least=8,sentences=1,bits=27", 2 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);

		remember(f, 2, fingerprint_of(2, parse(w2_printed), W2_SENTENCES));
		remember(f, 3, fingerprint_of(3, parse(w3_printed), W3_SENTENCES));
		cr_expect_eq(check(f, fingerprint_of(4, parse(new_printed), NEW_SENTENCES)).of, rows[i].of, "%s", rows[i].spec);
		filter_close(f);
	}
}

Test(cascade, says_which_stage_decided_and_why)
{
	filter *f = open_filter("cascade:confirm=off,least=8");
	firstprint_verdict v;

	remember(f, 2, fingerprint_of(2, parse(w2_printed), W2_SENTENCES));
	v = check(f, fingerprint_of(4, parse(new_printed), NEW_SENTENCES));
	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE);
	cr_expect_str_eq(v.stage, "simhash");
	cr_expect_eq(v.score, 1 - 3 / 64.0);
	cr_expect_eq(evidence(&v, "hamming"), 3);
	cr_expect_eq(evidence(&v, "sentences"), 1);
	v = check(f, fingerprint_of(5, ~parse(w2_printed), W2_SENTENCES));
	cr_expect(v.kind == FIRSTPRINT_UNIQUE && v.of == 0 && v.score == 0);
	filter_close(f);
}

Test(cascade, names_the_nearest_fingerprint_then_the_oldest_page)
{
	filter *f = open_filter("cascade:confirm=off,least=8,sentences=2,bits=3");

	remember(f, 1, fingerprint_of(1, 7, 10));
	remember(f, 2, fingerprint_of(2, 2, 8));
	remember(f, 3, fingerprint_of(3, 1, 10));
	cr_expect_eq(check(f, fingerprint_of(4, 0, 10)).of, 2u);
	filter_close(f);
}

Test(cascade, the_same_text_is_a_duplicate_even_when_it_is_short)
{
	filter *f = open_filter("cascade:confirm=off,least=8");
	struct fingerprint p = fingerprint_of(1, 5, 1);
	firstprint_verdict v;

	p.keywords = 1;
	remember(f, 1, p);
	v = check(f, p);
	cr_expect_eq(v.kind, FIRSTPRINT_DUPLICATE);
	cr_expect_eq(v.of, 1u);
	cr_expect_str_eq(v.stage, "text");
	cr_expect_eq(v.score, 1);
	filter_close(f);
}

/* A short page is not dropped by its fingerprint, and no page is dropped as a duplicate of a short one. */
Test(cascade, does_not_judge_short_pages_by_their_fingerprints)
{
	filter *f = open_filter("cascade:confirm=off,least=8");
	struct fingerprint little = fingerprint_of(1, 5, 1), enough = fingerprint_of(2, 5, 1), again = fingerprint_of(3, 5, 1);
	firstprint_verdict v;

	little.keywords = 7;
	enough.keywords = again.keywords = 8;
	remember(f, 1, little);
	cr_expect_eq(check(f, enough).kind, FIRSTPRINT_UNIQUE);
	remember(f, 2, enough);
	cr_expect_eq(check(f, again).of, 2u);
	memset(little.text, 0xff, sizeof little.text);
	v = check(f, little);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_str_eq(v.stage, "too-short");
	cr_expect_eq(evidence(&v, "keywords"), 7);
	filter_close(f);
}

Test(cascade, forgets_a_page_and_only_that_one)
{
	filter *f = open_filter("cascade:confirm=off,least=8");
	struct fingerprint first = fingerprint_of(1, 0, 4), second = fingerprint_of(2, 1, 4), asked = fingerprint_of(3, 0, 4);

	remember(f, 1, first);
	remember(f, 2, second);
	cr_expect_eq(check(f, asked).of, 1u);
	cr_assert_eq(filter_remove(f, 9), OK, "an unknown id has no effect");
	cr_expect_eq(check(f, asked).of, 1u);
	cr_assert_eq(filter_remove(f, 1), OK);
	cr_expect_eq(check(f, asked).of, 2u);
	cr_expect_eq(check(f, first).kind, FIRSTPRINT_NEAR_DUPLICATE, "its text is forgotten too");
	filter_close(f);
}

Test(cascade, refuses_a_signature_of_a_wrong_length)
{
	filter *f = open_filter("cascade:confirm=off");
	_Alignas(8) uint8_t bytes[40] = {0};
	firstprint_verdict v;

	for (size_t len = 0; len <= sizeof bytes; len++) {
		firstprint_signature sig = {bytes, len};
		status expected = len == sizeof(struct fingerprint) ? OK : ERR_FORMAT;

		cr_expect_eq(filter_check(f, &sig, &v, NULL), expected, "check, %zu bytes", len);
		cr_expect_eq(filter_add(f, 1, &sig), expected, "add, %zu bytes", len);
	}
	filter_close(f);
}

static uint64_t random_fingerprint(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return (uint64_t)(*state >> 24) << 8 | (*state >> 16 & 3); /* few different ones, many near to each other */
}

/* A crawl: pages are remembered unless they are dropped, and every fifth is forgotten again. is_kept[id] says which are
 * remembered in the end, kept[id] is the fingerprint. */
static void crawl(filter *f, struct fingerprint kept[1001], bool is_kept[1001])
{
	uint32_t state = 1;

	for (uint64_t id = 1; id <= 1000; id++) {
		kept[id] = fingerprint_of(id, random_fingerprint(&state), (uint32_t)(id % 7));
		is_kept[id] = !filter_kind_drops(check(f, kept[id]).kind);
		if (!is_kept[id])
			continue;
		remember(f, id, kept[id]);
		is_kept[id] = id % 5 != 0;
		if (!is_kept[id])
			cr_assert_eq(filter_remove(f, id), OK);
	}
}

Test(cascade, replaying_the_kept_signatures_gives_the_same_verdicts)
{
	filter *before = open_filter("cascade:confirm=off,least=8"), *after = open_filter("cascade:confirm=off,least=8");
	static struct fingerprint kept[1001];
	static bool is_kept[1001];
	uint32_t state = 99;
	int drops = 0;

	crawl(before, kept, is_kept);
	for (uint64_t id = 1; id <= 1000; id++)
		if (is_kept[id])
			remember(after, id, kept[id]);
	for (int i = 0; i < 1000; i++) {
		uint64_t text = i % 2 ? 5000 : (uint64_t)i;
		struct fingerprint p = fingerprint_of(text, random_fingerprint(&state), (uint32_t)(i % 9));
		firstprint_verdict one = check(before, p), two = check(after, p);

		cr_assert(one.kind == two.kind && one.of == two.of && one.score == two.score, "question %d", i);
		drops += filter_kind_drops(one.kind);
	}
	cr_expect(drops > 100 && drops < 1000, "%d of 1000: the questions tell something", drops);
	filter_close(before);
	filter_close(after);
}
