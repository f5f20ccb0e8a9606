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

/* No effect if i is not a place. */
static void take_out(connections *x, size_t i)
{
	if (i >= x->len)
		return;
	memmove(x->open + i, x->open + i + 1, (x->len - i - 1) * sizeof *x->open);
	x->len--;
}

/* libmicrohttpd has no call that closes a connection: it sees the end of it, and closes it in its next turn. */
static void close_oldest(connections *x)
{
	const union MHD_ConnectionInfo *socket = MHD_get_connection_info(x->open[0], MHD_CONNECTION_INFO_CONNECTION_FD);

	if (socket)
		shutdown(socket->connect_fd, SHUT_RDWR);
	take_out(x, 0);
}

static void add(connections *x, struct MHD_Connection *c)
{
	if (x->len == CONNECTIONS_MOST)
		close_oldest(x);
	x->open[x->len++] = c;
}

void connections_notice(void *ctx, struct MHD_Connection *c, void **socket_context, enum MHD_ConnectionNotificationCode what)
{
	(void)socket_context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED)
		add(ctx, c);
	else
		take_out(ctx, place_of(ctx, c));
}

void connections_use(connections *x, struct MHD_Connection *c)
{
	size_t i = place_of(x, c);

	if (i == x->len)
		return;
	take_out(x, i);
	x->open[x->len++] = c;
}
