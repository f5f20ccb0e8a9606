#include "base/write_all.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* Another process may have made the pipe or terminal, which they share, one that does not wait. */
static void wait_for_room(int to)
{
	struct pollfd fd = {.fd = to, .events = POLLOUT};

	poll(&fd, 1, -1);
}

bool write_all(int fd, const char *bytes, size_t len)
{
	for (size_t at = 0; at < len;) {
		ssize_t n = write(fd, bytes + at, len - at);

		if (n >= 0)
			at += (size_t)n;
		else if (errno == EAGAIN)
			wait_for_room(fd);
		else if (errno != EINTR)
			return false;
	}
	return true;
}
