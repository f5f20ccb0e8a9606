/* `firstprint filter`, `eval` and `inspect` from the outside: input files, output, and the store. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

static void serve(void)
{
	harness_start("location / { return 404; }\n");
}

TestSuite(filter_command, .init = serve, .fini = harness_stop);

#define LONG "The lighthouse on the cape was switched on again after eleven years of darkness and dispute."
#define OTHER "A committee of nine librarians counted every book in the city since the great flood last year."

static const char lines[] = "{\"id\":\"a\",\"text\":\"" LONG "\"}\n"
			    "\n"
			    "{\"id\":2,\"html\":\"<nav>Menu</nav><p>" LONG "</p>\",\"extra\":[{\"id\":\"no\"}]}\n"
			    "this is not JSON\n"
			    "{\"extra\":{\"id\":5},\"text\":\"" OTHER "\",\"id\":1.50}\n"
			    "{\"id\":12345678901234567890123,\"text\":\"" OTHER "\"}\n"
			    "{\"id\":123456789012345678901234}\n"
			    "{\"id\":\"no text\"}\n"
			    "{\"id\":\"caf\\u00e9\",\"title\":\"x\",\"text\":\"\"}";

static const char *expected[] = {
	"{\"id\":\"a\",\"verdict\":\"unique\",\"of\":null,",
	"{\"id\":2,\"verdict\":\"duplicate\",\"of\":\"a\",",
	"{\"line\":4,\"error\":",
	"{\"id\":1.50,\"verdict\":\"unique\",\"of\":null,",
	"{\"id\":12345678901234567890123,\"verdict\":\"duplicate\",\"of\":1.50,",
	"{\"id\":123456789012345678901234,\"line\":7,\"error\":",
	"{\"id\":\"no text\",\"line\":8,\"error\":",
	"{\"id\":\"caf\xc3\xa9\",\"verdict\":\"unique\",\"of\":null,",
};

static void write_lines(void)
{
	FILE *f = fopen(harness_file("pages.jsonl"), "w");

	fputs(lines, f);
	fclose(f);
}

static void check_lines(const char *output)
{
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		size_t len = strcspn(output, "\n");
		json_t *row = json_loadb(output, len, JSON_DECODE_INT_AS_REAL, NULL);

		cr_expect(row, "line %zu is JSON: %.*s", i, (int)len, output);
		cr_expect(strncmp(output, expected[i], strlen(expected[i])) == 0, "%.*s is not %s…", (int)len, output,
			  expected[i]);
		json_decref(row);
		output += len + (output[len] != '\0');
	}
	cr_expect_str_eq(output, "firstprint: 8 read: 3 kept, 2 dropped (text 2), 3 unread; 186 bytes of text dropped\n");
}

Test(filter_command, verdicts_come_in_order_with_their_ids)
{
	write_lines();
	cr_expect_eq(harness_run("filter -j 2 '%s'", harness_file("pages.jsonl")), 1, "bad lines are told by the code");
	check_lines(harness_output());
}

Test(filter_command, html_that_is_no_page_is_unread)
{
	FILE *f = fopen(harness_file("no.jsonl"), "w");

	cr_assert(f && fputs("{\"html\":\"%PDF-1.7\"}\n{\"html\":\"<rss><p>" LONG "\"}\n{\"html\":\"" LONG "\",\"text\":1}\n", f) >= 0 && fclose(f) == 0);
	harness_run("filter '%s' --unread '%s'", harness_file("no.jsonl"), harness_file("unread"));
	cr_expect(harness_has_printed("3 read: 1 kept, 1 dropped (text 1), 1 unread"), "%s", harness_output());
	harness_shell("cat '%s'", harness_file("unread"));
	cr_expect_str_eq(harness_output(), "{\"html\":\"%PDF-1.7\"}\n");
	harness_run("filter -q '%s'", harness_file("no.jsonl"));
	cr_expect(harness_has_printed("{\"line\":1,\"error\":\"\\\"html\\\" is no page: content is pdf\"}"), "%s", harness_output());
}

Test(filter_command, standard_input_and_gzip_give_the_same_verdicts)
{
	write_lines();
	harness_run("filter - <'%s'", harness_file("pages.jsonl"));
	check_lines(harness_output());
	harness_run("filter <'%s'", harness_file("pages.jsonl"));
	check_lines(harness_output());
	harness_shell("gzip -k '%s'", harness_file("pages.jsonl"));
	harness_run("filter '%s'", harness_file("pages.jsonl.gz"));
	check_lines(harness_output());
}

/* The same three pages, packed in every way there is. */
Test(filter_command, every_form_of_a_file_gives_the_same_verdicts)
{
	static const char *const makes[] = {"gzip -c p.jsonl >q", "sed '1s/^/[/;$!s/$/,/;$s/$/]/' p.jsonl >q",
					    "sed 's/{/{\\n/;s/,/,\\n/' p.jsonl >q"};
	char *expected_text;

	harness_shell("cd '%s' && { printf '{\"id\":1,\"text\":\"" LONG "\"}\\n{\"id\":2,\"text\":\"" OTHER "\"}\\n{\"id\":3,\"text\":\"" LONG
		      "\"}\\n' >p.jsonl; }", harness_file("."));
	cr_assert_eq(harness_run("filter '%s'", harness_file("p.jsonl")), 0);
	expected_text = strdup(harness_output());
	cr_expect(strstr(expected_text, "\"duplicate\",\"of\":1"), "%s", expected_text);
	for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
		harness_shell("cd '%s' && rm -f q && { %s; }", harness_file("."), makes[i]);
		cr_expect_eq(harness_run("filter '%s'", harness_file("q")), 0, "%s: %s", makes[i], harness_output());
		cr_expect_str_eq(harness_output(), expected_text, "%s", makes[i]);
	}
	free(expected_text);
}

