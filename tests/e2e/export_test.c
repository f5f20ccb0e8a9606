/* `firstprint export`: what is written is what the store has, and other tools read it. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_lines.h"

#define KIND "Of %s there is much to tell, since it is what people talk about when they meet, in the street or in the shop, and always have."

static void put(FILE *f, const char *id, const char *url, const char *about)
{
	char text[300];
	json_t *line;

	snprintf(text, sizeof text, KIND, about);
	line = json_pack("{s:o, s:s*, s:s, s:s, s:s}", "id", json_loads(id, JSON_DECODE_ANY, NULL), "url", url, "title", about, "lang", "en", "text", text);
	json_dumpf(line, f, JSON_COMPACT);
	fputc('\n', f);
	json_decref(line);
}

static const char *db(void)
{
	return harness_file("s.db");
}

static void make(void)
{
	FILE *f;

	harness_open();
	f = fopen(harness_file("p.jsonl"), "w");
	put(f, "\"b\"", "https://www.Example.com/b?Q=1", "rain");
	put(f, "7", "http://example.com:8080/a", "snow");
	put(f, "\"r\"", "http://example.org/r", "rain");
	put(f, "\"n\"", NULL, "fog \"over\" Ålesund");
	fclose(f);
	cr_assert_eq(harness_run("filter -q -o '%s' '%s'", db(), harness_file("p.jsonl")), 0, "%s", harness_output());
}

TestSuite(export, .init = make, .fini = harness_stop);

static const char *export(int code, const char *more)
{
	cr_expect_eq(harness_run("export '%s' %s", db(), more), code, "%s: %s", more, harness_output());
	return harness_output();
}

/* Filtered again, the lines give pages with the same ids and texts. */
Test(export, lines_are_what_filter_reads)
{
	json_t *drop;

	harness_shell("{ ./firstprint export '%s' -o '%s' && ./firstprint filter -q -o '%s' '%s'; }", db(), harness_file("out.jsonl.gz"), harness_file("again.db"), harness_file("out.jsonl.gz"));
	harness_shell("{ for s in '%s' '%s'; do sqlite3 \"$s\" 'SELECT name, url, title, lang, text FROM pages ORDER BY name' >\"$s.txt\"; done; cmp '%s.txt' '%s.txt'; }", db(),
		      harness_file("again.db"), db(), harness_file("again.db"));
	cr_expect_str_empty(harness_output());
	drop = json_loads(export(0, "drops"), 0, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(drop, "id")), "r");
	cr_expect_eq(json_integer_value(json_object_get(drop, "of")), 1);
	cr_expect(strstr(json_string_value(json_object_get(drop, "text")), "Of rain there is"));
	json_decref(drop);
}

Test(export, rows_are_chosen_and_sorted)
{
	export(0, "--where \"title <> 'rain'\" --sort -id --limit 1");
	cr_expect(strstr(harness_output(), "{\"id\":\"n\",\"title\":\"fog"), "%s", harness_output());
	cr_expect_null(strchr(strchr(harness_output(), '\n') + 1, '\n'));
	cr_expect(strstr(export(2, "--where nosuch=1"), "no such column: nosuch"), "%s", harness_output());
}

/* Every line of the index leads to its record, in the file that it names. */
Test(export, the_index_leads_to_the_records)
{
	harness_shell("./firstprint export '%s' --as warc -o '%s' --roll-size 1", db(), harness_file("out"));
	cr_expect(strstr(harness_output(), "3 records in 3 files"), "%s", harness_output());
	cr_expect_eq(check_index_lines("out.cdxj", "conversion"), 3);
	harness_shell("cut -d' ' -f1 '%s'", harness_file("out.cdxj"));
	cr_expect_str_eq(harness_output(), "com,example)/b?q=1\ncom,example:8080)/a\nurn:firstprint:%22n%22\n");
	cr_expect_eq(harness_run("filter -q '%s'", harness_file("out-00001.warc.gz")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":\"http://example.com:8080/a\""), "%s", harness_output());
}

/* A name such as crawl --warc takes is that of one file. */
Test(export, a_file_may_be_named)
{
	harness_shell("./firstprint export '%s' --as warc -o '%s'", db(), harness_file("out.warc.gz"));
	cr_expect(strstr(harness_output(), "3 records in 1 file, and "), "%s", harness_output());
	cr_expect_eq(check_index_lines("out.cdxj", "conversion"), 3);
	harness_shell("{ ./firstprint filter -q '%s' | wc -l; }", harness_file("out.warc.gz"));
	cr_expect_str_eq(harness_output(), "3\n");
	cr_expect_eq(harness_run("export '%s' --as warc -o '%s'", db(), harness_file("out.warc.gz")), 1);
	cr_expect(strstr(harness_output(), ": exists already"), "%s", harness_output());
}

/* Nothing is written over. */
Test(export, files_that_are_there_stay)
{
	harness_shell("{ echo precious >'%s'; }", harness_file("out-00000.warc.gz"));
	cr_expect_eq(harness_run("export '%s' --as warc -o '%s'", db(), harness_file("out")), 1);
	cr_expect(strstr(harness_output(), "out-00000.warc.gz: exists already"), "%s", harness_output());
	harness_shell("cat '%s'", harness_file("out-00000.warc.gz"));
	cr_expect_str_eq(harness_output(), "precious\n");
}

/* The third file cannot be begun: nothing of the others is left, and a file that was there is what it was. */
Test(export, after_an_error_no_part_of_it_is_left)
{
	harness_shell("{ echo precious >'%s'; }", harness_file("out-00002.warc.gz"));
	cr_expect_eq(harness_run("export '%s' --as warc -o '%s' --roll-size 1", db(), harness_file("out")), 1);
	cr_expect(strstr(harness_output(), "out-00002.warc.gz: exists already"), "%s", harness_output());
	harness_shell("{ cd '%s' && cat out-* && ls out-* *.part 2>/dev/null || true; }", harness_file("."));
	cr_expect_str_eq(harness_output(), "precious\nout-00002.warc.gz\n");
}
