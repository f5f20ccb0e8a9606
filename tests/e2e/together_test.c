/* inspect, report and export of several stores that share an index: a.db has page one and drop four of page three, b.db has page three and
 * drop two of page one. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/facts_in.h"
#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/shared_lines.h"
#include "tests/e2e/web.h"

static char a[300], b[300];
static long ids[5]; /* of the articles one, two, three and four; they ascend */

static void make(void)
{
	harness_start(WEB_LOCATIONS);
	server_start("");
	snprintf(a, sizeof a, "%s", harness_file("a.db"));
	snprintf(b, sizeof b, "%s", harness_file("b.db"));
	share_line("a.db", "one", "rain");
	share_line("b.db", "two", "rain");
	share_line("b.db", "three", "snow");
	share_line("a.db", "four", "snow");
	ids[1] = (long)harness_number(a, "SELECT id FROM pages");
	ids[2] = (long)harness_number(b, "SELECT id FROM drops");
	ids[3] = (long)harness_number(b, "SELECT id FROM pages");
	ids[4] = (long)harness_number(a, "SELECT id FROM drops");
}

/* "#@1" → "#" and the id of the first article. */
static const char *with_ids(const char *text)
{
	static char out[8][300];
	static int turn;
	char *to = out[turn = (turn + 1) % 8];

	for (; *text; text++)
		to += *text == '@' ? sprintf(to, "%ld", ids[*++text - '0']) : (*to = *text, 1);
	*to = '\0';
	return out[turn];
}

static void unmake(void)
{
	server_stop();
	harness_stop();
}

TestSuite(together, .init = make, .fini = unmake);

static void expect_said(const char *with)
{
	const char *text = with_ids(with);

	cr_expect(strstr(harness_output(), text), "no '%s' in: %s", text, harness_output());
}

Test(together, the_summary_is_of_both)
{
	cr_expect_eq(harness_run("inspect '%s' '%s' --json", a, b), 0);
	expect_said("\"fetched\":4,\"pages\":2,\"drops\":2,");
	expect_said("\"groups\":2,");
	expect_said("\"stores\":[\"");
	cr_expect_eq(harness_run("inspect '%s' '%s'", a, b), 0);
	expect_said("a.db, ");
	cr_expect_null(strstr(harness_output(), "serve"), "%s", harness_output());
}

Test(together, lists_are_in_the_order_of_ids_and_name_the_store)
{
	const char *out, *second;

	cr_expect_eq(harness_run("inspect '%s' '%s' drops --json", b, a), 0);
	out = harness_output();
	second = strchr(out, '\n');
	cr_expect(strncmp(out, with_ids("{\"id\":@2,"), strlen(with_ids("{\"id\":@2,"))) == 0 && second &&
			  strncmp(second, with_ids("\n{\"id\":@4,"), strlen(with_ids("\n{\"id\":@4,"))) == 0, "%s", out);
	cr_expect(strstr(out, "b.db\"}\n") < strstr(out, "a.db\"}\n"), "%s", out);
	expect_said("\"elsewhere\":1,");
	cr_expect_eq(harness_run("inspect '%s' '%s' pages --csv --sort -id --limit 1", a, b), 0);
	expect_said("store,id,url,");
	expect_said("b.db,@3,");
	cr_expect_null(strstr(harness_output(), "a.db"), "%s", harness_output());
}

