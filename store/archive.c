/* archive — what the store records of the WARC files that crawls wrote beside it. */
#include <stdlib.h>

#include "store/statement.h"

/* The value is the first id in the archive, a blank, and the archive's name. */
status store_begin_archive(store *st, const char *path, bool is_new, uint64_t *since)
{
	char *real;
	status err;

	*since = 0;
	if (!path)
		return statement_do(st, "DELETE FROM meta WHERE name = 'archived'", "");
	real = realpath(path, NULL);
	err = statement_do(
		st,
		"INSERT OR REPLACE INTO meta (name, value) SELECT 'archived', ?1 || ' archive:' || ?2 WHERE ?3 OR NOT"
		" EXISTS (SELECT 1 FROM meta WHERE name = 'archived' AND"
		" substr(value, instr(value, ' ')) = ' archive:' || ?2)",
		"iti", (int64_t)st->next_id, real ? real : path, (int64_t)is_new);
	free(real);
	return err ? err
		   : statement_first(st, NULL, "SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'archived'", "=i", since);
}
