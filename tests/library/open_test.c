#include <sys/wait.h>

#include "tests/library/texts.h"

TestSuite(open, .init = scratch_make, .fini = scratch_remove);

/* Opens what cannot be opened: its code, and a sentence that has these words. */
static void refused(const char *path, const firstprint_options *options, int code, const char *words)
{
	firstprint *fp = NULL;
	int got = firstprint_open(path, options, &fp);
	firstprint_article x;

	cr_expect(got == code, "%d, not %d: %s", got, code, firstprint_error(fp));
	cr_expect(strstr(firstprint_error(fp), words), "%s: %s", words, firstprint_error(fp));
	cr_expect_null(firstprint_filter_spec(fp));
	cr_expect(firstprint_get(fp, 1, &x) == code, "a handle that could not be opened says so again");
	cr_expect(strstr(firstprint_error(fp), words), "%s", firstprint_error(fp));
	firstprint_close(fp);
}

Test(open, tells_the_versions_of_interface_and_whole)
{
	const char *text = NULL;

	cr_expect(firstprint_version(&text) == LIBFIRSTPRINT_VERSION);
	cr_expect_str_eq(text, PACKAGE_VERSION);
	cr_expect(firstprint_version(NULL) == LIBFIRSTPRINT_VERSION);
}

Test(open, makes_a_store_that_remembers_its_filter)
{
	const firstprint_options exact = {.filter = "exact"};
	firstprint *fp = NULL;
	char spec[200];

	cr_assert(firstprint_open(scratch_path("s.db"), &exact, &fp) == FIRSTPRINT_DONE);
	snprintf(spec, sizeof spec, "%s", firstprint_filter_spec(fp));
	cr_expect(strncmp(spec, "exact@", 6) == 0, "%s", spec);
	cr_expect_str_empty(firstprint_error(fp));
	firstprint_close(fp);
	cr_assert(firstprint_open(scratch_path("s.db"), NULL, &fp) == FIRSTPRINT_DONE);
	cr_expect_str_eq(firstprint_filter_spec(fp), spec);
	firstprint_close(fp);
}

Test(open, takes_cascade_where_nothing_else_is_said)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);

	cr_expect(strncmp(firstprint_filter_spec(fp), "cascade@", 8) == 0);
	firstprint_close(fp);
	fp = text_open(scratch_path("s.db"), FIRSTPRINT_READ);
	cr_expect_null(firstprint_filter_spec(fp), "who only reads needs no filter");
	firstprint_close(fp);
}

Test(open, refuses_what_cannot_be_and_says_why)
{
	const firstprint_options none = {.filter = "no-such-filter"}, other = {.filter = "minhash"}, mode = {.mode = 7},
				 jobs = {.jobs = 1025}, fewer = {.jobs = -1}, reserved = {.reserved = {[3] = (void *)"x"}},
				 key = {.key = "1e3"}, high = {.key = "1000000001"}, compare = {.mode = FIRSTPRINT_COMPARE}, reads = {.mode = FIRSTPRINT_READ};

	text_store("s.db", 1);
	refused(scratch_path("s.db"), &other, FIRSTPRINT_MISUSE, "s.db: the store was made with");
	refused(scratch_path("new.db"), &none, FIRSTPRINT_MISUSE, "no-such-filter");
	cr_expect(access(scratch_path("new.db"), F_OK) != 0, "no file is left behind");
	refused(NULL, &mode, FIRSTPRINT_MISUSE, "7 is no mode");
	refused(NULL, &jobs, FIRSTPRINT_MISUSE, "1025 jobs");
	refused(NULL, &fewer, FIRSTPRINT_MISUSE, "-1 jobs");
	refused(NULL, &reserved, FIRSTPRINT_MISUSE, "reserved");
	refused(NULL, &key, FIRSTPRINT_MISUSE, "the key '1e3' is no number from 0 to 1000000000");
	refused(NULL, &high, FIRSTPRINT_MISUSE, "the key '1000000001' is no number");
	refused(NULL, &compare, FIRSTPRINT_MISUSE, "store");
	refused(NULL, &reads, FIRSTPRINT_MISUSE, "store");
	refused(scratch_path("new.db"), &compare, FIRSTPRINT_IO, "new.db: ");
	refused(scratch_path("new.db"), &reads, FIRSTPRINT_IO, "new.db: ");
	cr_expect(access(scratch_path("new.db"), F_OK) != 0, "only a writer makes a store");
	refused(scratch_path("no/such/folder.db"), NULL, FIRSTPRINT_IO, "folder.db");
}

