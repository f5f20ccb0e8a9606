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
