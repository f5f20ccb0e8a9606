/* signals — SIGINT and SIGTERM as a file descriptor to poll. */
#ifndef CRAWLER_CONSOLE_SIGNALS_H
#define CRAWLER_CONSOLE_SIGNALS_H

#include <stdbool.h>

/* Blocks both signals in this thread and in all threads that it starts afterwards, and ignores SIGPIPE. Returns a
 * descriptor that is readable when a signal has arrived; −1 on failure. */
int signals_open(void);
void signals_close(int fd); /* accepts −1 */
/* Has a signal arrived? Does not wait. Once it has returned true, the next signal ends the process at once, with exit
 * code 3. */
bool signals_received(int fd);

#endif
