#include "store/file.h"

#include <libgen.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER_SIZE = 100 };

static uint32_t big_endian(const uint8_t *at, size_t len)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum = sum << 8 | at[i];
	return sum;
}

status file_explain_unreadable(const char *path, complaint *why)
{
	static const char magic[] = "SQLite format 3";
	uint8_t header[HEADER_SIZE] = {0};
	FILE *f = fopen(path, "rb");
	size_t len = f ? fread(header, 1, sizeof header, f) : 0;
	long long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
	long long page = big_endian(header + 16, 2), whole = (page == 1 ? 65536 : page) * big_endian(header + 28, 4);

	if (f)
		fclose(f);
	if (len < 2 || memcmp(header, magic, len < sizeof magic ? len : sizeof magic) != 0)
		return complain(why, ERR_FORMAT, "%s: not a SQLite file", path);
	if (len == sizeof header && size >= whole)
		return complain(why, ERR_FORMAT, "%s: a damaged SQLite file", path);
	return len == sizeof header
		       ? complain(why, ERR_FORMAT, "%s: cut short: %lld of %lld bytes are there", path, size, whole)
		       : complain(why, ERR_FORMAT, "%s: cut short: %lld bytes are there", path, size);
}

/* Is nobody writing to it, and did no writer die? */
static bool is_at_rest(const char *path)
{
	char *wal = sqlite3_mprintf("%s-wal", path);
	bool rests = wal && access(wal, F_OK) != 0;

	sqlite3_free(wal);
	return rests;
}

static bool is_folder_writable(const char *path)
{
	char *copy = strdup(path);
	bool writable = copy && eaccess(dirname(copy), W_OK) == 0;

	free(copy);
	return writable;
}

/* Returns the path as a URI. Two more slashes precede a path that begins with a slash, since SQLite takes a name after two slashes
 * as a host. NULL: out of memory. */
static char *encoded(const char *path)
{
	sqlite3_str *uri = sqlite3_str_new(NULL);

	sqlite3_str_appendall(uri, *path == '/' ? "file://" : "file:");
	for (; *path; path++) {
		if (strchr("?#%", *path))
			sqlite3_str_appendf(uri, "%%%02x", *path);
		else
			sqlite3_str_appendchar(uri, 1, *path); /* any byte; "%c" would make two of some */
	}
	return sqlite3_str_finish(uri);
}

/* To read a database in WAL mode, SQLite creates files beside it. It removes them only if it may write to the database; in a
 * read-only folder it cannot create them. */
char *file_uri(const char *path)
{
	char *uri = encoded(path);
	bool folder = is_folder_writable(path);
	const char *how = "mode=ro";

	if (is_at_rest(path) && !folder)
		how = "mode=ro&immutable=1";
	else if (is_at_rest(path) && eaccess(path, W_OK) == 0)
		how = "mode=rw";
	return uri ? sqlite3_mprintf("%z?%s", uri, how) : NULL;
}
