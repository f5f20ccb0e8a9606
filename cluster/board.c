#include "cluster/board.h"

#include <stdlib.h>

#include "cluster/board_engine.h"
#include "cluster/scheme.h"

struct board {
	const board_engine *engine;
	void *state;
};

/* NULL: this build has none (scheme.c). */
static const board_engine *const engines[SCHEMES] = {
#ifdef WITH_REDIS
	[SCHEME_REDIS] = &board_redis,
#endif
#ifdef WITH_POSTGRESQL
	[SCHEME_POSTGRESQL] = &board_postgresql,
#endif
};

status board_open(const char *url, board **out, complaint *why)
{
	board *b = calloc(1, sizeof *b);
	enum scheme is = SCHEME_REDIS;
	status err;

	if (!b)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	err = scheme_of(url, &is, why);
	if (!err) {
		b->engine = engines[is];
		err = b->engine->open(url, &b->state, why);
	}
	if (err)
		free(b);
	else
		*out = b;
	return err;
}

void board_close(board *b)
{
	if (!b)
		return;
	b->engine->close(b->state);
	free(b);
}

caller *board_caller(const board *b)
{
	return b->engine->caller(b->state);
}

const char *board_shown(const board *b)
{
	return b->engine->shown(b->state);
}

status board_claim(board *b, const char *hash, const char *field, const char *value, arena *a, const char **out, complaint *why)
{
	status err = b->engine->claim(b->state, hash, field, value, why);

	return err ? err : board_get(b, hash, field, a, out, why);
}

status board_put(board *b, const char *hash, const char *field, const char *value, complaint *why)
{
	return b->engine->put(b->state, hash, field, value, why);
}

status board_get(board *b, const char *hash, const char *field, arena *a, const char **out, complaint *why)
{
	return b->engine->get(b->state, hash, field, a, out, why);
}

status board_all(board *b, const char *hash, arena *a, board_field **out, size_t *n, complaint *why)
{
	return b->engine->all(b->state, hash, a, out, n, why);
}

status board_remove(board *b, const char *hash, const char *field, complaint *why)
{
	return b->engine->remove(b->state, hash, field, why);
}

status board_push(board *b, const char *queue, const char *sender, firstprint_span bytes, complaint *why)
{
	return b->engine->push(b->state, queue, sender, bytes, why);
}

status board_count(board *b, const char *queue, int64_t *out, complaint *why)
{
	return b->engine->count(b->state, queue, out, why);
}

status board_first(board *b, const char *queue, arena *a, board_item **out, size_t *n, complaint *why)
{
	return b->engine->first(b->state, queue, a, out, n, why);
}

status board_take(board *b, const char *queue, const char *const *ids, size_t n, complaint *why)
{
	return n ? b->engine->take(b->state, queue, ids, n, why) : OK;
}

status board_clear(board *b, const char *queue, complaint *why)
{
	return b->engine->clear(b->state, queue, why);
}

status board_lease(board *b, const char *address, const char *who, int64_t ms, bool rests, int64_t *wait, complaint *why)
{
	return b->engine->lease(b->state, address, who, ms > 0 ? ms : 1, rests, wait, why);
}
