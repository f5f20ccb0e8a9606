#include "crawler/console/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_STOPPED = 3, WAKES = SIGURG }; /* WAKES: by which signals_close ends the thread; it does nothing elsewhere */

static pthread_t waiter;
static bool waits;

static void stop_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, WAKES);
}

/* Waits for a signal. false: it is the one of signals_close. */
static bool wait_for_signal(const sigset_t *set)
{
	int number;

	sigwait(set, &number);
	return number != WAKES;
}

/* The second signal ends the process whatever it is at, such as a filter's endless loop; both at once, before it begins to stop. */
static void *wait_for_signals(void *fd)
{
	sigset_t set;
	int number;

	stop_signals(&set);
	if (!wait_for_signal(&set))
		return NULL;
	number = sigtimedwait(&set, NULL, &(struct timespec){0});
	if (number < 0) {
		eventfd_write((int)(intptr_t)fd, 1);
		number = wait_for_signal(&set) ? SIGTERM : WAKES;
	}
	if (number != WAKES)
		_exit(EXIT_STOPPED); /* safe: the store is consistent at every moment */
	return NULL;
}

int signals_open(void)
{
	sigset_t set;
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);

	signal(SIGPIPE, SIG_IGN);
	stop_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	waits = fd >= 0 && pthread_create(&waiter, NULL, wait_for_signals, (void *)(intptr_t)fd) == 0;
	if (waits)
		return fd;
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	if (fd >= 0)
		close(fd);
	return -1;
}

void signals_close(int fd)
{
	if (fd < 0)
		return;
	if (waits) {
		pthread_kill(waiter, WAKES);
		pthread_join(waiter, NULL);
		waits = false;
	}
	close(fd);
}

bool signals_received(int fd)
{
	eventfd_t number;

	return fd >= 0 && eventfd_read(fd, &number) == 0;
}
