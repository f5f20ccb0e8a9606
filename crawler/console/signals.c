#include "crawler/console/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_STOPPED = 3 };

static pthread_t waiter;
static bool waits;
static atomic_bool is_closing;

static void stop_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

/* Waits for a signal. false: it is the one of signals_close. */
static bool wait_for_signal(const sigset_t *set)
{
	int number;

	sigwait(set, &number);
	return !atomic_load(&is_closing);
}

/* The second signal ends the process whatever it is at, such as a filter's endless loop; both at once, before it begins to stop. */
static void *wait_for_signals(void *fd)
{
	sigset_t set;

	stop_signals(&set);
	if (!wait_for_signal(&set))
		return NULL;
	if (sigtimedwait(&set, NULL, &(struct timespec){0}) < 0) {
		eventfd_write((int)(intptr_t)fd, 1);
		wait_for_signal(&set);
	}
	if (!atomic_load(&is_closing))
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
	atomic_store(&is_closing, false);
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
		atomic_store(&is_closing, true);
		pthread_kill(waiter, SIGTERM);
		pthread_join(waiter, NULL);
		waits = false;
	}
	close(fd);
}

bool signals_received(int fd)
{
	eventfd_t number;

	return eventfd_read(fd, &number) == 0;
}
