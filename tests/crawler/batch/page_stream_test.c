#include "crawler/batch/page_stream.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/store/scratch.h"

static char folder[80], page[100], picture[100];

static void make(void)
{
	scratch_make();
	snprintf(folder, sizeof folder, "%s", scratch_path("pages"));
	snprintf(page, sizeof page, "%s/a.html", folder);
	snprintf(picture, sizeof picture, "%s/b.png", folder);
	cr_assert_eq(mkdir(folder, 0755), 0);
}

TestSuite(page_stream, .init = make, .fini = scratch_remove);

static void write_file(const char *name, const char *head, size_t len)
{
	FILE *f = fopen(name, "w");

	cr_assert(f, "%s", name);
	fprintf(f, "%s%*s", head, (int)(len - strlen(head)), "");
	fclose(f);
}

static status count_pages(void *ctx, const line_note *note, const job *j)
{
	(void)j;
	*(int *)ctx += !note->error;
	return OK;
}

/* Reads them, with progress. */
static uint64_t size_of(const char *one, const char *other)
{
	char *files[] = {(char *)one, (char *)other};
	int pages = 0;
	progress shown;
	page_stream stream = {.take = count_pages, .ctx = &pages, .jobs = 1, .stop_fd = -1, .progress = &shown, .done = "read"};
	complaint why = {""};

	progress_start(&shown, true, false);
	page_stream_run(&stream, files, other ? 2 : 1, &why);
	page_stream_close(&stream);
	return stream.size;
}

Test(page_stream, knows_the_size_of_files_and_folders)
{
	cr_assert(freopen("/dev/null", "r", stdin));
	cr_expect_eq(size_of(folder, NULL), 0, "empty");
	write_file(page, "<p>It rained.", 1000);
	write_file(picture, "\x89PNG", 300000);
	cr_expect_eq(size_of(page, NULL), 1000);
	cr_expect_eq(size_of(folder, NULL), 301000);
	cr_expect_eq(size_of(folder, page), 302000);
	cr_expect_eq(size_of(page, "-"), 0, "standard input");
	cr_expect_eq(size_of(page, "/dev/null"), 0, "a device");
	cr_expect_eq(size_of("nowhere", page), 0);
}

/* Progress is a share of the size: what is no page was read, too. */
Test(page_stream, has_read_a_folder_when_it_ends)
{
	int pages = 0;
	page_stream stream = {.take = count_pages, .ctx = &pages, .jobs = 1, .stop_fd = -1};
	char *name = folder;
	complaint why = {""};

	write_file(page, "<p>It rained.", 1000);
	write_file(picture, "\x89PNG", 300000);
	cr_assert_eq(page_stream_run(&stream, &name, 1, &why), OK, "%s", why.text);
	page_stream_close(&stream);
	cr_expect_eq(pages, 1);
	cr_expect_eq(stream.bytes_read, 301000);
	cr_expect_eq(stream.lines, 1);
}
