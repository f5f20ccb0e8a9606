#include "store/ask.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "store/cause_sql.h"
#include "store/statement.h"

/* An id of a line as it is printed: a string of JSON without quotes. The cast makes it equal to 7 and '7'. */
#define PRINTED(NAME) \
	"CAST(CASE WHEN json_valid(" NAME ") AND json_type(" NAME ") = 'text' THEN json_extract(" NAME ", '$') ELSE " NAME \
	" END AS TEXT)"
/* What an article is called: its URL, or the id of its line. */
#define PAGE_COLUMNS \
	"SELECT 'page' AS kind, id, url, name, title, lang, sentences, filter, stage, proposed_by, word, score, evidence, shares, links, bytes," \
	" length(CAST(text AS BLOB)) AS text_bytes, charset, charset_from, degraded, truncated, fetched_at," \
	" nullif(checked_at, fetched_at) AS checked_at, canonical, digest, (SELECT count(*) FROM (SELECT 1 FROM drops WHERE of = pages.id)) AS reprints, nearest FROM pages "
/* Whether the original is a page of another store. 1: of one that is open too; 2: of one that is not. NULL: it is here. */
#define ELSEWHERE \
	"CASE WHEN elsewhere AND EXISTS (SELECT 1 FROM pages WHERE id = drops.of) THEN 1 WHEN elsewhere THEN 2 END AS elsewhere"
/* The cause that a drop's URL and its original's tell, without those of earlier copies. */
#define CAUSE_BY_ORIGINAL \
	"cause_of(url, of_url, NULL, " CAUSE_VERDICT("verdict", \
						     "evidence") ", filter, stage, is_list, text_bytes, canonical = of_url)"
#define DROP_COLUMNS \
	"SELECT 'drop' AS kind, id, url, name, verdict, of, of_url, filter, stage, proposed_by, word, score, evidence," \
	" shares, title, lang," \
	" sentences, links, bytes, text_bytes, length(text_delta) AS delta_bytes, charset, charset_from, degraded," \
	" truncated, fetched_at, nullif(checked_at, fetched_at) AS checked_at, canonical, digest, notable, cause, CASE WHEN cause <> " CAUSE_BY_ORIGINAL \
	" THEN 'copy' ELSE 'original' END AS cause_beside, cause_means(cause) AS means, " ELSEWHERE " FROM drops "
/* The columns of a list of drops; each question adds the rest. */
#define DROP_LIST \
	"SELECT id, url, verdict, of, of_url, cause, filter, stage, score, evidence, shares, title, lang, text_bytes," \
	" name, fetched_at, notable, is_list, canonical, cause_pattern(url, of_url, cause) AS pattern," \
	" (SELECT name FROM pages o WHERE o.id = drops.of) AS of_name," \
	" " ELSEWHERE " FROM drops "
#define PAST_COLUMNS \
	"SELECT 'past' AS kind, id, id AS was, url, title, why, at, fetched_at, length(CAST(text AS BLOB)) AS text_bytes FROM past "

/* 1: most of the first pages have a / at the end. SQLite asks once a statement. */
#define MOST_HAVE_SLASH \
	"coalesce((SELECT avg(substr(url, -1) = '/') > 0.5 FROM (SELECT url FROM pages WHERE url IS NOT NULL ORDER BY id LIMIT 1000)), 0)"
/* The URL that a person would cite: of the page's own and its other forms among the drops, one that --prefer matches, one on a host for
 * readers, one that another URL names as canonical, the plainest, on the host that has more pages, or else without www, with a / at the end
 * if most pages have one, and rather the page's own. The least key of fixed length with the URL behind it. A mirror, or another host with
 * the same text, counts only if it is more for readers than the page's own. */
#define CITE_KEY(URL) \
	"printf('%d%.1s%d%s%012d%d%d%d', NOT EXISTS (SELECT 1 FROM decisions WHERE what = 'prefer' AND " URL \
	" REGEXP pattern), cause_plain(" URL "), " URL \
	" IS NOT p.canonical AND NOT EXISTS (SELECT 1 FROM drops c WHERE c.canonical = " URL \
	" AND +c.of = p.id) AND NOT EXISTS (SELECT 1 FROM skips s WHERE s.of_url = " URL \
	" AND s.reason = 'canonical'), cause_plain(" URL \
	"), 999999999999 - coalesce((SELECT n.pages FROM hosts h JOIN host_counts n ON n.host_id = h.id WHERE h.host = cause_host(" URL \
	")), 0), " URL " LIKE '%://www.%', (substr(" URL ", -1) = '/') <> " MOST_HAVE_SLASH ", " URL " <> p.url) || " URL
#define BEST_URL \
	"substr((SELECT " CITE_KEY("p.url") " WHERE p.url IS NOT NULL UNION ALL SELECT " CITE_KEY( \
		"d.url") " FROM drops d WHERE d.of = p.id AND (cause_variant(d.url, p.url) <> 'mirror' OR (d.verdict = 'duplicate' AND cause_stands(d.url, p.url) NOT NULL) OR (printf('%.1s', cause_plain(d.url)) < printf('%.1s', cause_plain(p.url)) AND (d.verdict = 'duplicate' OR cause_variant(d.url, p.url) NOT NULL))) ORDER BY 1 LIMIT 1), 33)"
