/* `firstprint filter -o STORE` again: lines that an earlier run judged get their recorded verdicts. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(filter_again, .init = harness_open, .fini = harness_stop);

#define LAMP "The lighthouse on the cape was switched on again after eleven years of darkness and dispute. Nobody on the island " \
	"had expected the old lamp to turn, since the company that had built it is long gone. A retired keeper repaired the gears " \
	"in his kitchen, with parts that he had cast himself. The harbour master says that ships have come closer since. "
#define BOOKS "A committee of nine librarians counted every book in the city since the great flood last year. They found that a " \
	"third of all novels had never been returned by their readers. The oldest loan was a cookbook that was taken home in " \
	"winter by a baker. Nobody wants to ask the baker for his fine, which would buy a house. "
#define BRIDGE "The bridge over the southern canal is closed for repairs until the first day of spring. "

/* One that is kept, a reprint, the same bytes, a short one, two equal lines, and one that contains two. */
static const char lines[] = "{\"id\":\"a\",\"url\":\"http://a.test/1\",\"text\":\"" LAMP "\"}\n"
			    "{\"id\":\"b\",\"text\":\"" LAMP BRIDGE "\"}\n"
			    "{\"id\":\"c\",\"text\":\"" LAMP "\"}\n"
			    "not a line\n"
			    "{\"id\":\"e\",\"text\":\"Closed.\"}\n"
			    "{\"id\":\"f\",\"text\":\"" BOOKS "\"}\n"
			    "{\"id\":\"f\",\"text\":\"" BOOKS "\"}\n"
			    "{\"id\":\"d\",\"text\":\"" LAMP BOOKS BRIDGE "\"}\n";

#define SPEC "length-variable:first=all,ends=1,least=4"

static void write_lines(const char *name, const char *text)
{
	FILE *f = fopen(harness_file(name), "w");

	cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

/* What filter prints about the file, with this store. Its verdicts are the same for each store, whose keys differ. The caller
 * frees it. */
static char *filter(const char *store, const char *file)
{
	char path[300];

	snprintf(path, sizeof path, "%s", harness_file(store));
	harness_run("filter -q -f " SPEC " -o '%s' '%s'", path, harness_file(file));
	return strdup(harness_output());
}

static int64_t articles(const char *store)
{
	return harness_number(harness_file(store), "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops)");
}

/* With a new store, another file gets the verdicts that the first got, and adds nothing. */
static void expect_same_again(const char *file, const char *other)
{
	char *first = filter("again.db", file), *again = filter("again.db", other);
	int64_t n = articles("again.db");

	cr_expect_str_eq(again, first, "%s", other);
	free(filter("again.db", file));
	cr_expect_eq(articles("again.db"), n, "%s", other);
	harness_shell("rm '%s'", harness_file("again.db"));
	free(first);
	free(again);
}

/* Each of the words is in the text. */
static void expect_words(const char *text, const char *const *words)
{
	for (; *words; words++)
		cr_expect(strstr(text, *words), "%s is in %s", *words, text);
}

Test(filter_again, the_same_lines_get_the_same_verdicts_and_nothing_is_stored)
{
	static const struct {
		const char *store, *spec;
		const char *words[6];
	} filters[] = {{"c.db", "cascade", {"\"unique", "\"near-duplicate", "\"duplicate", "too-short", "error"}},
		       {"l.db", SPEC, {"supersedes"}},
		       {"s.db", "sentence-hash", {"shares"}}};

	write_lines("pages.jsonl", lines);
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
		const char *store = harness_file(filters[i].store);
		char *first;

		harness_run("filter -q -f %s -o '%s' '%s'", filters[i].spec, store, harness_file("pages.jsonl"));
		first = strdup(harness_output());
		expect_words(first, filters[i].words);
		harness_run("filter -q -f %s -o '%s' '%s'", filters[i].spec, store, harness_file("pages.jsonl"));
		cr_expect_str_eq(harness_output(), first, "%s", filters[i].spec);
		cr_expect_eq(articles(filters[i].store), 7);
		cr_expect_str_eq(harness_faults(store), "");
		free(first);
	}
}