Test(filter_command, the_pages_of_a_folder_are_judged_by_their_paths)
{
	harness_shell("cd '%s' && mkdir -p 'm i/a.test' && cd 'm i' && { echo '<p>" LONG "</p>' >a.test/1.html; gzip -k a.test/1.html; echo '<html><p>" OTHER
		      "</p>' >a.test/page; echo '{}' >api.json; echo '{}' >a.test/bad.jsonl; }", harness_file("."));
	cr_expect_eq(harness_run("filter '%s'", harness_file("m i")), 1);
	cr_expect(strstr(harness_output(), "m i/a.test/1.html.gz\",\"verdict\":\"duplicate\",\"of\":\""), "%s", harness_output());
	harness_shell("here=$PWD; cd '%s' && { \"$here/firstprint\" filter . || true; }", harness_file("m i"));
	cr_expect(strstr(harness_output(), "{\"id\":\"a.test/1.html\",\"verdict\":\"unique\""), "%s", harness_output());
	cr_expect(strstr(harness_output(), "\n{\"id\":\"a.test/page\",\"verdict\":\"unique\""), "%s", harness_output());
	cr_expect(strstr(harness_output(),
			 "{\"line\":1,\"error\":\"neither \\\"html\\\" nor \\\"text\\\"\",\"file\":\"a.test/bad.jsonl\"}"),
		  "%s", harness_output());
	cr_expect(strstr(harness_output(), ".: 1 file is left out; name one to read what helps: api.json (JSON, not named .jsonl, .ndjson or .jl)\n"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "\"file\":\"api.json"), "%s", harness_output());
	harness_shell("mkdir '%s'", harness_file("empty"));
	cr_expect_eq(harness_run("filter '%s'", harness_file("empty")), 1);
	cr_expect(strstr(harness_output(), "a folder without pages"), "%s", harness_output());
}

Test(filter_command, each_file_that_is_not_read_is_named)
{
	harness_shell("mkdir '%s' && cd '%s' && { echo '{\"text\":\"" LONG "\"}' >a.jsonl; gzip <a.jsonl | head -c 40 >b.jsonl.gz; "
		      "printf '\\377\\376{' >d.jsonl; echo 'a,b' >e.csv; cp e.csv f.csv; printf BZh9 >a.jsonl.bz2; ln -s a.jsonl g.jsonl; ln -s none h.jsonl; "
		      "tar cf i.dat a.jsonl; }", harness_file("n"), harness_file("n"));
	cr_expect_eq(harness_run("filter '%s'", harness_file("n")), 1);
	cr_expect(strstr(harness_output(), "n/b.jsonl.gz: after byte "), "%s", harness_output());
	cr_expect(strstr(harness_output(), "n/d.jsonl: in UTF-16"), "%s", harness_output());
	cr_expect(strstr(harness_output(), ": 3 files could not be read, or not to their end\n"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "n/h.jsonl: cannot be read: No such file"), "a link to nothing: %s", harness_output());
	cr_expect(strstr(harness_output(), "n: 4 files are left out; name one to read what helps: "), "%s", harness_output());
	cr_expect(strstr(harness_output(), ": a.jsonl.bz2 (compressed by bzip2), "), "%s", harness_output());
	cr_expect(strstr(harness_output(), " e.csv and 1 more (comma-separated values), "), "%s", harness_output());
	cr_expect(strstr(harness_output(), " i.dat (a tar archive)\n"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "n/g.jsonl:1\",\"verdict\":\"duplicate\""), "a link to a file: %s", harness_output());
}

Test(filter_command, a_store_remembers_between_runs)
{
	const char *s = harness_file("s.db");

	write_lines();
	harness_run("filter -o '%s' '%s'", s, harness_file("pages.jsonl"));
	check_lines(harness_output());
	harness_shell("{ echo '{\"id\":\"z\",\"text\":\"" LONG "\"}' >'%s'; }", harness_file("z.jsonl"));
	harness_run("filter -o '%s' '%s'", s, harness_file("z.jsonl"));
	cr_expect(strstr(harness_output(), "{\"id\":\"z\",\"verdict\":\"duplicate\",\"of\":\"a\""), "%s", harness_output());
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM pages"), 3);
	cr_expect_eq(harness_number(s, "SELECT count(*) FROM drops"), 3);
}