/* The page at a URL, or that of which a drop is there, as two terms of coalesce. */
#define ORIGINAL_AT(URL) "(SELECT id FROM pages WHERE url = " URL "), (SELECT of FROM drops WHERE url = " URL ")"
/* How many pages were kept beside another one whose URL is the same but for the parameter, in a place where it is the cause of drops. One
 * alone may be the first copy that was met. */
#define KEPT_BESIDE(NAME) \
	"(SELECT coalesce(sum(n), 0) FROM (SELECT count(DISTINCT url) AS n, cause_without(url, " NAME \
	") AS bare FROM pages WHERE" \
	" (instr(url, '?' || " NAME " || '=') OR instr(url, '&' || " NAME \
	" || '=')) AND cause_pattern(url, NULL, 'parameter ' || " NAME \
	") IN (SELECT cause_pattern(url, of_url, cause) FROM drops WHERE cause = 'parameter ' || " NAME \
	") GROUP BY bare) WHERE bare NOT NULL AND (n > 1 OR EXISTS (SELECT 1 FROM pages WHERE url = bare)))"
/* The drops of each cause, and the URLs that were not stored for it; then what to make of them. Kept pages with a parameter that a learned
 * rule skips were met before it was learned. */
#define CAUSING_SKIPS "skips WHERE kind <> 'part' AND (of_url NOT NULL OR reason = 'soft 404')"
#define CAUSES \
	"WITH c AS MATERIALIZED (SELECT cause, sum(n) AS drops, sum(b) AS text_bytes, sum(u) AS not_stored, coalesce(min(shown), min(id)) AS example, min(url) AS" \
	" skipped, row_number() OVER (ORDER BY sum(n) + sum(u) DESC, sum(n) DESC, cause) AS place FROM (SELECT cause, 1 AS n, text_bytes AS b, 0 AS u," \
	" id, CASE WHEN " CAUSE_BY_ORIGINAL \
	" = cause THEN id END AS shown, NULL AS url FROM drops UNION ALL SELECT cause_of_skip(reason), 0, 0, 1, NULL, NULL, url FROM " CAUSING_SKIPS \
	") WHERE cause NOT NULL GROUP BY cause), k AS MATERIALIZED (SELECT *, CASE WHEN cause LIKE 'parameter %' AND place <= 50" \
	" AND NOT EXISTS (SELECT 1 FROM rules WHERE part = 'parameter' AND name = substr(cause, 11) AND state = 'active') THEN " KEPT_BESIDE( \
		"substr(cause, 11)") " END AS kept FROM c), w AS MATERIALIZED (SELECT cause, json_group_array(json_object('pattern', pattern, 'drops', n)) AS" \
				     " patterns FROM (SELECT *, row_number() OVER (PARTITION BY cause ORDER BY n DESC, pattern) AS place FROM (SELECT cause," \
				     " cause_pattern(url, of_url, cause) AS pattern, count(*) AS n FROM drops GROUP BY 1, 2 UNION ALL SELECT cause_of_skip(reason), cause_pattern(url, of_url, cause_of_skip(reason)), count(*) FROM " CAUSING_SKIPS \
				     " GROUP BY 1, 2 HAVING cause_of_skip(reason) IN (SELECT cause FROM c WHERE NOT drops)) WHERE pattern NOT NULL) WHERE place <= 3" \
				     " GROUP BY cause) SELECT k.cause, k.drops, round(1.0 * k.drops / max(1, (SELECT value FROM counts WHERE name =" \
				     " 'fetched')), 4) AS share, k.text_bytes, k.not_stored, cause_means(k.cause) AS means, cause_advice(k.cause, k.drops + k.not_stored," \
				     " k.kept) AS advice, k.example, coalesce(d.url, k.skipped) AS url, d.name, d.of, coalesce(d.of_url, (SELECT of_url FROM skips WHERE" \
				     " url = k.skipped AND of_url NOT NULL LIMIT 1)) AS of_url, (SELECT name FROM pages o WHERE o.id = d.of) AS of_name, k.kept, w.patterns, (SELECT " BEST_URL \
				     " FROM pages p WHERE p.id = d.of) AS best_url FROM k LEFT JOIN drops d ON d.id = k.example LEFT JOIN w ON w.cause = k.cause ORDER BY k.place"

/* Counts and sorts by the index of `of` alone, and only then reads the rows. Here and above, a SELECT in a SELECT lets SQLite use
 * the indexes when drops is a view of several stores (together.h). */
#define GROUPS_OF(LIMIT) \
	"SELECT p.id, p.url, p.title, g.drops, (SELECT sum(b) FROM (SELECT text_bytes AS b FROM drops WHERE of = p.id)) AS" \
	" text_bytes, p.name, " BEST_URL " AS best_url FROM" \
	" (SELECT of, count(*) AS drops FROM drops GROUP BY of ORDER BY drops DESC, of" LIMIT \
	") g CROSS JOIN pages p ON p.id = g.of ORDER BY g.drops DESC, g.of"

