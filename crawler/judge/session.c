#include "crawler/judge/session.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"

/* Pages share a transaction: 64 of them cost a quarter of 64 transactions. What a kill loses is fetched again. */
enum { COMMIT_MS = 100, COMMIT_AFTER = 64 };

static status open_filter(const char *spec, session *x, complaint *why)
{
	uint8_t key[STORE_KEY_SIZE] = {0};

	if (x->store)
		store_key(x->store, key);
	if (!spec && x->store)
		spec = store_filter(x->store);
	return filter_open(spec ? spec : SESSION_FILTER_DEFAULT, key, &x->filter, why);
}

/* A SPEC that cannot be opened must not leave a new store behind: it is tried before the file is touched. */
static status try_filter(const char *spec, complaint *why)
{
	static const uint8_t zeros[STORE_KEY_SIZE];
	filter *f = NULL;
	status e = spec ? filter_open(spec, zeros, &f, why) : OK;

	filter_close(f);
	return e;
}

/* Binds the store to the filter, which then learns what is kept. What goes wrong here is the store's: it is named. */
static status open_judge(session *x, const char *path, complaint *why)
{
	complaint cause = {""};
	status e = x->store ? store_filter_bind(x->store, filter_spec(x->filter), &cause) : OK;

	if (!e)
		e = judge_open(x->filter, x->store, &x->judge, &cause);
	if (e && !*cause.text)
		complain(&cause, e, "%s", status_text(e));
	return e ? complain(why, e, "%s%s%.400s", path ? path : "", path ? ": " : "", cause.text) : OK;
}

status session_open(const char *spec, const char *path, session *out, complaint *why)
{
	session x = {0};
	status e = try_filter(spec, why);

	if (!e && path)
		e = store_open(path, STORE_WRITE, &x.store, why);
	if (!e)
		e = open_filter(spec, &x, why);
	if (!e)
		e = open_judge(&x, path, why);
	if (e)
		session_close(&x);
	else
		*out = x;
	return e;
}

void session_close(session *x)
{
	if (x->store)
		store_rollback(x->store);
	judge_close(x->judge);
	filter_close(x->filter);
	store_close(x->store);
	*x = (session){0};
}

const char *session_error(const session *x, status e)
{
	const char *text = x->store && e != ERR_MEMORY ? store_error(x->store) : NULL;

	return text ? text : status_text(e);
}

status session_begin(session *x)
{
	if (!x->store || store_in_transaction(x->store))
		return OK;
	x->began_ms = clock_ms();
	x->written = 0;
	return store_begin(x->store);
}

status session_commit(session *x, bool now, bool *committed)
{
	status s;

	if (committed)
		*committed = false;
	if (!x->store || !store_in_transaction(x->store))
		return OK;
	if (!now && x->written < COMMIT_AFTER && clock_ms() - x->began_ms < COMMIT_MS)
		return OK;
	s = store_commit(x->store);
	if (s) {
		store_rollback(x->store);
		judge_rolled_back(x->judge);
		return s;
	}
	judge_committed(x->judge);
	if (committed)
		*committed = true;
	return OK;
}
