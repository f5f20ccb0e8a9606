#include "plugin/spec.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(spec, is_parsed_into_links)
{
	char text[] = "exact+cascade@2:bits=3,sentences=1+none:+./no.so:x=1";
	spec_link l[SPEC_LINKS_MAX];
	size_t n;

	cr_assert_eq(spec_parse(text, l, &n, NULL), OK);
	cr_assert_eq(n, 4u);
	cr_expect_str_eq(l[0].name, "exact");
	cr_expect_eq(l[0].version, -1);
	cr_expect_null(l[0].options);
	cr_expect_str_eq(l[1].name, "cascade");
	cr_expect_eq(l[1].version, 2);
	cr_expect_str_eq(l[1].options, "bits=3,sentences=1");
	cr_expect_not(l[1].is_path);
	cr_expect_str_eq(l[2].options, "");
	cr_expect_str_eq(l[3].name, "./no.so");
	cr_expect(l[3].is_path);
	cr_expect_str_eq(l[3].options, "x=1");
}

/* A file that lies where the program was started must not be loaded for a list of words. */
Test(spec, options_of_a_built_in_filter_are_no_path)
{
	char folder[] = "/tmp/firstprint_spec_XXXXXX", text[] = "spotsigs:antecedents=the/is", versioned[] = "spotsigs@1:antecedents=the/is";
	spec_link l[SPEC_LINKS_MAX];
	size_t n;

	cr_assert(mkdtemp(folder) && chdir(folder) == 0);
	cr_assert(mkdir("spotsigs:antecedents=the", 0700) == 0 && mkdir("spotsigs@1:antecedents=the", 0700) == 0);
	close(open(text, O_CREAT | O_WRONLY, 0600));
	close(open(versioned, O_CREAT | O_WRONLY, 0600));
	cr_assert_eq(spec_parse(text, l, &n, NULL), OK);
	cr_expect(n == 1 && !l[0].is_path);
	cr_expect_str_eq(l[0].options, "antecedents=the/is");
	cr_assert_eq(spec_parse(versioned, l, &n, NULL), OK);
	cr_expect(!l[0].is_path && l[0].version == 1);
	cr_expect(unlink("spotsigs:antecedents=the/is") == 0 && unlink("spotsigs@1:antecedents=the/is") == 0);
	cr_expect(rmdir("spotsigs:antecedents=the") == 0 && rmdir("spotsigs@1:antecedents=the") == 0 && chdir("/") == 0);
	rmdir(folder);
}

/* Two files whose paths contain all the special characters of a SPEC. */
Test(spec, a_path_ends_where_a_file_exists)
{
	char folder[] = "/tmp/firstprint_spec_XXXXXX", one[64], two[64], text[200];
	spec_link l[SPEC_LINKS_MAX];
	size_t n;

	cr_assert(mkdtemp(folder));
	snprintf(one, sizeof one, "%s/a+b:c@1.so", folder);
	snprintf(two, sizeof two, "%s/a", folder);
	close(open(one, O_CREAT | O_WRONLY, 0600));
	close(open(two, O_CREAT | O_WRONLY, 0600));
	snprintf(text, sizeof text, "%s:x=1+%s+exact", one, two);
	cr_assert_eq(spec_parse(text, l, &n, NULL), OK);
	cr_assert_eq(n, 3u);
	cr_expect_str_eq(l[0].name, one);
	cr_expect_str_eq(l[0].options, "x=1");
	cr_expect_eq(l[0].version, -1, "in a path, @ and what follows is part of it");
	cr_expect_str_eq(l[1].name, two);
	cr_expect_str_eq(l[2].name, "exact");
	unlink(one);
	unlink(two);
	rmdir(folder);
}

Test(spec, refuses_malformed_ones)
{
	static const char *const rows[] = {"", "+", "exact+", "+exact", ":bits=1", "exact@", "exact@x", "exact@-1", "exact@99999999999",
					   "a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char text[64];
		spec_link l[SPEC_LINKS_MAX];
		complaint why = {""};
		size_t n;

		snprintf(text, sizeof text, "%s", rows[i]);
		cr_expect_eq(spec_parse(text, l, &n, &why), ERR_USAGE, "%s", rows[i]);
		cr_expect(*why.text, "%s", rows[i]);
	}
}