Test(filter_again, of_equal_lines_each_has_its_own_verdict_and_one_more_is_a_drop)
{
	static const char line[] = "{\"id\":7,\"text\":\"" BOOKS "\"}\n";
	char three[3 * sizeof line], *out;

	write_lines("one.jsonl", line);
	snprintf(three, sizeof three, "%s%s%s", line, line, line);
	write_lines("three.jsonl", three);
	free(filter("s.db", "one.jsonl"));
	for (int i = 0; i < 2; i++) {
		out = filter("s.db", "three.jsonl");
		cr_expect(strncmp(out, "{\"id\":7,\"verdict\":\"unique\"", 25) == 0, "%s", out);
		cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM pages"), 1);
		cr_expect_eq(harness_number(harness_file("s.db"), "SELECT count(*) FROM drops"), 2);
		free(out);
	}
}

Test(filter_again, a_line_whose_text_has_changed_is_judged)
{
	char *out;

	write_lines("old.jsonl", "{\"id\":6,\"text\":\"" LAMP "\"}\n{\"id\":7,\"text\":\"" BOOKS "\"}\n");
	write_lines("new.jsonl", "{\"id\":7,\"text\":\"" LAMP "\"}\n{\"id\":8,\"text\":\"" BOOKS "\"}\n");
	free(filter("s.db", "old.jsonl"));
	out = filter("s.db", "new.jsonl");
	cr_expect(strstr(out, "{\"id\":7,\"verdict\":\"duplicate\",\"of\":6"), "%s", out);
	cr_expect(strstr(out, "{\"id\":8,\"verdict\":\"duplicate\",\"of\":7"), "%s", out);
	free(out);
}

Test(filter_again, after_a_kill_it_goes_on)
{
	const char *fifo = harness_file("fifo");
	char *whole, *rest;
	int fd;
	pid_t pid;

	write_lines("pages.jsonl", lines);
	whole = filter("whole.db", "pages.jsonl");
	cr_assert(mkfifo(fifo, 0600) == 0);
	pid = harness_spawn(NULL, "filter -f " SPEC " -o '%s' '%s'", harness_file("s.db"), fifo);
	fd = open(fifo, O_WRONLY | O_CLOEXEC);
	cr_assert(write(fd, lines, strlen(lines) / 2) > 0);
	harness_until(harness_has_printed("\"id\":\"b\""));
	kill(pid, SIGKILL);
	harness_wait(pid);
	close(fd);
	cr_expect(articles("s.db") > 1 && articles("s.db") < 7, "some are stored");
	rest = filter("s.db", "pages.jsonl");
	cr_expect_str_eq(rest, whole);
	cr_expect_eq(articles("s.db"), 7);
	harness_run("filter -f " SPEC " -o '%s' '%s'", harness_file("s.db"), harness_file("pages.jsonl"));
	cr_expect(strstr(harness_output(), "an earlier run with this store has judged them"), "%s", harness_output());
	free(whole);
	free(rest);
}

/* judge --apply changes verdicts, and what is recorded is what it says. */
Test(filter_again, a_store_that_was_judged_again_has_its_new_verdicts)
{
	const char *store = harness_file("s.db");
	char *fresh, *out;

	write_lines("pages.jsonl", lines);
	harness_run("filter -f exact -o '%s' '%s'", store, harness_file("pages.jsonl"));
	cr_assert_eq(harness_run("judge '%s' -f " SPEC " --apply", store), 0, "%s", harness_output());
	fresh = filter("l.db", "pages.jsonl");
	out = filter("s.db", "pages.jsonl");
	cr_expect_str_eq(out, fresh);
	free(out);
	free(fresh);
}

