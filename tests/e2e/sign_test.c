/* `firstprint sign` and `filter --signed`: the two halves of filter. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(sign_command, .init = harness_open, .fini = harness_stop);

#define LAMP "The lighthouse on the cape was switched on again after eleven years of darkness and dispute. Nobody on the island " \
	"had expected the old lamp to turn, since the company that had built it is long gone. A retired keeper repaired the gears " \
	"in his kitchen, with parts that he had cast himself. "

static const char lines[] = "{\"id\":\"a\",\"url\":\"http://a.test/1\",\"title\":\"Lamp\",\"html\":\"<nav>x</nav><p>" LAMP "<a href=/x>y</a>\"}\n"
			    "{\"id\":1.50,\"lang\":\"en\",\"text\":\"" LAMP "The bridge is closed. \"}\n"
			    "{\"id\":\"c\",\"text\":\"" LAMP "\"}\n"
			    "{\"id\":\"d\",\"text\":\"\"}\n";

static const char *write_file(const char *name, const char *text)
{
	const char *path = harness_file(name);
	FILE *f = fopen(path, "w");

	cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
	return path;
}

Test(sign_command, both_halves_say_what_filter_says)
{
	static const char *const filters[] = {"cascade", "exact+minhash", "spotsigs", "sentence-hash", "length-variable"};
	const char *pages = write_file("p.jsonl", lines), *sign = harness_file("signed");

	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
		harness_shell("./firstprint sign -f %s '%s' >'%s'; ./firstprint filter -f %s --signed '%s' >'%s.out'; ./firstprint filter -f %s '%s' | cmp - '%s.out'",
			      filters[i], pages, sign, filters[i], sign, sign, filters[i], pages, sign);
}

static const char columns[] = "SELECT group_concat(coalesce(url, '-') || name || title || lang || sentences || links || bytes || digest || charset || charset_from) FROM "
			      "(SELECT url, name, title, lang, sentences, links, bytes, digest, charset, charset_from FROM pages UNION ALL SELECT url, name, title,"
			      " lang, sentences, links, bytes, digest, charset, charset_from FROM drops ORDER BY name)";

Test(sign_command, a_store_gets_the_same_from_both_halves)
{
	const char *pages = write_file("p.jsonl", lines), *one = harness_file("one.db"), *two = harness_file("two.db"), *out = harness_file("out");

	harness_shell("./firstprint filter -o '%s' </dev/null && cp '%s' '%s' && { ./firstprint filter -o '%s' '%s' >'%s'; }", one, one, two, one, pages, out);
	harness_shell("./firstprint sign -o '%s' '%s' | ./firstprint filter --signed -o '%s' | cmp - '%s'", two, pages, two, out);
	harness_shell("./firstprint sign -o '%s' '%s' | ./firstprint filter --signed -o '%s' | cmp - '%s'", two, pages, two, out);
	cr_expect_str_eq(harness_text(two, columns), harness_text(one, columns));
	cr_expect_str_eq(harness_text(two, "SELECT group_concat(text) FROM pages"), harness_text(one, "SELECT group_concat(text) FROM pages"));
	cr_expect_eq(harness_number(two, "SELECT count(*) FROM drops"), 2);
	cr_expect_str_eq(harness_faults(two), "");
}

/* The same command line does for both. */
Test(sign_command, options_for_the_fields_of_lines_change_nothing_in_signed_ones)
{
	const char *pages = write_file("p.jsonl", "{\"uid\":7,\"body\":\"The harbour was closed.\"}\n"), *signed_lines = harness_file("signed");

	harness_shell("{ ./firstprint sign --text-field body --id-field uid '%s' >'%s'; }", pages, signed_lines);
	cr_expect_eq(harness_run("filter --signed --text-field body --id-field uid '%s'", signed_lines), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":7,\"verdict\":\"unique\""), "%s", harness_output());
}

