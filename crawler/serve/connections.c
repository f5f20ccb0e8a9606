#include "crawler/serve/connections.h"

#include <string.h>
#include <sys/socket.h>

/* Returns x->len if it is not there. */
static size_t place_of(const connections *x, const struct MHD_Connection *c)
{
	size_t i = 0;

	while (i < x->len && x->open[i] != c)
		i++;
	return i;
}

static void take_out(connections *x, size_t i)
{
	memmove(x->open + i, x->open + i + 1, (x->len - i - 1) * sizeof *x->open);
	x->len--;
}

/* libmicrohttpd has no call that closes a connection: it sees the end of it, and closes it in its next turn. */
static void close_oldest(connections *x)
{
	const union MHD_ConnectionInfo *socket = MHD_get_connection_info(x->open[x->closing],
									 MHD_CONNECTION_INFO_CONNECTION_FD);

	if (socket)
		shutdown(socket->connect_fd, SHUT_RDWR);
	x->closing++;
}

static void add(connections *x, struct MHD_Connection *c)
{
	if (x->len == CONNECTIONS_ROOM)
		return;
	x->open[x->len++] = c;
	if (x->len - x->closing > CONNECTIONS_MOST)
		close_oldest(x);
}

static void remove_it(connections *x, const struct MHD_Connection *c)
{
	size_t i = place_of(x, c);

	if (i == x->len)
		return;
	take_out(x, i);
	x->closing -= i < x->closing;
}

void connections_notice(void *ctx, struct MHD_Connection *c, void **socket_context, enum MHD_ConnectionNotificationCode what)
{
	(void)socket_context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED)
		add(ctx, c);
	else
		remove_it(ctx, c);
}

void connections_use(connections *x, struct MHD_Connection *c)
{
	size_t i = place_of(x, c);

	if (i < x->closing || i == x->len)
		return;
	take_out(x, i);
	x->open[x->len++] = c;
}
