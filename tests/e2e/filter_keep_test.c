/* `firstprint filter --keep FILE --drops FILE`: the input's pages as they came. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(filter_keep, .init = harness_open, .fini = harness_stop);

#define LAMP "The lighthouse on the cape was switched on again after eleven years of darkness and dispute."
#define BOOKS "A committee of nine librarians counted every book in the city since the great flood last year."

#define FIRST "{\"more\": [1.50, null], \"id\": \"a\",\t\"text\": \"" LAMP "\"}\n"
#define SECOND "{\"id\":2,\"text\":\"" BOOKS "\",\"label\":\"x\"}\n"
#define REPRINT "{\"id\":3,\"text\":\"" LAMP "\",\"label\":\"y\"}\n"

static const char *write_file(const char *name, const char *text)
{
	const char *path = harness_file(name);
	FILE *f = fopen(path, "w");

	cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
	return path;
}

static void expect_file(const char *name, const char *text)
{
	static char found[65536];
	FILE *f = fopen(harness_file(name), "r");
	size_t len;

	cr_assert(f, "%s", name);
	len = fread(found, 1, sizeof found - 1, f);
	fclose(f);
	found[len] = '\0';
	cr_expect_str_eq(found, text, "%s: %s", name, found);
}

/* filter with --keep k and --drops d in the test's folder, and these options. */
static int keep(const char *options, const char *file)
{
	return harness_run("filter --keep '%s' --drops '%s' %s '%s'", harness_file("k"), harness_file("d"), options, file);
}

Test(filter_keep, lines_come_as_they_were_whatever_their_order)
{
	static const char *const options[] = {"", "-j 2", "--order longest-first"};
	const char *file = write_file("p.jsonl", FIRST "no line\n" SECOND REPRINT);

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		cr_expect_eq(keep(options[i], file), 1, "of a bad line it tells");
		expect_file("k", FIRST SECOND);
		expect_file("d", REPRINT);
		cr_expect(strstr(harness_output(), "{\"id\":3,\"verdict\":\"duplicate\",\"of\":\"a\"") && strstr(harness_output(), "\"line\":2"), "%s",
			  harness_output());
	}
}

Test(filter_keep, a_line_too_long_to_be_held_has_its_error_in_its_place)
{
	const char *file = harness_file("p.jsonl");

	write_file("p.jsonl", FIRST "no line\n");
	harness_shell("{ { printf '{\"text\":\"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '\"}\\n'; } >>'%s'; }", file);
	cr_expect_eq(harness_run("filter --memory 8M --unread '%s' '%s'", harness_file("u"), file), 1, "that line is lost");
	cr_expect(strstr(harness_output(), "{\"line\":3,\"error\":\"longer than 2097152 bytes"), "%s", harness_output());
	expect_file("u", "no line\n{\"line\":3,\"error\":\"longer than 2097152 bytes, a quarter of --memory\"}\n");
}

/* The file of --unread cannot have what a damaged member had: the file is named, and the run fails. */
Test(filter_keep, a_damaged_member_is_no_line_that_was_put_aside)
{
	write_file("one", FIRST SECOND);
	write_file("two", REPRINT);
	harness_shell("cd '%s' && { zstd -qc one; zstd -qc two; } >p.jsonl.zst && printf XXXX | dd of=p.jsonl.zst bs=1 seek=20 conv=notrunc 2>dd", harness_file("."));
	harness_shell("{ ./firstprint filter --keep - --unread '%s' '%s' >'%s' && exit 1; test $? = 1; }", harness_file("u"), harness_file("p.jsonl.zst"), harness_file("k"));
	cr_expect(strstr(harness_output(), "p.jsonl.zst: damaged: pages may be missing from the"), "%s", harness_output());
	expect_file("k", REPRINT);
	harness_shell("cat '%s'", harness_file("u"));
	cr_expect(strstr(harness_output(), "{\"error\":\"damaged: pages may be missing from the"), "%s", harness_output());
}

Test(filter_keep, the_same_command_again_writes_the_same_files)
{
	const char *file = write_file("p.jsonl", FIRST SECOND REPRINT);
	char options[300];

	snprintf(options, sizeof options, "-o '%s'", harness_file("s.db"));
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(keep(options, file), 0, "%s", harness_output());
		expect_file("k", FIRST SECOND);
		expect_file("d", REPRINT);
	}
}