/* The next line is written when the verdict about the last one was read. */
static void ask_and_wait(const char *options)
{
	const char *fifo = harness_file("fifo");
	char line[200], wanted[40];
	int fd;
	pid_t pid;

	cr_assert(mkfifo(fifo, 0600) == 0);
	pid = harness_spawn(NULL, "filter %s '%s'", options, fifo);
	fd = open(fifo, O_WRONLY | O_CLOEXEC);
	for (int i = 0; i < 3; i++) {
		int len = snprintf(line, sizeof line, "{\"id\":%d,\"text\":\"The harbour was closed for %d days.\"}\n", i, i);

		cr_assert(write(fd, line, (size_t)len) == len);
		snprintf(wanted, sizeof wanted, "{\"id\":%d,", i);
		harness_until(harness_has_printed(wanted));
	}
	close(fd);
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
	unlink(fifo);
}

Test(filter_command, answers_before_it_waits_for_more_input)
{
	char store[300];

	snprintf(store, sizeof store, "-o '%s'", harness_file("s.db"));
	ask_and_wait("");
	ask_and_wait(store);
	ask_and_wait("--json");
}

/* Has all that was written to a pipe been read? */
static bool is_read(int fd)
{
	int left;

	cr_assert(ioctl(fd, FIONREAD, &left) == 0);
	return left == 0;
}

/* What a file is does not hang on how much of it comes at once. */
Test(filter_command, a_slow_writer_gets_what_a_file_gets)
{
	static const char *const starts[] = {"{", "\n ", "[", "\n<", "{ \n", "\n\n"},
		*const rests[] = {"\n\"id\":1,\"text\":\"" LONG "\"}", "[{\"id\":1,\"text\":\"" LONG "\"}]", "{\"id\":1,\"text\":\"" LONG "\"}]", "p>" LONG,
				  "\"id\":1,\"text\":\"" LONG "\"}", "{\"id\":1,\"text\":\"" LONG "\"}"};
	const char *fifo = harness_file("fifo");

	cr_assert(mkfifo(fifo, 0600) == 0);
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		pid_t pid = harness_spawn(NULL, "filter '%s'", fifo);
		int fd = open(fifo, O_WRONLY | O_CLOEXEC);

		cr_assert(write(fd, starts[i], strlen(starts[i])) > 0);
		harness_until(is_read(fd));
		cr_assert(write(fd, rests[i], strlen(rests[i])) > 0);
		close(fd);
		cr_expect_eq(harness_wait(pid), 0, "%zu: %s", i, harness_output());
		cr_expect(harness_has_printed("\"verdict\":\"unique\""), "%zu", i);
	}
}

Test(filter_command, what_a_signal_cuts_off_is_no_bad_line)
{
	static const char *const halves[] = {"[{\"id\":1,\"text\":\"" LONG "\"},{\"id\":2,\"te", "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 99\r\n\r\nabc",
					     "WARC/1.0\r\nWARC-Type: resource\r\n", "{\"id\":1,\"text\":\"" LONG "\"}\n{\"id\":2,\"te", "<p>half"};
	static const char *const commands[] = {"filter -q", "sign", "purify"};
	char fifo[300];

	snprintf(fifo, sizeof fifo, "%s", harness_file("fifo"));
	cr_assert(mkfifo(fifo, 0600) == 0);
	for (size_t i = 0; i < 3 * sizeof halves / sizeof *halves; i++) {
		pid_t pid = harness_spawn(NULL, "%s '%s'", commands[i % 3], fifo);
		int code, fd = open(fifo, O_WRONLY | O_CLOEXEC);

		cr_assert(write(fd, halves[i / 3], strlen(halves[i / 3])) > 0);
		harness_until_caught(pid, SIGINT);
		harness_until(is_read(fd));
		harness_until(i / 3 % 3 != 0 || harness_has_printed("lighthouse") || harness_has_printed("unique"));
		kill(pid, SIGINT);
		code = harness_wait(pid);
		cr_expect_eq(code, 3, "%s %zu: %d %s", commands[i % 3], i / 3, code, harness_output());
		cr_expect(!harness_has_printed("error") && !harness_has_printed("firstprint:"), "%s %zu: %s", commands[i % 3],
			  i / 3, harness_output());
		close(fd);
	}
}

/* A run that is stopped has not seen all lines: the files of an earlier run stay as they are. */
Test(filter_command, a_stop_leaves_the_files_of_an_earlier_run_alone)
{
	char fifo[300], keep[300];
	int fd;
	pid_t pid;

	snprintf(fifo, sizeof fifo, "%s", harness_file("fifo"));
	snprintf(keep, sizeof keep, "%s", harness_file("keep.jsonl"));
	cr_assert(mkfifo(fifo, 0600) == 0);
	harness_shell("{ echo earlier >'%s'; }", keep);
	pid = harness_spawn(NULL, "filter -o '%s' --keep '%s' '%s'", harness_file("s.db"), keep, fifo);
	fd = open(fifo, O_WRONLY | O_CLOEXEC);
	cr_assert(write(fd, "{\"id\":1,\"text\":\"" LONG "\"}\n", strlen("{\"id\":1,\"text\":\"" LONG "\"}\n")) > 0);
	harness_until(harness_has_printed("unique"));
	kill(pid, SIGINT);
	cr_expect_eq(harness_wait(pid), 3);
	cr_expect(harness_has_printed("--keep, --drops and --unread are as they were before"), "%s", harness_output());
	close(fd);
	harness_shell("{ cat '%s'; ls '%s'*; }", keep, keep);
	cr_expect(strncmp(harness_output(), "earlier\n/", 9) == 0 && !strstr(harness_output(), ".part"), "%s", harness_output());
}

