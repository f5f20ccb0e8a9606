/* caller — asks a server again until it answers, on a thread: whoever fetches or judges must not wait for a network.
 *
 *	caller_open, caller_repeat    at first, on the thread of the program
 *	caller_start(c, task, ctx)    the task calls on the caller's thread; then caller_end, when caller_fd is readable
 *
 * Only one thread may call at a time: none between caller_start and caller_end but the task. */
#ifndef CLUSTER_CALLER_H
#define CLUSTER_CALLER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct caller caller;

/* shown: the server's URL without secrets, borrowed. ERR_IO, ERR_MEMORY. */
status caller_open(const char *shown, caller **out, complaint *why);
void caller_close(caller *c); /* accepts NULL; waits for no answer */
/* What cannot be answered now is asked again until it is, or stop_fd is readable; −1: none. */
void caller_insist(caller *c, int stop_fd);

/* From now on it is not asked again. */
void caller_give_up(caller *c);

/* Waits a little, as between two tries. true: waiting is to be stopped. */
bool caller_rest(caller *c, int64_t ms);

/* One try, which may be repeated. ERR_IO: nobody answers now, and why says why. */
typedef status caller_task(void *ctx, complaint *why);
/* Tries until it returns something other than ERR_IO: a few times, or after caller_insist as long as it takes. */
status caller_repeat(caller *c, caller_task *try, void *ctx, complaint *why);

/* Runs the task on the thread. None may be under way. ERR_MEMORY. */
status caller_start(caller *c, caller_task *task, void *ctx);
int caller_fd(const caller *c); /* readable when the task has ended */
/* *ended: has it? Then what it returned, with its complaint. wait: until it has. */
status caller_end(caller *c, bool wait, bool *ended, complaint *why);
/* Why it takes so long; "": it does not. */
void caller_trouble(caller *c, complaint *out);

#endif