Test(filter_keep, standard_output_has_pages_in_place_of_verdicts)
{
	const char *file = write_file("p.jsonl", FIRST "no line\n" SECOND REPRINT);

	harness_shell("{ ./firstprint filter --keep - '%s' 2>/dev/null || true; }", file);
	cr_expect_str_eq(harness_output(), FIRST SECOND);
	harness_shell("{ ./firstprint filter --drops - '%s' 2>'%s' || true; }", file, harness_file("errors"));
	cr_expect_str_eq(harness_output(), REPRINT);
	harness_shell("cat '%s'", harness_file("errors"));
	cr_expect(strstr(harness_output(), "p.jsonl: line 2: not a JSON object"), "%s", harness_output());
}

Test(filter_keep, whoever_waits_for_a_page_gets_it)
{
	const char *fifo = harness_file("fifo");
	int fd;
	pid_t pid;

	cr_assert(mkfifo(fifo, 0600) == 0);
	pid = harness_spawn(NULL, "filter --keep - '%s'", fifo);
	fd = open(fifo, O_WRONLY | O_CLOEXEC);
	cr_assert(write(fd, FIRST, strlen(FIRST)) > 0);
	harness_until(harness_has_printed(LAMP));
	close(fd);
	cr_expect_eq(harness_wait(pid), 0);
}

#define RECORD(url, text) "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " url "\r\nX-Mine: 1\r\nContent-Length: 136\r\n\r\n" \
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" text "\r\n\r\n"

/* LAMP and the head are 136 bytes. */
Test(filter_keep, warc_records_and_paths_of_html_files_are_written_as_such)
{
	const char *file = write_file("p.warc", RECORD("http://a.test/1", LAMP) RECORD("http://a.test/2", LAMP));

	cr_expect_eq(keep("", file), 0, "%s", harness_output());
	expect_file("k", RECORD("http://a.test/1", LAMP));
	expect_file("d", RECORD("http://a.test/2", LAMP));
	cr_expect_eq(harness_run("filter --keep '%s' '%s'", harness_file("k.gz"), file), 0);
	harness_shell("cat '%s' '%s' >'%s'; ./firstprint filter '%s'", harness_file("k.gz"), harness_file("k.gz"), harness_file("kk.gz"), harness_file("kk.gz"));
	cr_expect(strstr(harness_output(), "{\"id\":\"http://a.test/1\",\"verdict\":\"duplicate\",\"of\":\"http://a.test/1\""), "%s", harness_output());
	harness_shell("mkdir '%s' && { echo '" LAMP "' >'%s'; }", harness_file("h"), harness_file("h/1.html"));
	cr_expect_eq(keep("", harness_file("h")), 0, "%s", harness_output());
	harness_shell("cat '%s'", harness_file("k"));
	cr_expect(strstr(harness_output(), "/h/1.html\n"), "%s", harness_output());
	write_file("l.jsonl", SECOND);
	cr_expect_eq(harness_run("filter --keep '%s' '%s' '%s'", harness_file("k"), file, harness_file("l.jsonl")), 1);
	cr_expect(strstr(harness_output(), "\"id\":2,\"line\":1,\"error\":\"--keep and --drops have WARC records: read files of another form by themselves\",\"file\":\""), "%s", harness_output());
	cr_expect(strstr(harness_output(), "3 read: 1 kept, 1 dropped (text 1), 1 unread"), "%s", harness_output());
	harness_shell("{ ./firstprint filter --keep - '%s' '%s' '%s' 2>&1 >/dev/null | grep -c 'of another form'; }", file, harness_file("l.jsonl"), harness_file("l.jsonl"));
	cr_expect_str_eq(harness_output(), "1\n", "said once");
	expect_file("k", RECORD("http://a.test/1", LAMP));
}

#define ABOUT "WARC/1.0\r\nContent-Length: 9\r\nWARC-Type: warcinfo\r\n\r\nsoft: war\r\n\r\n"