Test(filter_command, lines_may_have_fields_of_other_names)
{
	harness_shell("{ echo '{\"doc\":7,\"body\":\"The harbour was closed.\",\"from\":\"a.test\",\"head\":\"Harbour\",\"language\":\"en\"}' >'%s'; }", harness_file("named.jsonl"));
	cr_expect_eq(harness_run("filter -o '%s' --id-field doc --text-field body --title-field head --lang-field language --site-field from '%s'", harness_file("n.db"), harness_file("named.jsonl")), 0, "%s",
		     harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":7,\"verdict\":\"unique\""), "%s", harness_output());
	cr_expect_str_eq(harness_text(harness_file("n.db"), "SELECT url || ' ' || title || ' ' || lang FROM pages"), "a.test/7 Harbour en");
}

/* Once, and not if one line has it. */
Test(filter_command, a_field_that_no_line_has_is_told)
{
	harness_shell("{ printf '{\"id\":1,\"text\":\"The harbour.\"}\\n{\"doc\":2,\"text\":\"The ferry.\"}\\n' >'%s'; }", harness_file("named.jsonl"));
	cr_expect_eq(harness_run("filter --id-field dco --url-field href '%s'", harness_file("named.jsonl")), 0);
	cr_expect(strstr(harness_output(), "firstprint: --id-field dco: no line has this field, with a string or a number in it\nfirstprint: --url-field href: no line has this field, with a string in it\n"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --id-field doc '%s'", harness_file("named.jsonl")), 0);
	cr_expect(!strstr(harness_output(), "no line has"), "%s", harness_output());
	cr_expect_eq(harness_run("filter '%s'", harness_file("named.jsonl")), 0);
	cr_expect(!strstr(harness_output(), "no line has"), "%s", harness_output());
}

Test(filter_command, a_missing_file_is_named)
{
	cr_expect_eq(harness_run("filter '%s'", harness_file("nowhere.jsonl")), 1);
	cr_expect(strstr(harness_output(), "nowhere.jsonl"), "%s", harness_output());
}

Test(filter_command, a_shared_object_is_loaded_by_its_path)
{
	const char *so = getenv("TEST_FILTER");

	cr_assert(so, "TEST_FILTER is not set");
	write_lines();
	cr_expect_eq(harness_run("filter -f '%s:step=1000' '%s'", so, harness_file("pages.jsonl")), 1);
	cr_expect(strstr(harness_output(), "\"filter\":\"length\",\"stage\":\"length\""), "%s", harness_output());
	cr_expect_eq(harness_run("filter -f '%s:step=0' '%s'", so, harness_file("pages.jsonl")), 2);
	cr_expect(strstr(harness_output(), "step"), "%s", harness_output());
}

Test(filter_command, inspect_shows_what_was_kept_and_why_not)
{
	const char *s = harness_file("s.db");

	write_lines();
	harness_run("filter -o '%s' '%s'", s, harness_file("pages.jsonl"));
	cr_expect_eq(harness_run("inspect '%s'", s), 0);
	cr_expect(strstr(harness_output(), "exact duplicates"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' drops --json", s), 0);
	cr_expect(strstr(harness_output(), "\"of\":1,"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show 2 --json", s), 0);
	cr_expect(strstr(harness_output(), "\"text\":\"" LONG "\""), "the drop's text is whole: %s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' show 99", s), 1);
	cr_expect_eq(harness_run("inspect '%s' frobnicate", s), 2);
	cr_expect_eq(harness_run("inspect '%s' pages --json", s), 0);
	cr_expect(strstr(harness_output(), "\"stage\":\"too-short\""), "%s", harness_output());
}

/* Without a URL an article is called by the id of its line, in every list and form. */
Test(filter_command, pages_without_urls_are_called_by_their_ids)
{
	static const struct { const char *what, *says; } rows[] = {
		{"pages", "     1  a b  \n"},
		{"pages --json", "\"name\":\"a b\""},
		{"pages --csv", ",a b,"},
		{"drops", "     2  1.50\n        duplicate of #1 a b\n"},
		{"drops --json", "\"name\":\"1.50\""},
		{"drops --json", "\"name\":7"},
		{"drops --json", "\"of_name\":\"a b\""},
		{"groups", "#1 a b\n"},
		{"groups --csv", ",a b,\n"},
		{"summary", "\n         a b\n"},
		{"show 7 --json", "\"name\":7"},
	};

	harness_shell("{ printf '{\"id\":\"a b\",\"text\":\"abc\"}\\n{\"id\":1.50,\"text\":\"abc\"}\\n{\"id\":7,\"text\":\"abc\"}' | ./firstprint filter -q -o '%s'; }",
		      harness_file("n.db"));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(harness_run("inspect '%s' %s", harness_file("n.db"), rows[i].what), 0);
		cr_expect(strstr(harness_output(), rows[i].says), "%s: %s", rows[i].what, harness_output());
	}
	cr_assert_eq(harness_run("export '%s' drops", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "{\"id\":1.50,") && strstr(harness_output(), "\"of_name\":\"a b\""), "%s", harness_output());
}

/* What --where compares is what is printed; of_name is there although the original has a URL. */
Test(filter_command, where_takes_ids_as_they_are_printed)
{
	static const struct { const char *what, *ids; } rows[] = {
		{"drops --where \"name = 'a b'\"", ""}, {"drops --where \"of_name = 'a b'\"", "2 3 4 "}, {"drops --where \"name = '1.50' OR name=7\"", "2 3 "},
		{"drops --where \"name = '7' AND score = 1 -- same\"", "3 "}, {"drops --where \"name LIKE 'c%%'\" --sort -id", "4 "}, {"pages --where \"name IN ('a b')\"", "1 "},
		{"groups --where \"name = 'a b'\"", "1 "}, {"members --where \"name = 'caf\xc3\xa9'\"", "4 "}, {"rules --where \"name = '7'\"", ""},
	};

	harness_shell("{ printf '{\"id\":\"a b\",\"url\":\"http://a.test/\",\"text\":\"abc\"}\n{\"id\":1.50,\"text\":\"abc\"}\n{\"id\":7,\"text\":\"abc\"}\n{\"id\":\"caf\\u00e9\",\"text\":\"abc\"}'"
		      " | ./firstprint filter -q -o '%s'; }", harness_file("n.db"));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		harness_shell("(./firstprint inspect '%s' %s --json | jq -j '\"\\(.id) \"')", harness_file("n.db"), rows[i].what);
		cr_expect_str_eq(harness_output(), rows[i].ids, "%s", rows[i].what);
	}
	cr_expect_eq(harness_run("inspect '%s' drops --where \"name = 'x') OR (1\"", harness_file("n.db")), 2, "%s", harness_output());
	harness_shell("(./firstprint export '%s' drops --where \"name = 7\" | jq -j '.id, .of_name, .of_url')", harness_file("n.db"));
	cr_expect_str_eq(harness_output(), "7a bhttp://a.test/");
}

/* The name of a rule is that of a parameter, and no JSON. */
Test(filter_command, names_of_rules_stay_as_they_are)
{
	harness_shell("{ echo '{\"id\":1,\"text\":\"abc\"}' | ./firstprint filter -q -o '%s' && sqlite3 '%s' \"INSERT INTO hosts (id, host) VALUES (9, 'http://h');"
		      " INSERT INTO rules (host_id, part, name, state, judged, repeats, sampled, contrary, streak, skipped) VALUES (9, 'parameter', '7', 'active', 0, 0, 0, 0, 0, 0)\"; }",
		      harness_file("n.db"), harness_file("n.db"));
	cr_assert_eq(harness_run("inspect '%s' rules --json", harness_file("n.db")), 0);
	cr_expect(strstr(harness_output(), "\"name\":\"7\""), "%s", harness_output());
}

Test(filter_command, lines_of_drops_get_their_verdicts)
{
	harness_shell("{ cd '%s'; printf '[{\"id\":1,\"text\":\"abc}\"} , {\"id\":\"b\",\"text\":\"abc}\" }]' >a.json; }", harness_file("."));
	cr_assert_eq(harness_run("filter -q '%s' --with-verdicts --drops '%s'", harness_file("a.json"), harness_file("d.jsonl")), 0, "%s", harness_output());
	harness_shell("cat '%s'", harness_file("d.jsonl"));
	cr_expect_str_eq(harness_output(), "{\"id\":\"b\",\"text\":\"abc}\" ,\"firstprint\":{\"id\":\"b\",\"verdict\":\"duplicate\",\"of\":1,"
					   "\"filter\":\"cascade\",\"stage\":\"text\",\"score\":1,\"evidence\":{}}}\n");
}

/* The lines of an earlier run, with its verdicts, get those of this one. */
Test(filter_command, a_verdict_in_a_line_is_replaced)
{
	harness_shell("{ cd '%s'; printf '{\"id\":1,\"text\":\"abc\"}\\n{\"firstprint\":{\"of\": [9,{}]}, \"id\":\"b\",\"text\": \"abc\" , \"firstprint\":{}}' >a.jsonl; }", harness_file("."));
	cr_assert_eq(harness_run("filter -q '%s' --with-verdicts --drops '%s'", harness_file("a.jsonl"), harness_file("d.jsonl")), 0, "%s", harness_output());
	harness_shell("cut -d, -f 1-5 '%s'", harness_file("d.jsonl"));
	cr_expect_str_eq(harness_output(), "{\"id\":\"b\",\"text\": \"abc\",\"firstprint\":{\"id\":\"b\",\"verdict\":\"duplicate\",\"of\":1\n");
}

/* 900 pages of 300 articles: the article, an edited one, and one with another figure. */
static void write_articles(void)
{
	static const char *const changes[] = {"", " Nobody saw it.", " It was 71,400 metres."};
	FILE *f = fopen(harness_file("many.jsonl"), "w");

	for (int i = 0; i < 900; i++) {
		fprintf(f, "{\"id\":\"%d\",\"url\":\"http://h%d.example/%d\",\"text\":\"", i, i % 5, i);
		harness_put_words(f, i / 3, 0, 60);
		fprintf(f, "of %d,%03d metres.%s\"}\n", 10 + i / 3, i / 3, changes[i % 3]);
	}
	fclose(f);
}

Test(filter_command, verdicts_are_the_same_with_any_number_of_workers)
{
	char *one = NULL;

	write_articles();
	for (int jobs = 1; jobs <= 8; jobs *= 2) {
		cr_assert_eq(harness_run("filter -q -j %d '%s'", jobs, harness_file("many.jsonl")), 0, "%s", harness_output());
		if (!one)
			one = strdup(harness_output());
		cr_expect_str_eq(harness_output(), one, "%d workers", jobs);
	}
	cr_expect(strstr(one, "near-duplicate") && strstr(one, "figures"), "%.300s", one);
	free(one);
}

/* Two fingerprints of random words are 32 bits apart, give or take 4: which pages are within 28, the key decides. */
Test(filter_command, eval_hashes_with_the_key_of_a_number)
{
	char first[200];
	FILE *f = fopen(harness_file("p.jsonl"), "w");

	for (int i = 0; i < 40; i++)
		fprintf(f, "{\"id\":\"%d\",\"text\":\"a%d b%d c%d d%d e%d f%d g%d\"}\n", i, i, i, i, i, i, i, i);
	fclose(f);
	f = fopen(harness_file("truth.tsv"), "w");
	fputs("0\t1\n", f);
	fclose(f);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(harness_run("eval '%s' '%s' -f cascade:confirm=off,least=0,bits=24 --key %d --json", harness_file("p.jsonl"),
					 harness_file("truth.tsv"), i / 2 * 2),
			     0, "%s", harness_output());
		*strstr(harness_output(), ",\"milliseconds") = '\0';
		if (i == 0)
			snprintf(first, sizeof first, "%s", harness_output());
		else
			cr_expect_eq(strncmp(first, harness_output(), sizeof first - 1) == 0, i == 1, "run %d: %s", i, harness_output());
	}
}

Test(filter_command, eval_measures_and_sweeps)
{
	FILE *f = fopen(harness_file("truth.tsv"), "w");

	write_lines();
	fputs("a\t2\tdup\n1.50\t12345678901234567890123\n", f);
	fclose(f);
	cr_expect_eq(harness_run("eval '%s' '%s' -f exact -f none --json", harness_file("pages.jsonl"), harness_file("truth.tsv")),
		     1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"filter\":\"exact\",\"precision\":1.0,\"recall\":1.0,\"f1\":1.0,\"key\":0,\"right\":2"), "%s",
		  harness_output());
	cr_expect(strstr(harness_output(), "\"filter\":\"none\",\"precision\":0.0,\"recall\":0.0") && strstr(harness_output(), "\"spec\":\"exact@1\""), "%s", harness_output());
	cr_expect_eq(harness_run("eval '%s' '%s' -f none --show 1 --json", harness_file("pages.jsonl"), harness_file("truth.tsv")), 1);
	cr_expect(strstr(harness_output(), "}\n{\"mistake\":\"missed\",\"id\":2,\"verdict\":\"unique\",\"of\":null,\"misses\":\"a\",\"filter\":\"none\""), "%s",
		  harness_output());
	cr_expect_eq(harness_run("eval '%s' '%s' -f cascade --sweep bits=0..2", harness_file("pages.jsonl"),
				 harness_file("truth.tsv")),
		     1);
	cr_expect(strstr(harness_output(), "cascade:bits=2 ") && !strstr(harness_output(), "cascade:bits=3 "), "%s",
		  harness_output());
	cr_expect_eq(harness_run("eval '%s' '%s' -f exact+minhash --sweep tau=0.5..0.5", harness_file("pages.jsonl"),
				 harness_file("truth.tsv")),
		     1);
	cr_expect(strstr(harness_output(), "exact+minhash:tau=0.5 "), "%s", harness_output());
	harness_shell("for o in figures=off..on bits=2..3 key=4..5 least=0..1; do ./firstprint eval -q '%s' '%s' --json --sweep $o 2>/dev/null | jq -c '[.value, .key]'; done", harness_file("pages.jsonl"), harness_file("truth.tsv"));
	cr_expect_str_eq(harness_output(), "[\"off\",0]\n[\"on\",0]\n[2,0]\n[3,0]\n[4,4]\n[5,5]\n[null,null]\n[0,0]\n[1,0]\n");
	cr_expect_eq(harness_run("eval '%s' '%s' --sweep bits=5", harness_file("pages.jsonl"), harness_file("truth.tsv")), 2);
	cr_expect_eq(harness_run("eval '%s' '%s'", harness_file("pages.jsonl"), harness_file("nowhere.tsv")), 1);
	cr_expect_eq(harness_run("eval '%s'", harness_file("pages.jsonl")), 2);
}

/* Whatever is standard input is read for each row, and TRUTH may be compressed as PAGES may. */
Test(filter_command, eval_reads_standard_input_once_for_all_rows)
{
	static const char *const ways[] = {"cat p | ./firstprint eval - t", "./firstprint eval - t <p", "cat t | ./firstprint eval p -", "./firstprint eval p t.gz"};

	write_lines();
	harness_shell("(cd '%s' && ln -s pages.jsonl p && ln -s \"$OLDPWD\"/firstprint . && printf 'a\\t2\\n1.50\\t12345678901234567890123\\n2\\ta\\n' >t && gzip -c t >t.gz)", harness_file("."));
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		harness_shell("(cd '%s' && %s -q --json -f exact -f minhash 2>/dev/null | jq -c '[.filter, .right, .missed]')", harness_file("."), ways[i]);
		cr_expect_str_eq(harness_output(), "[\"exact\",2,0]\n[\"minhash\",2,0]\n", "%s", ways[i]);
	}
}

