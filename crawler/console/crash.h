/* crash — the last words of a program that a filter from a file has crashed, or ended. */
#ifndef CRAWLER_CONSOLE_CRASH_H
#define CRAWLER_CONSOLE_CRASH_H

/* From the time that such a filter is opened, a crash in one of its functions, or a call of exit, prints a sentence that names both; then the signal
 * takes its course, or the exit code is 1. Without such a filter no signal handler changes. */
void crash_watch(void);

#endif
