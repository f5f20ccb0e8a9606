#include "crawler/console/signals.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { EXIT_STOPPED = 3 };

static void end_at_once(int number)
{
	(void)number;
	_exit(EXIT_STOPPED); /* the store is whole at any instant */
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

bool signals_came(int fd)
{
	struct signalfd_siginfo info;
	sigset_t set;

	if (read(fd, &info, sizeof info) != sizeof info)
		return false;
	signal(SIGINT, end_at_once); /* whoever asks twice means it */
	signal(SIGTERM, end_at_once);
	stop_signals(&set);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return true;
}