/* A page that is missed may be a drop of a third one, whose score is not that of the pair. */
Test(filter_command, eval_says_what_became_of_a_missed_page)
{
	harness_shell("(cd '%s' && for i in a b c d; do echo \"{\\\"id\\\":\\\"$i\\\",\\\"text\\\":\\\"x\\\"}\"; done >p.jsonl && printf 'b\\tc\\nb\\td\\n' >t.tsv &&"
		      " printf '{\"id\":\"c\",\"of\":\"a\",\"score\":0.25}\\n' >v && printf '{\"id\":\"a\",\"of\":\"c\"}\\n{\"id\":\"c\",\"of\":\"d\"}\\n{\"id\":\"d\",\"of\":\"a\"}\\n' >circle)", harness_file("."));
	harness_shell("(cd '%s' && \"$OLDPWD\"/firstprint eval -q p.jsonl t.tsv --labelled --verdicts v --show 5)", harness_file("."));
	cr_expect(strstr(harness_output(), "  missed \"c\", a copy of \"b\": near-duplicate of \"a\", v/- score 0.250 {}\n  missed \"d\", a copy of \"b\": unique, v/- score 0.000 {}\n"),
		  "%s", harness_output());
	harness_shell("(cd '%s' && printf 'b\tc\tdup\tnews\na\tc\tneg\nb\td\n' >kinds.tsv && \"$OLDPWD\"/firstprint eval -q p.jsonl kinds.tsv --verdicts v --pairs 2>/dev/null)", harness_file("."));
	cr_expect_str_eq(harness_output(), "b\tc\tdup\tnews\tapart\tv\na\tc\tneg\ttogether\tv\nb\td\tapart\tv\n");
	cr_expect_eq(harness_run("eval '%s' '%s' --verdicts '%s' --pairs --json", harness_file("p.jsonl"), harness_file("t.tsv"), harness_file("v")), 2);
	cr_expect_eq(harness_run("eval '%s' '%s' --verdicts '%s'", harness_file("p.jsonl"), harness_file("t.tsv"), harness_file("circle")), 1);
	cr_expect(strstr(harness_output(), "circle: page \"a\" repeats itself by way of \"c\": none of them is kept"), "%s", harness_output());
}

