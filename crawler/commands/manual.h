/* manual — the man page's section on options, generated from the table of options. */
#ifndef CRAWLER_COMMANDS_MANUAL_H
#define CRAWLER_COMMANDS_MANUAL_H

/* Prints it on standard output, for man(7). */
void manual_print(void);

#endif
