/* filter_call — which function of a filter from a file a thread is in, so that a program can say so if it crashes there. The room
 * itself changes no signal handler, since the library must not. */
#ifndef PLUGIN_FILTER_CALL_H
#define PLUGIN_FILTER_CALL_H

#include <stddef.h>

typedef struct filter_call {
	const char *file; /* NULL: the thread is in no such function */
	const char *function;
} filter_call;

/* Of this thread. A signal handler may read it. */
extern _Thread_local filter_call filter_call_now;

/* opened: is called after a filter from a file was opened; NULL: nobody. Set it before the first filter is opened. */
void filter_call_watch(void (*opened)(void));

/* ── for link.c ── */

/* file: NULL: a built-in filter. */
static inline void filter_call_begin(const char *file, const char *function)
{
	if (file)
		filter_call_now = (filter_call){file, function};
}

/* Returns what the function returned. */
static inline int filter_call_end(int error)
{
	filter_call_now.file = NULL;
	return error;
}

void filter_call_opened(void);

#endif