/* If labels or pages contradict each other, the score is doubtful: eval says so once, not before each row. */
Test(filter_command, eval_says_what_is_doubtful_about_a_set)
{
	FILE *f = fopen(harness_file("truth.tsv"), "w");
	char *second;

	write_lines();
	fputs("a\t2\tdup\n2\ta\tneg\nnobody\ta\tdup\n", f);
	fclose(f);
	harness_shell("cat '%s' '%s' >'%s'; true", harness_file("pages.jsonl"), harness_file("pages.jsonl"), harness_file("twice.jsonl"));
	cr_expect_eq(harness_run("eval '%s' '%s' --sweep key=3..4 --labelled", harness_file("twice.jsonl"), harness_file("truth.tsv")), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "truth.tsv: 1 pair is labelled neg, but of one article by other lines, such as \"a\" and 2"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "twice.jsonl: 3 pages have the id of an earlier one"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "cascade (key 3) ") && strstr(harness_output(), "cascade (key 4) "), "%s", harness_output());
	second = strstr(harness_output(), "no page has the id 'nobody'; 1 line is left out");
	cr_expect(second && !strstr(second + 1, "no page has the id"), "%s", harness_output());
	cr_expect(!strstr(harness_output(), "say nothing"), "%s", harness_output());
	harness_shell("printf 'a\\t2\\tneg\\n' >'%s'; true", harness_file("truth.tsv"));
	harness_run("eval '%s' '%s'", harness_file("pages.jsonl"), harness_file("truth.tsv"));
	cr_expect(strstr(harness_output(), "truth.tsv: no two pages are one article, so recall and F1 say nothing"), "%s", harness_output());
}