Test(open, there_may_be_as_many_jobs_as_it_says)
{
	firstprint *fp = NULL;

	cr_expect(firstprint_open(NULL, &(firstprint_options){.jobs = 1024}, &fp) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	firstprint_close(fp);
}

Test(open, knows_what_is_no_store_or_a_damaged_one)
{
	static const char text[] = "this is a letter, and no store; it is longer than the one hundred bytes which the head of a file of SQLite has";
	const firstprint_options reads = {.mode = FIRSTPRINT_READ};
	const char *letter = scratch_write("letter.db", text, sizeof text), *path = text_store("s.db", 3);

	refused(letter, NULL, FIRSTPRINT_DAMAGED, "letter.db: not a SQLite file");
	refused(letter, &reads, FIRSTPRINT_DAMAGED, "letter.db: not a SQLite file");
	cr_assert(truncate(path, 5000) == 0);
	refused(path, NULL, FIRSTPRINT_DAMAGED, "s.db");
}

Test(open, one_process_at_a_time_writes_and_others_read)
{
	const char *path = text_store("s.db", 1);
	firstprint *fp = text_open(path, FIRSTPRINT_WRITE), *reader;
	firstprint_article x;
	pid_t child;
	int how = 0;

	text_judge_number(fp, 2);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		firstprint *second = NULL;

		_exit(firstprint_open(path, NULL, &second) == FIRSTPRINT_BUSY && strstr(firstprint_error(second), "s.db") ? 0 : 1);
	}
	cr_assert(waitpid(child, &how, 0) == child);
	cr_expect(WIFEXITED(how) && WEXITSTATUS(how) == 0, "the other process is told that it is busy");
	reader = text_open(path, FIRSTPRINT_READ);
	cr_expect(firstprint_get(reader, 2, &x) == FIRSTPRINT_DONE);
	text_judge_number(fp, 3);
	cr_expect(firstprint_get(reader, 3, &x) == FIRSTPRINT_DONE, "a reader sees what is stored meanwhile");
	firstprint_close(reader);
	firstprint_close(fp);
	firstprint_close(text_open(path, FIRSTPRINT_WRITE));
}

/* Another program: the last one who closes a store tidies up its log. */
static void run(const char *command, const char *path)
{
	char line[900];

	snprintf(line, sizeof line, command, path);
	cr_assert(system(line) == 0, "%s", line);
}

static int64_t count_elsewhere(const char *path)
{
	char command[900];
	FILE *said;
	int n = -1;

	snprintf(command, sizeof command, "./firstprint inspect '%s' pages --json | wc -l", path);
	said = popen(command, "r");
	cr_assert(said && fscanf(said, "%d", &n) == 1, "%s", command);
	pclose(said);
	return n;
}

