/* `firstprint report`: one file, with the facts in it. What a browser makes of it: tests/browser. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/facts_in.h"
#include "tests/e2e/harness.h"

#define RAIN \
	"Of rain there is much to tell, since it is what people talk about when they meet, in the street or in the shop, and always have. " \
	"Nobody knows who began with it, but every child has heard the story of the old man who never left his house on such a day."

/* The page that repeats none: stores have keys of their own, and a reprint with one word exchanged is found with some of them. */
#define SNOW \
	"Snow fell for nine days that winter, and before March nobody in the village could open the door of the mill. " \
	"When it melted, the river took the bridge along with two boats and half of the timber that had been cut for the church."

static void put(FILE *f, int id, const char *url, const char *title, const char *text)
{
	fprintf(f, "{\"id\":\"line %d\",\"url\":\"%s\",\"title\":\"%s\",\"text\":\"%s\"}\n", id, url, title, text);
}

static void make(void)
{
	FILE *f;

	harness_open();
	f = fopen(harness_file("p.jsonl"), "w");
	put(f, 1, "https://a.example/x/rain", "rain", RAIN);
	put(f, 2, "https://b.example/x/rain", "rain", RAIN);
	put(f, 3, "https://a.example/y/rain?v=2", "rain", RAIN);
	put(f, 4, "https://a.example/snow", "snow", SNOW);
	put(f, 5, "https://a.example/</script><!--", "rain", RAIN);
	fclose(f);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", harness_file("s.db"), harness_file("p.jsonl")), 0, "%s", harness_output());
}

TestSuite(report, .init = make, .fini = harness_stop);

static json_t *report(const char *more)
{
	char *page;
	json_t *facts;

	cr_assert_eq(harness_run("report '%s' -o '%s' %s", harness_file("s.db"), harness_file("r.html"), more), 0, "%s", harness_output());
	page = facts_read_file("r.html");
	facts = facts_in(page);
	free(page);
	return facts;
}

static long long number(const json_t *facts, const char *list, size_t row, size_t column)
{
	return json_integer_value(json_array_get(json_array_get(json_object_get(facts, list), row), column));
}

/* The value of a drop in this column. */
static const json_t *of_drop(const json_t *facts, size_t row, const char *column)
{
	const json_t *names = json_object_get(facts, "drop-columns"), *drop = json_array_get(json_object_get(facts, "drops"), row);

	for (size_t i = 0; i < json_array_size(names); i++)
		if (strcmp(json_string_value(json_array_get(names, i)), column) == 0)
			return json_array_get(drop, i);
	return NULL;
}

static const json_t *of_row(const json_t *facts, const char *list, size_t row, const char *name)
{
	return json_object_get(json_array_get(json_object_get(facts, list), row), name);
}

Test(report, its_facts_are_those_of_the_store)
{
	json_t *facts = report("");
	json_t *detail = json_object_get(json_object_get(facts, "details"), "2");

	cr_expect_eq(json_integer_value(json_object_get(json_object_get(facts, "counts"), "drops")), 3);
	cr_expect_eq(json_array_size(json_object_get(facts, "groups")), 1);
	cr_expect_eq(number(facts, "groups", 0, 0), 1);
	cr_expect_eq(number(facts, "groups", 0, 5), 3);
	cr_expect_eq(number(facts, "groups", 0, 6), harness_number(harness_file("s.db"), "SELECT sum(text_bytes) FROM drops"));
	cr_expect_str_eq(json_string_value(json_array_get(json_array_get(json_object_get(facts, "groups"), 0), 4)), "line 1");
	cr_expect_eq(json_array_size(json_object_get(facts, "drops")), 3);
	cr_expect_str_eq(json_string_value(of_drop(facts, 0, "name")), "line 2");
	cr_expect_str_eq(json_string_value(of_drop(facts, 0, "cause")), "mirror");
	cr_expect_str_eq(json_string_value(of_row(facts, "causes", 0, "cause")), "folder");
	cr_expect_str_eq(json_string_value(of_row(facts, "causes", 0, "advice")), "If the two are one page, redirect one to the other (301), or name it in <link rel=canonical>.");
	cr_expect_str_eq(json_string_value(of_row(facts, "paths", 0, "folder")), "https://a.example/</*");
	cr_expect_eq(json_integer_value(of_row(facts, "stages", 0, "drops")), 3);
	cr_expect_eq(json_array_size(json_object_get(json_object_get(facts, "time"), "drops")) > 0, true);
	cr_expect_eq(json_integer_value(json_object_get(detail, "removed")), 0);
	cr_expect_gt(json_integer_value(json_object_get(detail, "same")), 20);
	cr_expect(strstr(json_string_value(json_array_get(json_object_get(detail, "why"), 0)), "exactly the text of #1"));
	json_decref(facts);
}