Test(sign_command, what_was_signed_for_something_else_is_refused)
{
	const char *pages = write_file("p.jsonl", lines), *sign = harness_file("signed"), *store = harness_file("s.db");

	harness_shell("{ ./firstprint sign '%s' >'%s'; }", pages, sign);
	cr_expect_eq(harness_run("filter --signed -f exact '%s'", sign), 2);
	cr_expect(strstr(harness_output(), "line 1: signed for cascade@16…, and not for exact@1"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --signed -o '%s' '%s'", store, sign), 2);
	cr_expect(strstr(harness_output(), "line 1: signed for …key="), "another key: %s", harness_output());
	cr_expect(strstr(harness_output(), "…: sign with this --store, or give a new one --key 0 for what was signed without"), "%s", harness_output());
	cr_expect(access(store, F_OK) != 0, "it is not left there");
	cr_expect_eq(harness_run("filter --key 0 --signed -o '%s' '%s'", store, sign), 0, "%s", harness_output());
	harness_shell("./firstprint sign -o '%s' '%s' >'%s'; rm '%s'; ./firstprint filter -q -o '%s' </dev/null", store, pages, harness_file("other"), store, store);
	cr_expect_eq(harness_run("filter --signed '%s'", harness_file("other")), 0, "%s", harness_output());
	cr_expect_eq(harness_run("filter --signed --order longest-first '%s'", sign), 2);
	cr_expect_eq(harness_run("sign -o '%s' '%s'", harness_file("none.db"), pages), 1);
	cr_expect_eq(harness_run("sign -o '%s' -f exact '%s'", store, pages), 2);
	cr_expect(strstr(harness_output(), "was made with --filter"), "%s", harness_output());
}

Test(sign_command, bad_lines_are_told_and_cost_only_themselves)
{
	const char *pages = write_file("p.jsonl", "{\"id\":1,\"text\":\"" LAMP "\"}\nno line\n{\"id\":2,\"text\":\"" LAMP "\"}\n");
	const char *sign = harness_file("signed"), *page = write_file("p.html", "<p>" LAMP);

	harness_shell("{ ./firstprint sign '%s' >'%s' && exit 1; test $? = 1; }", pages, sign);
	cr_expect(strstr(harness_output(), "p.jsonl: line 2: not a JSON object"), "%s", harness_output());
	harness_shell("{ sed '1s/\"signature\":\"......../\"signature\":\"/' '%s' >'%s'; }", sign, harness_file("damaged"));
	cr_expect_eq(harness_run("filter --signed '%s'", harness_file("damaged")), 1);
	cr_expect(strstr(harness_output(), "\"line\":1,\"error\":\"a signature that the filter did not make\"") && strstr(harness_output(), "{\"id\":2,\"verdict\":\"unique\""),
		  "%s", harness_output());
	cr_expect_eq(harness_run("filter --signed '%s'", pages), 1);
	cr_expect(strstr(harness_output(), "no signed page: no \\\"for\\\""), "%s", harness_output());
	cr_expect_eq(harness_run("filter --signed '%s'", page), 1);
	cr_expect(strstr(harness_output(), "not lines of 'firstprint sign'"), "%s", harness_output());
}

/* The lines that --unread has are no failure; eval takes the errors of such lines for what they are. */
Test(sign_command, bad_lines_go_to_the_file_of_unread)
{
	const char *pages = write_file("p.jsonl", "{\"id\":1,\"text\":\"" LAMP "\"}\n{\"id\":2,\"text\":3}\n{\"id\":3,\"text\":\"" LAMP "\"}\n");

	harness_shell("{ cd '%s' && \"$OLDPWD/firstprint\" sign --unread u '%s' >s && cat u; wc -l <s; \"$OLDPWD/firstprint\" keys --signatures k.sig --unread u2 '%s' >k && cmp u u2; }",
		      harness_file("."), pages, pages);
	cr_expect_str_eq(harness_output(), "{\"id\":2,\"text\":3}\n2\n");
	cr_expect_eq(harness_run("keys --signatures '%s' --unread '%s' '%s'", harness_file("u"), harness_file("u"), pages), 2);
	cr_expect(strstr(harness_output(), "--unread ") && strstr(harness_output(), "that is the file of --signatures"), "%s", harness_output());
	harness_shell("{ ./firstprint filter -q '%s' >'%s' || true; printf '1\\t3\\n' >'%s'; }", pages, harness_file("v"), harness_file("t"));
	cr_expect_eq(harness_run("eval -q --json --verdicts '%s' '%s' '%s'", harness_file("v"), pages, harness_file("t")), 1);
	cr_expect(strstr(harness_output(), "\"f1\":1"), "%s", harness_output());
}
