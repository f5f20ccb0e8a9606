#include "base/clock.h"
#include "cluster/client_inside.h"

enum { NOTE_ROOM = 80 };

void client_begin_entry(client *c, wire_writer *w)
{
	entry_begin(w, c->owner, c->stamp, c->session, ++c->request);
}

static status apply_all(client *c, const log_entry *entries, size_t n, replica_expected *expected, arena *a, complaint *why)
{
	status err = OK;

	if (n && !c->at.count) /* the first entry */
		c->age_ms = entries[0].age_ms;
	for (size_t i = 0; i < n && !err; i++)
		err = replica_apply(c->replica, entries[i].bytes, expected, expected && !expected->is_applied ? c->arena : a,
				    why);
	if (!err && replica_is_replaced(c->replica, c->session) && c->request > 1)
		err = complain(why, ERR_BUSY, "%s: another process has joined as this store", client_shown(c));
	return err;
}

/* One talk with the log. */
static status talk(client *c, const firstprint_span *append, replica_expected *expected, bool *more, complaint *why)
{
	arena *a = arena_new();
	char note[NOTE_ROOM];
	const log_said said = {.append = append, .store = c->owner, .note = note};
	log_position at = c->at;
	log_entry *entries;
	size_t n = 0;
	status err = ERR_MEMORY;

	client_note(c, false, note, sizeof note);
	if (a)
		err = log_talk(c->server, &said, &at, a, &entries, &n, more, why);
	if (!err)
		err = apply_all(c, entries, n, expected, a, why);
	if (!err)
		c->at = at;
	if (err == ERR_MISSING) /* what is there now may be another log */
		c->server->log->remove_note(c->server, c->owner, &(complaint){""});
	c->read_ms = clock_ms();
	arena_free(a);
	return err;
}

status client_read(client *c, complaint *why)
{
	bool more = true;
	status err = OK;

	while (!err && more)
		err = talk(c, NULL, NULL, &more, why);
	return err;
}

status client_append(client *c, wire_writer *w, replica_expected *expected, complaint *why)
{
	const firstprint_span bytes = {w->bytes.bytes, w->bytes.len};
	replica_expected own = {.session = c->session, .request = c->request};
	bool more = true;
	status err = w->failed ? ERR_MEMORY : OK;

	expected = expected ? expected : &own;
	expected->session = c->session;
	expected->request = c->request;
	if (!err)
		err = talk(c, &bytes, expected, &more, why);
	while (!err && !expected->is_applied && more)
		err = talk(c, NULL, expected, &more, why);
	buffer_free(&w->bytes);
	if (!err && !expected->is_applied)
		err = complain(why, ERR_MISSING, "%s: an entry was lost", client_shown(c));
	return err;
}