/* An id is what its characters are, however they are escaped; a number is another one than a string. */
Test(filter_again, an_id_may_be_escaped_in_another_way)
{
	write_lines("plain.jsonl", "{\"id\":\"a/\xc3\xad\",\"text\":\"" LAMP "\"}\n{\"id\":7,\"text\":\"" BOOKS "\"}\n");
	write_lines("escaped.jsonl", "{\"id\":\"a\\/\\u00eD\",\"text\":\"" LAMP "\"}\n{\"id\":7,\"text\":\"" BOOKS "\"}\n");
	write_lines("said.jsonl", "{\"id\":\"a\\/\\u00ed\",\"of\":null}\n{\"id\":\"7\",\"of\":null}\n");
	write_lines("unknown.jsonl", "{\"id\":7,\"of\":\"x\"}\n");
	write_lines("truth.tsv", "a/\xc3\xad\t7\tneg\n");
	write_lines("string.jsonl", "{\"id\":\"7\",\"text\":\"" BOOKS "\"}\n");
	expect_same_again("plain.jsonl", "escaped.jsonl");
	expect_same_again("escaped.jsonl", "plain.jsonl");
	cr_expect_eq(harness_run("eval -q '%s' '%s' --verdicts '%s'", harness_file("escaped.jsonl"), harness_file("truth.tsv"), harness_file("said.jsonl")), 0, "%s", harness_output());
	cr_expect_eq(harness_run("eval -q '%s' '%s' --verdicts '%s'", harness_file("plain.jsonl"), harness_file("truth.tsv"), harness_file("unknown.jsonl")), 1);
	cr_expect(strstr(harness_output(), "unknown.jsonl:1: \"of\" is \"x\", and no page of PAGES has that id"), "%s", harness_output());
	free(filter("n.db", "plain.jsonl"));
	free(filter("n.db", "string.jsonl"));
	cr_expect_eq(articles("n.db"), 3, "7 and \"7\"");
}

/* A line without an id, and a file of HTML, are named by their path, however that is typed. */
Test(filter_again, a_path_may_be_typed_in_another_way)
{
	static const char *const ways[] = {"p.jsonl h", "./p.jsonl ./h", "\"$PWD\"/p.jsonl \"$PWD\"//h/", ".//p.jsonl h/./"};
	const char *program = getenv("PWD");

	write_lines("p.jsonl", "{\"text\":\"" LAMP "\"}\n{\"text\":\"" BOOKS "\"}\n");
	harness_shell("(cd '%s' && mkdir h && echo '<p>" BRIDGE "' >h/b.html && '%s/firstprint' filter -q -o s.db p.jsonl h >first)", harness_file("."), program);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		harness_shell("(cd '%s' && '%s/firstprint' filter -q -o s.db %s >again; cmp first again || echo other)", harness_file("."), program, ways[i]);
		cr_expect_eq(strcmp(harness_output(), ""), 0, "%s: %s", ways[i], harness_output());
	}
	cr_expect_eq(harness_run("filter -q -o '%s' '%s'", harness_file("f.db"), harness_file("p.jsonl")), 0, "a name from the root");
	harness_shell("(cd '%s' && '%s/firstprint' filter -q -o f.db p.jsonl)", harness_file("."), program);
	cr_expect_eq(articles("f.db"), 2);
}

/* Its names are those that the input had. */
Test(filter_again, a_store_of_an_earlier_version_finds_escaped_ids)
{
	char *first, *again;

	write_lines("p.jsonl", "{\"id\":\"a\\/\\u00ed\",\"text\":\"" LAMP "\"}\n{\"id\":\"b\\u0001\",\"text\":\"" LAMP "\"}\n");
	first = filter("s.db", "p.jsonl");
	harness_shell("sqlite3 '%s' \"UPDATE pages SET name = replace(replace(name, '/', char(92, 47)), char(237), char(92) || 'u00ed'); PRAGMA user_version = 12\"", harness_file("s.db"));
	again = filter("s.db", "p.jsonl");
	cr_expect_str_eq(again, first);
	cr_expect_eq(articles("s.db"), 2);
	cr_expect_str_eq(harness_text(harness_file("s.db"), "SELECT group_concat(name) FROM (SELECT name FROM pages UNION ALL SELECT name FROM drops)"),
			 "\"a/\xc3\xad\",\"b\\u0001\"");
	cr_expect_eq(harness_run("inspect '%s' show 'a/\xc3\xad'", harness_file("s.db")), 0, "%s", harness_output());
	free(first);
	free(again);
}

