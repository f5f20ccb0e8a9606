#include "cluster/log.h"

#include <stdlib.h>

#include "cluster/log_engine.h"
#include "cluster/scheme.h"

struct shared_log {
	const log_engine *engine;
	void *state;
};

/* NULL: this build has none (scheme.c). */
static const log_engine *const engines[SCHEMES] = {
#ifdef WITH_REDIS
	[SCHEME_REDIS] = &log_redis,
#endif
#ifdef WITH_POSTGRESQL
	[SCHEME_POSTGRESQL] = &log_postgresql,
#endif
};

status log_open(const char *url, shared_log **out, complaint *why)
{
	shared_log *l = calloc(1, sizeof *l);
	enum scheme is = SCHEME_REDIS;
	status err;

	if (!l)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	err = scheme_of(url, &is, why);
	if (!err) {
		l->engine = engines[is];
		err = l->engine->open(url, &l->state, why);
	}
	if (err)
		free(l);
	else
		*out = l;
	return err;
}

void log_close(shared_log *l)
{
	if (!l)
		return;
	l->engine->close(l->state);
	free(l);
}

caller *log_caller(const shared_log *l)
{
	return l->engine->caller(l->state);
}

const char *log_name(const shared_log *l)
{
	return l->engine->name(l->state);
}

const char *log_shown(const shared_log *l)
{
	return l->engine->shown(l->state);
}

status log_head(shared_log *l, arena *a, firstprint_span *out, complaint *why)
{
	return l->engine->head(l->state, a, out, why);
}

status log_create(shared_log *l, firstprint_span head, complaint *why)
{
	return l->engine->create(l->state, head, why);
}

status log_delete(shared_log *l, complaint *why)
{
	return l->engine->remove(l->state, why);
}

status log_talk(shared_log *l, const log_said *said, log_position *at, arena *a, log_entry **out, size_t *n, bool *more,
		complaint *why)
{
	return l->engine->talk(l->state, said, at, a, out, n, more, why);
}

status log_notes(shared_log *l, arena *a, log_note **out, size_t *n, complaint *why)
{
	return l->engine->notes(l->state, a, out, n, why);
}

status log_remove_note(shared_log *l, const char *store, complaint *why)
{
	return l->engine->remove_note(l->state, store, why);
}

status log_size(shared_log *l, uint64_t *entries, uint64_t *bytes, complaint *why)
{
	return l->engine->size(l->state, entries, bytes, why);
}