/* A set with a damaged line has a score, but not a clean exit. */
Test(filter_command, eval_names_lines_that_it_cannot_read)
{
	FILE *f;

	write_lines(); /* three of them are damaged */
	f = fopen(harness_file("pages.jsonl"), "a");
	fputs("{\"id\":\"cut\n", f);
	fclose(f);
	harness_shell("{ echo 'a\t2\tdup' >'%s'; }", harness_file("truth.tsv"));
	cr_expect_eq(harness_run("eval '%s' '%s' -f cascade -f exact", harness_file("pages.jsonl"), harness_file("truth.tsv")), 1, "%s", harness_output());
	cr_expect(strstr(harness_output(), "\nexact ") && strstr(harness_output(), ": 4 lines could not be read and are not counted"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "line 8: ") && !strstr(harness_output(), "line 10: "), "three are named: %s", harness_output());
	harness_run("eval '%s' '%s' -f exact --json", harness_file("pages.jsonl"), harness_file("truth.tsv"));
	cr_expect(strstr(harness_output(), "\"pages\":4,"), "%s", harness_output());
}

/* Who names the kind of a page in place of its article gets a cluster a kind. */
Test(filter_command, eval_says_that_a_few_clusters_hold_all_pages)
{
	harness_shell("(cd '%s' && for i in $(seq 41); do echo \"{\\\"id\\\":$i,\\\"text\\\":\\\"page $i\\\"}\"; done >p && sed 's/.*:\\([0-9]*\\),.*/\\1/' p | awk '{print $1 \"\\t\" ($1 %% 4 ? \"list\" : \"form\")}' >kinds"
		      " && head -n 40 kinds >most)", harness_file("."));
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(harness_run("eval -q '%s' '%s' -f exact", harness_file("p"), harness_file(i ? "most" : "kinds")), 0, "%s", harness_output());
		cr_expect(strstr(harness_output(), i ? "3 clusters hold all 41 pages" : "2 clusters hold all 41 pages: the second column"), "%s", harness_output());
	}
	harness_shell("(cd '%s' && head -n 20 kinds >few)", harness_file("."));
	cr_expect_eq(harness_run("eval -q '%s' '%s' -f exact", harness_file("p"), harness_file("few")), 0);
	cr_expect(!strstr(harness_output(), "clusters hold"), "the others stand alone: %s", harness_output());
}