/* What a crawler wrote has a record about itself. What filter wrote has none, and is replaced when the command runs again. */
Test(filter_keep, the_archive_of_a_crawler_is_not_replaced)
{
	const char *file = write_file("p.warc", ABOUT RECORD("http://a.test/1", LAMP));
	static const char *const archives[] = {ABOUT, "filedesc://a.arc 0.0.0.0 20050304050607 text/plain 9\n"};

	for (size_t i = 0; i < 2; i++) {
		write_file("k", archives[i]);
		cr_expect_eq(keep("", file), 2);
		cr_expect(strstr(harness_output(), "/k: exists already, and is the archive of a crawler, not an earlier output"), "%s", harness_output());
		expect_file("k", archives[i]);
	}
	harness_shell("gzip -c '%s' >'%s'; cp '%s' '%s'", file, harness_file("d.gz"), harness_file("d.gz"), harness_file("same"));
	cr_expect_eq(harness_run("filter --drops '%s' '%s'", harness_file("d.gz"), file), 2);
	harness_shell("cmp '%s' '%s'", harness_file("d.gz"), harness_file("same"));
	for (int i = 0; i < 2; i++)
		cr_expect_eq(harness_run("filter --keep '%s' '%s'", harness_file("again.gz"), file), 0, "%s", harness_output());
}

/* The unread line is of another form than an unread record would be, and nothing else has a form. */
Test(filter_keep, unread_lines_do_not_decide_the_form)
{
	const char *file = write_file("p.warc", RECORD("http://a.test/1", LAMP));

	write_file("l.jsonl", "{\"text\":5}\n" "{}\n" SECOND);
	cr_expect_eq(harness_run("filter --keep '%s' --unread '%s' '%s' '%s'", harness_file("k"), harness_file("u"), harness_file("l.jsonl"), file), 1);
	expect_file("k", SECOND);
	expect_file("u", "{\"text\":5}\n" "{}\n");
	cr_expect(strstr(harness_output(), "--keep and --drops have JSON Lines"), "%s", harness_output());
}

/* A README is read first: it would make the file of --keep one of paths, and that of --unread, too. */
Test(filter_keep, a_text_beside_json_lines_decides_nothing)
{
	harness_shell("mkdir '%s'; (echo 'Of this corpus.' >'%s')", harness_file("c"), harness_file("c/README.txt"));
	write_file("c/l.jsonl", "{\"text\":5}\n" SECOND);
	cr_expect_eq(harness_run("filter --keep '%s' --unread '%s' '%s'", harness_file("k"), harness_file("u"), harness_file("c")), 1);
	expect_file("k", SECOND);
	expect_file("u", "{\"text\":5}\n");
	cr_expect(strstr(harness_output(), "leave out plain text with --plain-text skip"), "%s", harness_output());
	cr_expect(strstr(harness_output(), "3 read: 1 kept, 0 dropped, 2 unread"), "%s", harness_output());
	harness_run("filter --plain-text skip --keep '%s' --unread '%s' '%s'", harness_file("k"), harness_file("u"), harness_file("c"));
	cr_expect(strstr(harness_output(), "2 read: 1 kept, 0 dropped, 1 unread"), "%s", harness_output());
}

