#include "cluster/requester.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"

enum {
	TRIES = 4,
	PATIENCE_MS = 4000 /* both before requester_retry_until */,
	AGAIN_MS = 50,
	AGAIN_MOST_MS = 1000,
	TROUBLE_MS = 500
};

struct requester {
	const char *shown; /* the server */
	bool retries, stopped;
	int stop_fd;

	pthread_t thread;
	bool has_thread; /* a task was started, and its end was not taken */
	int event;       /* readable when the task has ended */
	requester_task *task;
	void *ctx;
	status outcome;
	complaint why;

	atomic_bool closing;
	pthread_mutex_t mutex; /* guards the members after it */
	complaint trouble;
	int64_t trouble_ms, asked_ms; /* since when; when what is under way was asked, or 0 */
};

/* ── opening ── */

status requester_open(const char *shown, requester **out, complaint *why)
{
	requester *c = calloc(1, sizeof *c);

	if (!c)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	pthread_mutex_init(&c->mutex, NULL);
	c->shown = shown;
	c->stop_fd = -1;
	c->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (c->event < 0) {
		requester_close(c);
		return complain(why, ERR_IO, "%s", status_text(ERR_IO));
	}
	*out = c;
	return OK;
}

void requester_close(requester *c)
{
	if (!c)
		return;
	c->closing = true;
	if (c->has_thread)
		pthread_join(c->thread, NULL);
	if (c->event >= 0)
		close(c->event);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}

void requester_retry_until(requester *c, int stop_fd)
{
	c->retries = true;
	c->stop_fd = stop_fd;
}

void requester_stop_retrying(requester *c)
{
	c->retries = false;
	c->stopped = true;
}

/* ── calling ── */

/* An answer is waited for; or not any more. */
static void note_asking(requester *c, bool is_asking)
{
	pthread_mutex_lock(&c->mutex);
	c->asked_ms = is_asking ? clock_ms() : 0;
	pthread_mutex_unlock(&c->mutex);
}

/* Notes why nobody answers; NULL: somebody did. */
static void note_trouble(requester *c, const complaint *why)
{
	pthread_mutex_lock(&c->mutex);
	if (why && !*c->trouble.text)
		c->trouble_ms = clock_ms();
	c->trouble = why ? *why : (complaint){""};
	pthread_mutex_unlock(&c->mutex);
}

void requester_delay(requester *c, complaint *out)
{
	int64_t now = clock_ms();

	*out = (complaint){""};
	pthread_mutex_lock(&c->mutex);
	if (*c->trouble.text && now - c->trouble_ms >= TROUBLE_MS)
		*out = c->trouble;
	else if (c->asked_ms && now - c->asked_ms >= TROUBLE_MS)
		complain(out, OK, "%.250s: has not answered yet", c->shown);
	pthread_mutex_unlock(&c->mutex);
}

bool requester_pause(requester *c, int64_t ms)
{
	struct pollfd stop = {.fd = c->stop_fd, .events = POLLIN};

	poll(&stop, c->stop_fd >= 0, (int)ms);
	return c->closing || (c->stop_fd >= 0 && stop.revents);
}

static status try_once(requester *c, requester_task *try, void *ctx, complaint *why)
{
	complaint cause = {""};
	status err;

	note_asking(c, true);
	err = try(ctx, &cause);
	note_asking(c, false);
	return err ? complain(why, err, "%.250s: %.250s", c->shown, *cause.text ? cause.text : status_text(err)) : OK;
}

status requester_retry(requester *c, requester_task *try, void *ctx, complaint *why)
{
	int64_t ms = AGAIN_MS, began = clock_ms();
	int tries = 1;
	complaint cause = {""};
	status err;

	while ((err = try_once(c, try, ctx, &cause)) == ERR_IO && !c->stopped &&
	       (c->retries || (tries++ < TRIES && clock_ms() - began < PATIENCE_MS))) {
		note_trouble(c, &cause);
		if (requester_pause(c, ms))
			break;
		ms = ms * 2 < AGAIN_MOST_MS ? ms * 2 : AGAIN_MOST_MS;
	}
	if (!err)
		note_trouble(c, NULL);
	return err ? complain(why, err, "%s", cause.text) : OK;
}

/* ── the thread: one for each task ── */

static void *run(void *ctx)
{
	static const uint64_t one = 1;
	requester *c = ctx;

	c->outcome = c->task(c->ctx, &c->why);
	while (write(c->event, &one, sizeof one) < 0) /* it is read each time: there is room */
		;
	return NULL;
}

status requester_start(requester *c, requester_task *task, void *ctx)
{
	sigset_t all, before;

	c->task = task;
	c->ctx = ctx;
	c->why = (complaint){""};
	sigfillset(&all); /* signals are for the program's own thread */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	c->has_thread = pthread_create(&c->thread, NULL, run, c) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return c->has_thread ? OK : ERR_MEMORY;
}

int requester_fd(const requester *c)
{
	return c->event;
}

status requester_end(requester *c, bool wait, bool *ended, complaint *why)
{
	struct pollfd event = {.fd = c->event, .events = POLLIN};
	uint64_t count;

	*ended = c->has_thread && (wait || poll(&event, 1, 0) > 0);
	if (!*ended)
		return OK;
	pthread_join(c->thread, NULL);
	c->has_thread = false;
	while (read(c->event, &count, sizeof count) < 0) /* it was written before the thread ended */
		;
	return c->outcome ? complain(why, c->outcome, "%s", c->why.text) : OK;
}