/* Articles at the URL that p names as its canonical one, and of them those of another group. The + keeps SQLite from reading all rows
 * in the order of their ids, in place of the index of those that have a canonical URL. */
#define AT_CANONICAL \
	"SELECT id AS own FROM pages q WHERE q.url = p.canonical UNION ALL SELECT of FROM drops q WHERE q.url = p.canonical"
#define OTHER_AT_CANONICAL "EXISTS (SELECT 1 FROM (" AT_CANONICAL ") WHERE own <> p.own)"
#define CANONICALS \
	"SELECT p.id, p.url, p.canonical, CASE WHEN " OTHER_AT_CANONICAL \
	" THEN NULL ELSE coalesce((SELECT reason FROM failures WHERE url = p.canonical), (SELECT 'redirect' FROM redirects" \
	" WHERE url = p.canonical), (SELECT reason FROM skips WHERE url = p.canonical AND kind <> 'part' LIMIT 1), 'not fetched')" \
	" END AS missing FROM (SELECT id, url, canonical, id AS own FROM pages WHERE canonical NOT NULL UNION ALL SELECT id, url, canonical, of" \
	" FROM drops WHERE canonical NOT NULL) p WHERE " OTHER_AT_CANONICAL \
	" OR (EXISTS (SELECT 1 FROM urls WHERE url = p.url) AND NOT EXISTS (" AT_CANONICAL ")) ORDER BY +p.id"
#define SUPERSEDES \
	"SELECT p.id, p.url, p.name, p.title, s.older AS of, o.url AS of_url, o.name AS of_name, s.filter, s.stage, s.score, s.evidence" \
	" FROM supersedes s JOIN pages p ON p.id = s.page JOIN pages o ON o.id = s.older UNION ALL SELECT p.id, p.url, p.name, p.title," \
	" o.id, o.url, o.name, o.filter, o.stage, o.evidence ->> 'contained', o.evidence FROM pages o JOIN pages p ON p.id = o.nearest" \
	" WHERE o.stage = '" STORE_IN_LIST "' ORDER BY 1, 5"
#define THREE_OF(LIST) "SELECT *, count(*) OVER () AS total FROM (" LIST ") LIMIT 3"
#define DROPS "('duplicate', 'near-duplicate', 'contained')"
#define IS_DROP "verdict IN " DROPS

