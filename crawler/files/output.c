#include "crawler/files/output.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void output_open(output *o)
{
	*o = (output){.is_shown = isatty(STDOUT_FILENO)};
}

/* Another process may have made the pipe or terminal, which they share, one that does not wait. */
static void wait_for_room(void)
{
	struct pollfd fd = {.fd = STDOUT_FILENO, .events = POLLOUT};

	poll(&fd, 1, -1);
}

status output_write(output *o, complaint *why)
{
	size_t at = 0;
	int error = 0;

	while (at < o->held.len && !error) {
		ssize_t n = write(STDOUT_FILENO, o->held.bytes + at, o->held.len - at);

		if (n >= 0)
			at += (size_t)n;
		else if (errno == EAGAIN)
			wait_for_room();
		else if (errno != EINTR)
			error = errno;
	}
	output_discard(o);
	return error ? complain(why, ERR_IO, "standard output: cannot be written: %s", strerror(error)) : OK;
}

void output_discard(output *o)
{
	buffer_clear(&o->held);
}

void output_close(output *o)
{
	buffer_free(&o->held);
}
