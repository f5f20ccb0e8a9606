/* cause_sql — causes and advice as functions of SQL: cause_of, cause_variant, cause_stands, cause_plain, cause_of_skip, cause_means, cause_advice,
 * cause_without, cause_pattern, cause_host; and REGEXP. */
#ifndef STORE_CAUSE_SQL_H
#define STORE_CAUSE_SQL_H

#include <sqlite3.h>

#include "store/ask.h"
#include "store/cause.h"

/* Adds the functions to SQL, cause_of with the fields of `caused` in their order. Returns SQLite's result code. */
int cause_sql_add(sqlite3 *db);
/* The first drops of an original, by which causes are told. Later ones do not count, which bounds the time. */
#define CAUSE_FIRST(OF) "(SELECT id, url, verdict FROM drops WHERE of = " OF " ORDER BY id LIMIT 16)"
/* SQL for a condition: may the URL of a first drop stand for the original's? */
#define CAUSE_STANDS(URL, VERDICT, OF_URL) \
	"(cause_stands(" URL ", " OF_URL ") NOT NULL AND (" VERDICT " = 'duplicate' OR cause_variant(" URL ", " OF_URL \
	") NOT NULL))"
/* SQL for the URL with which that of a drop is compared: the plainest form of the original's among it and the first drops; for the drop that
 * has this one, the original's. */
#define CAUSE_BESIDE(ID, URL, OF, OF_URL) \
	"coalesce((SELECT CASE WHEN id = " ID " OR " URL " = " OF_URL " THEN " OF_URL \
	" ELSE url END FROM (SELECT id, url FROM " CAUSE_FIRST( \
		OF) " WHERE cause_plain(url) < cause_plain(" OF_URL \
		    ") AND " CAUSE_STANDS("url", "verdict", OF_URL) " ORDER BY cause_plain(url), id LIMIT 1)), " OF_URL ")"
/* SQL for the variant that a URL is of the plainest one among the first drops of its original, of equal ones the oldest, if it is no form of
 * the original's URL. */
#define CAUSE_VARIANT(ID, URL, OF, OF_URL) \
	"(SELECT v FROM (SELECT cause_variant(" URL ", url) AS v FROM (SELECT id, url FROM " CAUSE_FIRST( \
		OF) ") WHERE (cause_plain(url), id) < (cause_plain(" URL "), " ID ") AND cause_variant(" URL ", " OF_URL \
		    ") IS NULL ORDER BY cause_plain(url), id) WHERE v NOT NULL LIMIT 1)"

/* SQL for the verdict of a drop, or CAUSE_MOVED. */
#define CAUSE_VERDICT(VERDICT, EVIDENCE) \
	"iif((SELECT m.stage FROM drops m WHERE m.filter = 'decision' AND m.id = json_extract(" EVIDENCE \
	", '$.\"" STORE_COMPARED_WITH "\"')) = 'drop', '" CAUSE_MOVED "', " VERDICT ")"
/* SQL for the cause of a drop. */
#define CAUSE_OF(ID, URL, OF, OF_URL, VERDICT, FILTER, STAGE, IS_LIST, TEXT_BYTES, CANONICAL) \
	"cause_of(" URL \
	", " CAUSE_BESIDE(ID, URL, OF, OF_URL) ", " CAUSE_VARIANT(ID, URL, OF, OF_URL) ", " VERDICT ", " FILTER ", " STAGE \
										       ", " IS_LIST ", " TEXT_BYTES \
										       ", " CANONICAL " = " OF_URL ")"

/* SQL that tells the causes of the drops d for which the condition holds, after some of them have moved. */
#define CAUSES_TOLD(WHERE) \
	"UPDATE drops AS x SET cause = n.cause FROM (SELECT id, " CAUSE_OF( \
		"d.id", "d.url", "d.of", "d.of_url", CAUSE_VERDICT("d.verdict", "d.evidence"), "d.filter", "d.stage", \
		"d.is_list", "d.text_bytes", "d.canonical") " AS cause FROM drops d WHERE " WHERE \
							    ") n WHERE n.id = x.id AND n.cause <> x.cause"
/* The same for the drops of page OF that are compared with the new drop's URL from now on. */
#define CAUSES_TOLD_BY(ID, URL, OF) \
	CAUSES_TOLD("d.id IN (SELECT id FROM " CAUSE_FIRST(OF) ") AND " ID " IN (SELECT id FROM " CAUSE_FIRST( \
		OF) ") AND (cause_stands(" URL ", d.of_url) NOT NULL OR (cause_plain(" URL \
		    ") < cause_plain(d.url) AND cause_variant(d.url, " URL ") NOT NULL))")

#endif
