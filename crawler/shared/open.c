/* open — connects a session to a shared index, which it creates if there is none. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "crawler/shared/inside.h"

/* Returns a name that no other store has. */
static const char *draw_owner(const shared *s)
{
	uint64_t number;

	if (getrandom(&number, sizeof number, 0) != sizeof number)
		return NULL;
	return arena_printf(s->lasting, "%s-%016llx", s->session->store ? "store" : "run", (unsigned long long)number);
}

static const char *name_in(const char *url)
{
	const char *slash = strrchr(url, '/');

	return slash ? slash : url;
}

/* Reads what the store has recorded about the index; nothing, if it is new. The address may have changed, but not the name: another
 * index would assign the same ids again. */
static status read_sharing(const shared *s, const session *x, store_sharing *out, complaint *why)
{
	if (x->store)
		*out = *store_sharing_of(x->store);
	if (out->memory && strcmp(name_in(out->memory), name_in(client_shown(s->client))) != 0)
		return complain(why, ERR_USAGE, "the store shares the index %.200s, not %.200s", out->memory,
				client_shown(s->client));
	return OK;
}

static status name_store(shared *s, complaint *why)
{
	status err = read_sharing(s, s->session, &s->sharing, why);

	s->sharing.memory = client_shown(s->client);
	if (!err && !s->sharing.owner)
		s->sharing.owner = draw_owner(s);
	return err || s->sharing.owner ? err : ERR_MEMORY;
}

/* Creates the index, as a lost one if the store has shared it before. */
static status make_index(const shared *s, const session *x, complaint *why)
{
	store_sharing before = {0};
	status err = read_sharing(s, x, &before, why);

	return err ? err : shared_make_index(s, x, before.memory != NULL, why);
}

/* *files: of the filter that the user has named, which the index's filter may be in; NULL: none. */
static status trusted_files(const shared_settings *settings, const shared *s, const char **files, complaint *why)
{
	static const uint8_t zeros[CLIENT_KEY_SIZE];
	filter *f = NULL;
	status err;

	*files = NULL;
	if (!settings->filter)
		return OK;
	err = filter_open(settings->filter, zeros, &f, why);
	if (!err) {
		*files = arena_printf(s->lasting, "%s", filter_files(f));
		err = *files ? OK : ERR_MEMORY;
	}
	filter_close(f);
	return err;
}

/* Opens the session for the existing index, or creates one for the session. ERR_BUSY: another client has just created it: try
 * again. */
static status open_session(const shared_settings *settings, shared *s, const char *trusted, session *x, complaint *why)
{
	uint8_t drawn[CLIENT_KEY_SIZE];
	client_facts facts;
	session_index told = {0};
	complaint none = {""};
	status there = client_info(s->client, s->lasting, &facts, &none), err;

	if (there && there != ERR_MISSING)
		return complain(why, there, "%s", none.text);
	err = there ? OK : client_may_load(s->client, &facts, trusted, why);
	if (err)
		return err;
	if (getrandom(drawn, sizeof drawn, 0) != sizeof drawn)
		return complain(why, ERR_IO, "%s", status_text(ERR_IO));
	if (!there)
		told = (session_index){facts.spec, facts.files, facts.key};
	else if (!settings->store)
		told.key = drawn;
	err = session_open_told(settings->filter, settings->store, &told, x, why);
	if (!err && there == ERR_MISSING) {
		err = make_index(s, x, why);
		if (err)
			session_close(x);
	}
	return err;
}

status shared_open(const shared_settings *settings, session *x, shared **out, complaint *why)
{
	shared *s = calloc(1, sizeof *s);
	const char *trusted;
	complaint cause = {""};
	status err = ERR_MEMORY;

	if (s) {
		s->lasting = arena_new();
		s->answers = arena_new();
		err = s->lasting && s->answers ? client_open(settings->url, &s->client, &cause) : ERR_MEMORY;
	}
	if (!err)
		err = trusted_files(settings, s, &trusted, &cause);
	if (!err && (err = open_session(settings, s, trusted, x, &cause)) == ERR_BUSY && !x->filter) {
		cause = (complaint){""};
		err = open_session(settings, s, trusted, x, &cause);
	}
	if (!err) {
		s->session = x;
		err = name_store(s, &cause);
	}
	if (!err)
		err = shared_compare(s, &cause);
	if (err) {
		shared_close(s);
		return complain(why, err, "%s", *cause.text ? cause.text : status_text(err));
	}
	*out = s;
	return OK;
}

void shared_close(shared *s)
{
	if (!s)
		return;
	if (s->was_compared && !s->is_asking)
		client_leave(s->client);
	client_close(s->client);
	arena_free(s->lasting);
	arena_free(s->answers);
	free(s->again.ids);
	free(s->gone.ids);
	free(s);
}

const char *shared_shown(const shared *s)
{
	return client_shown(s->client);
}
