/* signals — SIGINT and SIGTERM as something to poll for. */
#ifndef CRAWLER_CONSOLE_SIGNALS_H
#define CRAWLER_CONSOLE_SIGNALS_H

#include <stdbool.h>

/* Blocks the signals in this thread and all it starts from now on, and makes them readable. The fd, or −1. */
int signals_open(void);
void signals_close(int fd);
/* Has one come? From then on a second one ends the process at once, with exit code 3. */
bool signals_came(int fd);

#endif
