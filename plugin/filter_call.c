#include "plugin/filter_call.h"

_Thread_local filter_call filter_call_now;

static void (*when_opened)(void);

void filter_call_watch(void (*opened)(void))
{
	when_opened = opened;
}

void filter_call_opened(void)
{
	if (when_opened)
		when_opened();
}
