/* cause_sql — causes and advice as functions of SQL: cause_of, cause_variant, cause_plain, cause_of_skip, cause_means, cause_advice,
 * cause_without, cause_pattern, cause_host; and REGEXP. */
#ifndef STORE_CAUSE_SQL_H
#define STORE_CAUSE_SQL_H

#include <sqlite3.h>

/* Adds the functions to SQL, cause_of with the fields of `caused` in their order. Returns SQLite's result code. */
int cause_sql_add(sqlite3 *db);
/* The first drops of an original, by which causes are told. Later ones do not count, which bounds the time. */
#define CAUSE_FIRST(OF) "(SELECT id, url FROM drops WHERE of = " OF " ORDER BY id LIMIT 16)"
/* SQL for the variant that a URL is of the plainest one among the first drops of its original, of equal ones the oldest: if it is no form of
 * the original's URL, or if that one is less plain. */
#define CAUSE_VARIANT(ID, URL, OF, OF_URL) \
	"(SELECT v FROM (SELECT cause_variant(" URL ", url) AS v FROM (SELECT id, url FROM " CAUSE_FIRST( \
		OF) ") WHERE (cause_plain(url), id) < (cause_plain(" URL "), " ID ") AND (cause_variant(" URL ", " OF_URL \
		    ") IS NULL OR substr(cause_plain(url), 1, 5) < substr(cause_plain(" OF_URL \
		    "), 1, 5)) ORDER BY cause_plain(url), id) WHERE v NOT NULL LIMIT 1)"

/* SQL for the cause of a drop. */
#define CAUSE_OF(ID, URL, OF, OF_URL, VERDICT, FILTER, STAGE, IS_LIST, TEXT_BYTES) \
	"cause_of(" URL ", " OF_URL ", " CAUSE_VARIANT(ID, URL, OF, OF_URL) ", " VERDICT ", " FILTER ", " STAGE ", " IS_LIST \
									    ", " TEXT_BYTES ")"

/* SQL that tells the causes of the drops d for which the condition holds, after some of them have moved. */
#define CAUSES_TOLD(WHERE) \
	"UPDATE drops AS x SET cause = n.cause FROM (SELECT id, " CAUSE_OF( \
		"d.id", "d.url", "d.of", "d.of_url", "d.verdict", "d.filter", "d.stage", "d.is_list", \
		"d.text_bytes") " AS cause FROM drops d WHERE " WHERE ") n WHERE n.id = x.id AND n.cause <> x.cause"
/* The same for the drops of page OF of whose URL that of the new drop is a plainer form. */
#define CAUSES_TOLD_BY(ID, URL, OF) \
	CAUSES_TOLD("d.id IN (SELECT id FROM " CAUSE_FIRST(OF) ") AND " ID " IN (SELECT id FROM " CAUSE_FIRST( \
		OF) ") AND cause_plain(" URL ") < cause_plain(d.url) AND cause_variant(d.url, " URL ") NOT NULL")

#endif
