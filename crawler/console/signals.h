/* signals — SIGINT and SIGTERM as a file descriptor to poll. */
#ifndef CRAWLER_CONSOLE_SIGNALS_H
#define CRAWLER_CONSOLE_SIGNALS_H

#include <stdbool.h>

/* Ignores SIGPIPE, and blocks both signals in this thread and in all that it starts afterwards, but for one that waits for them. Returns
 * a descriptor that is readable when a signal has arrived; −1 on failure, and then a signal ends the process. The second signal ends it
 * at once, with exit code 3. Once in a process at a time. */
int signals_open(void);
void signals_close(int fd); /* accepts −1 */
/* Has a signal arrived since it was asked last? Does not wait. Accepts −1. */
bool signals_received(int fd);

#endif
