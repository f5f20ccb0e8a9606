#include "crawler/console/signals.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { EXIT_STOPPED = 3 };

static void exit_at_once(int number)
{
	(void)number;
	_exit(EXIT_STOPPED); /* safe: the store is consistent at every moment */
}

static void stop_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

int signals_open(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	stop_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

void signals_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

bool signals_received(int fd)
{
	struct signalfd_siginfo info;
	sigset_t set;

	if (read(fd, &info, sizeof info) != sizeof info)
		return false;
	signal(SIGINT, exit_at_once); /* the second signal does not wait for a clean stop */
	signal(SIGTERM, exit_at_once);
	stop_signals(&set);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return true;
}