Test(filter_keep, what_is_read_is_not_written_to)
{
	const char *file = write_file("p.jsonl", FIRST), *store = harness_file("s.db");

	cr_expect_eq(harness_run("filter --keep '%s' '%s'", file, file), 2);
	cr_expect(strstr(harness_output(), "--keep ") && strstr(harness_output(), "that is an input"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --drops '%s' <'%s'", file, file), 2);
	cr_expect(strstr(harness_output(), "that is the input"), "%s", harness_output());
	expect_file("p.jsonl", FIRST);
	cr_expect_eq(harness_run("filter -o '%s' '%s'", store, file), 0);
	cr_expect_eq(harness_run("filter -o '%s' --keep '%s' '%s'", store, store, file), 2);
	cr_expect(strstr(harness_output(), "that is the store"), "%s", harness_output());
	cr_expect_eq(harness_number(store, "SELECT count(*) FROM pages"), 1);
	cr_expect_eq(harness_run("filter --keep '%s' --drops '%s' '%s'", harness_file("x"), harness_file("x"), file), 2);
	cr_expect_eq(harness_run("filter --keep '%s' '%s'", harness_file("x.zst"), file), 2);
}

/* The shell writes where it was told: a command that reads that would read its own lines, without an end. */
Test(filter_keep, what_is_read_is_not_standard_output_either)
{
	static const char *const commands[] = {
		"filter p.jsonl >>p.jsonl", "filter --keep - p.jsonl >>p.jsonl", "filter - <p.jsonl >>p.jsonl", "filter c >c/verdicts.jsonl",
		"filter --decided v p.jsonl >>v", "filter -o s.db p.jsonl >>s.db", "sign p.jsonl >>p.jsonl", "sign c >c/sub/s.jsonl",
		"keys --signatures x.sig p.jsonl >>p.jsonl", "purify --json p.jsonl >>p.jsonl", "eval p.jsonl t.tsv >>t.tsv",
		"pairs <v >>v", "decide-pairs x <v >>v", "filter --keep v --decided v p.jsonl",
	};

	write_file("p.jsonl", FIRST SECOND);
	write_file("t.tsv", "a\tb\n");
	harness_shell("cd '%s' && mkdir -p c/sub && cp p.jsonl c/l.jsonl && '%s/firstprint' filter p.jsonl >v", harness_file("."), getenv("PWD"));
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		harness_shell("(cd '%s' && cat p.jsonl t.tsv v c/l.jsonl >before; { timeout 20 '%s/firstprint' %s; echo code $?; } 2>&1; rm -f c/verdicts.jsonl c/sub/s.jsonl;"
			      " cat p.jsonl t.tsv v c/l.jsonl | cmp - before && echo unchanged)",
			      harness_file("."), getenv("PWD"), commands[i]);
		cr_expect(strstr(harness_output(), ": that is ") && strstr(harness_output(), "code 2\nunchanged"), "%s: %s", commands[i], harness_output());
	}
	cr_expect_eq(harness_run("filter '%s' >'%s'", harness_file("p.jsonl"), harness_file("verdicts.jsonl")), 0);
}

/* A store that was killed has its last pages beside it. */
Test(filter_keep, no_file_of_a_store_is_written_to)
{
	static const char *const ends[] = {"-wal", "-shm"}, *const options[] = {"-o", "--against"};
	const char *file = write_file("p.jsonl", FIRST SECOND), *store = harness_file("s.db");
	char name[300];

	harness_shell("./firstprint filter -o '%s' '%s' && { sqlite3 '%s' '.dbconfig no_ckpt_on_close on' \"UPDATE meta SET value = value WHERE name = 'x'\"; touch '%s-wal' '%s-shm'; }",
		      store, file, store, store, store);
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "%s%s", store, ends[i % 2]);
		cr_expect_eq(harness_run("filter %s '%s' --keep '%s' '%s'", options[i / 2], store, name, file), 2, "%s", harness_output());
		cr_expect(strstr(harness_output(), "that is the store, or a file of it"), "%s", harness_output());
	}
	cr_expect_eq(harness_run("filter --keep '%s' '%s'", store, file), 2);
	cr_expect(strstr(harness_output(), "that is a SQLite file"), "another store: %s", harness_output());
	cr_expect_eq(harness_number(store, "SELECT count(*) FROM pages"), 2);
}