Test(filter_again, a_store_of_an_earlier_version_finds_lines_of_this_folder)
{
	char program[300];

	cr_assert(getcwd(program, sizeof program));
	write_lines("p.jsonl", "{\"text\":\"" LAMP "\"}\n");
	for (int i = 0; i < 2; i++) {
		harness_shell("(cd '%s' && '%s/firstprint' filter -q -o s.db ./p.jsonl)", harness_file("."), program);
		cr_expect_eq(articles("s.db"), 1);
		harness_shell("sqlite3 '%s' \"UPDATE pages SET name = char(34) || './' || substr(name, 2); PRAGMA user_version = 12\"", harness_file("s.db"));
	}
}

/* ── --against ── */

Test(filter_again, against_a_store_nothing_is_added)
{
	const char *store = harness_file("s.db");

	write_lines("one.jsonl", "{\"id\":7,\"text\":\"" BOOKS "\"}\n");
	write_lines("two.jsonl", "{\"id\":8,\"text\":\"" BOOKS "\"}\nbad\n{\"id\":9,\"text\":\"" LAMP "\"}\n{\"id\":10,\"text\":\"" LAMP "\"}\n");
	free(filter("s.db", "one.jsonl"));
	harness_shell("cp '%s' '%s'", store, harness_file("copy.db"));
	cr_expect_eq(harness_run("filter --against '%s' '%s' --drops '%s'", store, harness_file("two.jsonl"), harness_file("d")), 1);
	cr_expect(strstr(harness_output(), "not with each other"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":8,\"verdict\":\"duplicate\",\"of\":7,"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "{\"id\":9,\"verdict\":\"unique\"") && strstr(harness_output(), "{\"id\":10,\"verdict\":\"unique\""), "%s",
		  harness_output());
	harness_shell("cmp '%s' '%s' && test ! -e '%s-wal' && grep -c . '%s'", store, harness_file("copy.db"), store, harness_file("d"));
	cr_expect_str_eq(harness_output(), "1\n");
}

Test(filter_again, against_a_store_needs_one_and_its_filter)
{
	const char *store = harness_file("s.db"), *lines_file = harness_file("pages.jsonl");

	write_lines("pages.jsonl", lines);
	cr_expect_eq(harness_run("filter --against '%s' '%s'", store, lines_file), 1);
	cr_expect(access(store, F_OK) != 0, "it is not made");
	free(filter("s.db", "pages.jsonl"));
	cr_expect_eq(harness_run("filter --against '%s' -f exact '%s'", store, lines_file), 2);
	cr_expect(strstr(harness_output(), "was made with --filter"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --against '%s' -f " SPEC ",exact=off '%s'", store, lines_file), 2);
	cr_expect(strstr(harness_output(), "was made with --filter …exact=on, not …exact=off"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --against '%s' -o '%s' '%s'", store, harness_file("t.db"), lines_file), 2);
	cr_expect_eq(harness_run("filter --against '%s' --order longest-first '%s'", store, lines_file), 2);
}

/* Two stores with one key say the same, as does a run without a store; without --key, a store has a key of its own. */
Test(filter_again, a_key_makes_two_stores_alike)
{
	static const char *const keys[] = {"--key 7", "--key 7", "--key 8", ""};

	harness_shell("{ printf '%%s' '{\"id\":1,\"text\":\"abc\"}' >'%s'; }", harness_file("p.jsonl"));
	for (size_t i = 0; i < 4; i++) {
		char name[10];

		snprintf(name, sizeof name, "%zu.db", i);
		cr_assert_eq(harness_run("filter -q %s -o '%s' '%s'", keys[i], harness_file(name), harness_file("p.jsonl")), 0, "%s", harness_output());
	}
	cr_expect_str_eq(harness_text(harness_file("0.db"), "SELECT hex(value) FROM meta WHERE name = 'key'"), "07000000000000000000000000000000");
	cr_expect_str_eq(harness_text(harness_file("1.db"), "SELECT hex(bytes) FROM signatures"), harness_text(harness_file("0.db"), "SELECT hex(bytes) FROM signatures"));
	cr_expect_str_neq(harness_text(harness_file("3.db"), "SELECT hex(value) FROM meta WHERE name = 'key'"), "00000000000000000000000000000000");
	cr_expect_eq(harness_run("filter -q --key 7 -o '%s' '%s'", harness_file("0.db"), harness_file("p.jsonl")), 0, "the same key again: %s", harness_output());
}
