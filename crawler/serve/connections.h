/* connections — the open connections of the server, by when each last was of use. If there are too many, the one that has been
 * without a request for the longest time is closed: programs that connect and ask nothing cannot shut others out. */
#ifndef CRAWLER_SERVE_CONNECTIONS_H
#define CRAWLER_SERVE_CONNECTIONS_H

#include <microhttpd.h>
#include <stddef.h>

/* Beyond CONNECTIONS_MOST, the oldest ones are closed; libmicrohttpd must accept up to CONNECTIONS_ROOM, since it closes them a
 * little later. */
enum { CONNECTIONS_MOST = 64, CONNECTIONS_ROOM = 96 };

/* Starts as zeros. Used by the server's only thread. */
typedef struct connections {
	struct MHD_Connection *open[CONNECTIONS_MOST]; /* the one without a request for the longest time first */
	size_t len;
} connections;

/* For MHD_OPTION_NOTIFY_CONNECTION; ctx: a connections. */
void connections_notice(void *ctx, struct MHD_Connection *c, void **socket_context, enum MHD_ConnectionNotificationCode what);
/* A request came on the connection. */
void connections_use(connections *x, struct MHD_Connection *c);

#endif
