/* archive — what the store records of the WARC files that crawls wrote beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/statement.h"

/* Returns "archive:" and the archive's real path. Yours to free; NULL: out of memory. */
static char *archive_name(const char *path)
{
	char *real = realpath(path, NULL), *name = NULL;

	if (asprintf(&name, "archive:%s", real ? real : path) < 0)
		name = NULL;
	free(real);
	return name;
}

/* Reads the first id in the archive, and whether the archive has this name. The value is an id, a blank, and the name. */
static status read_since(store *st, const char *name, bool *goes_on, uint64_t *since)
{
	sqlite3_stmt *q = statement(st, "SELECT value FROM meta WHERE name = 'archived'", "");
	status err = statement_row(q);
	const char *value = err ? NULL : (const char *)sqlite3_column_text(q, 0);
	char *end = NULL;

	*since = value ? strtoull(value, &end, 10) : 0;
	*goes_on = value && *end == ' ' && strcmp(end + 1, name) == 0;
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

static status begin_archive(store *st, const char *name, bool is_new, uint64_t *since)
{
	bool goes_on;
	char *value;
	status err = read_since(st, name, &goes_on, since);

	if (err || (goes_on && !is_new))
		return err;
	*since = store_next_id(st);
	if (asprintf(&value, "%llu %s", (unsigned long long)*since, name) < 0)
		return ERR_MEMORY;
	err = statement_run(statement(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('archived', ?)", "t", value));
	free(value);
	return err;
}

status store_begin_archive(store *st, const char *path, bool is_new, uint64_t *since)
{
	char *name;
	status err;

	*since = 0;
	if (!path)
		return statement_run(statement(st, "DELETE FROM meta WHERE name = 'archived'", ""));
	name = archive_name(path);
	err = name ? begin_archive(st, name, is_new, since) : ERR_MEMORY;
	free(name);
	return err;
}