static const char *const questions[STORE_QUESTIONS] = {
	[ASK_SUMMARY] = "SELECT name, value FROM summary",
	[ASK_STAGES] = "SELECT stage, proposed_by, pages, drops FROM stages WHERE pages + drops > 0"
		       " ORDER BY pages + drops DESC, stage, proposed_by",
	[ASK_LARGEST_GROUPS] = GROUPS_OF(" LIMIT 3"),
	[ASK_FIRST_DROP] = "SELECT id FROM drops ORDER BY id LIMIT 1",
	[ASK_COMMON_REASONS] = "SELECT reason, count(*) FROM (SELECT reason FROM failures UNION ALL SELECT reason FROM skips"
			       " WHERE kind = 'fetch') GROUP BY reason ORDER BY count(*) DESC LIMIT 3",
	[ASK_PAGES] =
		"SELECT id, url, title, lang, sentences, stage, links, bytes, length(CAST(text AS BLOB)) AS text_bytes,"
		" name, fetched_at, filter, score, proposed_by, word, evidence, shares, is_list, nearest, canonical FROM pages ORDER BY id",
	[ASK_DROPS] = DROP_LIST "ORDER BY id",
	[ASK_HOSTS] = "SELECT h.host, c.pages, c.drops, c.failures, c.skips, c.queued, c.page_bytes, c.drop_bytes,"
		      " h.robots_status, (SELECT json_group_array(json_object('part', part, 'name', name, 'state', state,"
		      " 'judged', judged, 'repeats', repeats, 'sampled', sampled, 'contrary', contrary, 'skipped', skipped))"
		      " FROM rules WHERE host_id = h.id) AS rules FROM host_counts c JOIN hosts h ON h.id = c.host_id"
		      " ORDER BY c.pages + c.drops DESC, h.id",
	[ASK_SEEDS] =
		"WITH RECURSIVE chain (id, seed, host_id, url, hops) AS ("
		" SELECT id, url, host_id, url, 0 FROM urls WHERE is_seed = 1 AND hops = 0"
		" UNION ALL SELECT c.id, c.seed, c.host_id, r.to_url, c.hops + 1 FROM chain c"
		" JOIN urls u ON u.url = c.url AND u.state = 'redirect' JOIN redirects r ON r.url = c.url WHERE c.hops < 10),"
		" ends AS (SELECT id, seed, host_id, url, max(hops) AS hops FROM chain GROUP BY id),"
		" seeds AS (SELECT e.*, u.state, coalesce((SELECT reason FROM failures f WHERE f.url = e.url AND u.state ="
		" 'failure'), (SELECT reason FROM skips s WHERE s.url = e.url AND u.state = 'skip' AND kind <> 'part')) AS reason"
		" FROM ends e LEFT JOIN urls u ON u.url = e.url)"
		" SELECT seed AS url, coalesce(state, 'unknown') AS state, reason, nullif(url, seed) AS to_url,"
		" hops > 0 OR state IN ('page', 'drop') OR host_id IN (SELECT host_id FROM urls WHERE state IN ('page', 'drop',"
		" 'redirect')) AS host_reached, state IN ('failure', 'redirect') OR (state = 'skip' AND reason <> 'sitemap'"
		" AND reason NOT LIKE 'canonical%' AND reason NOT LIKE 'repeats%' AND reason <> 'another part') AS dead FROM seeds ORDER BY id",
	[ASK_GROUPS] = GROUPS_OF(""),
	[ASK_REDIRECTS] =
		"WITH RECURSIVE chain (start, url, hops) AS (SELECT url, to_url, 1 FROM redirects UNION ALL SELECT c.start, r.to_url,"
		" c.hops + 1 FROM chain c JOIN redirects r ON r.url = c.url WHERE c.url <> c.start AND c.hops < 20),"
		" ends AS (SELECT start, url, max(hops) FROM chain GROUP BY start)"
		" SELECT r.url, r.to_url, r.status, r.at, CASE WHEN EXISTS (SELECT 1 FROM redirects o WHERE o.url = e.url) THEN 'loop'"
		" ELSE coalesce(u.state, 'unknown') END AS leads_to, coalesce((SELECT reason FROM failures f WHERE f.url = e.url),"
		" (SELECT reason FROM skips s WHERE s.url = e.url AND u.state = 'skip' AND kind <> 'part')) AS reason"
		" FROM ends e JOIN redirects r ON r.url = e.start LEFT JOIN urls u ON u.url = e.url ORDER BY r.url",
	[ASK_FAILURES] = "SELECT url, reason, status, tries, at FROM failures ORDER BY url",
	[ASK_SKIPS] =
		"SELECT url, reason, kind, count, of_url, (SELECT " BEST_URL
		" FROM pages p WHERE p.id = coalesce(" ORIGINAL_AT("s.of_url") ", " ORIGINAL_AT("(SELECT of_url FROM skips WHERE url = s.of_url AND of_url NOT NULL)") ", " ORIGINAL_AT(
			"(SELECT to_url FROM redirects WHERE url = s.of_url)") ")) AS best_url FROM skips s ORDER BY url, reason",
	[ASK_URLS] =
		"SELECT u.url, u.state, CASE u.state WHEN 'failure' THEN (SELECT reason FROM failures WHERE url = u.url) WHEN 'skip'"
		" THEN (SELECT reason FROM skips WHERE url = u.url AND kind <> 'part' LIMIT 1) END AS reason, CASE u.state WHEN"
		" 'redirect' THEN (SELECT to_url FROM redirects WHERE url = u.url) WHEN 'drop' THEN (SELECT of_url FROM drops WHERE"
		" url = u.url ORDER BY id DESC LIMIT 1) WHEN 'skip' THEN (SELECT of_url FROM skips WHERE url = u.url AND kind <> 'part'"
		" LIMIT 1) END AS to_url, u.depth, (SELECT url FROM urls WHERE id = u.via_id) AS via_url FROM urls u ORDER BY u.id",
	[ASK_CHANGES] =
		"WITH arrived AS MATERIALIZED (SELECT a.url, text_of(a.id) AS text FROM urls u JOIN (SELECT id, url FROM pages UNION ALL"
		" SELECT id, url FROM drops) a ON a.url = u.url WHERE u.change = 'new' AND EXISTS (SELECT 1 FROM urls WHERE change = 'gone'))"
		" SELECT u.url, u.change, u.state, p.id AS was, p.at, CASE WHEN u.change = 'changed' THEN (SELECT CASE WHEN p.id IS NULL"
		" THEN 'same' WHEN text_of(n.id) <> p.text THEN 'other' WHEN n.title <> p.title THEN 'title' ELSE 'same' END FROM (SELECT"
		" id, title FROM pages WHERE url = u.url UNION ALL SELECT id, title FROM drops WHERE url = u.url ORDER BY id DESC LIMIT 1)"
		" n) END AS text, r.to_url, CASE WHEN u.change = 'changed' AND u.state ="
		" 'skip' THEN p.why END AS reason, CASE WHEN u.change = 'gone' THEN (SELECT url FROM arrived a WHERE a.text = p.text)"
		" END AS moved_to, CASE WHEN u.state = 'drop' THEN (SELECT of FROM drops WHERE url = u.url ORDER BY id DESC LIMIT 1) END AS of"
		" FROM urls u LEFT JOIN redirects r ON r.url = u.url LEFT JOIN past p ON p.id ="
		" (SELECT max(id) FROM past WHERE url = u.url AND at >= (SELECT value FROM meta WHERE name = 'refreshed'))"
		" WHERE u.change <> 'unchanged' ORDER BY u.id",
	[ASK_PAST] =
		"SELECT id, url, title, lang, why, at, fetched_at, length(CAST(text AS BLOB)) AS text_bytes FROM past ORDER BY id",
	[ASK_OVER_BUDGET] = "SELECT h.host, count(*) FROM skips s JOIN urls u ON u.url = s.url JOIN hosts h ON h.id = u.host_id"
			    " WHERE s.reason = 'host-budget' AND u.state = 'skip' GROUP BY h.id ORDER BY count(*) DESC, h.id",
	[ASK_RULES] = "SELECT h.host, part, name, state, judged, repeats, sampled, contrary, skipped FROM rules r JOIN hosts h"
		      " ON h.id = r.host_id ORDER BY skipped DESC, h.host, part, name",
	[ASK_CLOSE_CALLS] =
		"SELECT id, of, verdict, score, evidence ->> '$.\"near-line\"' AS margin FROM ("
		" SELECT id, of, verdict, score, evidence FROM drops WHERE verdict <> 'duplicate' AND filter <> 'decision'"
		" UNION ALL SELECT id, nearest, 'kept', score, evidence FROM pages WHERE nearest NOT NULL"
		" AND coalesce(filter, '') <> 'decision') ORDER BY margin IS NULL, margin, verdict = 'kept', score,"
		" CASE verdict WHEN 'kept' THEN id * 2654435761 % 4294967296 ELSE id END",
	[ASK_NUMBERS] = "SELECT evidence, 0 AS dropped FROM pages UNION ALL SELECT evidence, 1 FROM drops"
			" WHERE verdict <> 'duplicate'",
	[ASK_TIMES] =
		"WITH m AS MATERIALIZED (SELECT CAST(strftime('%s', fetched_at) AS INTEGER) AS second, dropped FROM (SELECT"
		" fetched_at, 0 AS dropped FROM pages UNION ALL SELECT fetched_at, 1 FROM drops)"
		" WHERE fetched_at GLOB '[1-9]*-*-*T*' AND fetched_at >= '1970'),"
		" t AS (SELECT min(second) AS first, max(second) AS last, (max(second) - min(second)) / 100 + 1 AS step FROM m)"
		" SELECT strftime('%Y-%m-%dT%H:%M:%SZ', first, 'unixepoch') AS start, step AS seconds,"
		" (last - first) / step AS last_bar, (second - first) / step AS bar, dropped, count(*) AS count FROM m, t"
		" WHERE second NOT NULL GROUP BY bar, dropped",
	[ASK_FOLDERS] = "SELECT cause_pattern(url, NULL, NULL) AS folder, count(*) AS drops FROM drops GROUP BY 1"
			" HAVING folder NOT NULL ORDER BY drops DESC, folder LIMIT 200",
	[ASK_GROUP_SIZES] = "SELECT of AS id, count(*) AS drops, sum(text_bytes) AS text_bytes FROM drops GROUP BY of"
			    " ORDER BY text_bytes DESC, id",
	[ASK_DROPS_OF] = DROP_LIST "WHERE of = ? ORDER BY id",
	[ASK_GROUP] = "SELECT " BEST_URL " AS best_url, url, title, name FROM pages p WHERE id = ?",
	[ASK_CAUSES] = CAUSES,
	[ASK_MEMBERS] = "WITH b AS MATERIALIZED (SELECT p.id, " BEST_URL
			" AS best_url FROM pages p WHERE p.id IN (SELECT of FROM drops))"
			" SELECT m.of AS \"group\", b.best_url, m.id, m.url, m.name, m.title, m.verdict, m.cause,"
			" iif(m.url = b.best_url, NULL, cause_variant(m.url, b.best_url)) AS form, m.score, m.text_bytes FROM ("
			" SELECT id AS of, id, url, name, title, 'unique' AS verdict, NULL AS cause, NULL AS score,"
			" length(CAST(text AS BLOB)) AS text_bytes FROM pages WHERE id IN (SELECT of FROM drops)"
			" UNION ALL SELECT of, id, url, name, title, verdict, cause, score, text_bytes FROM drops) m"
			" LEFT JOIN b ON b.id = m.of ORDER BY m.of, m.cause IS NOT NULL, m.cause, m.url, m.id",
	[ASK_DROP_HOSTS] = "SELECT h.host, c.drops, c.drop_bytes FROM host_counts c JOIN hosts h ON h.id = c.host_id"
			   " WHERE c.drops > 0 ORDER BY c.drops DESC, h.id",
	[ASK_SUPERSEDES] = SUPERSEDES,
	[ASK_CANONICALS] = CANONICALS,
	[ASK_THREE_SUPERSEDES] = THREE_OF(SUPERSEDES),
	[ASK_THREE_CANONICALS] = THREE_OF(CANONICALS),
	[ASK_REASONS] = "SELECT 'failure' AS what, reason, count(*) AS count FROM failures GROUP BY reason UNION ALL"
			" SELECT 'skip', reason, count(*) FROM skips WHERE kind <> 'part' GROUP BY reason ORDER BY count DESC",
	[ASK_DECISIONS] = "SELECT id, what, url, name, of_url, of_name, pattern, at FROM decisions ORDER BY id",
	[ASK_RULES_OF_HOST] =
		"SELECT part, name, state, judged, repeats, sampled, contrary, skipped FROM rules r JOIN hosts h ON"
		" h.id = r.host_id WHERE h.host = ? AND state <> 'watched' ORDER BY skipped DESC",
	[ASK_JUDGED_COUNTS] =
		"SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM drops), (SELECT count(*) FROM judged WHERE NOT " IS_DROP
		"),"
		" (SELECT count(*) FROM judged WHERE " IS_DROP "),"
		" count(*) FILTER (WHERE NOT " IS_DROP " AND was IN " DROPS "), count(*) FILTER (WHERE " IS_DROP
		" AND was NOT IN " DROPS "),"
		" count(*) FILTER (WHERE " IS_DROP " AND was IN " DROPS " AND of <> was_of),"
		" count(*) FILTER (WHERE (verdict IN " DROPS ") = (was IN " DROPS ") AND NOT (" IS_DROP
		" AND of <> was_of)) FROM changes",
	[ASK_JUDGED_CHANGES] =
		"SELECT c.id, coalesce(p.url, d.url) AS url, c.was, c.was_of, c.verdict, c.of, j.filter, j.stage, j.score,"
		" j.evidence, coalesce(p.name, d.name) AS name FROM changes c JOIN judged j ON j.id = c.id"
		" LEFT JOIN pages p ON p.id = c.id LEFT JOIN drops d ON d.id = c.id ORDER BY c.id",
	[ASK_PAGE_BY_ID] = PAGE_COLUMNS "WHERE id = ?",
	[ASK_DROP_BY_ID] = DROP_COLUMNS "WHERE id = ?",
	[ASK_PAST_BY_ID] = PAST_COLUMNS "WHERE id = ?",
	[ASK_PAGE_BY_URL] = PAGE_COLUMNS "WHERE url = ?",
	[ASK_DROP_BY_URL] = DROP_COLUMNS "WHERE url = ?",
	[ASK_REDIRECT_BY_URL] = "SELECT 'redirect' AS kind, 0 AS id, url, to_url, status, at FROM redirects WHERE url = ?",
	[ASK_FAILURE_BY_URL] = "SELECT 'failure' AS kind, 0 AS id, url, reason, status, tries, at FROM failures WHERE url = ?",
	[ASK_SKIP_BY_URL] =
		"SELECT 'skip' AS kind, 0 AS id, url, reason, kind AS kind_of_skip, of_url, count FROM skips WHERE url = ?",
	[ASK_QUEUE_BY_URL] = "SELECT 'queued' AS kind, 0 AS id, url, state, depth, tries, via FROM queue WHERE url = ?",
	[ASK_PAST_BY_URL] = PAST_COLUMNS "WHERE url = ?",
	[ASK_WAY_BY_URL] =
		"SELECT 'way' AS kind, 0 AS id, u.url, u.state, u.depth, u.is_seed, u.tries, u.due, u.change, v.url AS via,"
		" h.host, h.robots_status, h.robots_at, (SELECT reason FROM skips s WHERE s.url = u.url AND s.kind <> 'part') AS reason"
		" FROM urls u JOIN hosts h ON h.id = u.host_id LEFT JOIN urls v ON v.id = u.via_id WHERE u.url = ?",
	[ASK_PAGE_BY_NAME] = PAGE_COLUMNS "WHERE name = ?",
	[ASK_DROP_BY_NAME] = DROP_COLUMNS "WHERE name = ?",
	[ASK_ARTICLE] =
		"SELECT 'page' AS kind, p.id, p.url, p.name, p.title, p.lang, p.fetched_at,"
		" CASE WHEN s.older IS NULL THEN 'unique' ELSE 'supersedes' END AS verdict, s.older AS of, o.url AS of_url,"
		" o.name AS of_name, NULL AS cause, p.filter, p.stage, p.proposed_by, p.word, p.score, p.evidence, p.shares, NULL AS notable"
		" FROM pages p LEFT JOIN supersedes s ON s.page = p.id LEFT JOIN pages o ON o.id = s.older WHERE p.id = ?1"
		" UNION ALL SELECT 'drop', d.id, d.url, d.name, d.title, d.lang, d.fetched_at, d.verdict, d.of, d.of_url,"
		" o.name, d.cause, d.filter, d.stage, d.proposed_by, d.word, d.score, d.evidence, d.shares, d.notable"
		" FROM drops d LEFT JOIN pages o ON o.id = d.of WHERE d.id = ?1"
		" UNION ALL SELECT 'past', id, url, NULL, title, lang, fetched_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
		" NULL, NULL, NULL, NULL, NULL, NULL FROM past WHERE id = ?1",
};