/* SQLite's locks are the process's, and end when it closes any descriptor of the file: no handle may have one of its own. */
Test(open, a_second_handle_in_the_process_takes_nothing_from_the_first)
{
	const char *path = text_store("s.db", 1);
	firstprint *fp = text_open(path, FIRSTPRINT_WRITE), *second = NULL, *reader;
	firstprint_article x;

	cr_expect(firstprint_open(path, NULL, &second) == FIRSTPRINT_BUSY, "%s", firstprint_error(second));
	firstprint_close(second);
	run("sqlite3 '%s' 'SELECT count(*) FROM pages' >/dev/null", path);
	cr_expect(text_judge_number(fp, 2).id == 2);
	cr_expect(count_elsewhere(path) == 2, "what was returned is stored");
	reader = text_open(path, FIRSTPRINT_READ);
	firstprint_close(fp);
	run("echo '{\"id\":3,\"text\":\"something else\"}' | ./firstprint filter -q -o '%s' - >/dev/null", path);
	cr_expect(firstprint_get(reader, 3, &x) == FIRSTPRINT_DONE, "the reader sees what others write: %s", firstprint_error(reader));
	firstprint_close(reader);
}

Test(open, what_is_needed_and_null_is_misuse_and_the_handle_goes_on)
{
	firstprint *fp = text_open(text_store("s.db", 1), FIRSTPRINT_WRITE);
	firstprint_source page = text_page(2);
	firstprint_article x;
	firstprint_purified *purified;
	const char *text;
	size_t len;
	const int said[] = {firstprint_judge(fp, NULL, &x), firstprint_judge(fp, &page, NULL), firstprint_judge_all(fp, NULL, 1, &x),
			    firstprint_judge_all(fp, &page, 1, NULL), firstprint_get(fp, 1, NULL), firstprint_find(fp, NULL, &x),
			    firstprint_find(fp, "a", NULL), firstprint_next(fp, 0, NULL), firstprint_text(fp, 1, NULL, &len),
			    firstprint_text(fp, 1, &text, NULL), firstprint_near(fp, 1, NULL, 1, &len), firstprint_near(fp, 1, NULL, 0, NULL),
			    firstprint_next_decision(fp, 0, NULL), firstprint_count(fp, NULL, NULL), firstprint_drops_of(fp, 1, NULL, &len), firstprint_purify(NULL, &purified), firstprint_purify(&page, NULL),
			    firstprint_open(NULL, NULL, NULL)};

	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		cr_expect(said[i] == FIRSTPRINT_MISUSE, "%zu: %d", i, said[i]);
	cr_expect(strstr(firstprint_error(fp), "is NULL"), "%s", firstprint_error(fp));
	cr_expect(firstprint_judge_all(fp, NULL, 0, NULL) == FIRSTPRINT_DONE);
	cr_expect(firstprint_near(fp, 1, NULL, 0, &len) == FIRSTPRINT_DONE);
	cr_expect(text_judge_number(fp, 2).id == 2, "what failed has stored nothing");
	firstprint_close(fp);
}

Test(open, without_a_handle_memory_had_run_out)
{
	firstprint_source page = text_page(2);
	firstprint_decision decision;
	firstprint_neighbour near;
	firstprint_article x;
	const char *text;
	const uint64_t *ids;
	uint64_t n;
	size_t len;
	const int said[] = {firstprint_judge(NULL, &page, &x),	 firstprint_judge_all(NULL, &page, 1, &x), firstprint_get(NULL, 1, &x),
			    firstprint_find(NULL, "a", &x),	 firstprint_next(NULL, 0, &x),		   firstprint_text(NULL, 1, &text, &len),
			    firstprint_near(NULL, 1, &near, 1, &len), firstprint_undo(NULL, 1), firstprint_drop(NULL, 1, 2), firstprint_forget(NULL, 1), firstprint_count(NULL, &n, &n), firstprint_drops_of(NULL, 1, &ids, &len),		   firstprint_next_decision(NULL, 0, &decision)};

	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		cr_expect(said[i] == FIRSTPRINT_OUT_OF_MEMORY, "%zu: %d", i, said[i]);
	cr_expect_str_eq(firstprint_error(NULL), "out of memory");
	cr_expect_null(firstprint_filter_spec(NULL));
	firstprint_close(NULL);
	firstprint_purified_free(NULL);
}
