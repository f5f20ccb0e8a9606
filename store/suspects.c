/* suspects — URLs that were in work when two processes died, one after the other. The lock file names the URLs in work; a process that
 * ends removes the file, one that is killed leaves it. The table meta names those of the last death: a person who kills a crawl once
 * changes nothing in its order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/lock.h"
#include "store/statement.h"

enum { LIST_SIZE = 16384, FIRST_DEATH = 3, DEATHS_MOST = 3 };

void store_note_work(store *st, const int64_t *ids, size_t n)
{
	char list[LIST_SIZE];
	size_t len = 0;

	for (size_t i = 0; i < n && len < LIST_SIZE - 24; i++)
		len += (size_t)snprintf(list + len, sizeof list - len, "%lld ", (long long)ids[i]);
	list[len++] = '\n';
	lock_write(st->lock, list, len);
}

void store_leave_work(store *st)
{
	lock_keep(st->lock);
}

/* Ends a URL that was in work at each of so many deaths. */
static status give_up(store *st, store_url *url)
{
	store_outcome o = {.result = url->was == END_NONE ? RESULT_FAILURE : RESULT_UNREACHED,
			   .reason = "the process died three times while this was in work"};

	return store_conclude(st, url, &o);
}

/* Counts a second death, or another one, for a URL that is in the queue. Alone in work, it is the cause; of several, one is. */
static status suspect(store *st, int64_t id, bool is_alone, arena *a)
{
	store_url url = {.id = id}; /* was: END_NONE or END_PAGE, whatever it was */
	int turn;
	status err = statement_first(
		st, a,
		"UPDATE urls SET refresh_last = CASE WHEN refresh_last < ?2 THEN ?2 + 1 ELSE refresh_last + ?3 END"
		" WHERE id = ?1 AND due = 1 RETURNING refresh_last, url, state <> 'queued'",
		"iii=nTn", id, (int64_t)FIRST_DEATH, (int64_t)is_alone, &turn, &url.url, &url.was);

	if (err)
		return err == ERR_MISSING ? OK : err;
	return turn - FIRST_DEATH + 1 < DEATHS_MOST ? OK : give_up(st, &url);
}

static bool is_in(const char *list, long long id)
{
	char *end;

	for (long long other; (other = strtoll(list, &end, 10)) > 0 && end > list; list = end)
		if (other == id)
			return true;
	return false;
}

/* *before: the URLs in work at the last death, which list takes the place of. */
static status note_death(store *st, const char *list, arena *a, const char **before)
{
	status err = statement_first(st, a, "SELECT coalesce((SELECT value FROM meta WHERE name = 'in-work'), '')", "=T",
				     before);

	if (err)
		return err;
	return statement_do(st, "INSERT OR REPLACE INTO meta (name, value) VALUES ('in-work', ?)", "t", list);
}

status store_find_suspects(store *st, bool *died)
{
	char list[LIST_SIZE], *at = list, *end;
	size_t len = lock_read(st->lock, list, sizeof list - 1), n = 0;
	const char *before = "";
	arena *a = arena_new();
	status err = a ? OK : ERR_MEMORY;

	list[len] = '\0';
	list[strcspn(list, "\n")] = '\0';
	for (const char *c = list; *c; c++)
		n += *c == ' ';
	if (!err && n)
		err = note_death(st, list, a, &before);
	for (long long id; !err && (id = strtoll(at, &end, 10)) > 0 && end > at; at = end)
		err = is_in(before, id) ? suspect(st, id, n == 1, a) : OK;
	store_note_work(st, NULL, 0);
	*died = n > 0;
	arena_free(a);
	return err;
}

status store_suspect_hosts(store *st, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, "SELECT DISTINCT host_id FROM urls WHERE due = 1 AND refresh_last >= ?", "i",
				       (int64_t)FIRST_DEATH),
			     a, out, len);
}