/* What filter printed is scored as the filter is; so is what another program says, with less in it. */
Test(filter_command, eval_scores_what_others_said)
{
	FILE *f = fopen(harness_file("truth.tsv"), "w");

	write_lines();
	fputs("a\t2\tdup\n1.50\t12345678901234567890123\n", f);
	fclose(f);
	harness_shell("{ ./firstprint filter -q -f exact '%s' >'%s' 2>/dev/null || true; }", harness_file("pages.jsonl"), harness_file("said.jsonl"));
	cr_expect_eq(harness_run("eval '%s' '%s' --verdicts '%s' --json", harness_file("pages.jsonl"), harness_file("truth.tsv"), harness_file("said.jsonl")), 1, "%s",
		     harness_output());
	cr_expect(strstr(harness_output(), "\"precision\":1.0,\"recall\":1.0,\"f1\":1.0,\"key\":0,\"right\":2"), "%s", harness_output());
	harness_shell("{ echo '{\"id\":2,\"of\":\"a\"}' >'%s'; }", harness_file("said.jsonl"));
	cr_expect_eq(harness_run("eval '%s' '%s' --verdicts '%s' --json", harness_file("pages.jsonl"), harness_file("truth.tsv"), harness_file("said.jsonl")), 1, "%s",
		     harness_output());
	cr_expect(strstr(harness_output(), "\"recall\":0.5,") && strstr(harness_output(), "says nothing of"), "%s", harness_output());
}

Test(filter_command, longest_first_judges_the_longer_page_first)
{
	FILE *f = fopen(harness_file("order.jsonl"), "w");

	fprintf(f, "{\"id\":\"short\",\"text\":\"%s\"}\n{\"id\":\"long\",\"text\":\"%s %s\"}\n{\"id\":\"same\",\"text\":\"%s\"}\n", LONG,
		LONG, OTHER, LONG);
	fclose(f);
	cr_expect_eq(harness_run("filter -f exact --order longest-first '%s'", harness_file("order.jsonl")), 0);
	cr_expect(strstr(harness_output(), "{\"id\":\"same\",\"verdict\":\"duplicate\",\"of\":\"short\""), "%s", harness_output());
	cr_expect(strncmp(harness_output(), "{\"id\":\"short\"", 13) == 0, "in the order of the input: %s", harness_output());
	cr_expect_eq(harness_run("filter --order longest-first -o '%s' '%s'", harness_file("x.db"), harness_file("order.jsonl")), 2);
	cr_expect_neq(access(harness_file("x.db"), F_OK), 0, "what is refused makes no store");
}

static int verdicts_printed(void)
{
	int n = 0;

	for (const char *at = harness_output(); (at = strstr(at, "\"verdict\"")) != NULL; at++)
		n++;
	return n;
}

Test(filter_command, a_file_that_is_cut_short_or_missing_costs_only_its_own_pages)
{
	enum { PAGES = 5 }; /* of lines */

	write_lines();
	harness_shell("(cd '%s' && echo >>pages.jsonl && gzip -c pages.jsonl >a.gz && cat a.gz a.gz >b.gz && echo garbage >>b.gz)",
		      harness_file("."));
	cr_expect_eq(harness_run("filter -f none '%s' missing.jsonl '%s'", harness_file("b.gz"), harness_file("a.gz")), 1);
	cr_expect_eq(verdicts_printed(), 3 * PAGES);
	cr_expect(strstr(harness_output(), "after the gzip data"), "%s", harness_output());
}
