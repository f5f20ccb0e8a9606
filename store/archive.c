/* archive — what the store records of the WARC files that crawls wrote beside it. */
#include <stdlib.h>
#include <string.h>

#include "store/statement.h"

/* Reads the first id in the archive, and whether the archive has this name. The value is an id, a blank, and the name. */
static status read_since(store *st, const char *name, arena *a, bool *goes_on, uint64_t *since)
{
	const char *value = NULL;
	char *end = NULL;
	status err = statement_first(st, a, "SELECT (SELECT value FROM meta WHERE name = 'archived')", "=t", &value);

	*since = value ? strtoull(value, &end, 10) : 0;
	*goes_on = value && *end == ' ' && strcmp(end + 1, name) == 0;
	return err;
}

static status begin_archive(store *st, const char *path, bool is_new, arena *a, uint64_t *since)
{
	char *real = realpath(path, NULL);
	const char *name = arena_printf(a, "archive:%s", real ? real : path);
	bool goes_on;
	status err = name ? read_since(st, name, a, &goes_on, since) : ERR_MEMORY;

	free(real);
	if (err || (goes_on && !is_new))
		return err;
	*since = store_next_id(st);
	name = arena_printf(a, "%llu %s", (unsigned long long)*since, name);
	return name ? store_put_meta(st, "archived", name, NULL) : ERR_MEMORY;
}

status store_begin_archive(store *st, const char *path, bool is_new, uint64_t *since)
{
	arena *a;
	status err;

	*since = 0;
	if (!path)
		return statement_do(st, "DELETE FROM meta WHERE name = 'archived'", "");
	a = arena_new();
	err = a ? begin_archive(st, path, is_new, a, since) : ERR_MEMORY;
	arena_free(a);
	return err;
}