/* Each script and the style once, each with its hash in the policy, and no word of the store outside of the data but its name. */
Test(report, nothing_of_a_page_stands_in_it_as_html)
{
	char *page;
	int scripts = 0;

	json_decref(report("-q"));
	cr_expect_str_empty(harness_output());
	page = facts_read_file("r.html");
	for (const char *at = page; (at = strstr(at, "</script")); at++)
		scripts++;
	cr_expect_eq(scripts, 2);
	cr_expect(!strstr(page, "a.example"));
	cr_expect(strstr(page, "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"));
	cr_expect(!strstr(page, "connect-src"));
	cr_expect(!strstr(page, "http://") || strstr(page, "http://www.w3.org/2000/svg") == strstr(page, "http://"));
	free(page);
}

Test(report, it_goes_to_standard_output_too)
{
	harness_shell("{ ./firstprint report '%s' -o - >'%s'; }", harness_file("s.db"), harness_file("out.html"));
	json_decref(report(""));
	harness_shell("{ wc -l <'%s' && wc -l <'%s'; } | uniq | wc -l | grep -qx 1", harness_file("out.html"), harness_file("r.html"));
}

Test(report, the_store_is_never_written_over)
{
	cr_expect_eq(harness_run("report '%s' -o '%s'", harness_file("s.db"), harness_file("s.db")), 2);
	cr_expect(strstr(harness_output(), "s.db"), "%s", harness_output());
	harness_shell("ln -s '%s' '%s'", harness_file("s.db"), harness_file("link.html"));
	cr_expect_eq(harness_run("report '%s' -o '%s'", harness_file("s.db"), harness_file("link.html")), 2);
	cr_expect_eq(harness_run("report '%s' -o '%s-journal'", harness_file("s.db"), harness_file("s.db")), 2);
	cr_expect_str_empty(harness_faults(harness_file("s.db")));
}

/* A reader is waited for, as by any program that writes; and nobody reads the pipe first to see what is in it. */
Test(report, it_goes_into_a_pipe)
{
	harness_shell("{ mkfifo '%s' && { cat '%s' >'%s' & timeout 30 ./firstprint report -q '%s' -o '%s' && wait && grep -q 'octet-stream' '%s'; }; }",
		      harness_file("pipe"), harness_file("pipe"), harness_file("read.html"), harness_file("s.db"), harness_file("pipe"),
		      harness_file("read.html"));
}

Test(report, the_last_one_stays_if_there_is_no_room)
{
	json_decref(report(""));
	harness_shell("{ cp '%s' '%s' && (ulimit -f 4; ! ./firstprint report '%s' -o '%s'); cmp '%s' '%s' && [ $(ls '%s'* | wc -l) = 1 ]; }", harness_file("r.html"),
		      harness_file("copy.html"), harness_file("s.db"), harness_file("r.html"), harness_file("r.html"), harness_file("copy.html"),
		      harness_file("r.html"));
}

/* What a store says that was made by hand. */
Test(report, nonsense_in_a_store_does_no_harm)
{
	json_t *facts;

	harness_shell("sqlite3 '%s' \"UPDATE drops SET score = 9e999, evidence = '{\\\"near-line\\\":1e999}', fetched_at = '99999-01-01T00:00:00Z' WHERE id = 2;"
		      "UPDATE drops SET text_delta = x'00', filter = CAST(x'ff' AS TEXT), verdict = 'duplicate' WHERE id = 3\"", harness_file("s.db"));
	facts = report("");
	cr_expect_eq(json_array_size(json_object_get(facts, "drops")), 3);
	cr_expect(json_is_null(of_drop(facts, 0, "score")));
	cr_expect(!json_object_get(json_object_get(facts, "details"), "3"));
	json_decref(facts);
	harness_shell("sqlite3 '%s' \"UPDATE drops SET filter = x'ff' WHERE id = 3\"", harness_file("s.db"));
	cr_expect_eq(harness_run("report '%s' -o '%s'", harness_file("s.db"), harness_file("r.html")), 1, "bytes in a column of text");
	cr_expect(strstr(harness_output(), "s.db: malformed data"), "%s", harness_output());
}

Test(report, what_cannot_be_is_named)
{
	cr_expect_eq(harness_run("report '%s'", harness_file("s.db")), 2);
	cr_expect(strstr(harness_output(), "--output"));
	cr_expect_eq(harness_run("report '%s' -o '%s'", harness_file("none.db"), harness_file("r.html")), 1);
	cr_expect(strstr(harness_output(), "none.db"));
	cr_expect_eq(harness_run("report '%s' -o /nowhere/r.html", harness_file("s.db")), 1);
	cr_expect(strstr(harness_output(), "/nowhere/r.html: cannot be written"));
	cr_expect_eq(harness_run("report '%s' -o /dev/full", harness_file("s.db")), 1);
	cr_expect(strstr(harness_output(), "/dev/full: cannot be written"));
}
