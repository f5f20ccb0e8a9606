#include "base/new_file.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *path_of(const char *name)
{
	static char path[4][128];
	static unsigned next;
	char *p = path[next++ % 4];

	snprintf(p, sizeof path[0], "%s/%s", folder, name);
	return p;
}

static void make(void)
{
	strcpy(folder, "/tmp/firstprint-XXXXXX");
	cr_assert(mkdtemp(folder));
}

/* Removes what is there, and returns how many files that were. */
static int empty(void)
{
	DIR *d = opendir(folder);
	int n = 0;

	for (struct dirent *e; (e = readdir(d)) != NULL;)
		if (*e->d_name != '.')
			n += unlink(path_of(e->d_name)) == 0;
	closedir(d);
	return n;
}

static void delete(void)
{
	empty();
	rmdir(folder);
}

TestSuite(new_file, .init = make, .fini = delete);

static const char *text_of(const char *name)
{
	static char text[64];
	FILE *f = fopen(path_of(name), "r");

	if (!f)
		return "none";
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	return text;
}

static void write_it(const char *name, const char *text)
{
	complaint why = {""};

	cr_assert(new_file_write(path_of(name), 0, text, strlen(text), &why) == OK, "%s", why.text);
}

static new_file *begin(const char *name)
{
	new_file *f = NULL;
	complaint why = {""};

	cr_assert(new_file_open(path_of(name), 0, &f, &why) == OK, "%s", why.text);
	cr_assert(write(new_file_fd(f), "new", 3) == 3);
	return f;
}

Test(new_file, it_has_its_name_when_it_is_whole)
{
	complaint why = {""};
	new_file *f = begin("a");

	cr_expect_str_eq(text_of("a"), "none");
	cr_expect(new_file_end(f, &why) == OK, "%s", why.text);
	cr_expect_str_eq(text_of("a"), "new");
	cr_expect_eq(empty(), 1);
}

Test(new_file, what_was_there_stays_until_then_or_for_good)
{
	complaint why = {""};
	new_file *f;

	write_it("a", "old");
	f = begin("a");
	cr_expect_str_eq(text_of("a"), "old");
	new_file_drop(f);
	cr_expect_str_eq(text_of("a"), "old");
	f = begin("a");
	cr_expect(new_file_end(f, &why) == OK, "%s", why.text);
	cr_expect_str_eq(text_of("a"), "new");
	cr_expect_eq(empty(), 1);
}

/* As a shell's >(…) and /dev/stdout name it. */
Test(new_file, a_pipe_that_has_no_path_of_its_own_is_written_to)
{
	complaint why = {""};
	char name[32], got[8] = "";
	new_file *f = NULL;
	int ends[2];

	cr_assert(pipe(ends) == 0);
	snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
	cr_assert(new_file_open(name, 0, &f, &why) == OK, "%s", why.text);
	cr_assert(write(new_file_fd(f), "new", 3) == 3);
	cr_assert(new_file_end(f, &why) == OK, "%s", why.text);
	cr_assert(read(ends[0], got, sizeof got - 1) == 3);
	cr_expect_str_eq(got, "new");
	close(ends[0]);
	close(ends[1]);
}

Test(new_file, two_at_a_time_are_each_whole)
{
	new_file *a = begin("a"), *b = begin("a");

	cr_assert(write(new_file_fd(b), "er", 2) == 2);
	cr_expect(new_file_end(b, NULL) == OK);
	cr_expect_str_eq(text_of("a"), "newer");
	cr_expect(new_file_end(a, NULL) == OK);
	cr_expect_str_eq(text_of("a"), "new");
	cr_expect_eq(empty(), 1);
}

static mode_t mode_of(const char *name)
{
	struct stat is;

	cr_assert(stat(path_of(name), &is) == 0);
	return is.st_mode & 0777;
}

Test(new_file, its_mode_is_that_of_the_file_that_it_replaces)
{
	umask(027);
	write_it("a", "old");
	cr_expect_eq(mode_of("a"), 0640);
	chmod(path_of("a"), 0600);
	write_it("a", "new");
	cr_expect_eq(mode_of("a"), 0600);
	cr_expect(new_file_write(path_of("b"), 0600, "", 0, NULL) == OK);
	cr_expect_eq(mode_of("b"), 0600);
}

Test(new_file, a_link_stays_a_link)
{
	struct stat is;

	write_it("a", "old");
	cr_assert(symlink("a", path_of("l")) == 0);
	write_it("l", "new");
	cr_expect_str_eq(text_of("a"), "new");
	cr_expect(lstat(path_of("l"), &is) == 0 && S_ISLNK(is.st_mode));
}

Test(new_file, what_cannot_be_written_is_named_and_leaves_nothing)
{
	complaint why = {""};
	new_file *f = begin("a");

	cr_expect(new_file_write("/nowhere/a", 0, "x", 1, &why) == ERR_IO);
	cr_expect_str_eq(why.text, "/nowhere/a: cannot be written: No such file or directory");
	cr_expect(new_file_write("/dev/full", 0, "x", 1, &why) == ERR_IO);
	cr_expect_str_eq(why.text, "/dev/full: cannot be written: No space left on device");
	cr_assert(mkdir(path_of("a"), 0700) == 0);
	cr_expect(new_file_end(f, &why) == ERR_IO);
	cr_expect(strstr(why.text, "/a: cannot be written: Is a directory"), "%s", why.text);
	cr_assert(rmdir(path_of("a")) == 0);
	cr_expect_eq(empty(), 0);
}

Test(new_file, a_file_that_another_process_writes_to_stays)
{
	new_file *f = NULL;
	complaint why = {""};
	int writer = open(path_of("n"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	cr_assert(writer >= 0 && flock(writer, LOCK_EX) == 0);
	cr_expect_eq(new_file_open(path_of("n"), 0, &f, &why), ERR_IO);
	cr_expect(strstr(why.text, "/n: another process writes to it"), "%s", why.text);
	close(writer);
	cr_assert_eq(new_file_open(path_of("n"), 0, &f, &why), OK, "%s", why.text);
	new_file_drop(f);
	cr_expect_eq(empty(), 1);
}
