#include "crawler/files/spared.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct stat file_info;

/* "-" is this standard descriptor. */
static bool look(const char *name, int standard, file_info *out)
{
	return (strcmp(name, "-") == 0 ? fstat(standard, out) : stat(name, out)) == 0;
}

static bool is_same(const file_info *a, const file_info *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is it the store, or one of the files beside it, or would it be, as a new file of this name? output NULL: there is no such file. */
static bool is_of_store(const char *name, const file_info *output, const char *store)
{
	static const char *const ends[] = {"", "-wal", "-shm", "-journal", "-lock", "-signatures", ".index"};
	char of_store[PATH_MAX];
	file_info other;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(of_store, sizeof of_store, "%s%s", store, ends[i]);
		if (strcmp(name, of_store) == 0 || (output && stat(of_store, &other) == 0 && is_same(output, &other)))
			return true;
	}
	return false;
}

static bool is_sqlite(const char *name)
{
	static const char magic[] = "SQLite format 3";
	char head[sizeof magic] = "";
	FILE *f = strcmp(name, "-") != 0 ? fopen(name, "re") : NULL;
	bool is = f && fread(head, 1, sizeof magic, f) == sizeof magic && memcmp(head, magic, sizeof magic) == 0;

	if (f)
		fclose(f);
	return is;
}

bool spared_is_regular(const char *name)
{
	file_info is;

	return look(name, STDOUT_FILENO, &is) && S_ISREG(is.st_mode);
}

/* Says what the output is: the file of an option or, with NULL, what the shell has made standard output. */
static status refuse(const char *option, const char *name, const char *is, complaint *why)
{
	return option ? complain(why, ERR_USAGE, "%s %s: that is %s", option, name, is)
		      : complain(why, ERR_USAGE, "standard output: that is %s", is);
}

status spared_store(const char *option, const char *name, const char *store, complaint *why)
{
	file_info output;
	bool exists = spared_is_regular(name) && look(name, STDOUT_FILENO, &output);

	if (store && is_of_store(name, exists ? &output : NULL, store))
		return refuse(option, name, "the store, or a file of it", why);
	if (exists && is_sqlite(name))
		return refuse(option, name, "a SQLite file, and would be overwritten", why);
	return OK;
}

status spared_other(const char *option, const char *name, const char *other, const char *what, complaint *why)
{
	file_info a, b;
	bool same = other && ((strcmp(name, other) == 0 && strcmp(name, "-") != 0) ||
			      (look(name, STDOUT_FILENO, &a) && look(other, STDIN_FILENO, &b) && is_same(&a, &b)));

	return same ? refuse(option, name, what, why) : OK;
}
