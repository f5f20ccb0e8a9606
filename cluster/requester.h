/* requester — sends requests to a server and repeats them until it answers, on a thread of its own, so that fetching and judging do not wait
 * for the network.
 *
 *	requester_open, requester_retry    at first, on the program's thread
 *	requester_start(r, task, ctx)      runs the task on the requester's thread; call requester_end when requester_fd is readable
 *
 * Only one thread may use it at a time: between requester_start and requester_end only the task may. */
#ifndef CLUSTER_REQUESTER_H
#define CLUSTER_REQUESTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct requester requester;

/* shown: the server's URL without secrets, borrowed. ERR_IO, ERR_MEMORY. */
status requester_open(const char *shown, requester **out, complaint *why);
void requester_close(requester *c); /* accepts NULL; a request in flight is not repeated */
/* From now on requests are repeated until the server answers or stop_fd is readable; −1: there is no stop_fd. */
void requester_retry_until(requester *c, int stop_fd);

/* From now on no request is repeated. */
void requester_stop_retrying(requester *c);

/* Waits for ms, as between two tries. true: it was interrupted, by stop_fd or requester_close. */
bool requester_pause(requester *c, int64_t ms);

/* Sends a request once; it may be repeated. ERR_IO: the server does not answer now, and why says why. */
typedef status requester_task(void *ctx, complaint *why);
/* Calls `try` until it returns something other than ERR_IO: at most four times, or, after requester_retry_until, as long as it takes. */
status requester_retry(requester *c, requester_task *try, void *ctx, complaint *why);

/* Runs the task on the thread. No other task may be running. ERR_MEMORY. */
status requester_start(requester *c, requester_task *task, void *ctx);
int requester_fd(const requester *c); /* readable when the task has ended */
/* *ended: has the task ended? Then returns its result and its complaint. wait: waits until it has. */
status requester_end(requester *c, bool wait, bool *ended, complaint *why);
/* Writes the reason for a delay, for the progress line; "": there is none. */
void requester_delay(requester *c, complaint *out);

#endif
