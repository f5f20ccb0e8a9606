#include <criterion/criterion.h>
#include <string.h>

#include "cluster/memory_inside.h"

Test(memory_facts, another_key_and_another_filter_are_told_apart)
{
	static const uint8_t key[MEMORY_KEY_SIZE] = {7}, other_key[MEMORY_KEY_SIZE] = {8};
	memory_facts f = {.files = "", .role = "", .key = {7}};
	complaint why = {""};
	filter *x;

	cr_assert_eq(filter_open("cascade", key, &x, &why), OK);
	f.spec = filter_spec(x);
	cr_expect_null(memory_difference(&f, filter_spec(x), key));
	f.spec = "cascade"; /* as a module might write it that has fewer options */
	cr_expect_null(memory_difference(&f, filter_spec(x), key));
	f.spec = "cascade:bits=2";
	cr_expect_str_eq(memory_difference(&f, filter_spec(x), key), "filter");
	f.spec = "nothing that there is";
	cr_expect_str_eq(memory_difference(&f, filter_spec(x), key), "filter");
	f.spec = filter_spec(x);
	cr_expect_str_eq(memory_difference(&f, filter_spec(x), other_key), "key");
	filter_close(x);
}

/* A filter in a file is code: only the user may name it, and these very files. */
Test(memory_facts, a_filter_in_a_file_must_be_trusted)
{
	memory_facts builtin = {.spec = "cascade+exact", .files = "\n"}, file = {.spec = "length", .files = "/x/length.so"},
		     path = {.spec = "/x/length.so", .files = ""};
	complaint why = {""};
	memory *m;

	cr_assert_eq(memory_open("redis://127.0.0.1/m", &m, &why), OK);
	cr_expect_eq(memory_may_load(m, &builtin, &why), OK);
	cr_expect_eq(memory_may_load(m, &file, &why), ERR_USAGE);
	cr_assert_eq(memory_trust(m, "/x/other.so"), OK);
	cr_expect_eq(memory_may_load(m, &file, &why), ERR_USAGE);
	cr_assert_eq(memory_trust(m, "/x/length.so"), OK);
	cr_expect_eq(memory_may_load(m, &file, &why), OK);
	cr_expect_eq(memory_may_load(m, &path, &why), ERR_USAGE);
	memory_close(m);
}

Test(memory_facts, a_head_with_too_many_shards_or_none_is_no_answer)
{
	char many[2 * MEMORY_SHARDS_MOST + 3] = "x";
	memory_facts f = {.spec = "cascade", .files = "", .role = many};
	struct divided *d;
	memory *m;

	for (int i = 0; i < MEMORY_SHARDS_MOST; i++)
		strcat(many, " x");
	cr_assert_eq(memory_open("redis://127.0.0.1/m", &m, &(complaint){""}), OK);
	for (int i = 0; i < 2; i++) {
		complaint why = {""};

		f.role = i ? " " : many;
		cr_expect_eq(divided_open(m, &f, &d, &why), ERR_FORMAT);
		cr_expect_str_not_empty(why.text);
	}
	memory_close(m);
}
