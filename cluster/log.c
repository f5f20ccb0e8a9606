#include "cluster/log.h"

#include <stdlib.h>

#include "cluster/log_engine.h"
#include "cluster/scheme.h"

enum { READ_FIRST = 16, READ_BYTES = 8 << 20 /* that an answer should have at most */ };

struct shared_log {
	const log_engine *engine;
	void *state;
	size_t most; /* entries to read at once */
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
		l->most = READ_FIRST;
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

/* Reads as many the next time as would have fitted into READ_BYTES. */
static void learn_length(shared_log *l, const log_entry *entries, size_t n)
{
	size_t bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += entries[i].bytes.len;
	if (bytes > READ_BYTES)
		l->most = l->most * READ_BYTES / bytes + 1;
	else if (n == l->most && bytes <= READ_BYTES / 2 && l->most < LOG_READ_MOST)
		l->most *= 2;
}

status log_talk(shared_log *l, const log_said *said, log_position *at, arena *a, log_entry **out, size_t *n, bool *more,
		complaint *why)
{
	log_said rest = *said;
	complaint cause = {""};
	status err;

	while ((err = l->engine->talk(l->state, &rest, l->most, at, a, out, n, more, &cause)) == ERR_LIMIT && l->most > 1) {
		l->most /= 2;
		rest = (log_said){0};
	}
	if (err == ERR_LIMIT)
		return complain(why, ERR_FORMAT, "%s: its next entry is longer than any that firstprint writes", log_shown(l));
	if (err)
		return complain(why, err, "%s", cause.text);
	learn_length(l, *out, *n);
	return OK;
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
