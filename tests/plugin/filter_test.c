#include "plugin/filter.h"

#include <criterion/criterion.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plugin/ask.h"

static const uint8_t zeros[FILTER_KEY_SIZE];

static firstprint_signature sign(filter *f, const char *text, arena *a)
{
	firstprint_page page = {.url = "", .title = "", .lang = "en", .text = {text, strlen(text)}, .sentences_len = 1};
	firstprint_signature sig = {0};

	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	return sig;
}

/* The id of the page that text duplicates; 0: unique. */
static uint64_t check(filter *f, const char *text, firstprint_verdict *v, unsigned *link)
{
	arena *a = arena_new();
	firstprint_signature sig = sign(f, text, a);

	cr_assert_eq(filter_check(f, &sig, v, link), OK);
	arena_free(a);
	return v->of;
}

static void remember(filter *f, uint64_t id, const char *text)
{
	arena *a = arena_new();
	firstprint_signature sig = sign(f, text, a);

	cr_assert_eq(filter_add(f, id, &sig), OK);
	arena_free(a);
}

Test(filter, a_spec_without_versions_keeps_what_is_in_its_options)
{
	arena *a = arena_new();

	cr_expect_str_eq(filter_any_version("exact@1+spotsigs@1:tau=0.44,antecedents=x@2/y@,least=8+none@1", a),
			 "exact+spotsigs:tau=0.44,antecedents=x@2/y@,least=8+none");
	cr_expect_str_eq(filter_any_version("none", a), "none");
	arena_free(a);
}

