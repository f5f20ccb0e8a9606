#include "cluster/server.h"

#include <stdlib.h>
#include <string.h>

#ifdef WITH_REDIS
#include "cluster/connection.h"
#define REDIS connection_open, &log_redis, &board_redis
#else
#define REDIS NULL, NULL, NULL
#endif
#ifdef WITH_POSTGRESQL
#include "cluster/postgres.h"
#define POSTGRESQL postgres_open, &log_postgresql, &board_postgresql
#else
#define POSTGRESQL NULL, NULL, NULL
#endif

enum { READ_FIRST = 16 };

typedef struct scheme {
	const char *begins;
	status (*open)(const char *url, server *s, complaint *why); /* NULL: this build has none */
	const log_calls *log;
	const board_calls *board;
} scheme;

static const scheme schemes[] = {
	{"redis:", REDIS}, {"rediss:", REDIS}, {"unix:", REDIS}, {"postgresql:", POSTGRESQL}, {"postgres:", POSTGRESQL}};

/* NULL: none, or this build has none; why says so. */
static const scheme *find_scheme(const char *url, complaint *why)
{
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		if (strncmp(url, schemes[i].begins, strlen(schemes[i].begins)) != 0)
			continue;
		if (schemes[i].open)
			return &schemes[i];
		complain(why, ERR_USAGE, "this firstprint was built without %s", schemes[i].begins);
		return NULL;
	}
	complain(why, ERR_USAGE,
		 "a shared index is named redis://HOST[:PORT]/NAME, rediss://…, unix:/SOCKET/NAME or "
		 "postgresql://HOST/DATABASE/NAME");
	return NULL;
}

status server_open(const char *url, server **out, complaint *why)
{
	const scheme *is = find_scheme(url, why);
	server *s;
	status err;

	if (!is)
		return ERR_USAGE;
	s = calloc(1, sizeof *s);
	if (!s)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	*s = (server){.log = is->log, .board = is->board, .most = READ_FIRST};
	err = is->open(url, s, why);
	if (!err)
		err = requester_open(s->shown, &s->requester, why);
	if (err)
		server_close(s);
	else
		*out = s;
	return err;
}

void server_close(server *s)
{
	if (!s)
		return;
	requester_close(s->requester); /* its thread uses the connection */
	if (s->connection)
		s->close(s);
	free(s);
}