Test(together, a_drop_is_compared_with_the_page_of_the_other)
{
	cr_expect_eq(harness_run("inspect '%s' '%s' diff %ld", a, b, ids[2]), 0, "%s", harness_output());
	expect_said("a.db: page #@1");
	expect_said("b.db: drop #@2");
	expect_said("the texts are equal");
	cr_expect_eq(harness_run("inspect '%s' '%s' explain %ld", a, b, ids[2]), 0);
	cr_expect_null(strstr(harness_output(), "another store"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' '%s' show %ld", b, a, ids[1]), 0);
	expect_said("a.db: page #@1");
	expect_said("reprints       1");
}

Test(together, one_alone_says_that_the_original_is_elsewhere)
{
	cr_expect_eq(harness_run("inspect '%s' explain %ld", b, ids[2]), 0);
	expect_said("of #@1, a page of another store,");
	cr_expect_eq(harness_run("inspect '%s' drops", b), 0);
	expect_said("of #@1 of another store");
	cr_expect_eq(harness_run("inspect '%s' drops --json", b), 0);
	expect_said("\"elsewhere\":2}");
	cr_expect_eq(harness_run("inspect '%s' diff %ld", b, ids[2]), 1);
	expect_said("#@2 repeats #@1, a page of another store: name that store, too");
}

Test(together, near_and_search_look_into_each)
{
	cr_expect_eq(harness_run("inspect '%s' '%s' near %ld --json", a, b, ids[2]), 0);
	expect_said("\"id\":@1,");
	cr_expect_eq(harness_run("index -q '%s' '%s'", a, b), 0);
	cr_expect_eq(harness_run("inspect '%s' '%s' search rain39 --json", a, b), 0);
	expect_said("\"id\":@1,");
	expect_said("\"id\":@2,");
}

Test(together, all_pages_are_exported_with_their_texts)
{
	cr_expect_eq(harness_run("export '%s' '%s'", a, b), 0);
	expect_said("\"store_id\":@1,");
	expect_said("\"store_id\":@3,");
	expect_said("rain39");
	expect_said("snow39");
	cr_expect_eq(harness_run("export '%s' '%s' drops", a, b), 0);
	expect_said("\"store_id\":@2,");
	expect_said("\"store_id\":@4,");
	expect_said("a.db\"");
	cr_expect_eq(harness_run("export '%s' '%s' --as warc -o '%s'", a, b, harness_file("all")), 0, "%s", harness_output());
	expect_said("2 records");
	cr_expect_eq(harness_run("export '%s' '%s' -o '%s'", a, b, b), 2);
	expect_said("that is a SQLite file, and would be overwritten");
}

static json_t *drop_of(json_t *facts, size_t i)
{
	return json_array_get(json_array_get(json_object_get(facts, "drops"), i), 0);
}

Test(together, a_report_has_the_groups_of_both)
{
	char *page;
	json_t *facts;

	cr_expect_eq(harness_run("report '%s' '%s' -o '%s'", a, b, harness_file("r.html")), 0, "%s", harness_output());
	page = facts_read_file("r.html");
	facts = facts_in(page);
	free(page);
	cr_expect_eq(json_array_size(json_object_get(facts, "stores")), 2);
	cr_expect_eq(json_array_size(json_object_get(facts, "groups")), 2);
	cr_expect_eq(json_integer_value(drop_of(facts, 0)) + json_integer_value(drop_of(facts, 1)), ids[2] + ids[4]);
	cr_expect_eq(json_object_size(json_object_get(facts, "details")), 2, "both are compared with pages of the other store");
	json_decref(facts);
}

Test(together, a_report_of_one_has_its_drops_of_pages_elsewhere)
{
	char *page;
	json_t *facts;

	cr_expect_eq(harness_run("report '%s' -o '%s'", a, harness_file("r.html")), 0, "%s", harness_output());
	page = facts_read_file("r.html");
	facts = facts_in(page);
	free(page);
	cr_expect_eq(json_integer_value(drop_of(facts, 0)), ids[4]);
	cr_expect_str_eq(json_string_value(json_array_get(json_array_get(json_object_get(facts, "groups"), 0), 3)), "(a page of another store)");
	json_decref(facts);
}

Test(together, strangers_are_no_one)
{
	harness_run("filter -q -o '%s' /dev/null", harness_file("alone.db"));
	cr_expect_eq(harness_run("report '%s' '%s' -o '%s'", a, harness_file("alone.db"), harness_file("r.html")), 2);
	expect_said("only if they share an index");
	cr_expect_eq(harness_run("export '%s' '%s'", a, a), 2, "twice the same");
	expect_said("only if they share an index");
	cr_expect_eq(harness_run("inspect '%s' '%s' pages --json", a, harness_file("alone.db")), 0);
	expect_said("\"store\":\"");
	cr_expect_eq(harness_run("inspect '%s' '%s' '%s' drops", a, b, harness_file("alone.db")), 0, "one after the other");
	expect_said("of #@3 of another store");
}