Test(filter, an_option_is_added_to_the_last_of_a_spec)
{
	static const char *const rows[][2] = {
		{"cascade", "cascade:x=1"},
		{"cascade:bits=2", "cascade:bits=2,x=1"},
		{"cascade:", "cascade:,x=1"},
		{"exact:a=b+none", "exact:a=b+none:x=1"},
		{"none+exact@1:a=b", "none+exact@1:a=b,x=1"},
		{"nowhere/a:b", "nowhere/a:b,x=1"},
		{"/dev/../dev/null", "/dev/../dev/null:x=1"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *with = filter_with_option(rows[i][0], "x", "1");

		cr_expect_str_eq(with, rows[i][1]);
		free(with);
	}
}

/* A path may have a colon. */
Test(filter, an_option_is_added_to_a_path)
{
	char path[] = "/tmp/firstprint:XXXXXX", expected[64], *with;
	int fd = mkstemp(path);

	cr_assert(fd >= 0);
	with = filter_with_option(path, "x", "1");
	snprintf(expected, sizeof expected, "%s:x=1", path);
	cr_expect_str_eq(with, expected);
	free(with);
	close(fd);
	unlink(path);
}

Test(filter, prints_its_spec_with_every_option)
{
	static const struct { const char *name, *spec, *full; } rows[] = {
		{ "defaults",           "cascade", "cascade@16:simhash=on,sentences=1,bits=3,confirm=on,shingles=on,least=32,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,names=on,figures=on,lists=on,exact=on" },
		{ "colon and nothing",  "cascade:", "cascade@16:simhash=on,sentences=1,bits=3,confirm=on,shingles=on,least=32,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,names=on,figures=on,lists=on,exact=on" },
		{ "another order",      "cascade:least=0,bits=2", "cascade@16:simhash=on,sentences=1,bits=2,confirm=on,shingles=on,least=0,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,names=on,figures=on,lists=on,exact=on" },
		{ "no options",         "exact", "exact@1" },
		{ "no state",           "none", "none@1" },
		{ "chain",              "exact+cascade:bits=0+none", "exact@1+cascade@16:simhash=on,sentences=1,bits=0,confirm=on,shingles=on,least=32,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,names=on,figures=on,lists=on,exact=on+none@1" },
		{ "the same twice",     "exact+exact", "exact@1+exact@1" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec), *again = open_filter(filter_spec(f));

		cr_expect_str_eq(filter_spec(f), rows[i].full, "%s", rows[i].name);
		cr_expect_str_eq(filter_spec(again), rows[i].full, "%s, again", rows[i].name);
		filter_close(f);
		filter_close(again);
	}
	filter_close(NULL);
}

Test(filter, refuses_a_bad_spec_and_names_what_is_wrong)
{
	static const struct { const char *name, *spec, *says; } rows[] = {
		{ "nothing",            "", "no name" },
		{ "nothing after +",    "exact+", "no name" },
		{ "nothing before +",   "+exact", "no name" },
		{ "options alone",      ":bits=3", "no name" },
		{ "unknown filter",     "simhash", "no filter 'simhash'" },
		{ "unknown in a chain", "exact+cascade+simhash", "no filter 'simhash'" },
		{ "no such path",       "./no/such.so", "./no/such.so" },
		{ "unknown option",     "cascade:bit=3", "'bit'" },
		{ "out of range",       "exact+cascade:bits=65", "bits" },
		{ "option for none",    "none:bits=3", "'bits'" },
		{ "17 links", "none+none+none+none+none+none+none+none+none+none+none+none+none+none+none+none+none", "16" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		filter *f = NULL;

		cr_expect_eq(filter_open(rows[i].spec, zeros, &f, &why), ERR_USAGE, "%s", rows[i].name);
		cr_expect(strstr(why.text, rows[i].says), "%s: %s", rows[i].name, why.text);
		cr_expect_null(f, "%s", rows[i].name);
	}
}

Test(filter, finds_a_remembered_page_until_it_is_forgotten)
{
	static const char *const specs[] = {"exact", "cascade", "exact+none", "none+exact", "exact+cascade"};

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		filter *f = open_filter(specs[i]);
		firstprint_verdict v;

		cr_expect_eq(check(f, "Rain fell.", &v, NULL), 0u, "%s: before", specs[i]);
		cr_expect_eq(check(f, "Rain fell.", &v, NULL), 0u, "%s: check learns nothing", specs[i]);
		remember(f, 5, "Rain fell.");
		cr_expect_eq(check(f, "Rain fell.", &v, NULL), 5u, "%s: after", specs[i]);
		cr_expect_eq(check(f, "Snow fell.", &v, NULL), 0u, "%s: another page", specs[i]);
		cr_expect_eq(filter_remove(f, 5), OK, "%s", specs[i]);
		cr_expect_eq(check(f, "Rain fell.", &v, NULL), 0u, "%s: forgotten", specs[i]);
		filter_close(f);
	}
}

Test(filter, names_the_link_that_decided)
{
	filter *f = open_filter("none+exact+cascade");
	firstprint_verdict v;
	unsigned link = 9;

	remember(f, 1, "Rain fell.");
	check(f, "Rain fell.", &v, &link);
	cr_expect_str_eq(filter_link_name(f, link), "exact");
	cr_expect_eq(v.kind, FIRSTPRINT_DUPLICATE);
	check(f, "Snow fell.", &v, &link);
	cr_expect_str_eq(filter_link_name(f, link), "cascade", "when all say unique, the last has decided");
	cr_expect_str_eq(v.stage, "too-short");
	filter_close(f);
}

Test(filter, a_verdict_of_all_zeros_is_unique)
{
	filter *f = open_filter("none");
	firstprint_verdict v = {.kind = FIRSTPRINT_DUPLICATE, .of = 9, .score = 1};

	remember(f, 1, "Rain fell.");
	cr_expect_eq(check(f, "Rain fell.", &v, NULL), 0u);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_eq(v.score, 0);
	filter_close(f);
}

Test(filter, the_signature_of_a_single_filter_is_unchanged)
{
	filter *lone = open_filter("exact"), *chain = open_filter("exact+none");
	arena *a = arena_new();
	firstprint_signature one = sign(lone, "Rain fell.", a), two = sign(chain, "Rain fell.", a);

	cr_assert_eq(one.len, (size_t)16);
	cr_assert_eq(two.len, (size_t)4 + 16 + 4);
	cr_expect_eq(memcmp(two.bytes, "\x10\0\0\0", 4), 0);
	cr_expect_eq(memcmp(two.bytes + 4, one.bytes, 16), 0);
	cr_expect_eq(memcmp(two.bytes + 20, "\0\0\0\0", 4), 0);
	arena_free(a);
	filter_close(lone);
	filter_close(chain);
}

static void expect_malformed(filter *f, const firstprint_signature *sig, size_t len)
{
	firstprint_verdict v = {.of = 77};

	cr_expect_eq(filter_check(f, sig, &v, NULL), ERR_FORMAT, "check, %zu bytes", len);
	cr_expect_eq(v.of, 77u, "the verdict changes only on OK");
	cr_expect_eq(filter_add(f, 1, sig), ERR_FORMAT, "remember, %zu bytes", len);
	cr_expect(strstr(filter_error(f), "was not made by this filter"), "%s", filter_error(f));
}

Test(filter, refuses_a_chains_signature_of_any_wrong_length)
{
	filter *f = open_filter("exact+cascade");
	arena *a = arena_new();
	firstprint_signature whole = sign(f, "Rain fell.", a);

	for (size_t len = 0; len <= whole.len + 1; len++) {
		uint8_t *copy = calloc(1, len ? len : 1); /* so that a sanitizer sees a read beyond its end */
		firstprint_signature sig = {memcpy(copy, whole.bytes, len < whole.len ? len : whole.len), len};

		if (len != whole.len)
			expect_malformed(f, &sig, len);
		free(copy);
	}
	arena_free(a);
	filter_close(f);
}

Test(filter, after_a_failed_remember_no_link_has_the_page)
{
	filter *f = open_filter("exact+cascade");
	arena *a = arena_new();
	firstprint_signature whole = sign(f, "Rain fell.", a);
	uint8_t *bytes = memcpy(arena_alloc(a, whole.len), whole.bytes, whole.len);
	firstprint_verdict v;

	bytes[20] = 31; /* the second part, and so the whole, is one byte shorter */
	cr_expect_eq(filter_add(f, 1, &(firstprint_signature){bytes, whole.len - 1}), ERR_FORMAT);
	cr_expect_eq(check(f, "Rain fell.", &v, NULL), 0u);
	arena_free(a);
	filter_close(f);
}

Test(filter, memory_grows_with_what_it_remembers)
{
	filter *f = open_filter("exact");
	size_t before = filter_memory(f);
	char text[2] = "a";

	for (int i = 0; i < 26; i++, text[0]++)
		remember(f, (uint64_t)i + 1, text);
	cr_expect_geq(filter_memory(f), before + 26 * (size_t)16);
	filter_close(f);
}

Test(filter, each_kind_has_a_word_and_says_if_the_page_is_dropped)
{
	static const struct { enum firstprint_kind kind; const char *word; bool drops; } rows[] = {
		{ FIRSTPRINT_UNIQUE, "unique", false },          { FIRSTPRINT_DUPLICATE, "duplicate", true },
		{ FIRSTPRINT_NEAR_DUPLICATE, "near-duplicate", true }, { FIRSTPRINT_CONTAINED, "contained", true },
		{ FIRSTPRINT_SUPERSEDES, "supersedes", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_str_eq(filter_kind_text(rows[i].kind), rows[i].word);
		cr_expect_eq(filter_kind_drops(rows[i].kind), rows[i].drops, "%s", rows[i].word);
	}
}

Test(filter, evidence_beyond_the_maximum_is_left_out)
{
	firstprint_verdict v = {0};

	for (int i = 0; i < FIRSTPRINT_EVIDENCE_MAX + 2; i++)
		firstprint_add_evidence(&v, i ? "later" : "first", i);
	cr_expect_eq(v.evidence_len, (size_t)FIRSTPRINT_EVIDENCE_MAX);
	cr_expect_eq(evidence(&v, "first"), 0.0);
	cr_expect_eq(v.evidence[FIRSTPRINT_EVIDENCE_MAX - 1].value, FIRSTPRINT_EVIDENCE_MAX - 1.0);
	cr_expect_eq(v.shares_len, (size_t)0);
}