Test(filter_keep, a_folder_that_is_read_is_not_written_to)
{
	harness_shell("mkdir '%s'", harness_file("d"));
	write_file("d/p.jsonl", FIRST SECOND);
	cr_expect_eq(harness_run("filter --keep '%s' '%s'", harness_file("d/p.jsonl"), harness_file("d")), 2);
	cr_expect(strstr(harness_output(), "in a folder that is read"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --drops '%s' '%s'", harness_file("d/new"), harness_file("d/../d/")), 2);
	cr_expect(access(harness_file("d/new"), F_OK) != 0, "it is not left behind");
	expect_file("d/p.jsonl", FIRST SECOND);
}

Test(filter_keep, one_file_under_two_names_is_one_file)
{
	const char *file = write_file("p.jsonl", FIRST SECOND);

	harness_shell("cd '%s' && ln -s x link", harness_file("."));
	cr_expect_eq(harness_run("filter --keep '%s' --drops '%s' '%s'", harness_file("x"), harness_file("./x"), file), 2);
	cr_expect_eq(harness_run("filter --keep '%s' --drops '%s' '%s'", harness_file("x"), harness_file("link"), file), 2);
	cr_expect(strstr(harness_output(), "--keep and --drops are one file"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --keep /dev/null --drops /dev/null '%s'", file), 0, "nothing is mixed there: %s", harness_output());
	harness_shell("{ ./firstprint filter --keep '%s' '%s' >'%s' || test $? = 2; }", harness_file("y"), file, harness_file("y"));
	cr_expect(strstr(harness_output(), "standard output"), "%s", harness_output());
}

Test(filter_keep, a_file_is_not_emptied_before_there_is_something_for_it)
{
	const char *file = write_file("p.jsonl", FIRST), *old = write_file("old", "precious\n");

	cr_expect_eq(harness_run("filter --keep '%s' --drops x.zst '%s'", old, file), 2);
	cr_expect_eq(harness_run("filter --keep '%s' no/such", old), 1);
	cr_expect_eq(harness_run("filter --keep '%s' --drops no/such '%s'", old, file), 1);
	expect_file("old", "precious\n");
	cr_expect_eq(harness_run("filter --drops '%s' '%s'", old, file), 0);
	expect_file("old", "");
}

Test(filter_keep, a_name_that_is_not_utf_8_is_read_and_kept_as_it_is)
{
	harness_shell("mkdir '%s' && cd '%s' && { echo '<p>" LAMP "' >\"$(printf 'b\\377.html')\"; cp b*.html c.html; }", harness_file("h"), harness_file("h"));
	cr_expect_eq(keep("", harness_file("h")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "/b%FF.html\",\"verdict\":\"unique\""), "%s", harness_output());
	harness_shell("test -f \"$(cat '%s')\"", harness_file("k"));
}

Test(filter_keep, a_full_disk_is_told)
{
	const char *file = write_file("p.jsonl", FIRST SECOND), *store = harness_file("s.db");

	cr_expect_eq(harness_run("filter --keep /dev/full '%s'", file), 1);
	cr_expect(strstr(harness_output(), "/dev/full: cannot be written: No space left on device"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --keep '%s' '%s'", harness_file("no/such"), file), 1);
	cr_expect(strstr(harness_output(), "No such file or directory"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --keep /dev/full -o '%s' '%s'", store, file), 1);
	cr_expect_str_eq(harness_faults(store), "");
}

static void expect_no_parts(void)
{
	harness_shell("{ ls -A '%s' | grep -F .part || true; }", harness_file("."));
	cr_expect_str_eq(harness_output(), "");
}

Test(filter_keep, a_file_has_its_name_when_it_is_whole)
{
	const char *fifo = harness_file("fifo");
	pid_t pid;
	int fd;

	cr_assert(mkfifo(fifo, 0600) == 0);
	for (int i = 0; i < 2; i++) {
		write_file("k", "precious\n");
		pid = harness_spawn(NULL, "filter --keep '%s' --drops '%s' '%s'", harness_file("k"), harness_file("d"), fifo);
		fd = open(fifo, O_WRONLY | O_CLOEXEC);
		cr_assert(write(fd, FIRST, strlen(FIRST)) > 0);
		harness_until(harness_has_printed("\"id\":\"a\""));
		expect_file("k", "precious\n");
		cr_expect(access(harness_file("d"), F_OK) != 0, "it is not whole");
		if (i == 0)
			kill(pid, SIGKILL);
		close(fd);
		cr_expect_eq(harness_wait(pid), i == 0 ? 128 + SIGKILL : 0, "%s", harness_output());
		expect_file("k", i == 0 ? "precious\n" : FIRST);
		harness_shell("rm -f '%s'/*.part", harness_file("."));
	}
	expect_file("d", "");
}

/* What was read of a damaged input is what there is of it; what was read before standard output failed is not. */
Test(filter_keep, after_an_error_a_file_is_what_can_be_read_or_what_it_was)
{
	const char *file = write_file("p.jsonl", FIRST SECOND);

	write_file("k", "precious\n");
	harness_shell("{ ./firstprint filter -q --keep '%s' '%s' >/dev/full 2>&1 || true; }", harness_file("k"), file);
	expect_file("k", "precious\n");
	expect_no_parts();
	cr_expect_eq(keep("", "no/such"), 1);
	expect_file("k", "precious\n");
	harness_shell("{ gzip <'%s' | head -c 170 >'%s'; }", file, harness_file("cut.gz"));
	cr_expect_eq(keep("", harness_file("cut.gz")), 1, "%s", harness_output());
	expect_file("k", FIRST);
	expect_no_parts();
}
