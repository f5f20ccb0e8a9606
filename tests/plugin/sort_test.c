/* Keys for a sort: near fingerprints have one in common, and verdicts from what they find are those of a search. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "plugin/filter.h"
#include "tests/plugin/text_page.h"
#include "tests/random.h"

static filter *open_filter(const char *spec)
{
	static const uint8_t key[FILTER_KEY_SIZE];
	complaint why = {""};
	filter *f = NULL;

	cr_assert(filter_open(spec, key, &f, &why) == OK, "%s", why.text);
	return f;
}

static bool has(const filter_key *keys, size_t n, const filter_key *key, bool stored)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i].stage == key->stage && keys[i].key == key->key)
			return stored ? keys[i].stored : keys[i].asked;
	return false;
}

static void sign(filter *f, uint64_t words, arena *a, firstprint_signature *out)
{
	char text[3000] = "";
	firstprint_page page = {.url = "", .title = "", .lang = "en"};

	for (int i = 0; i < 200; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "w%d ", (int)(next_random(&words) % 900));
	page_of_text(text, a, &page);
	cr_assert(filter_sign(f, &page, a, out) == OK);
}

Test(sort_keys, each_is_there_once_and_both_ends_of_a_pair_have_it)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();

	for (uint64_t seed = 1; seed < 20; seed++) {
		firstprint_signature sig;
		filter_key *keys;
		size_t n;

		sign(f, seed, a, &sig);
		cr_assert(filter_keys(f, &sig, a, &keys, &n) == OK);
		for (size_t i = 1; i < n; i++)
			cr_expect(keys[i - 1].stage < keys[i].stage || (keys[i - 1].stage == keys[i].stage && keys[i - 1].key < keys[i].key));
		for (size_t i = 0; i < n; i++) {
			cr_expect(keys[i].stored || keys[i].asked);
		}
		cr_expect_leq(n, 1u + 20 + FILTER_SORT_ASKED + 64);
		cr_expect(has(keys, n, &keys[0], true));
	}
	filter_close(f);
	arena_free(a);
}

Test(sort_keys, a_filter_that_weighs_or_divides_cannot_be_sorted)
{
	static const char *const specs[] = {"sentence-hash", "cascade:clusters=4", "cascade:bits=9"};

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		filter *f = open_filter(specs[i]);
		complaint why = {""};

		cr_expect_eq(filter_can_sort(f, &why), ERR_USAGE, "%s", specs[i]);
		cr_expect(strstr(why.text, "which no sort can"), "%s", why.text);
		filter_close(f);
	}
}