enum { COLUMNS_MOST = 64 };

/* text_of(id) in SQL: the text of an article; NULL: there is none, or it cannot be read. */
static void run_text_of(sqlite3_context *context, int n, sqlite3_value **v)
{
	arena *a = arena_new();
	firstprint_span text;

	(void)n;
	if (!a)
		sqlite3_result_error_nomem(context);
	else if (store_text(sqlite3_user_data(context), (uint64_t)sqlite3_value_int64(v[0]), a, &text) == OK)
		sqlite3_result_text64(context, text.at, text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
	arena_free(a);
}

/* Returns the question, and gives the connection the function that it calls. */
static const char *question(store *st, enum store_question what)
{
	if (what == ASK_CHANGES && !st->has_text_of)
		st->has_text_of = sqlite3_create_function_v2(st->db, "text_of", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, st,
							     run_text_of, NULL, NULL, NULL) == SQLITE_OK;
	return questions[what];
}

static void read_value(sqlite3_stmt *q, int i, store_value *v)
{
	*v = (store_value){.name = sqlite3_column_name(q, i)};
	switch (sqlite3_column_type(q, i)) {
	case SQLITE_INTEGER:
		v->type = STORE_INTEGER;
		v->integer = sqlite3_column_int64(q, i);
		break;
	case SQLITE_FLOAT:
		v->type = STORE_REAL;
		v->real = sqlite3_column_double(q, i);
		break;
	case SQLITE_TEXT:
		v->type = STORE_TEXT;
		v->text = (const char *)sqlite3_column_text(q, i);
		break;
	}
}

static status handle_rows(sqlite3_stmt *q, store_row_handler *handle, void *ctx)
{
	int n = sqlite3_column_count(q);
	store_value row[COLUMNS_MOST];
	status err = n > COLUMNS_MOST ? ERR_LIMIT : OK;

	while (statement_next(q, &err)) {
		for (int i = 0; i < n; i++)
			read_value(q, i, &row[i]);
		err = handle(ctx, row, (size_t)n);
	}
	return err;
}

/* Asks with a statement of its own, since a handler may ask the same question. text NULL: the parameter, if there is one, is id. */
static status ask(store *st, enum store_question what, int64_t id, const char *text, store_row_handler *handle, void *ctx)
{
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(st->db, question(st, what), -1, &q, NULL);
	status err;

	if (code == SQLITE_OK && sqlite3_bind_parameter_count(q))
		code = text ? sqlite3_bind_text(q, 1, text, -1, SQLITE_STATIC) : sqlite3_bind_int64(q, 1, id);
	err = code == SQLITE_OK ? handle_rows(q, handle, ctx) : statement_status(code);
	sqlite3_finalize(q);
	return err;
}

status store_ask(store *st, enum store_question what, store_row_handler *handle, void *ctx)
{
	return ask(st, what, 0, NULL, handle, ctx);
}

status store_ask_id(store *st, enum store_question what, int64_t id, store_row_handler *handle, void *ctx)
{
	return ask(st, what, id, NULL, handle, ctx);
}

status store_ask_text(store *st, enum store_question what, const char *text, store_row_handler *handle, void *ctx)
{
	return ask(st, what, 0, text, handle, ctx);
}

/* ── choosing rows ── */

/* Writes the names of its columns: "id, url, title". */
static void list_columns(sqlite3_stmt *q, char *out, size_t room)
{
	size_t len = 0;

	*out = '\0';
	for (int i = 0; i < sqlite3_column_count(q) && len < room; i++)
		len += (size_t)snprintf(out + len, room - len, "%s%s", i ? ", " : "", sqlite3_column_name(q, i));
}

static bool has_column(sqlite3_stmt *q, const char *name)
{
	for (int i = 0; i < sqlite3_column_count(q); i++)
		if (strcmp(sqlite3_column_name(q, i), name) == 0)
			return true;
	return false;
}

/* Returns the length of what is in quotes, of a comment or of a word at this place; else 1. The last ones of the expression may have
 * no end. */
static size_t token_len(const char *at)
{
	size_t len = 0;
	const char *end;

	if (strchr("'\"`[", *at)) {
		end = strchr(at + 1, *at == '[' ? ']' : *at);
		return end ? (size_t)(end - at) + 1 : strlen(at);
	}
	if (at[0] == '-' && at[1] == '-')
		return strcspn(at, "\n");
	while (at[len] == '_' || (at[len] & 0x80) || isalnum((unsigned char)at[len]))
		len++;
	return len ? len : 1;
}

/* Is the word at this place a column whose name is a word of SQL, too, such as group? Not where SQL may mean its own: GROUP BY. */
static bool is_column_of_sql(sqlite3_stmt *q, const char *at, size_t len)
{
	const char *next = at + len + strspn(at + len, " \t\n");
	char name[32];

	if (!sqlite3_keyword_check(at, (int)len) || len >= sizeof name || sqlite3_strnicmp(next, "by", 2) == 0)
		return false;
	memcpy(name, at, len);
	name[len] = '\0';
	return has_column(q, name);
}

/* Appends the expression over the columns of q, with such columns in quotes. The line feed ends a comment in it. */
static void append_expression(sqlite3_str *sql, sqlite3_stmt *q, const char *at)
{
	for (size_t len; *at; at += len) {
		len = token_len(at);
		sqlite3_str_appendf(sql, is_column_of_sql(q, at, len) ? "\"%.*s\"" : "%.*s", (int)len, at);
	}
	sqlite3_str_appendchar(sql, 1, '\n');
}

/* Appends the expression, for which the ids of lines are what is printed: the inner columns hide those of the row. */
static void append_where(sqlite3_str *sql, sqlite3_stmt *q, const char *where, bool has_names)
{
	bool about_names = has_names && strcasestr(where, "name");

	if (about_names)
		sqlite3_str_appendf(sql, "EXISTS (SELECT 1 FROM (SELECT " PRINTED("listed.name") " AS name%s) WHERE ",
				    has_column(q, "of_name") ? ", " PRINTED("listed.of_name") " AS of_name" : "");
	sqlite3_str_appendchar(sql, 1, '(');
	append_expression(sql, q, where);
	sqlite3_str_appendall(sql, about_names ? "))" : ")");
}

/* Returns the question, which is q, with where, sample, sort and limit; free it with sqlite3_free. NULL: out of memory. */
static char *choose(enum store_question what, sqlite3_stmt *q, const store_choice *c)
{
	bool has_names = what != ASK_RULES && has_column(q, "name"); /* those of rules are of parameters */
	bool falls = c->sort && *c->sort == '-';
	sqlite3_str *sql = sqlite3_str_new(NULL);

	sqlite3_str_appendf(sql, "%sSELECT * FROM (%s) AS listed WHERE ", c->sample ? "SELECT * FROM (" : "", questions[what]);
	append_where(sql, q, c->where ? c->where : "1", has_names);
	if (c->also)
		sqlite3_str_appendf(sql, " AND (%s)", c->also);
	if (c->sample)
		sqlite3_str_appendf(sql, " ORDER BY random() LIMIT %lld)", (long long)c->sample);
	if (c->sort)
		sqlite3_str_appendf(sql, " ORDER BY \"%w\"%s", c->sort + falls, falls ? " DESC" : "");
	if (c->limit)
		sqlite3_str_appendf(sql, " LIMIT %lld", (long long)c->limit);
	return sqlite3_str_finish(sql);
}

/* Returns why it is not one expression; NULL: no parenthesis closes one that was opened before it, and all quotes are closed. */
static const char *fault_of(const char *at)
{
	int depth = 0;

	for (size_t len; *at && depth >= 0; at += len) {
		len = token_len(at);
		if (strchr("'\"`[", *at) && (len == 1 || at[len - 1] != (*at == '[' ? ']' : *at)))
			return "a quote is not closed";
		depth += (*at == '(') - (*at == ')');
	}
	return depth < 0 ? "more than an expression" : NULL;
}

/* Says what is wrong with the expression. says NULL: what SQLite says. */
static status refuse_where(store *st, const char *says, const char *columns, complaint *why)
{
	says = says ? says : sqlite3_errmsg(st->db);
	if (strncmp(says, "near \")\"", 8) == 0)
		says = "the expression is incomplete";
	return complain(why, ERR_USAGE, "--where: %s%s; the columns are %s", says,
			strstr(says, "no such column") ? " (a text stands in quotes: cause = 'www')" : "", columns);
}

static status run_chosen(store *st, const char *sql, const store_choice *c, store_row_handler *handle, void *ctx,
			 const char *columns, complaint *why)
{
	sqlite3_stmt *q = NULL;
	const char *rest = "", *fault = c->where ? fault_of(c->where) : NULL;
	int code = fault ? SQLITE_OK : sqlite3_prepare_v2(st->db, sql, -1, &q, &rest);
	status err;

	if (fault || code != SQLITE_OK || *rest) {
		sqlite3_finalize(q);
		return refuse_where(st, code == SQLITE_OK && !fault ? "more than an expression" : fault, columns, why);
	}
	err = handle_rows(q, handle, ctx);
	code = sqlite3_errcode(st->db);
	if (err == ERR_IO && c->where && (code == SQLITE_ERROR || code == SQLITE_AUTH || code == SQLITE_TOOBIG))
		err = complain(why, ERR_USAGE, "--where: %s", sqlite3_errmsg(st->db));
	sqlite3_finalize(q);
	return err;
}

void store_list_columns(store *st, enum store_question what, char *out, size_t room)
{
	sqlite3_stmt *q = statement(st, question(st, what), "");

	*out = '\0';
	if (q)
		list_columns(q, out, room);
}

status store_list(store *st, enum store_question what, const store_choice *c, store_row_handler *handle, void *ctx,
		  complaint *why)
{
	sqlite3_stmt *q = statement(st, question(st, what), "");
	char columns[400], *sql;
	status err;

	if (!q || (!c->where && !c->also && !c->sort && !c->limit && !c->sample))
		return store_ask(st, what, handle, ctx);
	list_columns(q, columns, sizeof columns);
	if (c->sort && !has_column(q, c->sort + (*c->sort == '-')))
		return complain(why, ERR_USAGE, "--sort %s: there is no such column; the columns are %s", c->sort, columns);
	sql = choose(what, q, c);
	err = sql ? run_chosen(st, sql, c, handle, ctx, columns, why) : ERR_MEMORY;
	sqlite3_free(sql);
	return err;
}
