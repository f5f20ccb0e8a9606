/* cause_sql — causes and advice as functions of SQL: cause_of, cause_variant, cause_plain, cause_of_skip, cause_means, cause_advice,
 * cause_without, cause_pattern; and REGEXP. */
#ifndef STORE_CAUSE_SQL_H
#define STORE_CAUSE_SQL_H

#include <sqlite3.h>

/* Adds the functions to SQL, cause_of with the fields of `caused` in their order. Returns SQLite's result code. */
int cause_sql_add(sqlite3 *db);
/* SQL for the variant that a URL is of a plainer one: of the original or else of one of its first drops, the plainest first. Of several
 * forms, the plain one is not called a variant of the others. */
#define CAUSE_VARIANT(URL, OF, OF_URL) \
	"(CASE WHEN cause_plain(" OF_URL ") < cause_plain(" URL ") AND cause_variant(" URL ", " OF_URL \
	") NOT NULL THEN NULL ELSE" \
	" (SELECT v FROM (SELECT cause_variant(" URL ", url) AS v FROM (SELECT url FROM drops WHERE of = " OF \
	" ORDER BY id LIMIT 16) WHERE cause_plain(url) < cause_plain(" URL \
	") ORDER BY cause_plain(url)) WHERE v NOT NULL LIMIT 1) END)"

/* SQL for the cause of a drop. */
#define CAUSE_OF(URL, OF, OF_URL, VERDICT, FILTER, STAGE, IS_LIST) \
	"cause_of(" URL ", " OF_URL ", " CAUSE_VARIANT(URL, OF, OF_URL) ", " VERDICT ", " FILTER ", " STAGE ", " IS_LIST ")"

#endif
