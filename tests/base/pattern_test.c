#include "base/pattern.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(pattern, is_what_perl_and_python_have)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} rows[] = {
		{"/news/\\d+/", "http://a/news/12/", true},
		{"/news/\\d+/", "http://a/news/x/", false},
		{"(?i)NEWS", "http://a/news", true},
		{"^http://a/(?!b)", "http://a/c", true},
		{"^http://a/(?!b)", "http://a/b", false},
		{"(a|b)\\1", "bb", true},
		{"/\\d{4}/", "/2024/", true},
		{"[[:digit:]]+$", "a7", true},
		{"", "", true},
		{"(a+)+$", "aaaaaaaaaaaaaaaaaab", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		pattern *p = NULL;
		char shown[100];

		cr_assert_eq(pattern_open("--x", rows[i].pattern, &p, &why), OK, "row %zu: %s", i, why.text);
		cr_expect(!pattern_is_used(p));
		cr_expect_eq(pattern_matches(p, rows[i].text), rows[i].matches, "row %zu", i);
		cr_expect_eq(pattern_is_used(p), rows[i].matches, "row %zu", i);
		cr_expect_eq(pattern_may_match(p, rows[i].text), rows[i].matches || strlen(rows[i].text) > 18, "row %zu: it takes too long", i);
		snprintf(shown, sizeof shown, "--x '%s'", rows[i].pattern);
		cr_expect_str_eq(pattern_shown(p), shown);
		pattern_close(p);
	}
}

Test(pattern, what_is_none_is_refused_with_the_place)
{
	static const char *const rows[] = {"(", "a[", "*a", "\\", "(?<x", "a{2,1}"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		pattern *p = NULL;

		cr_expect_eq(pattern_open("--x", rows[i], &p, &why), ERR_USAGE, "%s", rows[i]);
		cr_expect(!p && strncmp(why.text, "--x '", 5) == 0 && strstr(why.text, "at character"), "%s", why.text);
	}
	pattern_close(NULL);
}
